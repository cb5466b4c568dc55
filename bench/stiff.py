"""The stiff problem: a slider-crank whose coupler is an elastic strut, from 1e8 to 1e12 N/m.

Geometry, in m: crank 0.15 about the origin, coupler 0.35 at rest, slider on the x axis. Masses: crank 0.5 kg with its
centre at half its length and a central inertia of 0.5 0.15^2 / 12 kg m^2; coupler in two halves of 0.4 kg, each with
its centre 0.0875 from its pin and a central inertia of 0.4 0.175^2 / 12 kg m^2; slider 1 kg. The halves slide along
each other on the coupler's axis, held by a spring of the given stiffness and a damper of damping ratio 0.7 of their
axial mode with both pins free: c = 2 0.7 sqrt(k m), m = 0.2 kg (0.4 kg against 0.4 kg). Gravity 9.81 m/s^2 in -y.
A constant torque of 2 N m turns the crank.

Start: crank at 1 rad with 20 rad/s, the strut at its quasi-static length, its axial force that of the rigid coupler at
that instant, so that the fast mode is not excited. Duration 1 s.

Error of a run: the largest distance in m of crank pin and slider from the reference at 20 equal times. The reference
for each stiffness is Radau at a relative tolerance of 1e-11.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

import linkwork as lw

CRANK, COUPLER = 0.15, 0.35
HALF = COUPLER / 2
START, SPEED, TORQUE, DURATION = 1.0, 20.0, 2.0, 1.0
POINTS = 21
DAMPING_RATIO, AXIAL_MASS = 0.7, 0.2
STIFFNESSES = (1e8, 1e9, 1e10, 1e11, 1e12)
TARGET = 1e-4
REPEATS = 5
SETTINGS: dict[str, list[dict[str, float]]] = {
    "radau": [{"rtol": tol, "atol": tol} for tol in (1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7)],
    "alpha": [{"rtol": tol, "atol": tol} for tol in (1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8)],
    "dop853": [{"rtol": tol, "atol": tol} for tol in (1e-3, 1e-4, 1e-6)],
    "adams": [{"rtol": tol, "atol": tol} for tol in (1e-3, 1e-4, 1e-6)],
}


def _add_frame(m: lw.Planar) -> None:
    """Crank, slider, their masses, weight and torque: what rigid and elastic coupler share."""
    crank = m.body("crank", estimate=(0, 0, START))
    slider = m.body("slider", estimate=(_reach(), 0, 0))
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    m.translational("guide", m.ground.line((0, 0), (1, 0)), slider.line((0, 0), (1, 0)))
    m.mass("crank", mass=0.5, center=(CRANK / 2, 0), inertia=0.5 * CRANK**2 / 12)
    m.mass("slider", mass=1.0)
    m.set_gravity(0, -9.81)
    m.force("torque", "crank", torque=TORQUE)


def _reach() -> float:
    """Where the slider is at the start."""
    return CRANK * math.cos(START) + math.sqrt(COUPLER**2 - (CRANK * math.sin(START)) ** 2)


def _half(m: lw.Planar, name: str, pose: tuple[float, float, float], centre: float) -> Any:
    body = m.body(name, estimate=pose)
    m.mass(name, mass=0.4, center=(centre, 0), inertia=0.4 * HALF**2 / 12)
    return body


def elastic(stiffness: float, free_length: float = HALF) -> lw.Planar:
    """The problem; the spring spans the gap between the first half's pin and the second half's origin."""
    m = lw.Planar(f"elastic coupler {stiffness:g} N/m")
    _add_frame(m)
    x, y = CRANK * math.cos(START), CRANK * math.sin(START)
    angle = math.atan2(-y, _reach() - x)
    first = _half(m, "first", (x, y, angle), HALF / 2)
    middle = (x + HALF * math.cos(angle), y + HALF * math.sin(angle), angle)
    second = _half(m, "second", middle, HALF / 2)
    m.revolute("A", m.bodies_by_name["crank"].at(CRANK, 0), first.at(0, 0))
    m.revolute("B", second.at(HALF, 0), m.bodies_by_name["slider"].at(0, 0))
    m.translational("strut", first.line((0, 0), (1, 0)), second.line((0, 0), (1, 0)))
    damping = 2 * DAMPING_RATIO * math.sqrt(stiffness * AXIAL_MASS)
    m.spring("axial", first.at(0, 0), second.at(0, 0), stiffness=stiffness, free_length=free_length, damping=damping)
    return m
