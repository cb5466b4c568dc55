"""Contacts that are not followed in every position are named by `check` and by the notes of a run."""

from __future__ import annotations

from typing import Any

import pytest

import linkwork as lw

BAR = {"type": "capsule", "from": (0, -0.3, -0.05), "to": (0, 0.3, -0.05), "radius": 0.05}
CYLINDER = {"type": "cylinder", "from": (0, 0, -0.1), "to": (0, 0, 0.1), "radius": 0.05}
BALL = {"type": "sphere", "radius": 0.1}


def scene(below: dict[str, Any], above: dict[str, Any], group: bool = False) -> Any:
    """A body above a fixed one."""
    m = lw.Spatial("scene")
    m.set_gravity(0, 0, -9.81)
    m.add_solid("ground", "floor", below)
    m.body("b", (0, 0, 0.2))
    m.mass("b", mass=1, inertia=(0.01, 0.01, 0.01))
    m.add_solid("b", "skin", above)
    if group:
        m.contacts_among("C", restitution=0)
    else:
        m.contact("C", "ground", "b", restitution=0)
    return m


def named(texts: list[str]) -> list[str]:
    return [text for text in texts if "common line alone" in text]


@pytest.mark.parametrize(("below", "above"), [(BAR, CYLINDER), (CYLINDER, BAR)])
@pytest.mark.parametrize("group", [False, True])
def test_a_cap_that_may_lie_across_a_bar_is_named(below: Any, above: Any, group: bool) -> None:
    m = scene(below, above, group)
    told = named(m.check().warnings)
    assert len(told) == 1 and "'C'" in told[0] and "moreau" in told[0]


def test_the_notes_of_a_run_name_it_too() -> None:
    run = scene(BAR, CYLINDER).simulate(0.05, 3, progress=False)
    assert named(run.notes) == named(scene(BAR, CYLINDER).check().warnings)


@pytest.mark.parametrize(("below", "above"), [(BAR, BALL), (BALL, CYLINDER), (BAR, BAR), (CYLINDER, BALL)])
def test_other_pairs_are_not_named(below: Any, above: Any) -> None:
    assert named(scene(below, above).check().warnings) == []
