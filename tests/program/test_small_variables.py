"""Variables declared small: laws without a slope at zero are refused by name, the others keep theirs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

import linkwork as lw
from linkwork.base.errors import AnalysisError
from linkwork.cli.main import app
from linkwork.program.evaluation import evaluated
from linkwork.program.small import Linearised, NoSlopeError
from linkwork.program.tape import Tape

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
