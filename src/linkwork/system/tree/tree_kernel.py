"""Joint coordinates of a tree: where its table lies, and the recursions from coordinates to poses and twists and back.

The table stands behind the int table of the system; the header says where. It holds a head, one record a body (parents
first), one record a cut element, for each coordinate the first one that its joint carries, of each joint, children
first, its element's record in k and which of its two bodies is the child, and what `closures` adds: slots and pattern.
Where a joint is a chain of motions, frames without mass stand between its bodies: bodies with a pose
and a twist of their own behind the blocks, with no column, and each before the one body that it carries.
Every body has a block of numbers in the workspace. All its spatial quantities refer to its own reference point, which
is the point of the joint that carries it (the frame's origin for a free joint): a pin then passes no moment, and
nothing depends on how far off the world's origin is.
"""

from __future__ import annotations

from linkwork.numerics.jit import call_world, njit
from linkwork.places.layout_kernel import (
    COLLECT,
    FUNCTIONS,
    GATHER,
    SPREAD,
    TREE,
    WORKSPACE,
)
from linkwork.system.formulations.formulation_kernel import OWN_NUMBERS

# head of the table
JOINTS, FREEDOMS, CUTS, CUT_ROWS, LIGHT, CUT_AT, SKY_AT = range(7)
MATRIX_SLOTS, ROW_SLOTS = 7, 8  # where the slots of H and of J begin, in k
MATRIX_SIZE, ROWS_SIZE, SOLVER_SIZE = 9, 10, 11  # how many numbers H, J and their solver take
SPARSE = 12  # the pattern's table of the sparse solver, in k; 0 where H and J are dense
REFINED = 13  # 1 where the sparse solution needs refinement, because a row does not wait for all of its columns
PRODUCTS = 14  # products of one factorisation and solution
VECTORS_AT = 15  # where the vectors behind the blocks and the frames begin, in w
BACKS, BACK_AT = 18, 19  # how many joints carry bodies; where their elements, children first, stand in k
LINKS_AT = 20  # where the place of every body in the tree stands in k, the ground first; -1: none
RECORDS = 21  # where the records of the bodies begin; places 16 and 17 are those of removed rods

# record of a body
KIND, FREEDOM, PARENT, POSE_OF, PARENT_POSE, TWIST_OF, PARENT_TWIST = range(7)
COLUMN, PARENT_POINT, CHILD_POINT, MASS_OF, ANGLE_AT = range(7, 12)  # a frame has no column: NO_COLUMN or INTERFACE
JOINT = 12
NO_COLUMN, INTERFACE = -1, -2  # a frame without mass inside a joint; an interface of a body with elastic modes
TURNING, SLIDING, RIGID, FLOATING, BALL, SCREWING = range(6)  # kinds of joints; the last two are in space only
TO_FRAME, FROM_FRAME = 6, 7  # from a body with elastic modes to an interface of it, and back (`modal/tree/`)

# record of a cut: the element's record in k, its first row among the cut ones, the places of its bodies in the tree
CUT_ELEMENT, CUT_ROW, CUT_FIRST, CUT_SECOND = range(4)
CUT = 4

# block of a body: constant angle of the joint; lever from the parent's reference point to its own; its own from the
# frame's origin; direction of sliding; acceleration without that of the joint; inertia; force
OFFSET, DX, DY, SX, SY, UX, UY, CX, CY = range(9)
XX, XY, YY, XT, YT, TT, FX, FY, FT = range(9, 18)
SPAN, SHARE, KX, KY, KT = range(18, 23)  # 1 / D, u / D and U / D of the articulated body
AX, AY, AT = range(23, 26)  # acceleration at the reference point
BLOCK = 26

PI = 3.141592653589793


@njit
def blocks_at(k):
    """Where the blocks of the bodies begin."""
    return k[WORKSPACE] + OWN_NUMBERS


@njit
def vectors_at(k):
    """Where the numbers behind the blocks begin: first the units of the joint coordinates."""
    return k[k[TREE] + VECTORS_AT]


@njit
def spread(k, p, w, y, moving):
    """Poses, and when they move twists and velocities, that belong to the joint coordinates at y and their rates."""
    call_world(k[k[FUNCTIONS] + SPREAD], k, p, w, y, 1 if moving else 0, 0, 0.0 * w[0])


@njit
def collect(k, w, out):
    """Coordinates and velocities from the poses and twists of the workspace."""
    call_world(k[k[FUNCTIONS] + COLLECT], k, w, w, out, 0, 0, 0.0 * w[0])


@njit
def gather(k, p, w, out, fresh):
    """Joint coordinates and their rates from the poses and twists of the workspace; joints with an angle keep it.

    In space, `fresh` sets the charts of ball joints to zero, with new references.
    """
    call_world(k[k[FUNCTIONS] + GATHER], k, p, w, out, 1 if fresh else 0, 0, 0.0 * w[0])
