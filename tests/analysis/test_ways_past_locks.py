"""The way by which drivers bring an assembly to its start leads past no lock without a word.

Two cranks that turn by a quarter, and two rods between them: with short rods these are stretched on the way, and the
mechanism locks; with longer ones it passes, on the side on which it was. Just between, the last digits decide.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.analysis.kinematics import ramp

LOCKS = (0.3738, 0.3745, 0.3752, 0.3756)
PASSES = (0.37575, 0.376, 0.38, 0.41)
BETWEEN = (0.37563535, 0.37563536, 0.375635368, 0.37563545)


def _in_space(length: float) -> lw.Spatial:
    m, axis = lw.Spatial("five-bar in space"), {"axis": (0, 0, 1)}
    poses = ((0, 0, 0), 0.05), ((1, 0, 0), 0.5 * np.pi + 0.05), ((0.5, 0, 0), 1.21), ((1, 0.5, 0), -2.79)
    left, right, first, second = (
        m.body(f"body{n}", at, orientation={"vector": (0, 0, angle)}) for n, (at, angle) in enumerate(poses)
    )
    m.revolute("O", m.ground.frame(**axis), left.frame(**axis))
    m.revolute("C", m.ground.frame(at=(1, 0, 0), **axis), right.frame(**axis))
    m.revolute("A", left.frame(at=(0.5, 0, 0), **axis), first.frame(**axis))
    m.revolute("B", right.frame(at=(0.5, 0, 0), **axis), second.frame(**axis))
    m.point_on_line("E", first.frame(at=(length, 0, 0), **axis), second.at(length, 0, 0))
    m.drive("left motor", joint="O", angle="-pi/2 - 0.05 + t")
    m.drive("right motor", joint="C", angle="pi/2 - 0.05 + t")
    return m


def _in_plane(length: float) -> lw.Planar:
    m = lw.Planar("five-bar")
    left, right = m.body("left", estimate=(0, 0, 0.05)), m.body("right", estimate=(1, 0, 0.5 * np.pi + 0.05))
    first, second = m.body("first", estimate=(0.5, 0, 1.21)), m.body("second", estimate=(1, 0.5, -2.79))
    m.revolute("O", m.ground.at(0, 0), left.at(0, 0))
    m.revolute("C", m.ground.at(1, 0), right.at(0, 0))
    m.revolute("A", left.at(0.5, 0), first.at(0, 0))
    m.revolute("B", right.at(0.5, 0), second.at(0, 0))
    m.revolute("E", first.at(length, 0), second.at(length, 0))
    m.drive("left motor", joint="O", angle="-pi/2 + t")
    m.drive("right motor", joint="C", angle="pi + t")
    return m


@pytest.mark.parametrize("make", [_in_space, _in_plane])
def test_a_way_that_locks_is_told(make: Callable[[float], Any]) -> None:
    for length in LOCKS:
        notes = make(length).assemble().notes
        assert notes == ["the drivers could not be brought to their values by a continuous motion: look at the branch"]


@pytest.mark.parametrize("make", [_in_space, _in_plane])
def test_a_way_past_a_lock_stays_on_its_side(make: Callable[[float], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Steps of a hundredth of the usual length lead to the same positions; long ones once left it."""
    found = [make(length).assemble() for length in PASSES]
    assert {each.branch for each in found} == {found[-1].branch} and not any(each.notes for each in found)
    monkeypatch.setattr(ramp, "_LONGEST", 0.003)
    for length, each in zip(PASSES, found, strict=True):
        assert np.max(np.abs(make(length).assemble().q - each.q)) < 1e-6


@pytest.mark.parametrize("make", [_in_space, _in_plane])
def test_a_way_on_which_the_last_digits_decide_is_told(make: Callable[[float], Any]) -> None:
    for length in BETWEEN:
        told = make(length).assemble().notes
        assert len(told) == 1 and "look at the branch" in told[0]


def test_a_way_without_locks_takes_few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows that are far from following from each other make no step shorter."""
    lengths = []

    class Told(ramp._Step):
        def __init__(self, *args: Any) -> None:
            super().__init__(*args)
            lengths.append(self.length)

    monkeypatch.setattr(ramp, "_Step", Told)
    _in_plane(0.6).assemble()
    assert len(lengths) < 16 and max(lengths) == pytest.approx(0.3)
