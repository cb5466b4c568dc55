"""Where the articulated bodies of a tree with elastic modes lie: a table behind the int table, a room for each link.

The table has a head and a record a link, parents first. A link has d accelerations at its reference point (three in
the plane, six in space); f unknown ones of its joint, or of the modes of the body whose interface it leads to or from;
and W = d + m, with the m modes of the body that it is. Its room in w, matrices row by row:

    T (d x (d + f)), c (d)           a = T (a of the parent, unknown) + c
    P (d x d), b (d)                 accelerations of the body's columns = P a + b
    G (W x W), g (W)                 inertia and force against (a, accelerations of the modes)
    N ((d + f) squared), n (d + f)   the same against (a of the parent, unknown)
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.places.layout_kernel import COLUMNS, FUNCTIONS

LINKS = 22  # behind the functions of the world: place in k of the table
PUT_MAPS = 23  # the function that writes T, c, P and b of a link

# head: two rooms for a matrix and a vector in w; the widest W; in the blocks of the tree the first one's place, their
# length, and where the accelerations of a link begin
SCRATCH, VECTOR, WIDEST, FIRST_BLOCK, BLOCK_LENGTH, ACCELERATION = range(6)
HEAD = 6

# record of a link: its room in w, f, m, and the first of its modes among the columns and among the coordinates
ROOM, UNKNOWN, OWN_MODES, MODE_COLUMN, MODE_FREEDOM = range(5)
LINK = 5


def room(size: int, unknown: int, modes: int) -> int:
    """How many numbers the room of a link takes."""
    wide, width = size + unknown, size + modes
    return size * wide + size + size * size + size + width * width + width + wide * wide + wide


@njit
def head_of(k):
    """Where the head begins in k."""
    return k[k[FUNCTIONS] + LINKS]


@njit
def link_of(k, place):
    """Where the record of a link begins in k."""
    return head_of(k) + HEAD + LINK * place


@njit
def map_at(k, link):
    """Where T begins in w."""
    return k[link + ROOM]


@njit
def bias_at(k, link):
    """Where c begins."""
    return map_at(k, link) + k[COLUMNS] * (k[COLUMNS] + k[link + UNKNOWN])


@njit
def body_map_at(k, link):
    """Where P begins; b stands behind it."""
    return bias_at(k, link) + k[COLUMNS]


@njit
def inertia_at(k, link):
    """Where G begins; g stands behind it."""
    return body_map_at(k, link) + k[COLUMNS] * (k[COLUMNS] + 1)


@njit
def passed_at(k, link):
    """Where N begins; n stands behind it."""
    width = k[COLUMNS] + k[link + OWN_MODES]
    return inertia_at(k, link) + width * (width + 1)


@njit
def accelerations_at(k, place):
    """Where the accelerations of a link stand in its block."""
    head = head_of(k)
    return k[head + FIRST_BLOCK] + k[head + BLOCK_LENGTH] * place + k[head + ACCELERATION]
