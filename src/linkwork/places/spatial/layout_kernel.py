"""Sizes in space: what a body takes in the tables and the workspace."""

from __future__ import annotations

POSE_SIZE = 16  # r, A row by row, Euler parameters
TWIST_SIZE = 6  # velocity of the origin in the world, angular velocity in body axes
MATRIX, PARAMETERS = 3, 12  # where A and the Euler parameters begin in a pose
MASS = 10  # m, centre, Jxx, Jyy, Jzz, Jxy, Jyz, Jzx about the centre in body axes
MASS_ENTRIES = 18  # of the lower triangle of a body's mass matrix: 3 of forces, 9 mixed, 6 of torques
QUATERNION = 4
FARTHEST = 2.25  # square of the chart (about 74 degrees) beyond which it gets a new reference
