"""Numbers of the crashes that are ours: chapter 12 of the Advances (Dias and Pereira 2005) keeps them in lost figures.

Each has its reason. What the chapter prints is marked so; everything else may be replaced by a user who knows better.
"""

from __future__ import annotations

CAR_MASSES = (50e3, 45e3, 40e3)
"""kg, printed: front, middle and rear car of the train of three."""

CAR_LENGTH = 25.0
"""m: of a usual passenger coach; it only says how far cars stand apart, no force hangs on it."""

SLOPE = 5e7
"""N/m: an elastic travel of 2 cm at 1 MN, as of a buffer that has gone solid; 5 g of one car are reached in 5 cm."""

LOW_LEVELS, LOW_REACH = (0.5e6, 1.1e6, 1.7e6), (0.1, 0.3)
"""N and m, between the cars: levels as far apart as the printed condition of 500 kN asks, and a little more."""

HIGH_LEVELS, HIGH_REACH = (1.0e6, 1.6e6, 2.2e6), (0.3, 0.8)
"""N and m, before the first car: 2.2 MN bring a train of 135 t to 1.7 g, far below the limit of 5 g for one car."""

LEVEL_BOUNDS = 0.6, 1.6
"""Shares of the levels between which a design for several crashes looks for its own: the highest, 3.5 MN, would bring
the front car alone to 7 g, above the printed limit of 5 g; the lowest, 0.3 MN, brings the lightest car to 0.8 g."""

COUPLER = 0.4e6
"""N: pull at which a coupler yields; below the first level, so that cars which part do not tear each other on."""

DEVICE_LEVELS, DEVICE_REACH = (0.5e6, 1.0e6, 1.5e6), (0.3, 0.7)
"""N and m, the low-energy device of two on a train: it takes the wanted 1.4 MJ at a crush of about 1.3 m."""

SUSTAINED_WINDOW = 0.05
"""s: an acceleration counts as sustained where its mean over so long is high; twice the time of an elastic rise."""

HALF_CAR = 750.0
"""kg: the printed 1500 kg fall to two members alike, for half the structure is modelled."""

PLATE = 5.0
"""kg: the plate that meets the wall; light beside the car."""

WALL_STIFFNESS, WALL_DAMPING, WALL_GAP = 5e7, 2e4, 1e-3
"""N/m, N s/m, m: a wall so stiff that it gives way by millimetres, damped so that the plate does not chatter."""

DENSITY = 7850.0
"""kg/m^3: of steel."""

S_MEMBER_TIME = 0.06
"""s: in which the car has used up its way or has stopped; over it VCSI is the mean."""

TUBE_DAMPING = 2e-6
"""s: of the stiffness of tubes that bend; 1 % of the critical damping at their lowest frequencies, some 1.5 kHz."""

HINGE_STIFFENING = 20.0
"""Slope of a hinge between tubes that bend, by 3 E I / L: it turns elastically by a twentieth of their bending."""
