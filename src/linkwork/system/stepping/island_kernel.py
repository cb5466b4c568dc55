"""Which contacts of a step hang together: islands of bodies that push each other, by contacts or by joints.

The ground belongs to no island: nothing that happens at it is felt elsewhere. Where the pairs of an island form a ring
(a bridge on two blocks on the ground), or joints hold its bodies, loads are not settled pair by pair.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.places.layout_kernel import BODIES, STEPPING_ROOM
from linkwork.system.stepping.layout_kernel import (
    BODY_1,
    BODY_2,
    COUNT,
    FIRST_OF,
    GROUNDED,
    ISLAND,
    LINK,
    LINKED,
    LINKED_AT,
    MATES,
    MEMBERS_OF,
    MOST_SHARED,
    NEXT_OF,
    PAIRS_OF,
    POINTS_OF,
    body_at,
    contact_at,
    table,
)


@njit
def root_of(k, w, body):
    """The body that stands for the island of a body; the way there is halved."""
    while int(w[body_at(k, body) + ISLAND]) != body:
        above = int(w[body_at(k, body) + ISLAND])
        w[body_at(k, body) + ISLAND] = w[body_at(k, above) + ISLAND]
        body = above
    return body


@njit
def island_of(k, w, at):
    """The body that stands for the island of a contact."""
    return root_of(k, w, max(int(w[at + BODY_1]), int(w[at + BODY_2])))


@njit
def _unite(k, w, one, two):
    """Let two bodies be of one island."""
    one, two = root_of(k, w, one), root_of(k, w, two)
    w[body_at(k, max(one, two)) + ISLAND] = min(one, two)


@njit
def find_islands(k, w):
    """Islands, with how many bodies, contacts and pairs in contact each has; after `find_mates`."""
    count = int(w[k[STEPPING_ROOM] + COUNT])
    for body in range(1, k[BODIES] + 1):
        here = body_at(k, body)
        w[here + ISLAND], w[here + MEMBERS_OF], w[here + POINTS_OF] = body, 0.0, 0.0
        w[here + PAIRS_OF], w[here + GROUNDED], w[here + FIRST_OF] = 0.0, 0.0, 0.0
    for number in range(1, table(k, LINKED)):
        _unite(k, w, k[table(k, LINKED_AT)], k[table(k, LINKED_AT) + number])
    for contact in range(count):
        at = contact_at(k, contact)
        if w[at + BODY_1] > 0.0 and w[at + BODY_2] > 0.0:
            _unite(k, w, int(w[at + BODY_1]), int(w[at + BODY_2]))
    for body in range(1, k[BODIES] + 1):
        w[body_at(k, root_of(k, w, body)) + MEMBERS_OF] += 1.0
    for contact in range(count):
        at = contact_at(k, contact)
        here = body_at(k, island_of(k, w, at))
        w[at + NEXT_OF], w[here + FIRST_OF] = w[here + FIRST_OF], contact + 1.0
        w[here + POINTS_OF] += 1.0
        w[here + PAIRS_OF] += 1.0 if w[at + MATES] > 0.0 else 0.0
        if w[at + BODY_1] == 0.0 or w[at + BODY_2] == 0.0:
            w[here + GROUNDED] = 1.0
        w[here + PAIRS_OF] += w[here + MEMBERS_OF] + 1.0 if w[at + LINK] >= 0.0 else 0.0


@njit
def is_together(k, w, island):
    """Whether the loads of an island are shared out at once: few, with joints, or in more pairs than a tree has."""
    here = body_at(k, island)
    ring = w[here + PAIRS_OF] > w[here + MEMBERS_OF] - 1.0 + w[here + GROUNDED]
    return ring and w[here + POINTS_OF] <= MOST_SHARED
