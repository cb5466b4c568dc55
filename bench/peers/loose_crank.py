"""A slider-crank with play between rod and slider, for all programs alike: data, start, times and references.

Lengths, masses and the play are those of Flores and others (2008): 5000 revolutions a minute, journal of 9.5 mm in a
bearing of 10 mm, Hertz with 6.61e10 N/m^1.5; no gravity, no friction. At the start crank and rod lie in line, with the
velocities of the mechanism without play, and the bearing is 0.1 mm off the journal.
"""

import math

CRANK, ROD = 0.05, 0.12  # m
MASSES = {"crank": 0.30, "rod": 0.21, "slider": 0.14}  # kg
INERTIAS = {"crank": 1e-4, "rod": 2.5e-5, "slider": 1e-4}  # kg m^2
SPEED = 5000 * 2 * math.pi / 60  # rad/s
PLAY, JOURNAL = 0.5e-3, 9.5e-3  # m
STIFFNESS, EXPONENT = 6.61e10, 1.5
RESTITUTIONS = {"elastic": 1.0, "lossy": 0.9}
SLIDER = CRANK + ROD + 0.1e-3  # m, at the start
ROD_SPEED = -SPEED * CRANK / ROD
REVOLUTION = 2 * math.pi / SPEED
REPEATS, LONG = 5, 0.5  # runs of which the fastest counts; processor seconds after which no finer setting is tried


def asked(what):
    """Which law and which end are asked for, from words such as `loose:elastic:0.005`."""
    _, kind, end = what.split(":")
    return kind, float(end)
