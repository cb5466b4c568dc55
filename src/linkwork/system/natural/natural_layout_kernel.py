"""Where the table of natural coordinates lies, and its room behind the workspace.

The table stands behind the int table; the formulation's first option says where. `k` has its head, a record a body, an
equation and a kept element, and the owner of every coordinate; `p` its numbers; the room begins behind that of the
formulation "null-space", whose least squares give the reactions.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.system.formulations.formulation_kernel import option

# options: where the table begins, rank of the equations as far as it is known, and at the last elimination
TABLE_AT, RANK, COUNTED = range(3)

# head: coordinates, those of them that no element owns, equations of their own, kept elements, all equations
COUNT, NATURAL, OWN_ROWS, KEPT, ALL_ROWS = range(5)
SPREAD, GATHER, COLLECT, REMEMBER = range(5, 9)  # functions of the plane or of space, by address
BODY_AT, ROW_AT, KEPT_AT, OWNER_AT = range(9, 13)  # in k
UNITS, MASS, WEIGHTS = range(13, 16)  # in p: units of the coordinates, scaled mass matrix in full, weights
BIAS, TABLE, MARKS, INERTIA, FOUND, SIDE, SPARE, TURNS, STATE_SPARE = range(16, 25)  # in w
HEAD = 25

# record of a body: terms of its frame and their number, constants of the frame, the coordinates that count and their
# number, its point and the inverse of its directions in its own axes, whether one is a cross product, its block T
TERMS_AT, TERMS, CONSTANTS, COLUMNS_AT, COLUMN_COUNT, LOCAL, CROSSED, BLOCK_AT = range(8)
BODY = 8
# term of a frame: a coordinate that counts, which part of the frame it moves, its share in p
TERM_PART, TERM_SHARE, TERM = 1, 2, 3
# record of an equation: products, linear terms, where they begin; number and scale in p
PRODUCTS, LINEAR, ROW_TERMS, NUMBER, SCALE = range(5)
ROW = 5
# product of two coordinates: the first, the second, its share in p; linear term: the coordinate, its share
PRODUCT_SECOND, PRODUCT_SHARE, PRODUCT = 1, 2, 3
LINEAR_SHARE, LINEAR_TERM = 1, 2
# owner of a coordinate: body, 1 for a unit vector, numbers in p (place in the body, direction, offset)
IS_DIRECTION, OWNER_NUMBERS, OWNER = 1, 2, 3


@njit
def natural(k, w):
    """Where the table of natural coordinates begins."""
    return int(option(k, w, TABLE_AT).real)
