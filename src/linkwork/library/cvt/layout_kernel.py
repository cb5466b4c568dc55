"""Where numbers lie in the tables of a push-belt drive."""

from __future__ import annotations

# a row of `path`, one a station of the reference path
# place, tangent, curvature, length of the station, how the curvature grows along the path
PX, PY, PTX, PTY, PCURVE, PLENGTH, PGROWTH = 0, 1, 2, 3, 4, 5, 6
PATH = 7

# `belt`: the elements, and friction
STIFF, MASS, ROCKING, EDGE_IN, EDGE_OUT, SADDLE, BENDING, LENGTH = 0, 1, 2, 3, 4, 5, 6, 7
FLANK, FLANK_SLIP, RING_REST, RING_SLIDE, RING_FADE, RING_SLIP, RING_FILM = 8, 9, 10, 11, 12, 13, 14
CONE, YIELD, WIDTH, LIMIT = 15, 16, 17, 18  # half angle, stiffness of elements across (N/m^2), width, rad/s
LOOSE = 19  # N, further momentum of loose layers, while a steady state is sought
BELT = 20

# a row of `rings`, one a layer
R_STIFF, R_MASS, R_OFFSET, R_THICK, R_LENGTH = 0, 1, 2, 3, 4
RING = 5

# a row of `pulleys`
U_X, U_Y, U_INERTIA, U_AXIAL, U_TILT_TIME, U_TILT, U_BEND_FORCE, U_BEND_MOMENT = 0, 1, 2, 3, 4, 5, 6, 7
U_RADIUS, U_SPIN, U_OUTER = 8, 9, 10  # nominal radius, thrust by the oil's rotation (N s^2), radius of the sheave
PULLEY = 11

# `wanted`: what is asked of the drive at an instant
G_DRIVING, G_DRIVEN, G_THRUST_DRIVING, G_THRUST_DRIVEN = 0, 1, 2, 3
GIVEN = 4
# `modes`: what those numbers are
SPEED, TORQUE, TORQUE_RATIO = 0, 1, 2  # of a shaft
THRUST, RATIO = 0, 1  # of the driving pulley

# unknowns at the border, after the Ritz functions and one flow of each layer
B_SPEED, B_GAP, B_TILT, B_BEND, B_CONTROL, SHARED = 0, 2, 4, 8, 12, 13

# what a station gives, after one force along the belt of each layer
O_PUSH, O_TURN, O_BEND, O_TORQUE, O_FX, O_FY, O_MX, O_MY = 0, 1, 2, 3, 4, 5, 6, 7
O_FLANK_LOSS, O_RING_LOSS = 8, 9
OUT = 10  # then one length of each layer

# what slopes remember of the friction at a station: of the flank, then of every ring
M_AROUND, M_INWARD, M_SIZE, M_COSINE, M_SINE, MEMORY = 0, 1, 2, 3, 4, 5
N_SLIP, N_SIZE, N_SHARE, NEXT = 0, 1, 2, 3
