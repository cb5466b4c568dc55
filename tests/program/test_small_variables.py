"""Variables declared small: laws without a slope at zero are refused by name, the others keep theirs."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import linkwork as lw
from linkwork.base.errors import AnalysisError
from linkwork.cli.main import app
from linkwork.program.evaluation import evaluated
from linkwork.program.first_order import FirstOrder
from linkwork.program.small import Linearised, NoSlopeError
from linkwork.program.tape import Tape
from linkwork.vehicles import driven_motorcycle

Law = Callable[[lw.Planar], object]


def pendulum(law: Law) -> lw.Planar:
    """A pendulum that lies flat at zero, with its tip at a point of the ground."""
    m = lw.Planar("pendulum")
    m.set_gravity(0, -9.81)
    b = m.body("b", estimate=(0, 0, 0), points={"tip": (1, 0)})
    m.mass(b, mass=1, center=(1, 0), inertia=0.1)
    m.revolute("O", m.ground.at(0, 0), b.at(0, 0))
    m.add_point("ground", "pole", (1, 0))
    m.add_point("ground", "far", (1, 2))
    law(m)
    return m


def torque(formula: str) -> Law:
    """A torque on the pendulum."""
    return lambda m: m.force("law", "b", torque=formula)


def stop(lower: float) -> Law:
    """A stop below."""
    return lambda m: m.end_stop("law", "O", lower=lower, upper=1, stiffness=1e4, damping=1)


@pytest.mark.parametrize(
    "law",
    [
        *map(
            torque,
            (
                "-500*max(0, b.angle)",
                "-500*max(b.angle, 0)",
                "min(b.angle, 2*b.angle)",
                "-500*abs(b.angle)",
                "-5*sign(b.omega)",
                "sqrt(b.angle)",
                "b.angle^0.5",
                "1/b.angle",
                "log(b.angle)",
                "atan2(b.omega, b.angle)",
                "asin(1 + b.angle)",
                "t*max(0, b.angle)",
            ),
        ),
        stop(0),
        lambda m: m.spring("law", "ground.pole", "b.tip", stiffness=100),
        lambda m: m.spring("law", "ground.pole", "b.tip", stiffness=100, free_length=0.2),
    ],
)
def test_a_law_without_a_slope_at_zero_is_refused_by_name(law: Law) -> None:
    with pytest.raises(AnalysisError, match=r"small: force 'law' has no slope where 'O\.angle' .* do not declare"):
        pendulum(law).program(coordinates="joints", small=["O.angle"])


def test_so_it_is_in_the_coordinates_of_bodies() -> None:
    with pytest.raises(AnalysisError, match=r"^program: small: force 'law' has no slope where 'b\.angle'"):
        pendulum(torque("max(0, b.angle)")).program(small=["b.angle"])


@pytest.mark.parametrize(
    ("code", "offset", "steps"), [("floor", 0.0, True), ("floor", 0.5, False), ("round", 0.5, True)]
)
def test_steps_at_zero_are_no_slopes(code: str, offset: float, steps: bool) -> None:
    tape = Tape()
    place = tape.place(tape.unary(code, tape.input("x") + offset))
    if steps:
        with pytest.raises(NoSlopeError):
            Linearised(tape, [place], ["x"]).sums()
    else:
        assert Linearised(tape, [place], ["x"]).sums() == {place: 0.0}


def test_pieces_that_meet_smoothly_have_the_slope_of_both() -> None:
    tape = Tape()
    x, y = tape.input("x"), tape.input("y")
    curve = tape.select(x < 0.0, 0.1 + 0.3 * x * y + x * x, (0.2 - 0.1) + (0.1 + 0.2) * x * y)
    place = tape.place(curve)
    line = Linearised(tape, [place], ["x"]).sums()[place]
    assert evaluated(tape, [tape.place(line)], {"x": -2.0, "y": 3.0}) == pytest.approx([0.1 - 1.8])


@pytest.mark.parametrize(
    "law",
    [
        *map(
            torque,
            (
                "-500*max(-1, b.angle)",
                "-500*max(0, b.angle)^2",
                "-500*abs(b.angle - 0.5)",
                "-5*sign(b.omega - 1)",
                "-5*tanh(10*b.omega)",
                "sqrt(1 + b.angle)",
                "(1 + b.angle)^0.5 - b.angle^2",
                "max(t, b.angle)",
            ),
        ),
        stop(-0.5),
        lambda m: m.spring("law", "ground.far", "b.tip", stiffness=100, free_length=0.2),
    ],
)
def test_a_law_with_a_slope_at_zero_keeps_it(law: Law) -> None:
    m = pendulum(law)
    small, whole = m.program(coordinates="joints", small=["O.angle"]), m.program(coordinates="joints")
    for angle, omega in ((1e-6, 0.0), (-1e-6, 0.0), (1e-6, 2e-6)):
        state = {"O.angle": angle, "O.omega": omega, "t": 0.3}
        one, other = (p.evaluate("forces", state) for p in (small, whole))
        assert one == pytest.approx(other, rel=1e-9, abs=1e-8)


def test_a_signal_that_a_force_takes_is_the_one_that_is_named() -> None:
    m = pendulum(lambda m: None)
    m.signal("bent", "abs(b.angle)")
    m.force("push", "b", torque="3*bent")
    with pytest.raises(AnalysisError, match=r"small: signal 'bent' has no slope where 'O\.angle'"):
        m.program(coordinates="joints", small=["O.angle"])


def test_the_command_line_says_so_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "z.yaml"
    path.write_text(
        "linkwork: 1\nname: z\nbodies:\n  b: {estimate: [0, 0, 0], mass: {mass: 1, center: [1, 0], inertia: 0.1}}\n"
        "joints:\n  O: {type: revolute, between: [{ground: [0, 0]}, {b: [0, 0]}]}\n"
        "forces:\n  f: {type: force, on: b, torque: log(b.angle)}\n",
        encoding="utf-8",
    )
    words = ["export", str(path), "--coordinates", "joints", "--small", "O.angle", "--out", str(tmp_path / "z.c")]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 2
    assert "small: force 'f' has no slope where 'O.angle'" in done.output


@pytest.mark.parametrize("name", ["rider_lean.angle", "swing_arm.angle"])
def test_small_angles_of_a_motorcycle_save_operations_and_are_right_to_first_order(name: str) -> None:
    """Strictly linear its tyres would take more: what stays is of second order in angle and rate."""
    m = driven_motorcycle("shaft").mechanism(speed=20.0)
    whole, small = (m.program(coordinates="joints", small=listed) for listed in ((), (name,)))
    results = ("rates", "accelerations", "state_rates")
    one, other = (p.count(*results) for p in (whole, small))
    assert all(other[each] <= one[each] for each in one) and sum(other.values()) < sum(one.values())
    state = dict(zip(whole.coordinates, whole.recorded.start, strict=True)) | whole.recorded.begin
    random = np.random.default_rng(1)
    state |= {rate: state[rate] + 0.3 * float(random.normal()) for rate in whole.rates}
    rate, errors = name.replace("angle", "omega"), list[float]()
    for size in (0.0, 5e-4, 2.5e-4):
        moved = state | {name: size, rate: -3 * size}
        first, second = (p.evaluate("accelerations", moved) for p in (whole, small))
        errors.append(float(np.max(np.abs(first - second))))
    assert errors[0] < 1e-9
    assert 0 < errors[1] < 1e-3 and errors[1] / errors[2] == pytest.approx(4, rel=0.02)


@pytest.mark.parametrize(
    ("formula", "wanted"),
    [
        ("x*x*y", "0*y"),
        ("sin(x)*cos(x)*y", "x*y"),
        ("sqrt(4 + x)", "2 + x/4"),
        ("(1 + x)*(2 + x)*y", "(1 + x)*(2 + x)*y"),
        ("x/(3 + x)", "x/3"),
        ("if(x > 1, 5, y + x)", "y + x"),
        ("if(x > y, x*y, y)", "if(x > y, x*y, y)"),
        ("exp(x)*tanh(y + x)", "(1 + x)*tanh(y + x)"),
    ],
)
def test_first_order_keeps_what_would_cost_more_to_take_out(formula: str, wanted: str) -> None:
    tape = Tape()
    x, y = tape.input("x"), tape.input("y")
    words = {
        "x": x,
        "y": y,
        **{f: (lambda z, f=f: tape.unary(f, z)) for f in ("sin", "cos", "sqrt", "exp", "tanh")},
        "choose": lambda truth, one, other: tape.select(truth, one, other),
    }
    place = tape.place(eval(formula.replace("if(", "choose("), words))
    order = FirstOrder(Linearised(tape, [place], ["x"])).whole[place]
    known = {f: getattr(math, f) for f in ("sin", "cos", "sqrt", "exp", "tanh")}
    for at in ({"x": 0.3, "y": 0.2}, {"x": -0.1, "y": 0.7}):
        values = known | at | {"choose": lambda truth, one, other: one if truth else other}
        assert evaluated(tape, [tape.place(order)], at) == pytest.approx(
            [eval(wanted.replace("if(", "choose("), values)]
        )
