"""Linearise: frequencies in closed form, matrices against differences, inputs, outputs, modes as runs, root locus."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from analysis.builders import parallelogram
from analysis.test_equilibrium import hanging_bar, heavy_slider_crank
from linkwork.base.errors import AnalysisError

pytestmark = pytest.mark.both_coordinates


def double_pendulum() -> lw.Planar:
    """Two point masses of 1 kg on massless rods of 1 m."""
    m = lw.Planar("double pendulum")
    one, two = m.body("one", estimate=(0, -1, -1.5)), m.body("two", estimate=(0, -2, -1.5))
    m.revolute("O", m.ground.at(0, 0), one.at(-1, 0))
    m.revolute("A", one.at(0, 0), two.at(-1, 0))
    m.mass("one", mass=1)
    m.mass("two", mass=1)
    m.set_gravity(0, -9.81)
    return m


def oscillator(driven_base: bool = False) -> lw.Planar:
    """2 kg on a spring of 50 N/m with a damper c; its base is the ground, or a driven carriage."""
    m = lw.Planar("oscillator")
    m.parameters(c=3)
    block = m.body("block", estimate=(1, 0, 0))
    m.translational("guide", m.ground.line((0, 0), (1, 0)), block.line((0, 0), (1, 0)))
    m.mass("block", mass=2, inertia=1)
    base = m.ground.at(0, 0)
    if driven_base:
        carriage = m.body("carriage", estimate=(0, 0, 0))
        m.translational("rail", m.ground.line((0, 0), (1, 0)), carriage.line((0, 0), (1, 0)))
        m.drive("shaker", joint="rail", position=0)
        base = carriage.at(0, 0)
    m.spring("spring", base, block.at(0, 0), stiffness=50, free_length=1, damping="c")
    m.force("push", block.at(0, 0))
    return m


def test_a_pendulum_swings_with_its_closed_form() -> None:
    model = hanging_bar().linearise()
    expected = np.sqrt(2 * 9.81 / (2 + 0.1))
    assert len(model.modes) == 1
    assert model.modes[0].frequency == pytest.approx(expected, rel=1e-13)
    assert abs(model.modes[0].damping) < 1e-12 and model.modes[0].hertz == pytest.approx(expected / 2 / np.pi)


def test_a_double_pendulum_has_the_two_frequencies_of_the_book() -> None:
    """omega^2 = g / l (2 -+ sqrt 2), angles of the modes 1 : +-sqrt 2."""
    model = double_pendulum().linearise()
    assert [mode.frequency for mode in model.modes] == pytest.approx(
        [np.sqrt(9.81 * (2 - np.sqrt(2))), np.sqrt(9.81 * (2 + np.sqrt(2)))], rel=1e-12
    )
    system = model.dynamics.whole
    for mode, ratio in zip(model.modes, (np.sqrt(2), -np.sqrt(2)), strict=True):
        one, two = (mode.shape[system.index(f"{body}.angle")] for body in ("one", "two"))
        assert (two / one).real == pytest.approx(ratio, rel=1e-10)


def test_a_pendulum_upright_grows() -> None:
    m = hanging_bar()
    model = m.linearise(m.equilibrium("equations", near={"bar.angle": np.pi / 2}))
    assert not model.stable and "grows" in model.text()
    assert np.sort(model.eigenvalues.real) == pytest.approx([-np.sqrt(9.342857142857143), np.sqrt(9.342857142857143)])


def test_poles_of_a_damped_oscillator() -> None:
    model = oscillator().linearise(inputs=["push.x"], outputs=["block.x", "block.ax", "energy.elastic"])
    exact = np.roots([2.0, 3.0, 50.0])
    assert np.sort_complex(model.eigenvalues) == pytest.approx(np.sort_complex(exact), rel=1e-13)
    assert model.modes[0].damping == pytest.approx(3 / (2 * np.sqrt(100)), rel=1e-12)
    f, response = model.frequency_response("push.x", "block.x", [0.1, 0.8, 3.0])
    s = 2j * np.pi * f
    assert response == pytest.approx(1 / (2 * s * s + 3 * s + 50), rel=1e-12)
    _, response = model.frequency_response("push.x", "block.ax", f)
    assert response == pytest.approx(s * s / (2 * s * s + 3 * s + 50), rel=1e-11)


def test_a_shaken_base_is_an_input() -> None:
    model = oscillator(driven_base=True).linearise(inputs=["shaker"], outputs=["block.x", "shaker.fx"])
    f, response = model.frequency_response("shaker", "block.x", [0.1, 0.8, 3.0])
    s = 2j * np.pi * f
    assert response == pytest.approx((3 * s + 50) / (2 * s * s + 3 * s + 50), rel=1e-11)
    _, force = model.frequency_response("shaker", "shaker.fx", f)
    assert force == pytest.approx(2 * s * s * response, rel=1e-10)
    assert len(model.eigenvalues) == 2


def test_matrices_agree_with_differences_of_the_moving_nonlinear_mechanism() -> None:
    m = heavy_slider_crank()
    run = m.simulate(1.0, 11, speeds={"crank.omega": 3.0}, rtol=1e-11, atol=1e-12, progress=False)
    outputs = ["slider.ax", "A.fx", "rod.vy", "crank.angle"]
    model = m.linearise((run, 0.7), inputs=["spring.force"], outputs=outputs)
    assert model.moving and "time is frozen" in model.text()
    dynamics, chart, h, index = model.dynamics, model.chart, 1e-5, 7
    size, start = 1.0 / model.to_chart[0, 0], dynamics.gathered(run.q[index], run.v[index])[1]

    def rate(z: float, speed: float) -> np.ndarray:
        q = chart.position(dynamics, np.array([z / size]))
        v = chart.velocity(dynamics, chart.rates(start) + speed / size)
        return np.array([chart.rates(v)[0], chart.rates(chart.motion(dynamics, q, v).a)[0]]) * size

    for column, shift in enumerate(((h, 0.0), (0.0, h))):
        one, two = (rate(*(factor * value for value in shift)) for factor in (-1, 1))
        far_one, far_two = (rate(*(factor * value for value in shift)) for factor in (-2, 2))
        slope = (8 * (two - one) - (far_two - far_one)) / (12 * h)
        assert np.allclose(model.A[:, column], slope, rtol=1e-8, atol=1e-8)
    at = [float(run[name][index]) for name in outputs]
    assert model.values == pytest.approx(at, rel=1e-8)
    assert model.B[0, 0] == 0.0 and model.B[1, 0] != 0.0


def test_an_input_does_what_the_force_does() -> None:
    """B and D against a mechanism whose actuator really pulls with one newton more."""
    found = []
    for force in (0.0, 1.0):
        m = heavy_slider_crank()
        m.spring("actuator", m.ground.at(0, 3), "rod", force=force)
        hold = {"crank.angle": 0.9}
        run = m.simulate(0.01, 2, hold=hold, speeds={"crank.omega": 2.0}, progress=False)
        found.append(run)
        model = m.linearise((run, 0.0), inputs=["actuator.force"], outputs=["slider.ax", "B.fy"])
    for row, name in enumerate(("slider.ax", "B.fy")):
        assert model.D[row, 0] == pytest.approx(float(found[1][name][0] - found[0][name][0]), rel=1e-8)


def test_the_linear_model_predicts_a_small_swing() -> None:
    m = heavy_slider_crank()
    rest = m.equilibrium()
    name = "crank.angle"
    model = m.linearise(rest, coordinates=[name])
    start = rest[name] + 1e-5
    run = m.simulate(1.0, 11, hold={name: start}, rtol=1e-11, atol=1e-13, progress=False)
    from scipy.linalg import expm

    for t, value in zip(run.t, run[name] - rest[name], strict=True):
        assert value == pytest.approx((expm(model.A * t) @ [1e-5, 0.0])[0], abs=1e-9)


def test_redundant_joints_do_not_disturb() -> None:
    m = parallelogram(drive=False, start=-1.0)
    m.mass("coupler", mass=2, center=(1, 0), inertia=0.5)
    m.set_gravity(0, -9.81)
    simple = m.linearise()
    assert simple.modes[0].frequency == pytest.approx(np.sqrt(9.81), rel=1e-9)


def test_a_mode_can_be_run_and_drawn_with_closed_joints() -> None:
    model = heavy_slider_crank().linearise()
    run = model.mode_run(1, amplitude=0.3, points=25)
    assert np.max(run.violation()) < 1e-12
    assert run.t[-1] == pytest.approx(2 * np.pi / abs(model.modes[0].eigenvalue.imag))
    assert np.allclose(run.q[0], run.q[-1], atol=1e-9)
    assert run.draw() is not None
    with pytest.raises(AnalysisError, match="no mode 2"):
        model.mode_run(2)


def test_a_root_locus_follows_the_poles_to_critical_damping() -> None:
    m = oscillator()
    locus = m.linearise().root_locus("c", [0.0, 10.0, 20.0, 30.0])
    for c, roots in zip(locus.values, locus.eigenvalues, strict=True):
        exact = np.sort_complex(np.roots([2.0, c, 50.0]))
        assert np.sort_complex(roots) == pytest.approx(exact, abs=1e-5 if c == 20.0 else 1e-11)
    assert list(locus.stable()) == [True] * 4
    assert m.linearise().modes[0].damping == pytest.approx(0.15)
    assert locus.plot() is not None


def test_unknown_inputs_and_outputs_are_named() -> None:
    with pytest.raises(AnalysisError, match=r"no input 'push.z'"):
        oscillator().linearise(inputs=["push.z"])
    with pytest.raises(AnalysisError, match=r"no channel 'block.q'"):
        oscillator().linearise(outputs=["block.q"])
    with pytest.raises(AnalysisError, match=r"no output 'block.x'"):
        oscillator().linearise(inputs=["push.x"]).frequency_response("push.x", "block.x")


def test_nothing_to_move_is_refused() -> None:
    with pytest.raises(AnalysisError, match="nothing to move"):
        heavy_slider_crank(driven=True).linearise(0.1)


def test_a_law_without_complex_numbers_is_differentiated_by_differences(monkeypatch: pytest.MonkeyPatch) -> None:
    from numba.core.errors import TypingError

    from linkwork.system.dynamics import dynamics

    exact = heavy_slider_crank().linearise(inputs=["spring.force"], outputs=["slider.ax", "A.fx"])
    plain = dynamics.compile_system

    def real_only(*given: object, scalar: str = "real", **options: object) -> object:
        if scalar == "complex":
            raise TypingError("no complex numbers")
        return plain(*given, scalar=scalar, **options)

    monkeypatch.setattr(dynamics, "compile_system", real_only)
    rough = heavy_slider_crank().linearise(inputs=["spring.force"], outputs=["slider.ax", "A.fx"])
    for name in "ABCD":
        one, other = getattr(exact, name), getattr(rough, name)
        assert np.allclose(one, other, rtol=1e-8, atol=1e-8 * np.max(np.abs(one)))


def rotor(speed: float) -> lw.Planar:
    """A slide turned at constant speed, with a block on a spring along it: omega^2 = k / m - speed^2."""
    m = lw.Planar("rotor")
    arm, block = m.body("arm", estimate=(0, 0, 0.3)), m.body("block", estimate=(1.5, 0.4, 0.3))
    m.revolute("O", m.ground.at(0, 0), arm.at(0, 0))
    m.translational("slot", arm.line((0, 0), (1, 0)), block.line((0, 0), (1, 0)))
    m.mass("arm", mass=1, inertia=1)
    m.mass("block", mass=2, inertia=0.1)
    m.spring("spring", arm.at(0, 0), block.at(0, 0), stiffness=50, free_length=1)
    m.drive("shaft", joint="O", angle=f"0.3 + {speed}*t")
    return m


def test_a_steady_rotation_softens_the_spring() -> None:
    m, speed = rotor(3.0), 3.0
    radius = 50 * 1.0 / (50 - 2 * speed**2)
    run = m.simulate(1.0, 11, hold={"slot.position": radius}, speeds={"slot.speed": 0}, rtol=1e-10, progress=False)
    for time in (0.0, 0.7):
        model = m.linearise((run, time), outputs=["shaft.torque"])
        assert model.states == ("slot.position", "slot.position rate")
        assert model.modes[0].frequency == pytest.approx(np.sqrt(25 - 9), rel=1e-6)
        assert model.C[0] == pytest.approx([0.0, 2 * 2 * speed * radius], abs=1e-5)  # Coriolis
        assert np.max(np.abs(model.rates)) < 1e-6 and "steadily" in model.text()


def test_coordinates_can_be_chosen() -> None:
    m = double_pendulum()
    model = m.linearise(coordinates=["O.angle", "A.angle"])
    assert model.states[:2] == ("O.angle", "A.angle")
    assert model.modes[0].frequency == pytest.approx(np.sqrt(9.81 * (2 - np.sqrt(2))), rel=1e-12)
    with pytest.raises(AnalysisError, match="not 2 independent coordinates"):
        m.linearise(coordinates=["O.angle", "one.angle"])


def test_a_coordinate_is_a_quantity_of_a_joint_or_a_body() -> None:
    with pytest.raises(AnalysisError, match=r"linearise: 'O' is no coordinate; it measures: O\.angle"):
        double_pendulum().linearise(coordinates=["O", "A"])
    with pytest.raises(AnalysisError, match="linearise: 'Z' is no coordinate; give a quantity, as in"):
        double_pendulum().linearise(coordinates=["Z", "A"])


def test_an_equilibrium_with_a_moving_driver_is_refused() -> None:
    with pytest.raises(AnalysisError, match="a driver moves at t = 0 s"):
        rotor(3.0).linearise()


def test_the_integral_of_a_servo_is_a_state() -> None:
    """m s^3 + D s^2 + P s + I = 0."""
    m = lw.Planar("servo")
    block = m.body("block", estimate=(1, 0, 0))
    m.translational("guide", m.ground.line((0, 0), (1, 0)), block.line((0, 0), (1, 0)))
    m.mass("block", mass=2, inertia=1)
    m.motor("servo", "guide", position=1.0, proportional=30, derivative=8, integral=20)
    model = m.linearise(outputs=["servo.integral", "guide.position"])
    assert "servo.integral" in model.states and len(model.states) == 3
    assert np.sort_complex(model.eigenvalues) == pytest.approx(np.sort_complex(np.roots([2, 8, 30, 20])), rel=1e-11)
    assert list(model.C[0]) == [float(name == "servo.integral") for name in model.states]


def test_a_model_at_rest_uses_the_states_at_rest() -> None:
    """With its integral at rest the pendulum hangs still at the target: s^3 + 20 s^2 + (80 - g sin) s + 30."""
    m = lw.Planar("pendulum with a motor")
    bob = m.body("bob", estimate=(0, 0, 0))
    m.revolute("O", m.ground.at(0, 0), bob.at(0, 0))
    m.mass("bob", mass=1, center=(1, 0))
    m.set_gravity(0, -9.81)
    m.motor("motor", "O", position=0.5, proportional=80, derivative=20, integral=30)
    model = m.linearise()
    assert not model.moving
    wanted = np.sort(np.roots([1, 20, 80 - 9.81 * np.sin(0.5), 30]).real)
    assert np.allclose(np.sort(model.eigenvalues.real), wanted, rtol=1e-9)


def test_a_time_outside_the_run_is_refused_and_the_point_taken_is_said() -> None:
    m = lw.Planar("pendulum")
    bob = m.body("bob", estimate=(0, 0, -1))
    m.revolute("O", m.ground.at(0, 0), bob.at(0, 0))
    m.mass("bob", mass=1, center=(1, 0))
    m.set_gravity(0, -9.81)
    run = m.simulate(1.0, 11, progress=False)
    with pytest.raises(AnalysisError, match=r"t = 9 s is not in the run, which goes from 0 s to 1 s"):
        m.linearise((run, 9))
    with pytest.raises(AnalysisError, match="is not in the run"):
        m.linearise((run, float("nan")))
    with pytest.raises(AnalysisError, match="needs a time in seconds, not 'end'"):
        m.linearise((run, "end"))
    with pytest.raises(AnalysisError, match="must be a number of seconds"):
        m.linearise(float("nan"))
    assert "state of a run at t = 0.5 s (the output point nearest to 0.52 s)" in m.linearise((run, 0.52)).text()
    assert "nearest" not in m.linearise((run, 0.5)).text()
