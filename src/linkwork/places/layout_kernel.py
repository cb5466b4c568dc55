"""Where things lie in the flat tables: names for the places of the header of the int table `k`.

`k` begins with this header; `p` (numbers of the elements, scales) and `w` (the workspace) are plain arrays of one
scalar type, and the header says where each part of them begins.
"""

from __future__ import annotations

BODIES = 0  # moving bodies
COORDINATES = 1  # columns: of each body, own coordinates, and the time when it is free
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
WEIGHTS = 32  # entries of the solver's weight matrix: one a coordinate, or those of the masses
MASSES = 33  # bodies with mass; 0 in a system for kinematics
MASS_AT = 34  # for each of them its number, in k
MASS_NUMBERS = 35  # of each body with mass, in p: mass, centre x, y, central inertia (in space ten numbers)
GRAVITY = 36  # two numbers in p (in space three)
MASS_SCALE = 37  # one number in p: the equations of motion are divided by it
FORCES = 38  # number of forces
FORCE_AT = 39  # their records, in k
LOAD = 40  # generalised forces, in w
MULTIPLIERS = 41  # in w, in N and N m
ENERGY = 42  # in w: kinetic, of gravity, of forces; powers lost in forces, given by forces, given by drivers
REACTION_POINT = 43  # two numbers an element in p (in space three): where its reaction acts, in the second body
STATES = 44  # states that the elements own (integrals, filters) and, last, the integrals of the powers
STATE = 45  # their values, in w
STATE_RATE = 46  # their rates, in w
SIGNALS = 47  # number of signals
SIGNAL_AT = 48  # their records, in k
SWITCHES = 49  # number of switches and events
SWITCH_AT = 50  # their records of WATCH ints, in k
SAMPLERS = 51  # number of sampled controllers
SAMPLER_AT = 52  # of each the place of its numbers in the memory, and of its period in p
REMEMBERING = 53  # number of elements that remember something
TREE = 54  # the table of the tree of joint coordinates, in k; 0 where there is none
FUNCTIONS = 55  # addresses of what the plane or space does, in k: the functions of the world
CHARTS = 56  # 1 where the columns of a body that turn it are a chart of its orientation, 0 where they are its twist
REFERENCE = 57  # in w: of every body the quaternion at which its chart is zero
COLUMNS = 58  # columns of a body
REACTION = 59  # numbers of a reaction
CONTACTS = 60  # the table of contacts and dry friction, in k; 0 where there are none
CONTACT_ROOM = 61  # their room in w
STEPPING = 62  # the table of the time-stepping, in k; 0 where there is none
STEPPING_ROOM = 63  # its room in w
HEADER = 64

# the functions of the world, in the order of their addresses
PLACE, MOVE, CHART_ROWS, LOAD_MASSES, WEIGHT, CHART_LOAD, REACTIONS, ADD_INERTIA, INERTIA_COLUMNS = range(9)
FIND_FAR, RECENTRE, RECENTRE_MOTION, TAKE, GIVE, MULTIPLY_MASSES, MOMENTUM_TERMS = range(9, 16)
SHIFT, TO_CENTRES, TAKE_OUT_SPIN, STEP_INERTIA = range(16, 20)
WORLD_FUNCTIONS = 20

# the functions of a tree, behind them where a table has one
FIRST_OF_TREE = 32
SPREAD, COLLECT, GATHER, LOAD_BODIES, TO_ROOT, FROM_ROOT, TAKE_ACCELERATIONS, BIAS = range(32, 40)
COMPOSE, LOAD_MATRIX, LOAD_FORCES, LOAD_ROWS, SPREAD_ACCELERATIONS, ROW_ON_PATH = range(40, 46)
TREE_FUNCTIONS = 46

# record of an element or a force
ADDRESS, FLOATS_AT, INTS_AT, OUT_AT, ROWS, FIRST_ROW, REMEMBERS, WIDTH = range(8)
RECORD = 8
FIRST_POSE, FIRST_TWIST, SECOND_POSE, SECOND_TWIST = range(4)  # ints with which every element at two bodies begins

# record of a switch or event
WATCHED, DIRECTION, KIND, ACTION = range(4)  # place of its three numbers in the memory, +1, -1 or 0 for either
WATCH = 4
SLACK = DIRECTION  # of a number of a contact: place in p of how far it may be off zero
OF_LAW, EVENT, OF_CONTACT = range(3)  # kinds
LOG, END, ASK = range(3)  # actions: write it down, stop there, ask the caller

POSE_SIZE, TWIST_SIZE = 5, 3
KINETIC_ENERGY, GRAVITY_ENERGY, FORCE_ENERGY, LOST_POWER, FORCE_POWER, DRIVER_POWER = range(6)  # from ENERGY on
ENERGIES = 6
QUADRATURES = 3  # integrals of the three powers, the last of the states
FORCE_NUMBERS = 4  # numbers that a force kernel writes behind its two wrenches: potential energy, powers, strength
FORCE_RESULTS = 10  # all its numbers in the plane

POSITION, MOTION, ACCEPT, ADVANCE = 0, 1, 2, 3  # stages: what a kernel of an element is called for
