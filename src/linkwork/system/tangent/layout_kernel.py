"""Where things lie in the table of a tangent: which coordinates are moved together, and which entries that gives.

The table stands in the integers `s` of an integration, from s[OWN_TABLE] on. A unit is a body, or a coordinate that an
element owns. Units of one colour are moved together, one axis after the other: no element and no load has two of them.
A table may be for whole equations of motion: then units have a colour of their own also where their elements act on the
same body, and entries of elements' columns are none. Elements of one colour share no unit. Own states of one colour are
moved together, too: no rate depends on two of them, and forces on one at most.

Entries are numbers of places in the list of the matrix's entries; those of a unit's axes follow each other.
"""

from __future__ import annotations

SIZE, ENTRIES, COLOURS, OUTS, WIDTHS, OWN_STATES = range(6)  # unknowns, entries, ..., numbers that elements write
UNIT_FIRST, UNITS, AXES = 6, 7, 8  # of each colour its first unit; first columns of units; of each colour its axes
ROW_OWNER, ROW_ENTRY = 9, 10  # a colour and coordinate: first column of the unit that moves its load, or -1; entry
ELEMENT_OWNER = 11  # a colour and element: first column of the unit that moves it, or -1
COLUMN_ENTRY, EQUATION_ENTRY = 12, 13  # a colour and column of an element, or -1; a colour and equation
RATE_OWNER, RATE_ENTRY = 14, 15  # a colour and own state: whose rate it moves
STATE_ENTRY = 16  # a colour of own states and a coordinate or own state: the entry, or -1
MASS_ENTRY, JACOBIAN_ENTRY, DIAGONAL = 17, 18, 19  # two entries for each of M and of Phi_q; of equations and own states
KIND = 20  # of every entry: in an equation of motion, of a constraint, of an own state
ELEMENT_COLOUR, BESIDE_FIRST, BESIDE = 21, 22, 23  # whole: colours of elements; coordinate and entry of rows beside
STATE_FIRST, STATES, FORCING = 24, 25, 26  # of each colour of own states its first; states; the one that forces feel
STATE_OWNER = 27  # a colour of own states and a coordinate or own state: the state that moves it, or -1
FACTOR_TABLE, FACTOR_ROOM, SECOND_ROOM = 28, 29, 30  # of the factors
FACTOR_NUMBERS = 31  # how many numbers a factor has
ELEMENT_COLOURS, MOST_ROWS = 32, 33  # colours of elements, most equations of an element
STATE_COLOURS = 34
HEADER = 35

OF_MOTION, OF_CONSTRAINT, OF_STATE = range(3)
