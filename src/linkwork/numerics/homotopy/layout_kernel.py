"""What the arrays of a homotopy hold, in the order in which its kernels are given them.

A term of an equation is a coefficient times unknowns; a coefficient is a sum of parts, each a number times parameters.
Numbers and parameters go along straight lines from t = 1 to t = 0.
"""

from __future__ import annotations

# whole numbers
EQUATION_AT, TERM_AT, FACTOR, SUM_AT, PART_AT, PART_FACTOR, GROUP = range(7)
# numbers at t = 0 and t = 1: of the parts, of the parameters
END, BEGIN, PARAMETER_END, PARAMETER_BEGIN = range(4)
# the room for intermediate results
COEFFICIENT, SLOPE, PARAMETER, RATE, PRODUCTS, MATRIX, RIGHT = range(7)
VALUE, CHANGE, X, TRIAL, PATCH, K1, K2, K3, K4, SAVED, MEAN, BEFORE, CHART, NEAR = range(7, 21)
ROOM = 21

# how a path ended: at a simple solution, at a singular one, at infinity, or not at all
REGULAR, BY_CIRCLES, AWAY, LOST = 0, 1, 2, 3
