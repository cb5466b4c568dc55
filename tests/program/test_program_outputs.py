"""Outputs of a program: channels, accelerations, reactions; and its linear matrices."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import AnalysisError

EXAMPLES = Path(__file__).parents[2] / "examples"


def swing() -> lw.Planar:
    m = lw.Planar("double pendulum on a spring")
    m.parameters(k=30.0)
    m.input_signal("push", unit="N m")
    upper, lower = m.body("upper", estimate=(0, 0, -1.5)), m.body("lower", estimate=(0, -0.5, -1.5))
    m.revolute("O", m.ground.at(0, 0), upper.at(0, 0))
    m.revolute("A", upper.at(0.5, 0), lower.at(0, 0))
    m.mass(upper, mass=1, center=(0.25, 0), inertia=0.02)
    m.mass(lower, mass=0.5, center=(0.2, 0), inertia=0.01)
    m.set_gravity(0, -9.81)
    m.spring("s", m.ground.at(0.5, -0.5), lower.at(0.4, 0), stiffness="k", free_length=0.1, damping=0.5)
    m.force("hand", lower, torque="push")
    m.output_signal("reach", "2*lower.x", unit="m")
    return m


@pytest.mark.parametrize("coordinates", ["bodies", "joints"])
def test_outputs_are_the_channels_of_a_run(coordinates: str) -> None:
    names = ["lower.y", "distance(lower, ground)", "lower.ax", "upper.alpha", "O.fx", "O.fy", "A.fx", "A.fy"]
    m = swing()
    run = m.simulate(until=0.01, points=2, speeds={"upper.omega": 1.0, "lower.omega": -2.0})
    p = m.program(coordinates=coordinates, outputs=names, speeds={"upper.omega": 1.0, "lower.omega": -2.0})
    values = dict(zip(p.coordinates, p.recorded.start, strict=True)) | p.recorded.begin
    found = p.evaluate("outputs", values)
    assert p.outputs == ("reach", *names) and p.unit("reach") == "m" and p.unit("O.fx") == "N"
    assert found == pytest.approx([run[name][0] for name in p.outputs], rel=1e-11, abs=1e-11)


def test_reactions_of_loops_in_space_are_those_of_a_run() -> None:
    m: Any = lw.load(EXAMPLES / "gallery/governor.yaml")
    names = [f"'{joint}'.{part}" for joint in ("bearing", "pin 1", "link 2") for part in ("fx", "fy", "fz")]
    run = m.simulate(until=1e-4, points=2)
    for coordinates in ("bodies", "joints"):
        p = m.program(coordinates=coordinates, outputs=names)
        values = dict(zip(p.coordinates, p.recorded.start, strict=True)) | p.recorded.begin
        wanted = [run[name][0] for name in names]
        assert p.evaluate("outputs", values) == pytest.approx(wanted, rel=1e-8, abs=1e-8 * max(map(abs, wanted)))


def test_every_channel_of_one_moment_is_an_output_and_others_are_refused_by_name() -> None:
    m = swing()
    names = ["lower.alpha", "A.alpha", "energy.kinetic", "energy.total", "s.strength", "O.force", "O.along", "A.alpha"]
    run = m.simulate(until=0.01, points=2, speeds={"upper.omega": 1.0, "lower.omega": -2.0})
    p = m.program(outputs=names, coordinates="joints", speeds={"upper.omega": 1.0, "lower.omega": -2.0})
    assert p.outputs == ("reach", *names[:-1]) and p.unit("energy.kinetic") == "J" and p.unit("O.along") == "N"
    values = dict(zip(p.coordinates, p.recorded.start, strict=True)) | p.recorded.begin
    assert p.evaluate("outputs", values) == pytest.approx([run[name][0] for name in p.outputs], rel=1e-11, abs=1e-11)
    for name in ("energy.lost", "energy.balance", "2*energy.given"):
        with pytest.raises(AnalysisError, match="is an integral over a run"):
            m.program(outputs=[name])
    with pytest.raises(AnalysisError, match=r"violation\.position' is no output; watch the result 'residual'"):
        m.program(outputs=["violation.position"])
    with pytest.raises(AnalysisError, match=r"A\.alpha' is made of places that may follow from parameters"):
        m.program(["k"], outputs=["A.alpha"])
    assert m.program(["k"], outputs=["s.strength"]).outputs == ("reach", "s.strength")


def test_a_number_that_a_selection_leaves_does_not_stop_python() -> None:
    """A rotation vector at no rotation: its share is a quotient of zeros, which is not taken."""
    m: Any = lw.load(EXAMPLES / "heavy-top.yaml")
    p, space = m.program(outputs=["top.rx"]), dict[str, Any]()
    exec(p.source("python"), space)
    still = [0.0] * len(p.rates)
    assert space["outputs"](0.0, [0, 0, 0, 1, 0, 0, 0], still) == pytest.approx([0.0])
    assert space["outputs"](0.0, [0, 0, 0, 0.6, 0.8, 0, 0], still) == pytest.approx([2 * math.acos(0.6)])


def test_turns_of_a_bushing_in_space_are_outputs() -> None:
    """Its rotation vector has a series at no turn: channels of both sides of that decision are those of a run."""
    m = lw.Spatial("on rubber")
    block = m.body("block", estimate=(0.02, 0.01, 0.03))
    m.mass(block, mass=2, inertia=(0.02, 0.03, 0.04), center=(0.1, 0, 0.05))
    m.set_gravity(0, 0, -9.81)
    m.bushing("rubber", "ground", "block", at=(0, 0, 0), stiffness=(4e3, 4e3, 4e3, 5, 5, 5))
    speeds = {"block.omega.x": 4, "block.omega.z": -3}
    names = [f"rubber.{part}" for part in ("x_acceleration", "rx", "ry_rate", "rz_acceleration")]
    run = m.simulate(until=0.3, points=31, speeds=speeds)
    p = m.program(outputs=names)
    assert p.outputs == tuple(names)
    far = int(np.argmax(np.abs(run["rubber.rx"])))
    for frame in (0, far):
        places = [run[f"block.{each}"][frame] for each in ("x", "y", "z", "e0", "e1", "e2", "e3")]
        state = dict(zip(p.coordinates, places, strict=True))
        state |= {name: run[name][frame] for name in p.rates}
        wanted = [run[name][frame] for name in names]
        assert p.evaluate("outputs", state) == pytest.approx(wanted, rel=1e-9, abs=1e-11)
    assert abs(run["rubber.rx"][far]) > 0.1 > abs(run["rubber.rx"][0])


def test_linear_matrices_are_those_of_linearise() -> None:
    m = swing()
    rest = m.equilibrium()
    model = m.linearise(rest, inputs=["hand.torque"], outputs=["lower.x"], formulation="joint")
    p = m.program(coordinates="joints", outputs=["lower.x"], linear=True)
    space: dict[str, Any] = {}
    exec(p.source("python"), space)
    angles = [rest["lower.angle"] - rest["upper.angle"], rest["upper.angle"]]
    a, b, c, d = space["linear"](0.0, angles, [0.0, 0.0], u=[0.0])
    ours = np.array(a).reshape(4, 4)
    assert np.sort_complex(np.linalg.eigvals(ours)) == pytest.approx(
        np.sort_complex(np.linalg.eigvals(model.A)), rel=1e-9
    )
    s = 2.0j
    answer = np.array(c).reshape(2, 4)[1] @ np.linalg.solve(s * np.eye(4) - ours, np.array(b)) + d[1]
    wanted = (model.C @ np.linalg.solve(s * np.eye(4) - model.A, model.B) + model.D)[0, 0]
    assert answer == pytest.approx(wanted, rel=1e-8)


def test_an_output_that_is_not_known_is_told_by_name() -> None:
    with pytest.raises(AnalysisError, match="colour"):
        swing().program(outputs=["lower.colour"])
    with pytest.raises(AnalysisError, match="coordinates: expected bodies or joints; found 'links'"):
        swing().program(coordinates="links")


def test_formulas_that_differ_in_their_signs_alone_or_begin_with_a_body_are_outputs_of_their_own() -> None:
    asked = ["t*2", "t+2", "t-2", "lower.omega*2", "lower.omega+2", "upper.omega - k*t", "push/2"]
    p = swing().program(parameters=["k"], outputs=asked)
    values = {"upper.omega": 1.5, "lower.omega": 0.5, "t": 5.0, "push": 7.0, "k": 30.0}
    told = dict(zip(p.recorded.outputs, p.evaluate("outputs", values), strict=True))
    assert [told[name] for name in asked] == [10.0, 7.0, 3.0, 1.0, 2.5, 1.5 - 150.0, 3.5]


def test_inverse_dynamics_gives_back_the_forces_of_a_motion() -> None:
    """With the accelerations of a push the forces that are missing without it are that push, about its joint."""
    m = swing()
    p = m.program(coordinates="joints")
    space: dict[str, Any] = {}
    exec(p.source("python"), space)
    q, v = [0.4, -1.2], [0.7, -0.3]
    a, _ = space["accelerations"](0.0, q, v, u=[1.5])
    assert space["inverse"](0.0, q, v, a, u=[1.5]) == pytest.approx([0.0, 0.0], abs=1e-12)
    needed = dict(zip(p.rates, space["inverse"](0.0, q, v, a, u=[0.0]), strict=True))
    assert needed == pytest.approx({"O.omega": 1.5, "A.omega": 1.5}, abs=1e-12)


def test_elimination_and_a_numerical_lu_are_both_counted() -> None:
    """A pendulum alone, one unknown: the LU has nothing to eliminate, and divides once."""
    m = lw.Planar("pendulum")
    bob = m.body("bob", estimate=(0, 0, 0))
    m.revolute("O", m.ground.at(0, 0), bob.at(0, 0))
    m.mass(bob, mass=2, center=(0.5, 0), inertia=0.01)
    m.set_gravity(0, -9.81)
    p = m.program(coordinates="joints")
    equations = p.count("rates", "mass", "jacobian", "forces", "gamma", "state_rates")
    assert p.count_with_lu()["multiplications"] == equations["multiplications"] + 1
    crank: Any = lw.load(EXAMPLES / "slider-crank.yaml")
    p = crank.program()
    size = sum(p.recorded.shapes["jacobian"])
    assert (
        p.count_with_lu()["multiplications"] > size**3 // 3 > 5 * p.count("rates", "accelerations")["multiplications"]
    )


def test_a_body_without_joints_has_outputs() -> None:
    m = lw.Planar("stone")
    m.body("stone")
    m.mass("stone", mass=2, inertia=0.1)
    m.set_gravity(0, -9.81)
    p = m.program(outputs=["energy.kinetic", "stone.ay"])
    assert p.evaluate("outputs", {"stone.vx": 3.0}) == pytest.approx([9.0, -9.81])


@pytest.mark.parametrize("bodies", [("a-b",), ("a", "b", "a-b")])
def test_an_output_of_a_body_with_a_hyphen_is_told_how_to_quote(bodies: tuple[str, ...]) -> None:
    m = lw.Planar("hyphens")
    for body in bodies:
        m.body(body, (0, 0, 0), mass={"mass": 1, "inertia": 1})
    with pytest.raises(AnalysisError, match=r"'a-b.x' is a formula: a name with spaces or hyphens stands in quotes"):
        m.program(outputs=["a-b.x"])
    assert m.program(outputs=["'a-b'.x"]).outputs == ("'a-b'.x",)
