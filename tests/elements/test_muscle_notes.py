"""What is told of muscles that cannot be meant: excitations, lengths in mm, slack ones, ends that meet."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.muscles import at_rest


def arm(**fields: Any) -> lw.Planar:
    """A forearm on its elbow with one muscle, whose path has 0.2957 m."""
    m = lw.Planar("arm")
    m.parameters(level=0.3)
    b = m.body("arm", (0, 0, 0), mass={"mass": 1.5, "center": (0.15, 0), "inertia": 0.02})
    m.revolute("elbow", m.ground.at(0, 0), b.at(0, 0))
    m.set_gravity(0, -9.81)
    size = {"strength": 600, "optimal_length": 0.12, "tendon_length": 0.17, "excitation": 0.3}
    m.muscle("biceps", [m.ground.at(0.02, 0.3), b.at(0.04, 0.005)], **size | fields)
    return m


def told(m: lw.Planar, **options: Any) -> list[str]:
    run = m.simulate(0.1, 11, progress=False, **options)
    return [note.removeprefix("force 'biceps': ") for note in run.notes if note.startswith("force 'biceps'")]


@pytest.mark.parametrize(
    ("excitation", "note"),
    [
        (2, "its excitation of 2 lies outside 0 to 1 and is taken as 1"),
        ("10*level", "its excitation of 3 lies outside 0 to 1 and is taken as 1"),
        ("-0.2 deg/deg", "its excitation of -0.2 lies outside 0 to 1 and is taken as the least one"),
    ],
)
def test_excitations_that_are_none_are_told_by_check_and_by_the_run(excitation: Any, note: str) -> None:
    m = arm(excitation=excitation)
    assert f"force 'biceps': {note}" in m.check().warnings
    assert told(m) == [f"{note}, first at t = 0 s"]


def test_a_law_that_comes_out_of_the_range_is_told_with_its_time() -> None:
    assert told(arm(excitation="20*t")) == [
        "its excitation of 1.2 lies outside 0 to 1 and is taken as 1, first at t = 0.06 s"
    ]
    assert told(arm(excitation="10*t")) == []
    assert told(arm(excitation="t")) == []  # the time itself


def test_lengths_in_mm_are_told() -> None:
    (note,) = told(arm(optimal_length=120))
    assert note.startswith("its fibres are never longer than 0.001092 times their optimal length: its path has up to ")
    assert note.endswith("its tendon 0.17 m and its fibres 120 m; are these in m?")
    (note,) = told(arm(tendon_length=0.001, optimal_length=0.012))
    assert note.startswith("its fibres are stretched to 24.56 times their optimal length at t = 0 s: ")
    far = arm()
    path = [{"ground": (20, 300)}, {"arm": (40, 5)}]
    far.muscle("other", path, strength=600, optimal_length=0.12, tendon_length=0.17, excitation=0.1)
    with np.errstate(all="raise", under="ignore"):
        run = far.simulate(0.1, 11, progress=False)
    assert not run.completed
    assert "its fibres are stretched to 2463 times their optimal length; are its lengths in m?" in run.events[-1].text


@pytest.mark.parametrize("law", ["thelen", "de_groote", "millard"])
def test_a_slack_muscle_at_rest_hangs_and_does_not_pull(law: str) -> None:
    """Its fibres are as short as they can be; without that strain they would begin behind their origin and pull."""
    m = arm(tendon_length=0.35, pennation=0.1, law={"type": law})
    (note,) = told(m)
    assert note.startswith("at the start its path is shorter than its tendon (0.2957 and 0.35 m)")
    strain = at_rest(m)["biceps"]
    across = 0.12 * np.sin(0.1)
    least = np.hypot(0.35 * (1 + strain) - np.hypot(0.02, 0.295), across)
    assert least == pytest.approx(0.2 * 0.12, rel=1e-12)
    run = m.simulate(0.3, 31, progress=False)
    assert run["biceps.force"] == pytest.approx(np.zeros(31), abs=1e-12)
    assert run["biceps.fibre"] == pytest.approx(np.full(31, 0.2), abs=1e-4)
    assert any("biceps': it never pulls: its path has up to " in note for note in run.notes)


@pytest.mark.parametrize("dimensions", [2, 3])
def test_a_path_through_its_own_origin_is_told(dimensions: int) -> None:
    if dimensions == 2:
        m: Any = lw.Planar("slide")
        b = m.body("b", (0.3, 0, 0), mass={"mass": 1, "inertia": 0.01})
        m.translational("rail", m.ground.line((0, 0), (1, 0)), b.line((0, 0), (1, 0)))
        path = [m.ground.at(0, 0), b.at(0, 0)]
    else:
        m = lw.Spatial("slide")
        b = m.body("b", (0.3, 0, 0), mass={"mass": 1, "inertia": [0.01] * 3})
        m.translational("rail", m.ground, b, at=(0, 0, 0), axis=(1, 0, 0))
        path = [m.ground.at(0, 0, 0), b.at(0, 0, 0)]
    m.muscle("pull", path, strength=1e-3, optimal_length=0.3, tendon="stiff", excitation=0.5, largest_speed=100)
    run = m.simulate(0.2, 12, speeds={"b.vx": -2.0}, progress=False)
    (note,) = (note for note in run.notes if note.startswith("force 'pull'"))
    assert note.startswith("force 'pull': its ends meet between t = 0.1455 and 0.1636 s: a path through its own origin")
    aside = m.simulate(0.1, 12, speeds={"b.vx": -2.0}, progress=False)
    assert not any(note.startswith("force 'pull'") for note in aside.notes)


@pytest.mark.parametrize(("cycles", "until", "points"), [(0.8, 20, 11), (1.3, 10, 11), (2.0, 6, 6)])
def test_a_muscle_that_swings_between_few_rows_has_no_ends_that_meet(cycles: float, until: int, points: int) -> None:
    """0.3 m, a sixth of it to and fro: straight on from a row over a whole step it would pass nothing."""
    m = lw.Planar("slide")
    b = m.body("b", (0.3, 0, 0), mass={"mass": 1, "inertia": 0.01})
    m.translational("rail", m.ground.line((0, 0), (1, 0)), b.line((0, 0), (1, 0)))
    m.drive("to and fro", joint="rail", position=f"0.3 + 0.05*sin({2 * np.pi * cycles}*t)")
    m.muscle("pull", [m.ground.at(0, 0), b.at(0, 0)], strength=1, optimal_length=0.3, tendon="stiff", excitation=0.5)
    run = m.simulate(until, points, progress=False)
    assert not any("its ends meet" in note for note in run.notes)


def test_a_derivative_that_has_one_side_only_is_told() -> None:
    """An activation that begins where it is excited to rises in another time than it falls: 2.19 and 2.67 rad, say."""

    def final(level: float, m: lw.Planar) -> float:
        m.set(level=level)
        return float(m.simulate(0.3, 11, progress=False, rtol=1e-12)["arm.angle"][-1])

    m = arm(excitation="level", activation=0.3)
    down, here, up = (final(0.3 + step, m) for step in (-1e-5, 0.0, 1e-5))
    assert (up - here) > 1.1 * (here - down) > 0
    m.set(level=0.3)
    for method in ("direct", "adjoint", "differences"):
        found = m.sensitivity("final(arm.angle)", ["level"], analysis="simulate", until=0.3, method=method)
        (note,) = found.notes
        assert note.startswith("'biceps' begins with an activation of 0.3, to which it is excited")
        assert "derivatives by level have one side only there" in note
    for fields in (
        {"activation": 0.2},
        {"law": {"type": "thelen", "activation_time": 0.03, "deactivation_time": 0.03}},
    ):
        other = arm(excitation="level", **{"activation": 0.3} | fields)
        assert not other.sensitivity("final(arm.angle)", ["level"], analysis="simulate", until=0.3).notes
