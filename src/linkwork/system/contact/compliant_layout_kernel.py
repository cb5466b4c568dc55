"""Where the numbers of a contact's force law lie: its record in k and its floats in p, one for every point."""

from __future__ import annotations

# record in k: form, place of its floats in p; of a user's law the places in the memory of value, stored energy, depth
LAW_FORM, LAW_FLOATS, LAW_VALUE, LAW_STORED, LAW_DEPTH = range(5)

# forms: f = k d^n + c d', f = k d^n (1 + c d'), the same with c / v for the speed of approach v, a law of the user
VISCOUS, HYSTERETIC, BY_APPROACH, OWN = range(4)

# floats in p; SMOOTH_SHAPE is 0 for tanh, 1 for the exponential
STIFFNESS, EXPONENT, DAMPING, CLIPS, SMOOTH_SPEED, SMOOTH_SHAPE, LEAST_APPROACH = range(7)

# modes of a point with a force law, beside OPEN
LOADED, CLIPPED = 1.0, 3.0

APPROACH = 0  # in the memory of a point, in place of the direction of sliding: its speed of approach

# what the function PRESS is asked to do
MEASURE, ADD, KEEP, CHANGE = range(4)

# of every point during a step of the conserving rule: gap and stored energy at its start and at its end
KEPT_GAP, KEPT_ENERGY, KEPT = 0, 1, 2
