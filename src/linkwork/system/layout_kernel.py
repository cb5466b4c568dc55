"""Where things lie in the flat tables: names for the places of the header of the int table `k`.

`k` begins with this header; `p` (numbers of the elements, scales) and `w` (the workspace) are plain arrays of one
scalar type, and the header says where each part of them begins.
"""

from __future__ import annotations

BODIES = 0  # moving bodies
COORDINATES = 1  # columns: three a body, own coordinates, and the time when it is free
EQUATIONS = 2  # rows
ELEMENTS = 3  # number of elements
ELEMENT_AT = 4  # records of RECORD ints each, in k
SCATTER = 5  # number of entries of the Jacobian
SCATTER_AT = 6  # pairs (place in `out`, place in the values), in k
PATTERN = 7  # the solver's table, in k
COLUMN_SCALE = 8  # in p
ROW_SCALE = 9  # in p
ENTRY_SCALE = 10  # in p
OWN = 11  # number of own coordinates
TIME_FREE = 12  # 1 when the last column is the time
POSE = 13  # the following are places in w
TWIST = 14
MEMORY = 15
OUT = 16
VALUES = 17
FACTOR = 18
RHS = 19
X = 20
WORK = 21
Q = 22  # coordinates
V = 23  # velocities
A = 24  # accelerations
Q0 = 25  # the position a step started from
V0 = 26
A0 = 27
RIGHT = 28  # right singular vector of the smallest singular value
LEFT = 29  # left one
FLOATS = 30  # places for single numbers: see the loops
WORKSPACE = 31  # length of w
HEADER = 32

# record of an element
ADDRESS, FLOATS_AT, INTS_AT, OUT_AT, ROWS, FIRST_ROW, REMEMBERS = range(7)
RECORD = 7

POSE_SIZE, TWIST_SIZE = 5, 3
