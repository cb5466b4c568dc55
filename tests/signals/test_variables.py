"""Further variables: of first and second order, and algebraic ones whose equations hold at every moment."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import AnalysisError, MechanismError
from linkwork.signals.blocks import blocks


def wheel(torque: str = "0") -> lw.Planar:
    m = lw.Planar("wheel")
    body = m.body("wheel", estimate=(0, 0, 0))
    m.revolute("O", m.ground.at(0, 0), body.at(0, 0))
    m.mass("wheel", inertia=0.2)
    if torque != "0":
        m.force("drive", body, torque=torque)
    return m


def test_a_state_of_second_order_swings_as_its_closed_form_says() -> None:
    m = wheel()
    m.state("y", acceleration="-4*y - 0.1*y.rate", start=1, speed=0.5, unit="m")
    run = m.simulate(until=3.0, points=31, rtol=1e-11, atol=1e-11)
    damped = (4 - 0.05**2) ** 0.5
    exact = np.exp(-0.05 * run.t) * (np.cos(damped * run.t) + 0.55 / damped * np.sin(damped * run.t))
    assert run["y"] == pytest.approx(exact, abs=1e-9)
    assert run["y.rate"][0] == 0.5
    assert (run.unit("y"), run.unit("y.rate")) == ("m", "m/s")


def test_equations_that_need_each_other_are_solved_together_and_by_way_of_signals() -> None:
    m = wheel("0.1*a")
    m.signal("c", "a*b")
    m.algebraic("a", "b - 1 - 0.1*c")
    m.algebraic("b", "a + b - 3 - z")
    m.algebraic("z", "z^3 + z - sin(3*t)", unit="V")
    run = m.simulate(until=2.0, points=41)
    a, b, z = run["a"], run["b"], run["z"]
    assert np.abs(b - 1 - 0.1 * a * b).max() < 1e-14
    assert np.abs(a + b - 3 - z).max() < 1e-14
    assert np.abs(z**3 + z - np.sin(3 * run.t)).max() < 1e-14
    assert np.ptp(a) > 0.5
    assert blocks(m.signals) == [["z"], ["a", "b"]]


@pytest.mark.parametrize("method", ["dop853", "adams", "radau"])
def test_a_differential_algebraic_system_follows_its_closed_form(method: str) -> None:
    """x' = -z, z^3 = x: d(x^(2/3))/dt = -2/3, so that x = (1 - 2t/3)^(3/2)."""
    m = wheel()
    m.state("x", rate="-z", start=1)
    m.algebraic("z", "z^3 - x", start=1)
    run = m.simulate(until=1.0, points=11, method=method, rtol=1e-10, atol=1e-10)
    assert run["x"] == pytest.approx((1 - 2 * run.t / 3) ** 1.5, abs=1e-8)
    assert run["z"] == pytest.approx((1 - 2 * run.t / 3) ** 0.5, abs=1e-8)


def test_derivatives_pass_through_the_equation() -> None:
    """I w' = z with z + p z^3 = 1: w(1) = z/I, dw/dp = -z^3 / (1 + 3 p z^2) / I."""
    m = wheel("z")
    m.parameters(p=0.7)
    m.algebraic("z", "z + p*z^3 - 1")
    found = m.sensitivity("final(wheel.omega)", "p", analysis="simulate", until=1.0, points=3)
    roots = np.roots([0.7, 0, 1, -1])
    z = float(roots[np.abs(roots.imag) < 1e-9].real[0])
    assert found.values["final(wheel.omega)"] == pytest.approx(z / 0.2, rel=1e-9)
    assert found["final(wheel.omega)", "p"] == pytest.approx(-(z**3) / (1 + 3 * 0.7 * z * z) / 0.2, rel=1e-9)


def test_a_run_goes_on_as_if_it_had_not_been_interrupted(tmp_path: Path) -> None:
    m = wheel("z")
    m.algebraic("z", "z^3 + 0.1*z - cos(t) - 0.2*wheel.angle", start=1)
    whole = m.simulate(until=1.0, points=11)
    first = m.simulate(until=0.5, points=6)
    first.save(tmp_path / "run.npz")
    second = lw.load_run(tmp_path / "run.npz").go_on(until=1.0, points=6)
    assert second["z"][-1] == pytest.approx(whole["z"][-1], abs=1e-8)


def test_small_motions_see_the_equation_as_a_spring() -> None:
    """z + z^3 = -5 angle is a spring of 5 N m/rad at rest."""
    m = wheel("z")
    m.algebraic("z", "z + z^3 + 5*wheel.angle")
    model = m.linearise()
    assert abs(model.eigenvalues.imag).max() == pytest.approx((5 / 0.2) ** 0.5, rel=1e-8)


@pytest.mark.parametrize(
    ("equations", "named"),
    [
        ({"z": "z^2 + 1"}, "'z' (z^2+1 = 0, looked for near 0)"),
        ({"z": "t - 1"}, "'z' (t-1 = 0"),
        ({"a": "b - 1", "b": "b - 2"}, "'a' (b-1 = 0"),
    ],
)
def test_a_start_without_solution_is_refused_by_name(equations: dict[str, str], named: str) -> None:
    m = wheel()
    for name, equation in equations.items():
        m.algebraic(name, equation)
    with pytest.raises(AnalysisError, match="no value at t = 0 s solves the equation of algebraic") as error:
        m.simulate(until=1.0, points=3)
    assert named in str(error.value)


def test_where_a_solution_ends_the_run_ends_and_says_so() -> None:
    m = wheel("z")
    m.algebraic("z", "z^2 + t - 0.5", start=1)
    run = m.simulate(until=1.0, points=11)
    assert run.events[-1].t == pytest.approx(0.5, abs=1e-6)
    assert "the equation of algebraic 'z' has no solution near the last one" in run.events[-1].text
    assert run["z"][:5] == pytest.approx((0.5 - run.t[:5]) ** 0.5, abs=1e-12)


def test_a_state_has_one_law() -> None:
    m = wheel()
    m.state("y", rate="1", acceleration="2")
    with pytest.raises(MechanismError, match="signal 'y': give the law of its rate, or of its acceleration"):
        m.simulate(until=1.0)


def test_inputs_and_outputs_have_names_and_units_for_what_is_outside() -> None:
    m = wheel("u")
    m.input_signal("u", start=0.4, unit="N m")
    m.output_signal("pace", "wheel.omega*60/(2*pi)", unit="rpm")
    run = m.simulate(until=1.0, points=3)
    assert run["pace"][-1] == pytest.approx(2 * 60 / (2 * np.pi))
    assert (run.unit("u"), run.unit("pace")) == ("N m", "rpm")
    c = m.c_functions(step=0.1)
    assert list(c.inputs) == ["u"]
    c.w[c.inputs["u"]] = -0.4
    c.advance(10)
    assert c.observed()[c.index("wheel.omega")] == pytest.approx(-2)


def test_a_model_file_has_them_too(tmp_path: Path) -> None:
    m = wheel("z + u")
    m.state("y", acceleration="-y", start=1)
    m.algebraic("z", "z^3 - y", start=1, size=2, unit="V")
    m.input_signal("u", "sin(t)")
    m.output_signal("w", "wheel.omega", unit="rad/s")
    path = tmp_path / "model.yaml"
    m.save(path)
    again = lw.load(path)
    assert again.signals == m.signals
    assert again.simulate(until=1.0, points=3)["w"] == pytest.approx(m.simulate(until=1.0, points=3)["w"], abs=0)
