"""McPhee, Unified modelling theories (in Ambrosio 2005): robot with two motors, induction motor, parking gate.

The chapter prints no parameters; those here are our own. Its facts are tested: counts of equations, the speed to which
the joints of the robot tend, the torque from the co-energy, and that resistance alone damps the gate's motion.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.run.run import Run
from linkwork.signals.parts import State
from published.case import Case
from published.case import tests_of as checks_of

SOURCE = "McPhee 2005"
RATE = math.pi / 2 / 4  # both joints 90 degrees in 4 s


def pendulum() -> lw.Planar:
    """A cart with two rods and point masses at their tips."""
    m = lw.Planar("inverted double pendulum")
    cart = m.carriage("cart", at=(0, 0), along=(1, 0), mass=2)
    one = m.body("one", estimate=(0, 0, "85 deg"), points={"tip": (0.5, 0)})
    two = m.body("two", estimate=(0.05, 0.5, "95 deg"))
    m.revolute("A", cart.at(0, 0), one.at(0, 0))
    m.revolute("B", one.at(0.5, 0), two.at(0, 0))
    m.mass("one", mass=0.4, center=(0.5, 0), inertia=1e-3)
    m.mass("two", mass=0.3, center=(0.4, 0), inertia=1e-3)
    m.set_gravity(0, -9.81)
    return m


def robot(way: str, formulation: Any = "state") -> lw.Planar:
    """Two links, a motor and a gear at each joint, a PD law of the voltage."""
    m = lw.Planar("robot")
    upper = m.body("upper", estimate=(0, 0, 0))
    lower = m.body("lower", estimate=(0.5, 0, 0))
    m.revolute("shoulder", m.ground.at(0, 0), upper.at(0, 0))
    m.revolute("elbow", upper.at(0.5, 0), lower.at(0, 0))
    m.mass("upper", mass=3, center=(0.25, 0), inertia=0.08)
    m.mass("lower", mass=2, center=(0.2, 0), inertia=0.05)
    m.set_gravity(0, -9.81)
    c = m.circuit("drive", formulation=formulation)
    for joint, inner in (("shoulder", "a"), ("elbow", "b")):
        place, rate = f"{joint}.angle", f"{joint}.omega"
        c.voltage_source(f"V_{joint}", inner, "ground", f"3000*({RATE}*t - {place}) + 200*({RATE} - {rate})")
        values: Any = {"constant": 0.1, "resistance": 1.0, "inductance": 5e-3}
        if way == "parts":
            c.resistor(f"R_{joint}", inner, f"{inner}1", 1.0)
            c.inductor(f"L_{joint}", f"{inner}1", f"{inner}2", 5e-3)
            c.voltage_source(f"E_{joint}", f"{inner}2", "ground", f"0.1*50*{rate}")
            m.actuator(f"T_{joint}", joint, f"0.1*50*drive.L_{joint}.current")
        else:
            c.dc_motor(f"M_{joint}", inner, "ground", joint=joint, gear=50, **values)
    return m


def soft_robot() -> lw.Planar:
    """The same with stiff springs in place of its joints, as a bond graph of absolute coordinates has them."""
    m = lw.Planar("robot on springs")
    upper, lower = m.body("upper", estimate=(0, 0, 0)), m.body("lower", estimate=(0.5, 0, 0))
    stiff: Any = {"stiffness": (2e5, 2e5, 0), "damping": (20, 20, 0)}
    m.bushing("shoulder", m.ground.line((0, 0), (1, 0)), upper.line((0, 0), (1, 0)), **stiff)
    m.bushing("elbow", upper.line((0.5, 0), (1.5, 0)), lower.line((0, 0), (1, 0)), **stiff)
    m.mass("upper", mass=3, center=(0.25, 0), inertia=0.08)
    m.mass("lower", mass=2, center=(0.2, 0), inertia=0.05)
    m.set_gravity(0, -9.81)
    c = m.circuit("drive")
    turns = {
        "shoulder": ("upper.angle", "upper.omega"),
        "elbow": ("lower.angle - upper.angle", "lower.omega - upper.omega"),
    }
    for joint, (place, rate) in turns.items():
        node = joint[0]
        c.voltage_source(f"V_{joint}", node, "ground", f"3000*({RATE}*t - ({place})) + 200*({RATE} - ({rate}))")
        c.resistor(f"R_{joint}", node, f"{node}1", 1.0)
        c.inductor(f"L_{joint}", f"{node}1", f"{node}2", 5e-3)
        c.voltage_source(f"E_{joint}", f"{node}2", "ground", f"0.1*50*({rate})")
    m.force("on_upper", upper, torque="5*(drive.L_shoulder.current - drive.L_elbow.current)")
    m.force("on_lower", lower, torque="5*drive.L_elbow.current")
    return m


@cache
def robot_run(way: str) -> Run:
    made = soft_robot() if way == "springs" else robot(way)
    return made.simulate(until=4, points=81, rtol=1e-8, atol=1e-8)


def motor(m: lw.Planar, **more: Any) -> None:
    c = m.circuit("c")
    c.inertia("J", "s", 0.1)
    c.three_phase_source("G", ("a", "b", "d"), rms=220 / math.sqrt(3), frequency=50)
    c.induction_motor(
        "M",
        ("a", "b", "d"),
        self_inductance=0.12,
        rotor_inductance=0.12,
        mutual_inductance=0.11,
        pole_pairs=3,
        **more,
    )


def gate(resistance: float) -> lw.Planar:
    """An arm with a counterbalance swings about its rest; the motor with its currents, no supply, sits behind 1:53."""
    m = lw.Planar("gate")
    arm = m.body("arm", estimate=(0, 0, 0))
    m.revolute("O", m.ground.at(0, 0), arm.at(0, 0))
    m.mass("arm", mass=8, center=(1.2, 0), inertia=6)
    m.joint_spring("balance", "O", stiffness=4000)
    c = m.circuit("c")
    for node in "abd":
        c.voltage_source(f"V{node}", node, "ground", 0)
    c.synchronous_motor(
        "M",
        ("a", "b", "d"),
        joint="O",
        gear=53,
        pole_pairs=3,
        resistance=resistance,
        flux=0.02,
        inductance_d=5e-3,
        inductance_q=5e-3,
        frame="phases",
    )
    return m


@cache
def swing(resistance: float) -> Run:
    return gate(resistance).simulate(until=2, points=201, speeds={"O.omega": 0.2}, rtol=1e-9, atol=1e-9)


def cases() -> list[Case]:
    topology = pendulum().topology()
    driven = robot("motors").topology()
    steady = robot_run("motors")
    return [
        Case(f"{SOURCE}, 2.2", "freedoms of the inverted double pendulum", 3, lambda: topology.mobility, 0),
        Case(
            f"{SOURCE}, 2.3",
            "equations of the robot: two angles, two currents",
            4,
            lambda: driven.mobility + len(driven.circuits["drive"]["states"]),
            0,
        ),
        Case(
            f"{SOURCE}, 2.3",
            "speed to which the joints of the robot tend (rad/s)",
            0.39,
            lambda: float(steady["shoulder.omega"][-20:].mean()),
            5e-3,
            exact=RATE,
            exact_tolerance=2e-3,
        ),
    ]


test_cases = checks_of(cases)


def test_the_motor_as_one_part_moves_the_robot_as_its_expanded_parts() -> None:
    whole, parts = robot_run("motors"), robot_run("parts")
    for channel in ("shoulder.angle", "elbow.omega"):
        assert parts[channel] == pytest.approx(whole[channel], abs=1e-6)
    assert np.abs(whole["drive.balance"]).max() < 1e-9 * np.abs(whole["drive.given_power"]).max()


@pytest.mark.parametrize(("formulation", "unknowns"), [("current", 0), ("voltage", 2)])
def test_three_formulations_of_the_circuit_move_the_robot_alike(formulation: str, unknowns: int) -> None:
    m = robot("parts", formulation)
    assert len(m.topology().circuits["drive"]["algebraic"]) == unknowns
    run = m.simulate(until=1, points=21, rtol=1e-8, atol=1e-8)
    whole = robot_run("motors")
    for channel in ("shoulder.angle", "elbow.omega"):
        assert run[channel] == pytest.approx(whole[channel][:21], abs=1e-6)


def test_springs_in_place_of_joints_move_the_robot_alike_with_ripple_and_smaller_steps() -> None:
    """The chapter: 20-sim agrees, with an additional ripple of high frequency and a slower run."""
    whole, springs = robot_run("motors"), robot_run("springs")
    late = whole.t > 1
    assert springs["upper.angle"][late] == pytest.approx(whole["shoulder.angle"][late], abs=5e-3)
    assert 1e-5 < np.ptp(springs["upper.y"]) < 1e-2 and np.ptp(whole["upper.y"]) < 1e-12
    assert springs.statistics["steps"] > 2 * whole.statistics["steps"]


def test_four_states_of_currents_are_left_of_six_windings() -> None:
    m = lw.Planar("motor")
    motor(m, shaft="s", resistance=1.2, rotor_resistance=0.9)
    names = [name for name, part in m.signals.items() if name.endswith(".current") and isinstance(part, State)]
    assert len(names) == 4


def test_resistance_alone_damps_the_swing_of_the_gate() -> None:
    """The chapter: the oscillation is damped, and the only damping is electrical; with hardly any it stays."""
    damped, bare = swing(0.5), swing(1e-7)
    last = slice(150, 201)
    first = np.ptp(bare["O.angle"][:51])
    assert np.ptp(bare["O.angle"][last]) > 0.99 * first
    assert np.ptp(damped["O.angle"][last]) < 0.3 * np.ptp(damped["O.angle"][:51])
    assert np.abs(damped["c.balance"]).max() < 1e-9
