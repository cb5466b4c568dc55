"""Fronts that are known: the constrained problem of Binh and Korn, and a mass that is light or slow."""

from __future__ import annotations

import math

import numpy as np
import pytest

from design.optimise.oscillator_design import oscillator
from linkwork.design.studies.variants import prepare

SHORT = {"until": 0.1, "points": 3, "progress": False}
LIGHT_OR_SLOW = ["m", "peak(block.vx)"]
MASSES = {"m": (0.5, 10.0)}
OVER = {"until": 2.0, "points": 41}


def test_the_front_of_binh_and_korn_is_found():
    """x = y up to 3, then y = 3: T. T. Binh and U. Korn, MOBES, 1997; both conditions are inactive on it."""
    m = oscillator()
    m.parameters(x=1.0, y=1.0)
    front = m.pareto(
        ["4*x^2 + 4*y^2", "(x - 5)^2 + (y - 5)^2"],
        {"x": (0, 5), "y": (0, 3)},
        ["(x - 5)^2 + y^2 <= 25", "(x - 8)^2 + (y + 3)^2 >= 7.7"],
        population=40,
        generations=40,
        **SHORT,
    )
    x, y = front.designs.T
    assert len(front) >= 30
    assert np.all((x - 5) ** 2 + y**2 <= 25 + 1e-9)
    exact = np.linspace(0, 5, 501)
    known = np.column_stack([4 * exact**2 + 4 * np.minimum(exact, 3) ** 2, (exact - 5) ** 2])
    known[:, 1] += (np.minimum(exact, 3) - 5) ** 2
    extent = np.ptp(known, axis=0)
    apart = [np.min(np.linalg.norm((known - row) / extent, axis=1)) for row in front.values]
    assert np.max(apart) < 0.02  # of the extent of the front
    gaps = np.linalg.norm(np.diff(front.values / extent, axis=0), axis=1)
    assert np.max(gaps) < 0.15


def test_every_mass_is_a_compromise_between_light_and_slow():
    """The largest speed is sqrt(k/m), up to the one that is allowed."""
    front = oscillator().pareto(
        LIGHT_OR_SLOW, MASSES, "peak(block.vx) <= 2.5", population=16, generations=12, progress=False, **OVER
    )
    assert front.values[:, 1] == pytest.approx(np.sqrt(8.0 / front.values[:, 0]), rel=1e-6)
    assert front.values[0, 0] == pytest.approx(8 / 2.5**2, rel=0.05) and front.values[0, 0] >= 8 / 2.5**2 * (1 - 1e-9)
    assert front.values[-1, 0] > 9.0


def test_the_weighted_optimum_lies_on_the_front():
    weights = [1.0, 2.0]
    best = oscillator().compromise(LIGHT_OR_SLOW, MASSES, way="weighted", weights=weights, tolerance=1e-13, **OVER)
    assert best.parameters["m"] == pytest.approx((weights[1] * math.sqrt(8.0) / 2) ** (2 / 3), rel=1e-5)
    mass, speed = best.values.values()
    assert speed == pytest.approx(math.sqrt(8.0 / mass), rel=1e-7)


def test_criteria_add_up_over_load_cases():
    cases = {"soft": {"k": 2.0}, "stiff": {"k": 8.0}}
    best = oscillator().compromise(LIGHT_OR_SLOW, MASSES, way="weighted", cases=cases, tolerance=1e-13, **OVER)
    speeds = math.sqrt(2.0) + math.sqrt(8.0)  # times m^(-1/2), against 2 m
    assert best.parameters["m"] == pytest.approx((speeds / 4) ** (2 / 3), rel=1e-5)


def test_parameters_that_follow_from_free_ones_follow():
    m = oscillator()
    m.parameters(wire=0.5)
    m.set(k="16*wire")
    best = m.optimise(None, {"wire": (0.1, 2)}, "peak(block.vx) <= 3", maximise="wire", **OVER)
    assert best.parameters["wire"] == pytest.approx(18.0 / 16.0, rel=1e-7)
    assert best.run["block.x"][0] == 1.0 and best.mechanism.parameters_by_name["k"].text == "16*wire"


def test_a_design_does_not_depend_on_those_before_it():
    designs = np.random.default_rng(2).uniform([2.0, 0.5], [40.0, 5.0], (12, 2)).tolist()
    asked = (("k", "m"), "simulate", 2.0, 41, ["peak(block.vx)", "integral(block.x^2)"])
    forward = prepare(oscillator(), *asked)
    found = [forward.evaluate(design) for design in designs]
    backward = prepare(oscillator(), *asked)
    assert [backward.evaluate(design) for design in reversed(designs)] == found[::-1]
