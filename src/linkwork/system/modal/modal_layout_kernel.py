"""Where the tables of bodies with elastic modes lie: behind the functions of the world, of a body, of a frame.

A frame is a further slot in the tables of poses and twists, behind the coordinates that elements own. An element that
is attached to frames has a record of its own for the kernel of its kind, which knows nothing of all this; the record
that everybody else sees belongs to the bodies that own the frames and to their modes.
"""

from __future__ import annotations

MODAL = 20  # behind the functions of the world: place in k of the table of bodies with modes
TRANSFORMATION = 21  # where there is a tree: place in w of dq/dz, of which each column has a coordinate of the joints

# the table: how many bodies, force ends and held elements there are, where their records begin; room in the pose table
BODIES, BODIES_AT, FORCE_ENDS, FORCE_ENDS_AT, HELD, HELD_AT, ROOM = range(7)
TABLE = 7

# of a body: its number among the bodies with mass, its own number, its modes, their first column, its numbers in p,
# how many entries of the mass matrix are of rigid bodies and how many its modes add, and where their records lie;
# where the numbers of shapes of second order lie in p (0: there are none)
MASS_NUMBER, BODY, MODES, COLUMN, NUMBERS, SHARED, ADDED, ENTRIES_AT, CURVED = range(9)
BODY_RECORD = 9
PLACE_OF, ROW, OTHER = range(3)  # of an entry: place in the values, and row and column among the body's columns
ENTRY = 3

# of a frame: its places in the tables of poses and twists, those of its body, how many modes, those of the first, p;
# where the numbers of shapes of second order lie there (0: there are none)
POSE_OF, TWIST_OF, OWNER_POSE, OWNER_TWIST, FRAME_MODES, MODE_POSE, MODE_TWIST, FRAME_NUMBERS, FRAME_CURVED = range(9)
FRAME_RECORD = 9

# of a force end: number of the force, which of its ends, place of the frame's record
FORCE, SIDE, FRAME = range(3)
FORCE_END = 3

# of an element whose second end is a frame: its number, place of the frame's record
ELEMENT, ELEMENT_FRAME = range(2)
HELD_RECORD = 2

# before the ints of an attached element: the kernel of its kind and where that finds its numbers, ints and results,
# its rows and their length, and the records of the frames at its two ends (0: a rigid body)
KERNEL, KERNEL_FLOATS, KERNEL_INTS, KERNEL_OUT, KERNEL_ROWS, KERNEL_WIDTH, FIRST_FRAME, SECOND_FRAME = range(8)
ATTACHED = 8
