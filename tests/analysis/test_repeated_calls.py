"""Calls that are repeated use what was found before, and never what has changed since."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import LinkworkError
from linkwork.system.tables import replay

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def press(**values: float) -> lw.Planar:
    m = lw.Planar("press")
    m.set_gravity(0, -9.81)
    m.parameters(**{"r": 0.05, "l": 0.2, "e": 0.02, "k": 40.0} | values)
    crank = m.body("crank", estimate=(0, 0, 0.4))
    rod, slide = m.body("rod", estimate=("r", 0, 0)), m.body("slide", estimate=("r + l", "e", 0))
    for body in (crank, rod, slide):
        m.mass(body, mass="1 + r", center=("r/2", 0), inertia="r^2")
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("A", crank.at("r", 0), rod.at(0, 0))
    m.revolute("B", rod.at("l", 0), slide.at(0, 0))
    m.translational("guide", m.ground.line((0, "e"), (1, "e")), slide.line((0, 0), (1, 0)))
    m.spring("s", m.ground.at("-l", 0), slide.at(0, 0), stiffness="k", free_length="l")
    return m


def swing(m: lw.Planar) -> lw.Planar:
    return m.simulate(until=0.1, points=3, progress=False)


def test_a_call_repeated_gives_the_same_and_what_it_gave_can_be_changed():
    m = press()
    first, place = swing(m), m.assemble()
    first.q[:] = np.nan
    first.notes.append("changed")
    place.q[:] = np.nan
    place.notes.append("changed")
    again, assembled = swing(m), m.assemble()
    assert np.array_equal(again.q, swing(press()).q) and "changed" not in again.notes
    assert np.array_equal(assembled.q, press().assemble().q) and "changed" not in assembled.notes


CHANGES = {
    "a parameter": lambda m: m.set(r=0.06),
    "gravity": lambda m: m.set_gravity(0, -1.0),
    "a mass": lambda m: m.mass("rod", mass=9.0, center=(0.1, 0), inertia=0.1),
    "a force": lambda m: m.force("push", "slide", x=20.0),
    "an initial value": lambda m: m.initially(crank_angle=0.9),
    "a driver": lambda m: m.drive("motor", joint="O", angle="0.4 + 2*t"),
}


@pytest.mark.parametrize("what", CHANGES)
def test_every_change_of_the_description_is_seen(what):
    m, other = press(), press()
    before = swing(m)
    CHANGES[what](m)
    CHANGES[what](other)
    after = swing(m)
    assert not np.array_equal(after.q, before.q)
    assert np.array_equal(after.q, swing(other).q)
    assert np.array_equal(m.assemble().q, other.assemble().q)


def test_other_options_are_another_question():
    m = press()
    assert swing(m).t[-1] != m.simulate(until=0.2, points=3, progress=False).t[-1]
    held = [m.assemble(hold={"crank.angle": angle})["crank.angle"] for angle in (0.3, 0.3 + 1e-12, 0.8)]
    assert held == pytest.approx([0.3, 0.3 + 1e-12, 0.8], abs=1e-14)
    assert m.assemble(at=0.0).t == 0.0 and m.assemble(at=0.5).t == 0.5


@pytest.mark.parametrize("name", ["slider-crank", "four-bar", "quick-return", "excavator", "gear-slider", "compressor"])
def test_tables_that_are_played_are_those_of_a_mechanism_made_anew(name):
    m = lw.load(EXAMPLES / f"{name}.yaml")
    m.validate()
    keys = ({}, {"drivers": False}, {"dynamics": True})
    for key in keys:
        m.system(**key)
    names = [name for name, value in m.parameters_by_name.items() if not value.names]
    values = {name: float(m.system().env[name]) for name in names}
    for number in range(1, 7):
        changed = {
            name: (value or 1e-3) * (1.0 + 1e-4 * number * np.sin(i + 1))
            for i, (name, value) in enumerate(values.items())
        }
        m.set(**changed)
        m.validate()
        for key in keys:
            m.system(**key)
    assert (m._replay is not None and m.system().replayed) or not values
    other = lw.load(EXAMPLES / f"{name}.yaml")
    other.set(**changed)
    for key in keys:
        played, anew = m.system(**key), other.system(**key)
        assert played.p == pytest.approx(anew.p, rel=1e-14, abs=1e-300)
        assert played.start == pytest.approx(anew.start, rel=1e-14, abs=1e-300)
        assert played.length == pytest.approx(anew.length, rel=1e-14)


def test_a_motion_after_many_changes_is_that_of_a_mechanism_made_anew():
    m = press()
    for number in range(8):
        m.set(r=0.05 + 1e-4 * number, k=40.0 + number)
        found = swing(m)
    anew = swing(press(r=0.0507, k=47.0))
    assert m.system(dynamics=True).replayed
    assert found.q == pytest.approx(anew.q, abs=1e-10)
    assert found.mechanism is m and found.system.env["k"] == 47.0


def test_values_that_make_no_sense_are_refused_after_many_changes_too():
    m = press()
    for number in range(6):
        m.set(r=0.05 + 1e-4 * number)
        swing(m)
    for bad in ({"l": -0.2}, {"r": 1e120}, {"r": -2.0}):
        anew = press()
        words = []
        for one in (m, anew):
            with pytest.raises(LinkworkError) as refused:
                one.set(**bad)
                swing(one)
            words.append(str(refused.value))
            one.set(r=0.05, l=0.2)
        assert words[0] == words[1]
    assert np.array_equal(swing(m).t, swing(press()).t)


def test_what_cannot_be_recorded_is_laid_out_as_always(monkeypatch):
    monkeypatch.setattr(replay, "Replay", _refusing)
    m = press()
    for number in range(6):
        m.set(r=0.05 + 1e-4 * number)
        found = swing(m)
    assert not m.system(dynamics=True).replayed
    assert found.q == pytest.approx(swing(press(r=0.0505)).q, abs=1e-12)


def _refusing(*_: object) -> None:
    raise replay.NotRecorded("never")
