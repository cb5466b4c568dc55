"""Periodic: a motor-driven slider-crank, a driven oscillator in closed form, continuation and flywheel."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import linkwork as lw
from linkwork.analysis.periodic.cycle import Cycle
from linkwork.base.errors import AnalysisError


def machine(inertia: float = 0.0) -> lw.Planar:
    """A slider-crank driven by a motor whose torque is D (w0 - w)."""
    m = lw.Planar("machine")
    m.parameters(D=0.05, w0=20, J=inertia)
    crank, rod = m.body("crank", estimate=(0, 0, 0.5)), m.body("rod", estimate=(0.13, 0.07, -0.2))
    slider = m.body("slider", estimate=(0.47, 0, 0))
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("A", crank.at(0.15, 0), rod.at(0, 0))
    m.revolute("B", rod.at(0.35, 0), slider.at(0, 0))
    m.translational("guide", m.ground.line((0, 0), (1, 0)), slider.line((0, 0), (1, 0)))
    m.mass("crank", mass=0.5, center=(0.075, 0), inertia="0.5*0.15^2/12 + J")
    m.mass("rod", mass=0.8, center=(0.175, 0), inertia=0.8 * 0.35**2 / 12)
    m.mass("slider", mass=1)
    m.set_gravity(0, -9.81)
    m.torsion_spring("motor", "ground", "crank", damping="D", torque="-D*w0")
    m.spring("load", m.ground.at(1, 0), slider.at(0, 0), damping=0.1)
    return m


@cache
def cycle() -> Cycle:
    return machine().periodic(section="crank.angle", speeds={"crank.omega": 20})


def test_the_cycle_is_what_a_long_simulation_comes_to() -> None:
    found = cycle()
    assert found.stability == "stable" and found.miss < 1e-9
    long = machine().simulate(8.0, 2, speeds={"crank.omega": 20}, rtol=1e-11, atol=1e-12, progress=False)
    angle, speed = long["crank.angle"][-1], long["crank.omega"][-1]
    from scipy.interpolate import CubicHermiteSpline

    run = found.run
    phase = (angle - run["crank.angle"][0]) % (2 * np.pi)
    curve = CubicHermiteSpline(
        run["crank.angle"] - run["crank.angle"][0], run["crank.omega"], run["crank.alpha"] / run["crank.omega"]
    )
    assert speed == pytest.approx(float(curve(phase)), abs=1e-6)


def test_the_end_of_the_cycle_is_its_start() -> None:
    run = cycle().run
    assert run["crank.angle"][-1] - run["crank.angle"][0] == pytest.approx(2 * np.pi, abs=1e-8)
    assert run["crank.omega"][-1] == pytest.approx(run["crank.omega"][0], abs=1e-7)
    assert np.allclose(run["A.fx"][-1], run["A.fx"][0], rtol=1e-6)


def test_a_disturbance_decays_with_the_floquet_multiplier() -> None:
    found, m = cycle(), machine()
    hold = {"crank.angle": float(found.run["crank.angle"][0])}
    start = float(found.run["crank.omega"][0])

    def later(shift: float) -> float:
        """Speed when the crank has come round once."""
        speeds = {"crank.omega": start + shift}
        run = m.simulate(1.3 * found.period, 2001, hold=hold, speeds=speeds, rtol=1e-12, atol=1e-13, progress=False)
        from scipy.interpolate import CubicHermiteSpline

        angle = run["crank.angle"]
        curve = CubicHermiteSpline(angle, run["crank.omega"], run["crank.alpha"] / run["crank.omega"])
        return float(curve(angle[0] + 2 * np.pi))

    slope = (later(1e-3) - later(-1e-3)) / 2e-3
    assert len(found.multipliers) == 1
    assert found.multipliers[0].real == pytest.approx(slope, rel=1e-5)


def test_motor_and_load_are_in_balance_over_the_cycle() -> None:
    found = cycle()
    assert found.powers["motor"] > 0.0 > found.powers["load"]
    assert found.powers["motor"] + found.powers["load"] == pytest.approx(0.0, abs=1e-7 * found.powers["motor"])
    speed = found.run["crank.omega"][:-1]
    torque = 0.05 * (20.0 - speed)
    assert found.powers["motor"] == pytest.approx(float(np.mean(torque * speed)), rel=1e-9)
    assert found.mean_torque("motor") == pytest.approx(found.powers["motor"] * found.period / (2 * np.pi))


def test_the_flywheel_gives_the_wanted_fluctuation() -> None:
    found = cycle().flywheel(0.05)
    heavy = machine(found.inertia).periodic(section="crank.angle", speeds={"crank.omega": 20})
    assert found.inertia > 0.0
    assert heavy.fluctuation == pytest.approx(0.05, rel=1e-6)
    assert cycle().fluctuation > 0.1


def test_cycles_along_a_parameter_agree_with_single_ones() -> None:
    m = machine()
    found = m.periodic_along({"J": [0.0, 0.05, 0.1]}, section="crank.angle", speeds={"crank.omega": 20})
    assert len(found) == 3 and not found.stopped
    single = machine(0.1).periodic(section="crank.angle", speeds={"crank.omega": 20})
    assert found[2].period == pytest.approx(single.period, rel=1e-8)
    assert found[0].fluctuation > found[1].fluctuation > found[2].fluctuation
    assert m.periodic(section="crank.angle", speeds={"crank.omega": 20}).period == pytest.approx(cycle().period)
    assert "stable" in found.text()


def test_a_forced_oscillator_answers_as_its_closed_form() -> None:
    m = lw.Planar("forced oscillator")
    block = m.body("block", estimate=(1, 0, 0))
    m.translational("guide", m.ground.line((0, 0), (1, 0)), block.line((0, 0), (1, 0)))
    m.mass("block", mass=2, inertia=1)
    m.spring("spring", m.ground.at(0, 0), block.at(0, 0), stiffness=50, free_length=1, damping=0.2)
    m.force("push", block.at(0, 0), x="5*cos(4*t)")
    found = m.periodic(period="pi/2", settle=0)
    s = 4j
    exact = 5 / (2 * s * s + 0.2 * s + 50)
    assert found.run["block.x"] - 1.0 == pytest.approx((exact * np.exp(s * found.run.t)).real, abs=1e-8)
    poles = np.roots([2, 0.2, 50])
    expected = np.exp(poles * found.period)
    assert np.sort_complex(found.multipliers) == pytest.approx(np.sort_complex(expected), abs=1e-7)
    assert found.powers["push"] == pytest.approx(0.5 * 5 * abs(4 * exact) * np.cos(np.angle(s * exact)), rel=1e-7)


def test_a_driver_gives_its_power_to_the_damper() -> None:
    m = machine()
    del m.forces["motor"]
    m.drive("shaft", joint="O", angle="0.5 + 20*t")
    found = m.periodic(period="2*pi/20")
    assert found.powers["shaft"] + found.powers["load"] == pytest.approx(0.0, abs=1e-7 * found.powers["shaft"])
    assert len(found.multipliers) == 0 and found.stability == "stable"


def test_what_cannot_repeat_itself_is_said() -> None:
    m = machine()
    with pytest.raises(AnalysisError, match="give period"):
        m.periodic()
    with pytest.raises(AnalysisError, match=r"section 'crank.angel' is not a coordinate"):
        m.periodic(section="crank.angel")
    wound = machine()
    wound.torsion_spring("band", "ground", "crank", stiffness=0.01)
    with pytest.raises(AnalysisError, match="force 'band' is not the same after a turn"):
        wound.periodic(section="crank.angle", speeds={"crank.omega": 20})
    m.set(w0=0.1)
    with pytest.raises(AnalysisError, match="does not come round"):
        m.periodic(section="crank.angle", speeds={"crank.omega": 0.1})
    m.force("beat", "crank", torque="sin(t)")
    with pytest.raises(AnalysisError, match="force 'beat' depends on time; give period"):
        m.periodic(section="crank.angle", speeds={"crank.omega": 20})


def test_a_speed_servo_with_an_integral_keeps_the_mean_speed() -> None:
    """The integral of the error returns to itself only when the mean error is zero."""
    m = machine()
    del m.forces["motor"]
    m.motor("servo", "O", speed=18, proportional=0.05, integral=0.2)
    found = m.periodic(section="crank.angle", speeds={"crank.omega": 18}, settle=2)
    assert found.mean_speed == pytest.approx(18.0, rel=1e-8)
    assert len(found.multipliers) == 2 and found.stability == "stable"
    power = found.powers["servo"]
    assert power > 0.0 and power + found.powers["load"] == pytest.approx(0.0, abs=1e-7 * power)
    assert found.run["servo.integral"][-1] == pytest.approx(found.run["servo.integral"][0], abs=1e-8)


def test_a_false_period_is_refused_with_the_name_of_what_does_not_repeat() -> None:
    m = machine()
    m.force("beat", "crank", torque="0.1*sin(3*t)")
    with pytest.raises(AnalysisError, match=r"force 'beat' does not repeat itself after 1 s"):
        m.periodic(period=1.0)
    del m.forces["beat"]
    del m.forces["motor"]
    m.drive("shaft", joint="O", angle="0.5 + 20*t")
    with pytest.raises(AnalysisError, match=r"driver 'shaft' does not repeat itself after 0\.3 s"):
        m.periodic(period=0.3)
    with pytest.raises(AnalysisError, match="must be a time above zero"):
        m.periodic(period=-1)


def test_a_false_period_hidden_in_a_filter_is_refused() -> None:
    m = machine()
    lag = m.filter("lag", "0.1*sin(3*t)", time_constant=0.1)
    m.force("beat", "crank", torque=lag)
    with pytest.raises(AnalysisError, match=r"state 'lag.* does not repeat itself after 1 s"):
        m.periodic(period=1.0)
