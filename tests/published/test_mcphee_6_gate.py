"""McPhee, chapter 6 of Ambrosio's Advances (2005), sections 2.4 and 3.2.4: a parking gate with a flexible barrier.

A Watt-II six-bar lifts a barrier of 3 m; a three-phase induction motor (three pole pairs, star-star, its rotor shorted)
turns its crank behind a gear of 1:53. The chapter prints no other data; geometry, masses, section, spring, inductances
and resistances are ours. Its 220 V are taken as effective (rms) between two phases, 127 V from phase to star point.
Its facts are tested: the counts of equations, that five functions of bending suffice and a chain of rigid pieces with
springs agrees, that resistance alone damps, and that stretching of the barrier does not count: on a spring along its
axis, as soft as its first axial vibration has it, the gate moves alike.
"""

from __future__ import annotations

import math
from functools import cache
from itertools import pairwise
from typing import Any, Literal

import numpy as np
import pytest

import linkwork as lw
from linkwork.run.run import Run
from published.case import Case
from published.case import tests_of as checks_of

SOURCE = "McPhee 6, section 3.2.4 (parking gate)"
LENGTH, WIDTH, HEIGHT, E, RHO = 3.0, 0.06, 0.04, 70e9, 2700.0
GEAR, PAIRS, MAINS = 53, 3, 50.0
START = 3.378  # rad, the crank where the barrier lies flat
FLAT = math.pi - math.radians(26.155)  # from the lever to the barrier, which points to the left
PIECES = 8
Way = Literal["state", "current", "voltage"]


def linkage() -> tuple[lw.Planar, Any]:
    """Two four-bars in a row, each with two pins on the ground."""
    m = lw.Planar("gate")
    crank = m.body("crank", estimate=(0, 0, START))
    first = m.body("first", estimate=(-0.11, -0.04, "15 deg"))
    rocker = m.body("rocker", estimate=(0.45, -0.15, "108 deg"))
    second = m.body("second", estimate=(0.37, 0.09, "-13 deg"))
    lever = m.body("lever", estimate=(0.85, -0.15, "25 deg"))
    m.revolute("O1", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("A", crank.at(0.12, 0), first.at(0, 0))
    m.revolute("B", first.at(0.5, 0), rocker.at(0.25, 0))
    m.revolute("O3", m.ground.at(0.45, -0.15), rocker.at(0, 0))
    m.revolute("C", rocker.at(0.25, 0), second.at(0, 0))
    m.revolute("D", second.at(0.42, 0), lever.at(0, 0.16))
    m.revolute("O2", m.ground.at(0.85, -0.15), lever.at(0, 0))
    m.mass("crank", mass=0.8, center=(0.06, 0), inertia=14)  # with the rotor, 5e-3 kg m^2 behind the gear
    m.mass("first", mass=0.6, center=(0.25, 0), inertia=0.0125)
    m.mass("rocker", mass=1.2, center=(0.12, 0), inertia=8e-3)
    m.mass("second", mass=0.5, center=(0.2, 0), inertia=7e-3)
    m.mass("lever", mass=2, center=(0, 0.05), inertia=0.02)
    m.set_gravity(0, -9.81)
    m.joint_spring("balance", "O2", stiffness=182, free="-64 deg")
    return m, lever


def with_motor(m: lw.Planar, resistance: float, way: Way = "state") -> lw.Planar:
    c = m.circuit("c", formulation=way)
    c.three_phase_source("G", ("a", "b", "d"), rms=220 / math.sqrt(3), frequency=MAINS)
    c.induction_motor(
        "M",
        ("a", "b", "d"),
        joint="O1",
        gear=GEAR,
        self_inductance=0.12,
        rotor_inductance=0.12,
        mutual_inductance=0.11,
        pole_pairs=PAIRS,
        resistance=1.2 * resistance,
        rotor_resistance=2.0 * resistance,
    )
    return m


def gate(functions: int = 5, resistance: float = 1.0, way: Way = "state") -> lw.Planar:
    """The barrier by Ritz functions of bending; rigid with none."""
    m, lever = linkage()
    if functions:
        section = {"type": "rectangle", "width": WIDTH, "height": HEIGHT}
        barrier = m.ritz_beam("barrier", length=LENGTH, section=section, E=E, rho=RHO, bending=functions)
        m.fixed("weld", lever.at(0, 0), barrier.at("root"), angle=FLAT)
    else:
        mass = RHO * WIDTH * HEIGHT * LENGTH
        barrier = m.body("barrier", points={"tip": (LENGTH, 0)})
        m.mass("barrier", mass=mass, center=(LENGTH / 2, 0), inertia=mass * LENGTH**2 / 12)
        m.fixed("weld", lever.at(0, 0), barrier.at(0, 0), angle=FLAT)
    return with_motor(m, resistance, way)


def stretching() -> lw.Planar:
    """The barrier by five functions of bending on a spring along its axis, with its first axial frequency."""
    m, lever = linkage()
    section = {"type": "rectangle", "width": WIDTH, "height": HEIGHT}
    shoe = m.body("shoe", estimate=(0.85, -0.15, math.pi))
    m.mass("shoe", mass=0.01, inertia=1e-4)
    barrier = m.ritz_beam("barrier", length=LENGTH, section=section, E=E, rho=RHO, bending=5)
    along = lever.line((0, 0), (math.cos(FLAT), math.sin(FLAT)))
    m.translational("slide", along, shoe.line((0, 0), (1, 0)))
    m.fixed("weld", shoe.at(0, 0), barrier.at("root"), angle=0)
    frequency = math.pi / 2 * math.sqrt(E / RHO) / LENGTH
    m.joint_spring("axial", "slide", stiffness=RHO * WIDTH * HEIGHT * LENGTH * frequency**2)
    return with_motor(m, 1.0)


def chain() -> lw.Planar:
    """The barrier as rigid pieces with springs of E I/l between them, half a piece at each end."""
    m, lever = linkage()
    piece = LENGTH / PIECES
    lengths = [piece / 2, *[piece] * (PIECES - 1), piece / 2]
    before, where = lever, 0.0
    for number, length in enumerate(lengths):
        body = m.body(f"piece{number}", estimate=(0.85 - where, -0.15, math.pi), points={"tip": (length, 0)})
        mass = RHO * WIDTH * HEIGHT * length
        m.mass(f"piece{number}", mass=mass, center=(length / 2, 0), inertia=mass * length**2 / 12)
        if number == 0:
            m.fixed("weld", lever.at(0, 0), body.at(0, 0), angle=FLAT)
        else:
            m.revolute(f"bend{number}", before.at(lengths[number - 1], 0), body.at(0, 0))
            stiffness = E * WIDTH * HEIGHT**3 / 12 / piece
            m.joint_spring(f"spring{number}", f"bend{number}", stiffness=stiffness)
        before, where = body, where + length
    return with_motor(m, 1.0)


@cache
def run_of(functions: int = 5, resistance: float = 1.0, way: Way = "state") -> Run:
    m = gate(functions, resistance, way) if functions >= 0 else chain()
    return m.simulate(until=0.8, points=161, hold={"O1.angle": START}, rtol=1e-6, atol=1e-7)


def tip(functions: int) -> np.ndarray:
    return run_of(functions)["barrier@tip.y" if functions > 0 else "barrier.tip.y"]


def off(functions: int) -> float:
    """How far the tip is, at most, from where it is with one function more than the chapter takes."""
    return float(np.abs(tip(functions) - tip(6)).max())


def cases() -> list[Case]:
    topology = gate().topology()
    states = topology.circuits["c"]["states"]
    synchronous = 2 * math.pi * MAINS / PAIRS
    return [
        Case(SOURCE, "joint coordinates of the six-bar", 5, lambda: topology.coordinates, 0),
        Case(SOURCE, "currents left of six inductors, two sums zero", 4, lambda: len(states), 0),
        Case(SOURCE, "equations: joints, bending, currents", 14, lambda: topology.coordinates + 5 + len(states), 0),
        Case(SOURCE, "synchronous speed behind the gear (rad/s)", 1.976, lambda: synchronous / GEAR, 5e-4),
        Case(
            SOURCE,
            "speed of the crank, over a period of the barrier (rad/s)",
            1.976,
            lambda: float(run_of()["O1.omega"][-60:].mean()),
            0.05,
        ),
    ]


test_cases = checks_of(cases)


def test_five_functions_of_bending_suffice() -> None:
    """Each is nearer than the one before; with five the tip of 3 m is right to a tenth of a millimetre."""
    errors = [off(number) for number in (1, 2, 3, 4, 5)]
    assert all(after < before for before, after in pairwise(errors))
    assert errors[-1] < 1e-4 < errors[1]


def test_a_chain_of_rigid_pieces_with_springs_moves_alike() -> None:
    pieces = run_of(-1)
    assert pieces[f"piece{PIECES}.tip.y"] == pytest.approx(tip(5), abs=4e-3)
    assert pieces["O1.angle"] == pytest.approx(run_of()["O1.angle"], abs=3e-4)


def test_stretching_of_the_barrier_has_no_effect() -> None:
    """The chapter: axial terms had no effect. The barrier stretches by less than a thousandth of a millimetre."""
    held = {"O1.angle": START, "slide.position": 0}
    run = stretching().simulate(until=0.8, points=161, hold=held, rtol=1e-6, atol=1e-7)
    assert 1e-8 < np.ptp(run["slide.position"]) < 1e-6
    assert run["O1.angle"] == pytest.approx(run_of()["O1.angle"], abs=1e-6)
    assert run["barrier@tip.y"] == pytest.approx(tip(5), abs=1e-5)


def test_a_rigid_barrier_moves_otherwise() -> None:
    assert np.abs(tip(0) - tip(5)).max() > 0.02


@pytest.mark.parametrize("way", ["current", "voltage"])
def test_three_formulations_of_the_circuit_move_the_gate_alike(way: Way) -> None:
    assert run_of(5, 1.0, way)["O1.angle"] == pytest.approx(run_of()["O1.angle"], abs=1e-9)
    assert run_of(5, 1.0, way)["c.M.ja.current"] == pytest.approx(run_of()["c.M.ja.current"], abs=1e-6)


def test_powers_balance_and_resistance_alone_takes_power_away() -> None:
    """Without it nothing is lost: no torque has a mean, the crank does not run up, and its swing goes on."""
    whole, bare = run_of(), run_of(5, 1e-9)
    assert np.abs(whole["c.balance"]).max() < 1e-9 * np.abs(whole["c.given_power"]).max()
    assert np.abs(bare["c.balance"]).max() < 1e-9 * np.abs(bare["c.given_power"]).max()
    assert whole["c.lost_power"].mean() > 100 and np.abs(bare["c.lost_power"]).max() < 1e-3
    assert np.abs(bare["O1.angle"] - START).max() < 0.05 < np.abs(whole["O1.angle"] - START).max()
    half = len(bare.t) // 2
    assert np.ptp(bare["O1.omega"][half:]) > 0.8 * np.ptp(bare["O1.omega"][:half])
    assert np.ptp(whole["O1.omega"][half:]) < 0.5 * np.ptp(whole["O1.omega"][:half])
