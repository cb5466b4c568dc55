"""Force laws: wrenches, one-sided springs, dry friction, motors, end stops, laws in Python and in formulas."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.integrate import solve_ivp

import linkwork as lw
from analysis.oscillator import EXACT, cart, oscillator, wheel
from linkwork.base.errors import MechanismError

pytestmark = pytest.mark.both_coordinates

# ---------------------------------------------------------------------- wrench sources


def test_a_wrench_moves_a_free_body_as_newton_says() -> None:
    m = wheel()
    plate = m.body("plate", estimate=(1, 2, 0))
    m.mass("plate", mass=2, inertia=0.5)
    m.force("wrench", plate.at(0, 0), x="3*cos(2*t)", y="-4*t", torque="0.5*exp(-t)")
    run = m.simulate(2.0, 41, speeds={"plate.vx": 0.3}, **EXACT)
    t = run.t
    assert np.allclose(run["plate.x"], 1 + 0.3 * t + 3 / 8 * (1 - np.cos(2 * t)), atol=1e-9)
    assert np.allclose(run["plate.y"], 2 - t**3 / 3, atol=1e-9)
    assert np.allclose(run["plate.angle"], t - 1 + np.exp(-t), atol=1e-9)


def test_a_force_that_follows_its_body_turns_with_it() -> None:
    """A constant thrust on a body that spins at a constant rate drives it on a circle about a moving centre."""
    m = wheel()
    plate = m.body("plate", estimate=(0, 0, 0))
    m.mass("plate", mass=2, inertia=0.5)
    m.force("thrust", plate.at(0, 0), x=6, follows=True)
    run = m.simulate(2.0, 41, speeds={"plate.omega": 3.0}, **EXACT)
    assert np.allclose(run["plate.vx"], np.sin(3 * run.t), atol=1e-9)
    assert np.allclose(run["plate.vy"], 1 - np.cos(3 * run.t), atol=1e-9)


def test_a_force_off_the_mass_centre_turns_the_body() -> None:
    m = wheel()
    plate = m.body("plate", estimate=(0, 0, 0))
    m.mass("plate", mass=2, inertia=0.5)
    m.force("push", plate.at(0, 0.25), x=6, follows=True)
    run = m.simulate(0.5, 11, **EXACT)
    assert np.allclose(run["plate.angle"], -0.5 * (6 * 0.25 / 0.5) * run.t**2, atol=1e-9)


# ---------------------------------------------------------------------- one-sided springs and dampers


def test_a_spring_that_only_pushes_is_left_at_its_free_length() -> None:
    """A cart runs into a bumper at x = 0 with 2 m/s, is pushed back for half a period and leaves with 2 m/s."""
    m = oscillator(mass=4, stiffness=100, x=0.5, only="compression")
    run = m.simulate(2.0, 201, speeds={"cart.vx": -2.0}, **EXACT)
    w = 5.0
    met, left = 0.25, 0.25 + math.pi / w
    assert [event.kind for event in run.events] == ["switch", "switch"]
    assert abs(run.events[0].t - met) < 1e-11 and abs(run.events[1].t - left) < 1e-11
    expected = np.where(run.t < met, 0.5 - 2 * run.t, np.where(run.t < left, -0.4 * np.sin(w * (run.t - met)), 0))
    expected = np.where(run.t >= left, 2 * (run.t - left), expected)
    assert np.max(np.abs(run["cart.x"] - expected)) < 1e-10


def test_a_clipped_bumper_lets_go_when_its_damper_would_pull() -> None:
    """f = -(k x + c v) may not pull: the mass leaves where k x + c v = 0, before the free length is reached."""
    m = oscillator(mass=1, stiffness=100, x=0.0, damping=8, only="compression", clipped=True)
    run = m.simulate(1.0, 2001, speeds={"cart.vx": -3.0}, **EXACT)
    assert np.all(run["cart.ax"] >= -1e-9)
    zeta, w = 0.4, 10.0
    damped = w * math.sqrt(1 - zeta**2)
    # x = -(3/wd) exp(-zeta w t) sin(wd t); k x + c v = 0 where tan(wd t) = -2 zeta sqrt(1 - zeta^2) / (1 - 2 zeta^2)
    leave = (math.pi - math.atan2(2 * zeta * math.sqrt(1 - zeta**2), 1 - 2 * zeta**2)) / damped
    speed = -3 * math.exp(-zeta * w * leave) * (math.cos(damped * leave) - zeta * w / damped * math.sin(damped * leave))
    free = run.t > leave + 1e-3
    assert np.allclose(run["cart.vx"][free], speed, atol=1e-7) and not np.isclose(run["cart.vx"][-1], 3.0)


# ---------------------------------------------------------------------- laws that switch on a velocity


def friction_oscillator() -> lw.Planar:
    """NSM-2 of the public cases: m = k = 1, friction limit 1, x = 12 and v = 6 at the start."""
    m = oscillator(x=12.0)
    m.force("friction", "cart", x="-sign(vx)")
    return m


STOPS = [0.432407776 + number * math.pi for number in range(8)]


def test_dry_friction_stops_at_the_published_places() -> None:
    run = friction_oscillator().simulate(30.0, 301, speeds={"cart.vx": 6.0}, **EXACT)
    found = [event.t for event in run.events if event.kind == "switch"]
    assert np.allclose(found[:8], STOPS, rtol=0, atol=1e-8)
    assert abs(run.t[-1] - 22.423556350699) < 1e-9 and abs(run["cart.x"][-1] - 0.682178936724) < 1e-9
    assert abs(run["cart.vx"][-1]) < 1e-9


def test_friction_that_would_hold_the_mass_is_said_to_chatter() -> None:
    """The sign law knows no sticking: the run ends cleanly there, says so and keeps the results."""
    run = friction_oscillator().simulate(30.0, 301, speeds={"cart.vx": 6.0}, **EXACT)
    assert not run.completed and run.events[-1].kind == "chattering"
    assert "force 'friction'" in run.events[-1].text and "without time passing" in run.events[-1].text
    assert len(run.t) == 226


def test_an_event_ends_dry_friction_where_the_mass_sticks() -> None:
    """The friction limit is larger than the spring's force when the velocity vanishes: stop there."""
    m = friction_oscillator()
    m.event("sticks", "max(abs(cart.x) - 1, abs(cart.vx) - 1e-11)", stop=True)
    run = m.simulate(30.0, 301, speeds={"cart.vx": 6.0}, **EXACT)
    assert run.completed and run.events[-1].kind == "ended"
    assert abs(run.t[-1] - 22.423556350699) < 1e-9 and abs(run["cart.x"][-1] - 0.682178936724) < 1e-9


# ---------------------------------------------------------------------- motors and end stops


def test_a_speed_servo_approaches_its_speed_exponentially() -> None:
    m = wheel(inertia=2.0)
    m.motor("motor", "O", speed=10, proportional=4)
    run = m.simulate(3.0, 61, **EXACT)
    assert np.allclose(run["wheel.omega"], 10 * (1 - np.exp(-2 * run.t)), atol=1e-9)


def test_a_limited_servo_accelerates_evenly_until_it_needs_less() -> None:
    m = wheel(inertia=2.0)
    m.motor("motor", "O", speed=10, proportional=4, limit=8)
    run = m.simulate(4.0, 401, **EXACT)
    let_go = 2.0  # at 4 t = 10 - 8/4
    expected = np.where(run.t < let_go, 4 * run.t, 10 - 2 * np.exp(-2 * (run.t - let_go)))
    assert np.max(np.abs(run["wheel.omega"] - expected)) < 1e-8
    assert np.max(run["motor.strength"]) <= 8.0


def test_a_position_servo_swings_to_its_angle_as_a_damped_oscillator() -> None:
    m = wheel(inertia=1.0)
    m.motor("motor", "O", position=0.5, proportional=25, derivative=6)
    run = m.simulate(2.0, 41, **EXACT)
    s, w = 3.0, 4.0
    swing = np.exp(-s * run.t) * (np.cos(w * run.t) + s / w * np.sin(w * run.t))
    assert np.allclose(run["wheel.angle"], 0.5 * (1 - swing), atol=1e-9)


def test_an_integral_takes_away_the_error_under_load() -> None:
    m = wheel(inertia=1.0)
    m.force("load", "wheel", torque=-3)
    m.motor("motor", "O", position=0.5, proportional=25, derivative=8, integral=20)
    run = m.simulate(20.0, 41, progress=False)
    assert abs(run["wheel.angle"][-1] - 0.5) < 1e-6 and abs(run["motor.integral"][-1] - 3 / 20) < 1e-6


def test_a_mass_bounces_between_its_end_stops() -> None:
    """Undamped stops of 100 N/m 2 m apart: the motion repeats after two crossings and two half periods."""
    m = cart(mass=4)
    m.end_stop("stops", "cart_rail", lower=-1, upper=1, stiffness=100)
    period = 2 * (2 / 3.0) + 2 * math.pi / 5
    run = m.simulate(3 * period, 4, speeds={"cart.vx": 3.0}, **EXACT)
    assert np.allclose(run["cart.x"], 0.0, atol=1e-9) and np.allclose(run["cart.vx"], 3.0, atol=1e-9)
    assert len(run.events) == 12 and "upper limit" in run.events[0].text


def test_a_damped_end_stop_takes_energy_and_never_pulls() -> None:
    m = cart(mass=1)
    m.end_stop("stop", "cart_rail", upper=0.5, stiffness=1e4, damping=60)
    run = m.simulate(1.0, 2001, speeds={"cart.vx": 2.0}, **EXACT)
    assert np.all(run["cart.ax"] <= 1e-7) and -2.0 < run["cart.vx"][-1] < -0.5
    assert np.max(np.abs(run["energy.balance"])) < 1e-6


# ---------------------------------------------------------------------- clips are events


def bumped_pendulum(kind: str) -> lw.Planar:
    """A pendulum that falls from the level into a damped stop at -0.6 rad, or into a clipped spring there."""
    m = lw.Planar("pendulum")
    m.body("arm", (0, 0, 0))
    m.revolute("O", m.ground, "arm")
    m.mass("arm", mass=1, center=(0.2, 0), inertia=0.02)
    m.set_gravity(0, -9.81)
    if kind == "stop":
        m.end_stop("bump", "O", lower=-0.6, upper=0.6, stiffness=800, damping=0.4)
    else:
        m.joint_spring("bump", "O", stiffness=800, free=-0.6, damping=0.4, only="compression", clipped=True)
    return m


def plainly_integrated() -> float:
    """The speed of the pendulum after 1 s: the law as it is written, in steps too short to miss a corner."""

    def rate(_: float, y: NDArray) -> tuple[float, float]:
        beyond = y[0] + 0.6
        push = max(0.0, -800 * beyond - 0.4 * y[1]) if beyond < 0 else 0.0
        return y[1], (push - 9.81 * 0.2 * math.cos(y[0])) / 0.06

    found = solve_ivp(rate, (0, 1), (0.0, 0.0), method="DOP853", rtol=1e-10, atol=1e-12, max_step=2e-4)
    return float(found.y[1, -1])


@pytest.mark.bodies_only
@pytest.mark.parametrize("formulation", ["projection", "joint"])
@pytest.mark.parametrize("kind", ["stop", "spring"])
def test_the_motion_after_a_clip_is_the_same_at_every_tolerance(kind: str, formulation: str) -> None:
    """The stop lets go where its damper would pull, and goes on without force up to the limit: both are events.

    The way back is shorter than a step: a method that looks only at the ends of its steps would leap over it.
    """
    m, expected = bumped_pendulum(kind), plainly_integrated()
    assert abs(expected - 3.392327) < 1e-6
    for rtol, method in ((1e-8, "dop853"), (1e-9, "dop853"), (1e-10, "dop853"), (1e-11, "dop853"), (1e-9, "adams")):
        options: dict[str, Any] = {"rtol": rtol, "atol": rtol / 10, "method": method, "progress": False}
        options["formulation"] = formulation
        run = m.simulate(1.0, 11, **options)
        assert abs(run["arm.omega"][-1] - expected) < 1e-6
        assert np.max(np.abs(run["energy.balance"])) < 1e-7
        clips = [event.t for event in run.events if "clip" in event.text and "begins" in event.text]
        assert len(clips) == 3 and len(run.events) == 12
        at = m.simulate(clips[0], 2, **options)
        assert abs(800 * (at["arm.angle"][-1] + 0.6) + 0.4 * at["arm.omega"][-1]) < 1e-5


# ---------------------------------------------------------------------- tables


@pytest.mark.parametrize(
    "law",
    [
        lw.Table(points=((-3, -27), (0, 0), (1, 9), (3, 27)), of="position"),
        lw.Polynomial(coefficients=(0, 9), of="position"),
        "9*position",
        "9*spring.position",
    ],
)
def test_a_law_over_a_variable_is_the_linear_spring_it_describes(law: object) -> None:
    run = oscillator(stiffness=0.0, x=1.0, force=law).simulate(3.0, 31, **EXACT)
    assert np.allclose(run["cart.x"], np.cos(3 * run.t), atol=1e-9)


# ---------------------------------------------------------------------- laws in Python


def cubic(length: float, speed: float, t: float) -> float:
    """A hardening spring with a damper and a disturbance."""
    return 40.0 * (length - 1.0) + 300.0 * (length - 1.0) ** 3 + 0.3 * speed + 2.0 * math.sin(3.0 * t)


def heavy(law: object) -> lw.Planar:
    m = cart(mass=2, along=(0, 1))
    m.spring("spring", m.ground.at(0.3, 1.5), "cart", force=law)
    m.set_gravity(0, -9.81)
    return m


FORMULA = "40*(length - 1) + 300*(length - 1)^3 + 0.3*speed + 2*sin(3*t)"


def test_a_law_in_python_is_the_same_law_as_a_formula() -> None:
    one, other = (heavy(law).simulate(2.0, 101, **EXACT) for law in (cubic, FORMULA))
    assert np.ptp(other["cart.y"]) > 0.5
    assert np.max(np.abs(one["cart.y"] - other["cart.y"])) < 1e-12
    assert np.allclose(one["spring.strength"], other["spring.strength"], rtol=1e-12, atol=1e-11)


def test_the_values_of_both_laws_agree_to_rounding_at_the_start() -> None:
    one, other = (heavy(law).simulate(0.01, 2, **EXACT) for law in (cubic, FORMULA))
    assert abs(one["spring.strength"][0] - other["spring.strength"][0]) < 1e-12 * abs(other["spring.strength"][0])
    assert abs(one["cart.ay"][0] - other["cart.ay"][0]) < 1e-12 * abs(other["cart.ay"][0])


def bouc(x: float, vx: float, z: float) -> tuple[float, float]:
    """A force with memory: the force, then the rate of its own state."""
    return -2.0 * z, vx - 0.5 * abs(vx) * z


def test_a_law_may_have_states_of_its_own() -> None:
    """Driven at constant speed v, z' = v - v z / 2 has the solution z = 2 (1 - exp(-v t / 2))."""
    m = cart()
    m.drive("pull", joint="cart_rail", position="3*t")
    m.force("memory", "cart", x=lw.Law(bouc, states={"z": 0.0}))
    run = m.simulate(1.0, 21, **EXACT)
    z = 2 * (1 - np.exp(-1.5 * run.t))
    assert np.allclose(run["memory.z"], z, atol=1e-9)
    assert np.allclose(run["pull.fx"], 2 * z, atol=1e-8)


def test_a_law_may_read_channels_parameters_and_signals() -> None:
    def law(speed_of_wheel: float, gain: float, wanted: float) -> float:
        return gain * (wanted - speed_of_wheel)

    m = wheel()
    m.parameters(gain=3.0)
    m.signal("wanted", "5*t")
    m.force("drive", "wheel", torque=lw.Law(law, inputs={"speed_of_wheel": "wheel.omega"}))
    run = m.simulate(2.0, 21, **EXACT)
    assert np.allclose(run["wheel.omega"], 5 * run.t - 5 / 3 * (1 - np.exp(-3 * run.t)), atol=1e-9)


def unknown_name(length: float) -> float:
    return missing_thing * length  # noqa: F821


def test_a_law_that_cannot_be_compiled_says_which_line() -> None:
    with pytest.raises(MechanismError, match=r"law 'unknown_name' cannot be compiled: line \d+: .*missing_thing"):
        heavy(unknown_name).simulate(0.1, 2, progress=False)


def test_an_argument_that_nobody_knows_is_named() -> None:
    def law(lenght: float) -> float:
        return lenght

    with pytest.raises(MechanismError, match="argument 'lenght' is not known; did you mean 'length'"):
        heavy(law).simulate(0.1, 2, progress=False)


def test_a_law_whose_value_is_not_a_number_stops_the_run_and_is_named() -> None:
    m = cart(x=1.0)
    m.force("root", "cart", x="-sqrt(x)")
    run = m.simulate(5.0, 101, speeds={"cart.vx": -1.0}, progress=False)
    assert not run.completed and run["cart.x"][-1] > 0.0
    assert run.events[-1].kind == "stopped" and "'root'" in run.events[-1].text
