"""Where things lie in the tables of a skeleton; each is an array of its own in one tuple."""

from __future__ import annotations

PARENT, FRAMES, SPANS, KINDS, AXES, PIECES, INERTIAS = range(7)
"""Of the skeleton: parent of every body (-1: ground); 24 numbers of the joint's frames on the parent and, inverted, on
the body; first and last move of its joint; of every move kind, coordinate, first piece and number of pieces; its axis;
the pieces of all curves; of every body mass, center, moments and products of inertia about the center."""
TURN, SHIFT = 0, 1

POINT_KINDS, POINT_CURVES, POINT_NUMBERS, PATH_SPANS = range(4)
"""Of paths: body, kind and coordinate of every station; coordinate, first piece and number of pieces of its three
components where it moves; its place and the range of the coordinate where it counts, or center, radius, side, frame,
radii, chosen direction of the surface and whether an end may lie inside; first and last station of every path."""
FIXED, MOVING, CONDITIONAL, SPHERE, CYLINDER, ELLIPSOID, TORUS = range(7)
RADIUS, SIDE, AXES_AT, RADII_AT, TOWARDS_AT, LENIENT = 3, 4, 5, 14, 17, 20
NUMBERS_OF_STATION = 21
STATE, TANGENT_AT, ALONG_AT, LONG, WAY, FLIPPED, ARC, TANGENTS_AT = 0, 1, 4, 7, 8, 9, 10, 11
COURSE, ENDS_WERE, SURFACE_WAS, BEGIN_WAS = 17, 18, 24, 33
DEEP, TWICE, CLEAR, SEEN_FROM = 39, 40, 48, 49
NUMBERS_KEPT = 55
"""What is kept of a surface from frame to frame: whether the path was free or touched it, where and in which direction
it came to it, length or angle on it, the way round, whether it has changed sides since the frame before, the length on
it and both points of touch; of several surfaces between two points a number of these, 0 where there was no way, both
ends, centre and axes of the surface in space, begin and direction of the geodesic in its frame; how deep, at most, a
straight part of the path runs through a ring; of a ring that is touched at two places what is kept of the second one
(`numerics/geodesics/twice_kernel.py`); and how far a path that is free passes, between which two ends in its frame."""
KNOWN, LENGTH, TOLD, SHARE, JUMP, VALUES = range(6)
"""What is kept of a path: 1 where it was found before, and its length; the number of the station, from 1, at which it
has jumped since the frame before, at which share of the way, and by how much; then the coordinates."""
TANGENTS, KEPT, WORK, BEFORE, COME, TRIED, TRIED_POSE, TRIED_SCREW = range(8)
"""The workspace of surfaces, a tuple of arrays: one surface, what is kept of all, geodesics; what was kept before a
step, what is kept of every path, and where a step is tried."""
ENDS_AT, THROUGH_AT, TANGENT_NUMBERS = 6, 12, 13
"""Of one surface, behind the points of touch: the two ends, 1 where a path begins through a ring, and how many."""
COLD, FREE, WRAPPED = 0.0, 1.0, 2.0
OFF_SIDE = -20.0  # for a length: the way round a ball lies off its chosen half, where no shortest one is
NEAR = 1e-5  # radians by which a coordinate may lie outside its range for the point still to count, as in OpenSim
