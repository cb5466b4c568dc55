"""The tree in space: where the numbers of a link lie, those that are constant in p and those of its block in w.

Records and head of the table are those of the plane (`tree_kernel`). Every link has a block; the first block is that
of the ground and stays zero where motion is read. All quantities are along the axes of the world and refer to the
link's own reference point, which is the point of the joint that carries it.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.system.tree.tree_kernel import CHILD_POINT, PARENT, PARENT_POINT, blocks_at

NUMBERS = PARENT_POINT  # in the record of a link: where its constant numbers lie in p
CHAIN = CHILD_POINT  # how many links its joint has from this one on, up to the body that it carries

# constant numbers: quaternion of the link in its parent where its value is zero, and the same times (0, h); from the
# parent's reference point to the joint's point and axis h, in the parent's axes; reference point and h in its own;
# pitch; mass, mass centre beside the reference point and inertia about that point, in its own axes
ZERO, QUARTER, LEVER, AXIS, POINT, OWN_AXIS, PITCH = 0, 4, 8, 11, 14, 17, 20
LINK_MASS, CENTRE, INERTIA = 21, 22, 25
LINK_NUMBERS = 31

# block: from the parent's reference point to its own; its own from the origin; axis; velocity and angular velocity
# there; accelerations without those of the joint and of the parent
DX, DY, DZ, SX, SY, SZ, HX, HY, HZ = range(9)
VX, VY, VZ, WX, WY, WZ, CX, CY, CZ, EX, EY, EZ = range(9, 21)
# inertia [[M, H], [H', J]] against acceleration and angular acceleration; force and moment
MXX, MXY, MXZ, MYY, MYZ, MZZ = range(21, 27)
HXX, HXY, HXZ, HYX, HYY, HYZ, HZX, HZY, HZZ = range(27, 36)
JXX, JXY, JXZ, JYY, JYZ, JZZ = range(36, 42)
FX, FY, FZ, NX, NY, NZ = range(42, 48)
KX, KY, KZ, LX, LY, LZ, SHARE = range(48, 55)  # of the articulated body: U / D and u / D; of a ball J^-1 H' follows
GX = 55  # J^-1 H', nine numbers
AX, AY, AZ, TX, TY, TZ = range(64, 70)  # acceleration and angular acceleration
BALL_AXES = 70  # dω/du' of a ball, nine numbers, row by row
BALL_REFERENCE = 79  # quaternion of a ball, in its parent, where its chart is zero
VALUE = 83  # the value of a turn at the last position
CHART = 84  # the chart of a ball at the last position
SIGN = 87  # of the quaternion of a link in its parent: p and -p are one orientation, and bodies keep theirs
SPATIAL_BLOCK = 88


@njit
def block_of(k, place):
    """Where the block of a link lies; -1 is the ground."""
    return blocks_at(k) + SPATIAL_BLOCK * (place + 1)


@njit
def parent_block(k, joint):
    """Where the block of the parent of a link lies."""
    return blocks_at(k) + SPATIAL_BLOCK * (k[joint + PARENT] + 1)
