"""Beams that turn quickly in the plane: Newton's matrix turns with them, so that steps may be long."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.system.methods import sparse_methods

SECTION = {"type": "stiffness", "EA": 2.8e7, "EI": 1.4e4, "GA": 1e7, "mass": 1.2, "inertia": 6e-4}
LENGTH, RTOL = 10.0, 1e-5


def arm(rod: bool, elements: int = 8) -> lw.Planar:
    """A beam of 10 m whose root is turned up to 6 rad/s within 15 s; a rod may swing at its tip."""
    m = lw.Planar("arm")
    beam = m.beam("arm", (0, 0), (LENGTH, 0), section=SECTION, elements=elements)
    m.revolute("O", m.ground.at(0, 0), beam.at("root"))
    if rod:
        swinging = m.body("rod", estimate=(LENGTH + 0.5, 0, 0), mass={"mass": 0.5, "inertia": 0.04})
        m.revolute("P", beam.at("tip"), swinging.at(-0.5, 0))
    m.drive("hub", joint="O", angle="6/15*(t^2/2 + (15/(2*pi))^2*(cos(2*pi*t/15) - 1))")
    return m


def tips(m: lw.Planar) -> tuple[np.ndarray, int]:
    run = m.simulate(8, 9, method="radau", formulation="projection", rtol=RTOL, progress=False)
    return np.column_stack([run["arm_tip.x"], run["arm_tip.y"]]), int(run.statistics["evaluations"])


@pytest.mark.parametrize(("rod", "share"), [(False, 0.3), (True, 1.0)])
def test_matrix_turns_with_the_beam_and_the_motion_is_the_same(
    rod: bool, share: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    turned, evaluations = tips(arm(rod))
    monkeypatch.setattr(sparse_methods, "_beams", lambda _: np.zeros(1, np.int64))
    plain, evaluations_before = tips(arm(rod))
    assert np.abs(turned - plain).max() < RTOL * LENGTH
    assert evaluations < share * evaluations_before


def test_the_length_at_which_newtons_iteration_failed_is_remembered() -> None:
    """With a rod at the tip, whose turning the matrix does not follow, 2302 attempts failed and 1821 succeeded."""
    options = {"method": "radau", "formulation": "projection", "rtol": RTOL, "progress": False}
    statistics = arm(True).simulate(8, 9, **options).statistics
    assert statistics["rejected steps"] < 0.2 * statistics["steps"]
    assert statistics["evaluations"] < 16000  # 37509 before


def test_a_matrix_that_turns_serves_for_several_steps() -> None:
    statistics = (
        arm(False).simulate(8, 9, method="radau", formulation="projection", rtol=RTOL, progress=False).statistics
    )
    assert statistics["Jacobians"] < 0.35 * statistics["steps"]


def test_the_matrix_of_a_beam_with_few_elements_turns_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    """Others of so few unknowns have theirs in full, which does not turn."""
    turning, made = [], sparse_methods._radau

    def seen(*given: Any) -> Any:
        turning.append(int(sparse_methods._beams(given[1])[0]))
        return made(*given)

    monkeypatch.setattr(sparse_methods, "_radau", seen)
    arm(False, 4).simulate(0.1, 2, method="radau", formulation="projection", rtol=RTOL, progress=False)
    assert turning and set(turning) == {1}


def test_a_contraction_seen_in_short_steps_is_not_trusted_in_long_ones() -> None:
    """One correction in a step grown forty times left stiff vibrations, over which 2167 short steps then crept."""
    m = arm(False)
    options = {"method": "radau", "formulation": "projection", "progress": False}
    exact, run = m.simulate(3, 31, rtol=1e-9, atol=1e-9, **options), m.simulate(3, 31, rtol=5e-6, atol=1e-5, **options)
    assert np.abs(run["arm_tip.y"] - exact["arm_tip.y"]).max() < 1e-4
    assert run.statistics["steps"] < 100


def test_beams_are_told_apart_and_the_ground_joins_none() -> None:
    m = lw.Planar("two beams")
    first = m.beam("a", (0, 0), (1, 0), section=SECTION, elements=2)
    m.beam("b", (3, 0), (4, 0), section=SECTION, elements=3)
    m.body("c", estimate=(1, 1, 0), mass={"mass": 1, "inertia": 1})
    m.revolute("O", m.ground.at(0, 0), first.at("root"))
    table = sparse_methods._beams(m.system()).tolist()
    sizes, at = [], 1
    while at < len(table):
        sizes.append(table[at])
        at += 1 + table[at]
    assert table[0] == 2 and sorted(sizes) == [3, 4]
