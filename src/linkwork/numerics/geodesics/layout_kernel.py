"""Where the numbers of geodesics lie in their workspace, and what is told in the place of a length."""

from __future__ import annotations

import math

ELLIPSOID, TORUS = range(2)
COLUMNS = 10
START, TRIAL, HERE, END, STAGE = 0, COLUMNS, 2 * COLUMNS, 3 * COLUMNS, 4 * COLUMNS
"""Rows of the workspace: place, direction and neighbours at the start, a trial start, along the way, at the end, and
the stages of a step; the last of these, TRIED, is also where changes of unknowns go. Four equations follow."""
TRIED, SYSTEM = STAGE + 6 * COLUMNS, STAGE + 7 * COLUMNS
STRING_AT, STRING = SYSTEM + 5 * COLUMNS, 32  # rows of a string of points, and how many pieces it has
WORKSPACE = STRING_AT + (STRING + 2) * COLUMNS

IS_FREE, INSIDE, ANY_SIDE, LIFTS = -1.0, -2.0, -3.0, -4.0
"""Instead of a length: the way is free; an end lies inside; any side would do; no shortest way is there."""
MEET = -math.inf
"""Instead of the least curvature along a geodesic: neighbours from one point meet again on it."""
FOLLOWED, BEGUN = 0.0, 1.0
"""What became of a way: it goes on from where it was, or was begun anew; else why there is none, as above."""
