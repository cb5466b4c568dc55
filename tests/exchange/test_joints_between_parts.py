"""Joints and forces of the public language between subsystems, frames in space, balls that press on each other."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.exchange.coupling import Coupled, CouplingError, MechanismPart
from linkwork.exchange.frames import matrix, product, turned_apart
from linkwork.formats.model_file import loads

PLANE: dict[str, dict[str, Any]] = {
    "revolute": {"between": [{"first": [0.3, 0.1]}, {"second": [0.3, 0.1]}]},
    "translational": {"between": [{"first": [[0, 0], [1, 0.5]]}, {"second": [[0, 0], [1, 0.5]]}]},
    "fixed": {"between": [{"first": [0.2, 0]}, {"second": [0.2, 0]}]},
    "pin_in_slot": {"line": {"first": [[0, 0], [1, 0.2]]}, "pin": {"second": [0, 0]}},
    "double_translational": {"between": ["first", "second"], "angle": 0},
}
SPACE: dict[str, dict[str, Any]] = {
    "spherical": {"at": [0.3, 0.1, 0.2]},
    "revolute": {"at": [0.3, 0, 0.1], "axis": [0.1, 0.2, 1]},
    "universal": {"at": [0.1, 0.2, 0], "axis": [0, 0, 1], "x": [1, 0, 0]},
    "cylindrical": {"at": [0, 0.2, 0], "axis": [1, 0, 0.3]},
    "translational": {"at": [0, 0, 0], "axis": [1, 1, 0]},
    "screw": {"at": [0.1, 0, 0.2], "axis": [1, 0, 0], "lead": 0.2},
    "planar": {"at": [0, 0, 0.1], "axis": [0, 0.2, 1]},
    "point_on_line": {"at": [0.2, 0, 0], "axis": [1, 0, 0]},
    "fixed": {"at": [0.2, 0, 0.1]},
}


def loaded(space: bool, bodies: dict[str, float], more: dict[str, Any] | None = None) -> Any:
    """Free bodies on which different forces act, drawn one on the other."""
    model: dict[str, Any] = {"linkwork": 1, "name": "free", "bodies": {}, "forces": {}} | (more or {})
    if space:
        model["world"] = "space"
    for body, sign in bodies.items():
        inertia: Any = [0.02, 0.03, 0.04] if space else 0.03
        model["bodies"][body] = {"mass": {"mass": 1.0 + 0.5 * sign, "inertia": inertia}}
        pull: dict[str, Any] = {"x": 2.0 * sign, "y": 1.0 + sign}
        pull |= {"z": 0.5, "torque_x": 0.1, "torque_y": 0.05 * sign, "torque_z": -0.1} if space else {"torque": 0.1}
        model["forces"][f"pull on {body}"] = {"type": "force", "on": body} | pull
    return loads(json.dumps(model))


def glued(space: bool, kind: str, entry: dict[str, Any], step: float) -> Any:
    c = Coupled("two bodies")
    for name, sign in (("first", 1.0), ("second", -0.5)):
        part = MechanismPart(loaded(space, {name: sign}), frames={"f": name})
        c.add(name, part)
    (c.joint if kind == "joints" else c.force)("J", "first.f", "second.f", entry)
    return c.run(until=0.4, step=step, progress=False)


@pytest.mark.parametrize(("space", "kind"), [*((False, each) for each in PLANE), *((True, each) for each in SPACE)])
def test_a_joint_between_parts_moves_them_as_in_one_model(space: bool, kind: str) -> None:
    entry = {"type": kind} | (SPACE[kind] | {"between": ["first", "second"]} if space else PLANE[kind])
    whole = loaded(space, {"first": 1.0, "second": -0.5}, {"joints": {"J": entry}})
    run = whole.simulate(until=0.4, points=2, rtol=1e-11, atol=1e-13, progress=False)
    letters = "xyz" if space else ("x", "y", "angle")
    wanted = np.array([run[f"{body}.{x}"][-1] for body in ("first", "second") for x in letters])
    errors = []
    for step in (0.02, 0.01):
        made = glued(space, "joints", entry, step)
        ours = np.array([made[f"{body}.f.{x}"][-1] for body in ("first", "second") for x in letters])
        errors.append(float(np.abs(ours - wanted).max()))
        assert made.completed and made["J.gap"].max() < 1e-10
    assert errors[1] < 1e-6 and (errors[1] < 1e-9 or errors[0] / errors[1] > 7.0), errors


def test_frames_in_space_are_glued_through_whole_turns() -> None:
    """A weld, the bodies tumbling by more than a turn: with order four the single body's orientation."""
    whole = loaded(
        True, {"first": 1.0, "second": -0.5}, {"joints": {"J": {"type": "fixed", "between": ["first", "second"]}}}
    )
    whole_run = whole.simulate(
        until=1.0, points=2, rtol=1e-11, atol=1e-13, speeds={"first.omega.x": 8, "first.omega.y": 1}, progress=False
    )
    c = Coupled("weld")
    for name, sign in (("first", 1.0), ("second", -0.5)):
        speeds = {f"{name}.omega.x": 8, f"{name}.omega.y": 1}
        c.add(name, MechanismPart(loaded(True, {name: sign}), frames={"f": name}, speeds=speeds))
    c.glue("W", "first.f", "second.f")
    run = c.run(until=1.0, step=0.005, tolerance=1e-11, progress=False)
    ours = np.array([run[f"first.f.e{part}"][-1] for part in range(4)])
    wanted = np.array([whole_run[f"first.e{part}"][-1] for part in range(4)])
    assert np.linalg.norm(turned_apart(ours, wanted)) < 1e-6 and run["W.gap"].max() < 1e-10
    assert run["second.f.x"][-1] == pytest.approx(whole_run["second.x"][-1], abs=1e-6)


def test_the_rotation_between_frames_is_the_whole_angle_about_its_axis() -> None:
    random = np.random.default_rng(4)
    for angle in (1e-9, 0.3, 3.1):
        e = random.normal(size=4)
        e /= np.linalg.norm(e)
        axis = random.normal(size=3)
        axis /= np.linalg.norm(axis)
        turn = np.concatenate([[np.cos(angle / 2)], np.sin(angle / 2) * axis])
        assert turned_apart(product(turn, e), e) == pytest.approx(angle * axis, rel=1e-12)
        assert matrix(e) @ matrix(e).T == pytest.approx(np.eye(3), abs=1e-14)


def test_a_bushing_between_parts_is_that_of_one_model() -> None:
    bushing: dict[str, Any] = {"type": "bushing", "between": ["first", "second"], "at": [0, 0, 0], "axis": [0, 0, 1]}
    bushing |= {"stiffness": [900, 800, 700, 20, 20, 20], "damping": [3, 3, 3, 0.1, 0.1, 0.1]}
    whole = loaded(True, {"first": 1.0, "second": -0.5})
    model = json.loads(json.dumps(bushing))
    with_it = loaded(True, {"first": 1.0, "second": -0.5}, {"forces": {"B": model}})
    run = with_it.simulate(until=0.4, points=2, rtol=1e-11, atol=1e-13, progress=False)
    made = glued(True, "forces", bushing, 0.001)
    assert whole.simulate(until=0.4, points=2)["second.x"][-1] != pytest.approx(run["second.x"][-1], abs=1e-2)
    for body in ("first", "second"):
        for letter in "xyz":
            assert made[f"{body}.f.{letter}"][-1] == pytest.approx(run[f"{body}.{letter}"][-1], abs=2e-5)


def ball(name: str, x: float, mass: float) -> lw.Planar:
    m = lw.Planar(name)
    body = m.body(name, estimate=(x, 0, 0))
    m.mass(name, mass=mass, inertia=0.001)
    body.profile("rim", lw.circle(0.05))
    return m


def test_balls_between_parts_bounce_as_in_the_single_model() -> None:
    law = {"type": "hertz", "stiffness": 4e6}
    m = ball("a", 0.0, 1.0)
    other = m.body("b", estimate=(0.12, 0.02, 0))
    m.mass("b", mass=2.0, inertia=0.001)
    other.profile("rim", lw.circle(0.05))
    m.contact("C", "a.rim", "b.rim", force=law)
    speeds = {"a.vx": 3.0}
    whole = m.simulate(until=0.03, points=2, speeds=speeds, rtol=1e-10, progress=False)
    c = Coupled("balls")
    c.add("a", MechanismPart(ball("a", 0.0, 1.0), interfaces={"p": "a"}, speeds=speeds))
    two = ball("b", 0.12, 2.0)
    c.add("b", MechanismPart(two, interfaces={"p": "b"}, hold={"b.x": 0.12, "b.y": 0.02, "b.angle": 0}))
    c.balls("C", "a.p", "b.p", (0.05, 0.05), 4e6)
    run = c.run(until=0.03, step=2e-5, progress=False)
    for each in ("vx", "vy"):
        for body in "ab":
            assert run[f"{body}.p.{each}"][-1] == pytest.approx(whole[f"{body}.{each}"][-1], abs=2e-4)


def test_balls_that_rub_turn_each_other_as_in_the_single_model() -> None:
    """Friction 0.3 over a slip of 0.05 m/s; the spinning ball strikes the other off its middle."""
    law = {"type": "hertz", "stiffness": 4e6}
    m = ball("a", 0.0, 1.0)
    other = m.body("b", estimate=(0.12, 0.02, 0))
    m.mass("b", mass=2.0, inertia=0.001)
    other.profile("rim", lw.circle(0.05))
    m.contact("C", "a.rim", "b.rim", force=law | {"smooth_speed": 0.05}, friction=0.3)
    speeds = {"a.vx": 3.0, "a.omega": 40.0}
    whole = m.simulate(until=0.03, points=2, speeds=speeds, rtol=1e-10, progress=False)
    errors = []
    for step in (4e-5, 2e-5):
        c = Coupled("balls that rub")
        c.add("a", MechanismPart(ball("a", 0.0, 1.0), frames={"f": "a"}, speeds=speeds))
        two = ball("b", 0.12, 2.0)
        c.add("b", MechanismPart(two, frames={"f": "b"}, hold={"b.x": 0.12, "b.y": 0.02, "b.angle": 0}))
        c.balls("C", "a.f", "b.f", (0.05, 0.05), 4e6, friction=0.3, smooth_speed=0.05)
        run = c.run(until=0.03, step=step, progress=False)
        pairs = [(run[f"{x}.f.{v}"][-1], whole[f"{x}.{v}"][-1]) for x in "ab" for v in ("vx", "vy", "omega")]
        errors.append(max(abs(one - wanted) / max(abs(wanted), 1.0) for one, wanted in pairs))
    assert abs(whole["b.omega"][-1]) > 1.0 and errors[1] < 1e-4 and errors[1] < 0.6 * errors[0], errors


def test_balls_in_space_rub_along_their_slip() -> None:
    """Force and moments by hand: the second ball slides along y over the first, which lies below it along z."""
    from linkwork.exchange.ball_contact import Balls
    from linkwork.exchange.frames import Side

    balls = Balls((0.1, 0.2), 1e5, 1.5, 0.0, 0.4, 1e-3)
    first, second = (Side(np.arange(3) + at, np.arange(3, 9) + at, np.arange(9, 13) + at) for at in (0, 13))
    y = np.zeros(26)
    y[second.position], y[second.velocity[:3]] = (0, 0, 0.29), (0, 2.0, 0)
    normal = 1e5 * 0.01**1.5
    friction, one, two = 0.4 * normal, 0.095, 0.195  # arms to the middle of the overlap
    wanted = [0, friction, -normal, -one * friction, 0, 0, 0, -friction, normal, -two * friction, 0, 0]
    assert balls.on_frames(y, first, second) == pytest.approx(wanted, rel=1e-12, abs=1e-12)
    y[second.velocity[3:]] = (-2.0 / two, 0, 0)  # it rolls: its lowest point goes back as fast as its centre goes on
    assert balls.on_frames(y, first, second) == pytest.approx([0, 0, -normal, *[0] * 5, normal, *[0] * 3], abs=1e-9)
    with pytest.raises(CouplingError, match="friction needs smooth_speed"):
        Balls((0.1, 0.2), 1e5, 1.5, 0.0, 0.4).check("C")


def test_what_does_not_fit_is_refused_by_name() -> None:
    c = Coupled("two")
    c.add("first", MechanismPart(loaded(False, {"first": 1.0}), frames={"f": "first"}, interfaces={"p": "first"}))
    c.add("second", MechanismPart(loaded(False, {"second": 1.0}), frames={"f": "second"}))
    c.add("solid", MechanismPart(loaded(True, {"solid": 1.0}), frames={"f": "solid"}))
    with pytest.raises(CouplingError, match=r"first\.p is no frame"):
        c.joint("J", "first.p", "second.f", {"type": "revolute", "between": [{"first": [0, 0]}, {"second": [0, 0]}]})
    with pytest.raises(CouplingError, match="in the plane, the other in space"):
        c.joint("J", "first.f", "solid.f", {"type": "revolute", "between": [{"first": [0, 0]}, {"second": [0, 0]}]})
    with pytest.raises(CouplingError, match="revolut"):
        c.joint("J", "first.f", "second.f", {"type": "revolut", "between": [{"first": [0, 0]}, {"second": [0, 0]}]})
    with pytest.raises(CouplingError, match="a frame in space is glued to another one"):
        c.glue("J", "first.p", "solid.f", components=[0])
