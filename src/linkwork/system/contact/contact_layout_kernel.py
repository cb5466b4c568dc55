"""Where things lie in the table of contacts and dry friction, k[TOUCH], and in their room, w[CONTACT_ROOM].

Rows are the normals and tangents of closed points and the directions in which joints rub. Those that take part in a
solution are gathered in the room: where each one's numbers, its gamma and its columns lie, the response of the system
to a unit force along it, the matrix W of the rows' accelerations by unit forces, and the forces found.
"""

from __future__ import annotations

# functions by address, all with the signature of a function of the world
ADD_FORCES, ADD_POSITION, ADD_VELOCITY, WATCH_CONTACTS, RESOLVE, SEARCH, SHOW, COMPLIANT = range(8)
FUNCTIONS = 8

TANGENTS = 8  # tangents of a point
PAIRS, PAIR_AT = 9, 10  # number of pairs; their records of RECORD ints
POINTS, POINT_AT = 11, 12
FRICTIONS, FRICTION_AT = 13, 14
IMPACT_LAW, IN_TURN = 15, 16  # newton, poisson, stronge; whether several impacts are passed on in turn
REACH = 17  # place in p: how near is touching, also at the start, a speed that counts as none; then, to compare forces
# with gaps and with speeds, a typical gap and a typical speed over a typical force; a typical length
NEAR_GAP, START_GAP, NO_SPEED, GAP_BY_FORCE, SPEED_BY_FORCE, LENGTH = range(6)
ROWS_AT, RESPONSES_AT, PROBLEM_AT, LOG_AT, KEPT_AT, CONE_AT, WRENCHES_AT, MARKS_AT, KEPT_MODES_AT = range(
    20, 29
)  # in the room, from its beginning
COMPLIANT_AT = 29  # in the room, of points with a force law
COMPLIANT_POINTS = 30  # number of points that follow a force law
SOLVER_AT = 31  # address of the solver of forces and modes, in real numbers
JOINT_ROWS_AT, KEPT_LOAD_AT = 36, 37  # of joint coordinates: the rows against them, and the forces on the bodies
JOINT_TABLE = 38  # in k, where a system has its tree: functions, then where the path of every body begins
LOG_LINES = 39  # lines that the log has room for
HEADER = 40

# the functions of joint coordinates, in the order of their addresses; behind them the paths, the ground's first
JOINT_FORCES, JOINT_POSITION, JOINT_VELOCITY, PATHS = range(4)

# of a watched number, behind the three of every switch: what it was at the start of the last step, and when that was;
# its rate if it is a gap, and that at the start of the step; both at the last place that was looked at inside the step
BEFORE_STEP, SINCE, RATE, START_RATE, LEFT_NUMBER, LEFT_RATE = range(3, 9)
WATCH_CELLS = 9
UNKNOWN = 1e300  # rate of what is no gap

HIT = 4.0  # in place of `frozen` of a watched number (see `events_kernel`): this is what happens now

# record of a point
PAIR, SLOT, POINT_OUT, POINT_MODE, POINT_MEMORY, POINT_FLOATS, POINT_WATCH, POINT_I, POINT_J, POINT_CHART = range(10)
POINT_LAW = 10  # its force law, in k (see `press_layout_kernel`); 0 where it collides
POINT_RECORD = 11

# record of a friction: kernel, its floats, ints and results, the joint's number, directions, loads
F_ADDRESS, F_FLOATS, F_INTS, F_OUT, F_NUMBER, F_TANGENTS, F_LOADS = range(7)
F_MODE, F_MEMORY, F_NUMBERS, F_WATCH, F_I, F_J, F_CHART, F_GROUP = range(7, 15)
FRICTION_RECORD = 15

# modes of a point and of a friction
OPEN, SLIDE, STICK = 0.0, 1.0, 2.0

# numbers of a point in p
RESTITUTION, KINETIC, STATIC, STRIBECK, TANGENTIAL, CAPTURE = range(6)

# numbers of a point in the memory: direction of sliding, then what the run shows
DIRECTION = 0  # three numbers
SLOW_STEPS = 2  # behind a direction of two numbers: how many steps in a row have ended with slip that is hardly any
FOLLOWED, KEPT = 24.0, 48.0  # of these: up to how many it follows its slip, and then keeps its direction
HARDLY = 100.0  # times a speed that counts as none: slip whose direction errors of a step may turn as they like
SHOWN = 3
POINT_LABELS = (
    *("gap", "gap_rate", "force", "friction", "slip", "first", "second"),
    *("x", "y", "z", "nx", "ny", "nz", "reserve", "inside"),
)
IN_SPACE = ("z", "nz")  # labels that the plane has not
SHOWN_GAP, SHOWN_RATE, SHOWN_FORCE, SHOWN_FRICTION, SHOWN_SLIP = range(3, 8)
SHOWN_FIRST, SHOWN_SECOND, SHOWN_X = range(8, 11)  # place and normal: six numbers
SHOWN_RESERVE, SHOWN_INSIDE = 16, 17

# numbers of a friction in p and what the run shows of it behind its direction
# `F_WHOLE` is 1 where friction is a part of the load (a pin), `F_SMOOTH` the speed of a smoothed law, or 0
F_PRELOAD, F_KINETIC, F_STATIC, F_STRIBECK, F_WHOLE, F_SMOOTH = range(6)
SLOW = 1e-8  # of the speed of a smoothed law: below it friction is a straight line
FRICTION_LABELS = ("friction", "normal", "slip")
SHOWN_JOINT_FRICTION, SHOWN_NORMAL, SHOWN_JOINT_SLIP = range(3, 6)

# watches of a point and of a friction
WATCH_GAP, WATCH_FRICTION, WATCH_INSIDE = range(3)
POINT_WATCHES = 3

# single numbers of the room
ACTIVE = 0  # rows gathered
CONES = 1
LOADS = 2  # numbers of what presses in the joints that rub
CLOSED = 3  # whether anything is closed or rubs
SOLVE_AT = 4  # address of the formulation's `solve`, as a number
VERDICT, BLAMED = 5, 6  # what the last decision ended with, and what is at fault: a point, or -1 - friction
LOGGED = 7  # rows of the log
SHARED = 8  # whether forces of what sticks were not unique and have been shared out within their bounds
LOOSE = 9  # whether points with a force law follow their gaps at once, not at events (see `compliant_kernel`)
IN_STEP = 10  # whether the conserving rule adds what they store and push, instead of the forces
NOT_CARRIED = 11  # whether forces or impulses have ever been chosen in a way that carries no derivatives
SHARE_OF, SHARE_TIME = 12, 13  # 1 + the first point whose share of a load was a choice that moves it, and when
PASSED_OF, PASSED_TIME = 14, 15  # the same of a point struck with others where they could not be taken together
SINGLES = 16

# a row in the room: places in w of its numbers and of its gamma, its two columns
ROW_NUMBERS, ROW_GAMMA, ROW_I, ROW_J = range(4)
ROW = 4

# the log: lines of time, what happened, to which point (or -1 - friction); speeds or elements before and after ...
LOG_ROWS = 256  # lines after which the loop comes back; what one event can add has room behind them
LINES_A_CONE = 6  # lines that a point or a friction can add at one event
HAPPENED, CODE, WHOM, BEFORE, AFTER, IMPULSE, FRICTION_IMPULSE, LOST, SLIP_BEFORE, SLIP_AFTER, ON_FIRST, ON_SECOND = (
    range(12)
)
LOG_NUMBERS = 12  # then the impulsive reactions of all elements, in the first line of an impact
IMPACT, CLOSES, OPENS, LOSES, STICKS, SLIPS, MOVES, GAINS_ENERGY, REVERSES = range(9)
PRESSES, PARTS = 20, 21  # a contact with a force law begins and ends

# beside the problem, of every cone: the point, or -1 - friction, to which it belongs, and its first row
CONE_WHOM, CONE_ROW = 0, 1
CONE = 2

UNFOLLOWED, CROSSED = 1.0, 2.0  # what a search says: something overlaps that nobody followed; outlines cross

STRUCK = 2  # asks for a decision after a known impulse

# verdicts
FINE, JAMMED, AMBIGUOUS, UNSOLVED, OVERLAPS = range(5)
