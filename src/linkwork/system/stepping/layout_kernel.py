"""Where things lie in the table of the time-stepping, k[STEPPING], and in its room, w[STEPPING_ROOM].

A member is a profile or a solid that may touch. A rule is a contact or a group of contacts: its restitution and
friction, and what the run shows of it. Bodies are linked when a joint, a driver or an own coordinate holds them: they
answer an impulse together; all others are free and answer alone.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.places.layout_kernel import STEPPING, STEPPING_ROOM

# the table
NARROW = 0  # address of the search between two members
MEMBERS, MEMBER_AT = 2, 3
GROUPS, GROUP_AT = 4, 5
PAIRS, PAIR_AT = 6, 7
RULES, RULE_AT = 8, 9
JOINED_AT = 10  # of every body where the bodies joined to it begin, counted from here; then those bodies
LINKED, LINKED_AT, LINK_OF_AT = 11, 12, 13  # numbers of the linked bodies; of every body its place among them or -1
CLASSES, CLASS_AT = 14, 15  # of every two classes of profiles the floats, ints and kernel of their pair
MASS_OF_AT, INVERSE_AT = 16, 17  # of every body its place among the masses or -1; inverse inertias in p, six a mass
MOST, MOST_LINKED, TABLE, MOST_FOUND = 18, 19, 20, 21  # room for contacts; for those of linked bodies; chains; points
MOST_NEAR = 22  # room for pairs of members that are near each other
BODY_AT, PLACE_AT, CONTACT_AT, OLD_AT, CHAIN_AT, CELL_AT, LINK_AT, FOUND_AT, KEPT_AT, ACCELERATION_AT = range(24, 34)
BOXES_AT, NEAR_AT, SHARED_AT = 34, 35, 36
HEADER = 37

# a member: body, ints and floats of its solid (in the plane: its class), where its bound lies in p
M_BODY, M_INTS, M_FLOATS, M_BOUND = range(4)
MEMBER = 4
M_RADIUS, M_SIZE = 3, 4  # of its bound, behind the middle in the body; the size of a point is the model's length

G_RULE, G_MEMBERS, G_LIST = range(3)  # a group: rule, members and where they are listed
GROUP = 3

P_FIRST, P_SECOND, P_RULE = range(3)  # a pair
PAIR = 3

R_NUMBERS, R_SHOWN = 0, 1  # a rule: its numbers in p, what the run shows in the memory
RULE = 2
RESTITUTION, FRICTION = 0, 1
RULE_LABELS = ("contacts", "force", "friction", "impulse", "depth", "mode", "gap")
SHOWN_CONTACTS, SHOWN_FORCE, SHOWN_FRICTION, SHOWN_IMPULSE, SHOWN_DEPTH, SHOWN_MODE, SHOWN_GAP = range(7)
APART = 1e300  # gap of a rule of which nothing touches

# single numbers of the room
COUNT = 0  # contacts of the step
LINKED_COUNT = 1  # of them with linked bodies
FOUND = 2  # points of the last search
STEPS, SWEEPS, UNREACHED, WORST = 3, 4, 5, 6  # statistics: steps, sweeps, steps that did not converge, worst of them
OLD = 7  # contacts of the step before
FULL = 8  # 1: no room for all contacts
LOST = 9  # energy lost in the contacts of the step
MOST_SEEN, DEEPEST = 10, 11  # most contacts at once; deepest overlap
TAKEN, MADE = 12, 13  # energy that contacts took in all steps in which they took some, and made in the others
LIFTED = 14  # potential energy made by pushing overlaps out
NUDGED = 15  # 1: bodies are displaced in this step
DEEP, DEEP_SHARE = 16, 17  # rule (from 1) of an overlap as large as a member; deepest overlap by the smaller member
FAST_SHARE = 18  # longest way in a step by the size of the member that goes it
UNEVEN = 19  # 1 + the rule of points that share their load in one of many ways on which the motion depends
SHARE_ROOM = 20  # room to share loads out
SINGLES = 76

# a body: inverse mass, inverse inertia in world axes, centre, velocities of the centre and of turning; those before
INVERSE_MASS, INVERSE_INERTIA, CENTRE, VELOCITY, SPIN, BEFORE = 0, 1, 7, 10, 13, 16
OFFSET, TURN = 22, 25  # from the origin to the centre; half a step's turn, in body axes
NUDGE = 28  # displacement of the centre and turn that push overlaps out, in world axes
SWEPT = 34  # velocities after the last sweep
WHIRL = 40  # of a linked body in space: torque of its own spin, beyond that of the spin before the step, in body axes
ISLAND, MEMBERS_OF, POINTS_OF, PAIRS_OF, GROUNDED, FIRST_OF = range(43, 49)  # the body that stands for its island;
# at that body: the island's bodies, contacts, pairs in contact, whether it touches the ground, first contact, from 1
BODY = 49

# a contact: normal, tangents, arms, W, share of the approach kept, friction, impulse and that of the sweep before,
# bodies, rule, key, gap, number among those of linked bodies or -1, velocity before, where in w its bodies are, size of
# the smaller member, how far it is to be opened, and the push that does it
NORMAL, FIRST, SECOND, ARM_1, ARM_2, MATRIX, SHIFT, MU, IMPULSE, EARLIER = 0, 3, 6, 9, 12, 15, 21, 22, 23, 26
BODY_1, BODY_2, WHOSE, KEY, GAP, LINK, FORMER = 29, 30, 31, 32, 33, 34, 35
PLACE_1, PLACE_2, SMALLER, WANTED, LIFT = 38, 39, 40, 41, 42
MATE, MATES, NEXT_HEAD, EVEN = 43, 44, 45, 46  # the next contact of the same bodies, from 1; how many they are, at the
# first of them; the next first one of their chain; the normal impulse of an even share
NEXT_OF = 47  # the next contact of the same island, from 1
CONTACT = 48

MOST_SHARED = 40  # contacts of an island whose loads are shared out together; with more of them pair by pair
OLD_CONTACT = 4  # key, impulse in the world; behind them the next one of the same chain
FEATURES = 4096  # numbers of features that keys tell apart
SCATTER, ASUNDER = 0x9E3779B1, 0x85EBCA6B  # odd numbers that spread keys over the chains, a power of two of them


@njit
def table(k, what):
    """A number of the table."""
    return k[k[STEPPING] + what]


@njit
def room(k, what):
    """Where in w a part of the room begins."""
    return k[STEPPING_ROOM] + k[k[STEPPING] + what]


@njit
def body_at(k, body):
    """Where in w the numbers of a body begin; 0 is the ground."""
    return room(k, BODY_AT) + BODY * body


@njit
def contact_at(k, contact):
    """Where in w the numbers of a contact begin."""
    return room(k, CONTACT_AT) + CONTACT * contact


@njit
def chain_of(k, key):
    """The chain of remembered impulses in which a contact with this key hangs: keys of near pairs go far apart."""
    number = int(key)
    mixed = (number // (FEATURES * FEATURES)) * SCATTER + (number % (FEATURES * FEATURES)) * ASUNDER
    return (mixed ^ (mixed >> 17)) & (k[k[STEPPING] + TABLE] - 1)
