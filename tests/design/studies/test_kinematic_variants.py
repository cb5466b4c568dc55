"""Variants of a motion: the quick way and the general one find the same numbers."""

from __future__ import annotations

import numpy as np
import pytest
from bench.calls import press

from linkwork.analysis.responses.history import History
from linkwork.design.studies.variants import prepare

RESPONSES = ["max(slide.x)", "range(slide.x)", "peak(slide.ax)", "min(rod.angle)", "max(A.omega) - 2*min(slide.vx)"]


def values_of_designs(**patched: object) -> np.ndarray:
    variants = prepare(press(), ["r", "l", "e"], "kinematics", 1.0, 61, RESPONSES)
    for name, value in patched.items():
        setattr(variants, name, value)
    random = np.random.default_rng(5)
    designs = [0.05, 0.2, 0.02] * (1.0 + 0.02 * random.normal(size=(12, 3)))
    return np.array([variants.evaluate_one(design) for design in designs])


def test_positions_beside_the_known_one_give_what_estimates_give():
    assert values_of_designs() == pytest.approx(values_of_designs(near=None), rel=1e-11)


def test_extremes_of_a_channel_are_those_of_the_general_way(monkeypatch):
    quick = values_of_designs()
    monkeypatch.setattr(History, "_is_plain", lambda self: False)
    assert quick == pytest.approx(values_of_designs(), rel=1e-13)


def test_extremes_lie_where_the_closed_form_says():
    variants = prepare(press(), ["r", "l", "e"], "kinematics", 1.0, 61, RESPONSES[:2])
    r, rod, e = 0.052, 0.21, 0.018
    far, near = np.sqrt((rod + r) ** 2 - e**2), np.sqrt((rod - r) ** 2 - e**2)
    assert variants.evaluate([r, rod, e]) == pytest.approx([far, far - near], rel=1e-9)


def test_a_design_far_away_goes_the_general_way():
    variants = prepare(press(), ["l"], "kinematics", 1.0, 61, RESPONSES[:1])
    assert variants._branch()
    assert variants.evaluate_together([[0.9]]) == [None]
    assert variants.evaluate([0.9])[0] == pytest.approx(np.sqrt(0.95**2 - 0.02**2), rel=1e-9)
    assert not variants._branch()
