"""Where the numbers of surfaces lie on a path over surfaces of any kind (`surface_path_kernel.py`)."""

from __future__ import annotations

ELLIPSOID, TORUS = 3, 4  # behind the kinds of stations of `path_kernel.py`
SECOND_TIP = 10
"""Integers of a station: as those of `path_kernel.py`, its tip on the axis x; then a tip on the axis y."""
STATION = 13
RADII, TOWARDS = 2, 5  # behind radius and side; the direction in the frame of the surface
STATION_NUMBERS = 8
HELD, COME, GO, LONG, WAY, ARC, ENDS, SEEN, TOTAL, SPAN, WHEN, RATES = 3, 4, 7, 10, 11, 17, 18, 24, 33, 34, 35, 36
TWICE = RATES + 15
"""Behind the angle kept of a cylinder: whether the path lies on the surface, where it comes and goes as seen from the
centre, length and begin of the geodesic (of an ellipsoid or a ring in its frame), and the length on the surface. Of an
ellipsoid or a ring that stands alone between two points both ends in its frame, the points to which the path leads from
them, and its length from end to end; below zero: there is no way. Of others both ends of the path in space, centre and
axes of the surface, and 1 or -1: whether there is a way; then a number of the two points between which it lies, the
time, and rates of ends, centre and axes. From TWICE on what is kept of a second geodesic on a ring
(`numerics/geodesics/twice_kernel.py`). The same follows as last evaluated."""
ANEW = 0.25  # for WARM: the way has ended within a run, and is begun anew
STATE_NUMBERS = TWICE + 8 - HELD
BEFORE, LATEST = 2 * STATE_NUMBERS, 3 * STATE_NUMBERS
"""The same a third time, of the step before the last: between them lies the step whose inner states are looked at; and
a fourth time of the inner state that was looked at last, from which the next one goes on."""
DEEP = HELD + 4 * STATE_NUMBERS
"""Behind all of these: how deep, at most, a straight part of the path runs through the surface (no cylinder), m."""
KEPT_NUMBERS = DEEP + 1
