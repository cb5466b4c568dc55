"""Where things lie in the tables of a skeleton; each is an array of its own in one tuple."""

from __future__ import annotations

PARENT, FRAMES, SPANS, KINDS, AXES, PIECES, INERTIAS = range(7)
"""Of the skeleton: parent of every body (-1: ground); 24 numbers of the joint's frames on the parent and, inverted, on
the body; first and last move of its joint; of every move kind, coordinate, first piece and number of pieces; its axis;
the pieces of all curves; of every body mass, center, moments and products of inertia about the center."""
TURN, SHIFT = 0, 1

POINT_KINDS, POINT_CURVES, POINT_NUMBERS, PATH_SPANS = range(4)
"""Of paths: body, kind and coordinate of every station; coordinate, first piece and number of pieces of its three
components where it moves; its place and the range of the coordinate where it counts, or frame, radius and side of the
surface; first and last station of every path."""
FIXED, MOVING, CONDITIONAL, SPHERE, CYLINDER = range(5)
NEAR = 1e-5  # radians by which a coordinate may lie outside its range for the point still to count, as in OpenSim
