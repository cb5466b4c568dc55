"""A law that is given for a range and asked beyond it is told."""

from __future__ import annotations

from typing import Any

import pytest

import linkwork as lw
from linkwork.base.errors import AnalysisError

TABLE = {"type": "table", "points": [(0, 0), (1, 1), (2, 4), (3, 9)]}


def cart(**law: Any) -> lw.Planar:
    m = lw.Planar("cart")
    m.carriage("arm", at=(0, 0), along=(1, 0), mass=1.0)
    m.actuator("f", "arm_rail", force=TABLE | law)
    return m


def told(m: lw.Planar, until: float) -> list[str]:
    run = m.simulate(until, 5, hold={"arm_rail.position": 1.0}, speeds={"arm.vx": 0.5}, progress=False)
    return [note for note in run.notes if "its law is given from 0 to 3" in note]


def test_a_table_over_a_channel_that_is_left_is_told_with_time_and_value() -> None:
    assert told(cart(of="arm.x"), 0.2) == []
    (note,) = told(cart(of="arm.x"), 2.0)
    assert note.startswith("force 'f': ") and "arm.x leaves that at t = " in note and "outside: hold" in note


def test_a_table_over_the_time_that_is_left_is_told() -> None:
    assert told(cart(), 2.0) == []
    (note,) = told(cart(), 4.0)
    assert "the time leaves that at t = 4 s and comes to 4" in note


def test_a_table_that_holds_its_last_value_is_not_left() -> None:
    assert told(cart(of="arm.x", outside="hold"), 2.0) == []


FITTED = {"type": "polynomial", "coefficients": (0, 0, 1), "between": (0, 3)}


def test_a_fitted_polynomial_that_is_left_is_told_and_refused_of_a_driver() -> None:
    """Of a force the run goes on with a note, which speaks of what any polynomial has."""
    m = lw.Planar("cart")
    m.carriage("arm", at=(0, 0), along=(1, 0), mass=1.0)
    m.actuator("f", "arm_rail", force=FITTED)
    assert told(m, 2.0) == []
    (note,) = told(m, 4.0)
    assert note.endswith("comes to 4, where it may go astray: fit it over more, and give `between`")
    driven = lw.Planar("driven")
    driven.carriage("arm", at=(0, 0), along=(1, 0), mass=1.0)
    driven.drive("motor", joint="arm_rail", position=FITTED)
    assert driven.kinematics(3, 4, progress=False)["arm.x"][-1] == pytest.approx(9.0)
    with pytest.raises(AnalysisError, match=r"its law covers t = 0 to 3 s, the run 0 to 4"):
        driven.kinematics(4, 5, progress=False)
