"""Repeated calls: what is kept or found later belongs to the values that a result was computed with."""

from __future__ import annotations

import copy
import pickle
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.late_text import LateText, unread

STEPS = (1.01, 1.02, 1.03, 1.04, 1.05, 1.06, 1.0)  # enough changes for tables to be recorded and played


def _engine(cylinders: int = 2, length: float = 0.2) -> lw.Planar:
    m = lw.Planar("engine")
    m.parameters(l=length, r="50 mm", w=1.0)
    crank = m.body("crank", estimate=(0, 0, 0.3))
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    for number in range(cylinders):
        rod, piston = m.body(f"rod{number}", estimate=(0.05, 0, -0.1)), m.body(f"piston{number}", estimate=(0.25, 0, 0))
        m.revolute(f"A{number}", crank.at("r", 0), rod.at(0, 0))
        m.revolute(f"B{number}", rod.at("l", 0), piston.at(0, 0))
        m.translational(f"guide{number}", m.ground.line((0, 0), (1, 0)), piston.line((0, 0), (1, 0)))
    m.drive("motor", joint="O", angle="0.3 + 2*pi*w*t")
    return m


def _spatial(cylinders: int = 2, length: float = 0.3) -> lw.Spatial:
    m = lw.Spatial("engine in space")
    m.parameters(l=length, r=0.08, w=1.0)
    crank = m.body("crank", (0, 0.1, 0.12))
    m.revolute("O", m.ground, crank, at=(0, 0.1, 0.12), axis=(1, 0, 0))
    for number in range(cylinders):
        rod, piston = m.body(f"rod{number}", (0, 0.1, 0.2)), m.body(f"piston{number}", (0.2, 0, 0))
        m.spherical(f"A{number}", crank.at(0, 0, "r"), rod.at(0, 0, 0))
        m.universal(f"B{number}", rod.frame(at=("l", 0, 0), axis=(0, 0, 1)), piston.frame(axis=(0, 1, 0)))
        m.translational(f"guide{number}", m.ground, piston, at=(0.2, 0, 0), axis=(1, 0, 0))
    m.drive("motor", joint="O", angle="2*pi*w*t")
    return m


def _moved(m: Any, formulation: str = "auto") -> Any:
    return m.kinematics(until=0.3, points=7, formulation=formulation, progress=False)


@pytest.mark.parametrize("make", [_engine, _spatial])
@pytest.mark.parametrize("formulation", ["cartesian", "joint"])
def test_lengths_laws_and_drivers_set_and_set_back_move_as_if_made_so(
    make: Callable[..., Any], formulation: str
) -> None:
    m = make()
    length = m.parameters_by_name["l"].value()
    first = _moved(m, formulation)
    for share in STEPS:
        m.set(l=length * share, w=share)
        run = _moved(m, formulation)
    assert np.array_equal(run.q, first.q) and np.array_equal(run.a, first.a) and run.branch == first.branch
    m.set(l=1.2 * length, w=0.5)
    run, anew = _moved(m, formulation), make(length=1.2 * length)
    anew.set(w=0.5)
    expected = _moved(anew, formulation)
    assert np.max(np.abs(run.q - expected.q)) < 1e-9 and np.max(np.abs(run.v - expected.v)) < 1e-8
    assert run.branch == expected.branch and run.notes == expected.notes


@pytest.mark.parametrize("make", [_engine, _spatial])
def test_a_part_that_is_added_after_many_changes_is_in_the_next_call(make: Callable[..., Any]) -> None:
    m = make()
    length = m.parameters_by_name["l"].value()
    for share in STEPS:
        m.set(l=length * share)
        _moved(m, "joint")
    del m.drivers["motor"]
    m.drive("slow", joint="O", angle="0.3 + pi*w*t" if make is _engine else "pi*w*t")
    slow, anew = _moved(m, "joint"), make()
    anew.set(w=0.5)
    assert np.max(np.abs(slow.q - _moved(anew, "joint").q)) < 1e-9


def test_copies_and_pickles_keep_nothing_of_each_other() -> None:
    m = _spatial()
    for share in STEPS:
        m.set(l=0.3 * share)
        _moved(m, "joint")
    one, other = copy.deepcopy(m), pickle.loads(pickle.dumps(m))
    one.set(l=0.36)
    assert np.array_equal(_moved(m, "joint").q, _moved(other, "joint").q)
    assert np.max(np.abs(_moved(one, "joint").q - _moved(_spatial(length=0.36), "joint").q)) < 1e-9


def test_a_branch_that_is_looked_at_late_is_that_of_its_own_position() -> None:
    """It is found when it is asked for: by then the mechanism has other values, and the position may be written to."""
    m = _engine()
    m.set(r=-0.05)
    before = m.assemble()
    run = _moved(m)
    known = _moved(m).branch
    m.set(r=0.05)
    m.assemble().q[:] = 7.0
    assert isinstance(unread(run, "branch"), LateText)
    before.q[:] = 0.0
    assert before.branch == run.branch == known
    assert before.branch is before.branch and "{rod0, piston0}" in known


def test_results_with_a_branch_not_looked_at_yet_can_be_copied_pickled_and_compared() -> None:
    m = _engine()
    for made in (m.assemble(), _moved(m)):
        assert isinstance(unread(made, "branch"), LateText)
        assert copy.copy(made).branch == copy.deepcopy(unread(made, "branch")) == made.branch
    again = pickle.loads(pickle.dumps(_moved(m)))
    assert again.branch == _moved(m).branch
    assert m.assemble().to_dict()["branch"] == m.assemble().branch
    free = m.assemble(drivers=False)
    assert free.branch == "not determined: the mechanism can still move"


@pytest.mark.parametrize(("make", "most"), [(_engine, 770), (_spatial, 2200)])
def test_kinematics_after_set_makes_few_calls_of_python(make: Callable[..., Any], most: int) -> None:
    """Counted beside the loop: they were 880 in the plane and 10,900 in space, where they took longer than the loop."""
    m, calls = make(5), 0
    length = m.parameters_by_name["l"].value()

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    for share in (*STEPS, *STEPS):
        m.set(l=length * share)
        _moved(m)
    sys.setprofile(count)
    m.set(l=1.1 * length)
    _moved(m)
    sys.setprofile(None)
    assert calls < most
