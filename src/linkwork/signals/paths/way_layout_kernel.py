"""Where the numbers of surfaces lie on a path over surfaces of any kind (`surface_path_kernel.py`)."""

from __future__ import annotations

ELLIPSOID, TORUS = 3, 4  # behind the kinds of stations of `path_kernel.py`
SECOND_TIP = 10
"""Integers of a station: as those of `path_kernel.py`, its tip on the axis x; then a tip on the axis y."""
STATION = 13
RADII, TOWARDS = 2, 5  # behind radius and side; the direction in the frame of the surface
STATION_NUMBERS = 8
HELD, COME, GO, LONG, WAY, ARC, ENDS, SEEN, TOTAL, SPAN, WHEN, RATES = 3, 4, 7, 10, 11, 17, 18, 24, 30, 31, 32, 33
"""Behind the angle kept of a cylinder: whether the path lies on the surface, where it comes and goes as seen from the
centre, length and begin of the geodesic, and the length on the surface. Of an ellipsoid or a ring both ends in its
frame, the points to which the path leads from them, and its length from end to end; below zero: there is no way. Of a
sphere or a cylinder both ends of the path in space, its centre and axis, and 1 or -1: whether there is a way; then a
number of the two points between which it lies, the time, and rates of ends, centre and axis. The same follows as last
evaluated."""
ANEW = 0.25  # for WARM: the way has ended within a run, and is begun anew
STATE_NUMBERS = RATES + 12 - HELD
BEFORE = 2 * STATE_NUMBERS
"""The same a third time: of the step before the last. Between them lies the step whose inner states are looked at."""
KEPT_NUMBERS = HELD + 3 * STATE_NUMBERS
