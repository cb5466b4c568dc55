"""Mistakes in dynamics: numbers without sense, rates that name nothing, options that no method can use."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import linkwork as lw

NAN = float("nan")


def pendulum() -> lw.Planar:
    m = lw.Planar("pendulum")
    bob = m.body("bob", estimate=(0, 0, 0), points={"tip": (0.5, 0)})
    m.revolute("pin", m.ground.at(0, 0), bob.at(0, 0))
    m.mass("bob", 1, center=(0.5, 0), inertia=0.1)
    m.set_gravity(0, -9.81)
    return m


def two_wheels(m: lw.Planar, distance: float = 1.0) -> tuple[Any, Any]:
    wheels = []
    for name, x in (("left", 0.0), ("right", distance)):
        wheel = m.body(name, estimate=(x, 0, 0))
        m.revolute(f"{name}_pin", m.ground.at(x, 0), wheel.at(0, 0))
        m.mass(name, 1, inertia=1)
        wheels.append(wheel.at(0, 0))
    return wheels[0], wheels[1]


NUMBERS: dict[str, tuple[Callable[[lw.Planar], Any], str]] = {
    "stop stiffness": (lambda m: m.end_stop("f", "pin", upper=1, stiffness=-10), "stiffness must not be negative"),
    "stop damping": (
        lambda m: m.end_stop("f", "pin", upper=1, stiffness=10, damping=-1),
        "damping must not be negative; it is -1",
    ),
    "motor": (lambda m: m.motor("f", "pin", speed=1, proportional=1, limit=-1), "limit must not be negative; it is -1"),
    "spring": (lambda m: m.spring("f", m.ground, "bob", 10, free_length=-2), "free_length must not be negative"),
    "preload": (
        lambda m: m.belt("f", *two_wheels(m), (0.1, 0.2), stiffness=100, preload=-10),
        "preload must not be negative; it is -10: strands pull",
    ),
    "overlap": (
        lambda m: m.belt("f", *two_wheels(m, 0.25), (0.1, 0.2), stiffness=100),
        "the pulleys overlap: their centres are 0.25 m apart and their radii make 0.3 m; draw",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("add", "words"), NUMBERS.values(), ids=NUMBERS)
def test_numbers_without_sense_are_refused_by_name(add: Callable[[lw.Planar], Any], words: str) -> None:
    m = pendulum()
    add(m)
    with pytest.raises(lw.MechanismError, match=f"^force 'f': {words}"):
        m.validate()


def test_a_spring_may_have_a_negative_stiffness_and_damping() -> None:
    m = pendulum()
    m.torsion_spring("f", m.ground, "bob", stiffness=-1, damping=-0.1)
    m.validate()


OPTIONS: dict[str, tuple[dict[str, Any], str]] = {
    "negative rtol": ({"rtol": -1}, "rtol must be at least 1e-14 and below 1, .*; found -1"),
    "no rtol": ({"rtol": 0}, "rtol must be at least 1e-14"),
    "no atol": ({"atol": 0}, "atol must be at least 1e-100"),
    "both": ({"rtol": 0, "atol": 0}, "rtol must be at least 1e-14"),
    "text": ({"rtol": "fine"}, "rtol: expected a number; found 'fine'"),
    "step": ({"step": -0.1}, "step must be a time in s"),
    "nan step": ({"step": NAN}, "step: expected a number; found nan"),
    "rho": ({"method": "alpha", "rho": 1.5}, "rho must be from 0"),
    "points": ({"points": 1}, "at least 2 points"),
    "negative points": ({"points": -3}, "at least 2 points"),
    "start": ({"start": "soon"}, "start: .*unknown name 'soon'"),
    "speeds": ({"speeds": 3}, "speeds: expected a mapping"),
}


@pytest.mark.parametrize(("options", "words"), OPTIONS.values(), ids=OPTIONS)
def test_options_of_a_simulation_are_checked_first(options: dict[str, Any], words: str) -> None:
    with pytest.raises(lw.AnalysisError, match=words):
        pendulum().simulate(1.0, **{"progress": False} | options)


def test_a_held_value_that_is_no_number_is_named() -> None:
    with pytest.raises(lw.MechanismError, match=r"^held value 'bob.angle': .*finite"):
        pendulum().simulate(1.0, hold={"bob.angle": NAN})


RATES = {
    "no body": ({"nope.omega": 1}, "'nope.omega': there is no body or joint 'nope'; bodies and joints are: bob, pin"),
    "nearly": ({"bobb.omega": 1}, "'bobb.omega': there is no body or joint 'bobb'; did you mean 'bob'?"),
    "a word": ({"bob.omega": "fast"}, "'bob.omega': .*unknown name 'fast'"),
    "nan": ({"bob.omega": NAN}, "'bob.omega': .*finite"),
    "of a joint": ({"pin.speed": 2}, "'pin.speed': joint 'pin' has no speed; it has omega"),
    "of a body": ({"bob.speed": 2}, "'bob.speed': 'bob' has no speed; a body has vx, vy and omega"),
    "no point": ({"bob.tup.vx": 2}, "'bob.tup.vx': body 'bob' has no point 'tup'; did you mean 'tip'?"),
    "ground": ({"ground.vx": 2}, "'ground.vx': the ground does not move"),
    "no rate": ({"bob": 2}, "'bob': this is not a rate; name one as in crank.omega"),
}


@pytest.mark.parametrize(("speeds", "words"), RATES.values(), ids=RATES)
def test_initial_rates_are_spoken_of_as_they_were_written(speeds: dict[str, Any], words: str) -> None:
    with pytest.raises(lw.MechanismError, match=f"^initial rate {words}") as caught:
        pendulum().simulate(1.0, speeds=speeds, progress=False)
    assert "driver" not in str(caught.value) and "*t" not in str(caught.value)


def test_a_jump_of_nothing_names_the_event() -> None:
    m = pendulum()
    m.event("hit", "bob.angle + 1", jump={"zz.vx": -1})
    with pytest.raises(lw.MechanismError, match=r"^event 'hit': jump of 'zz.vx': there is no body or joint 'zz'"):
        m.validate()


def test_a_period_that_is_too_short_is_refused() -> None:
    m = pendulum()
    m.sampled("u", "bob.omega", period=1e-12)
    with pytest.raises(lw.MechanismError, match=r"^signal 'u': period 1e-12 s is too short"):
        m.validate()


def test_too_many_samples_are_refused() -> None:
    m = pendulum()
    m.sampled("u", "bob.omega", period=1e-8)
    with pytest.raises(lw.AnalysisError, match=r"^signal 'u': with a period of 1e-08 s it would take 1e\+08 samples"):
        m.simulate(1.0, progress=False)


def test_files_that_are_no_runs(tmp_path: Path) -> None:
    with pytest.raises(lw.AnalysisError, match=r"nothing.run: there is no file of this name"):
        lw.load_run(tmp_path / "nothing.run")
    text = tmp_path / "notes.txt"
    text.write_text("no run\n", encoding="utf-8")
    with pytest.raises(lw.AnalysisError, match=r"this is no run of Linkwork; give a file that run.save") as caught:
        lw.load_run(text)
    assert "pickle" not in str(caught.value)


def test_a_mechanism_with_masses_may_be_simulated_instead_of_driven() -> None:
    assert pendulum().check().text().endswith("; or simulate it: it has masses")


def cart() -> lw.Planar:
    m = lw.Planar("cart")
    m.carriage("b", at=(0, 0), along=(1, 0), mass=1)
    return m


@pytest.mark.parametrize("method", ["dop853", "adams", "radau"])
def test_a_law_that_ends_is_named_and_not_the_body_it_reads(method: str) -> None:
    m = cart()
    m.force("push", "b", x="sqrt(0.5-b.x)")
    run = m.simulate(2.0, speeds={"b.vx": 1}, method=method, progress=False)
    assert not run.completed
    assert "force 'push' is not finite" in run.events[-1].text and "b.x" not in run.events[-1].text


def test_a_contact_whose_law_ends_is_named_with_the_depth() -> None:
    m = cart()
    m.add_profile("b", "skin", lw.circle(0.1))
    m.add_profile("ground", "end", lw.wall((0.5, 0), (0, -1)))
    m.contact("bumper", "ground.end", "b.skin", force={"type": "law", "force": "sqrt(0.001-depth)"})
    run = m.simulate(1.0, 11, speeds={"b.vx": 1}, progress=False)
    assert not run.completed
    assert "the force law of contact 'bumper' is nan at a depth of 0.001" in run.events[-1].text


def test_the_first_signal_that_ends_is_named_and_not_those_that_use_it() -> None:
    m = cart()
    m.signal("twice", "2*root")
    m.signal("root", "sqrt(0.5-b.x)")
    m.force("push", "b", x="twice")
    run = m.simulate(2.0, speeds={"b.vx": 1}, progress=False)
    assert ": signal 'root' is nan" in run.events[-1].text


def test_an_overlay_is_gone_through_by_its_labels() -> None:
    m = pendulum()
    m.parameters(w=1)
    overlay = m.overlay(0.1, 3, analysis="simulate", speeds={"bob.omega": "w"}, progress=False, w=[1, 2])
    assert [overlay[label]["bob.omega"][0] for label in overlay] == pytest.approx([1, 2])
