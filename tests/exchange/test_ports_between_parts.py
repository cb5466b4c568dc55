"""Circuits in two parts, glued at a node: what goes through is found, and they are what they are in one model."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.exchange.coupling import Coupled, CouplingError, MechanismPart

SOURCE = "5*sin(40*t)"


def supply(c: Any) -> None:
    c.voltage_source("E", "plus", "ground", SOURCE)
    c.resistor("R1", "plus", "mid", 2.0)
    c.capacitor("C1", "mid", "ground", 2e-3)


def load(c: Any, node: str = "mid") -> None:
    c.inductor("L", node, "out", 0.02)
    c.resistor("R2", "out", "ground", 3.0)
    c.capacitor("C2", node, "ground", 1e-3)


def pumped(c: Any) -> None:
    c.pump("Q", "ground", "line", "2e-4*(1 + sin(30*t))")
    c.volume("V1", "line", 1e-3, bulk_modulus=1e9)


def filled(c: Any) -> None:
    c.volume("V2", "line", 2e-3, bulk_modulus=1e9)
    c.leakage("leak", "line", "ground", 1e-10)


def warm(c: Any) -> None:
    c.heat_source("H", "wall", "50*(1 + cos(3*t))")
    c.heat_capacity("A", "wall", 20.0)


def cold(c: Any) -> None:
    c.heat_capacity("B", "wall", 30.0)
    c.temperature_source("air", "room", 290)
    c.conductance("G", "wall", "room", 4.0)


def shaft(c: Any) -> None:
    c.inertia("J1", "axle", 0.2)
    c.torque_source("T", "axle", "2*cos(8*t)")


def brake(c: Any) -> None:
    c.inertia("J2", "axle", 0.3)
    c.shaft_damper("D", "axle", "ground", 0.4)


KINDS: dict[str, tuple[Callable[..., None], Callable[..., None], str, str, float]] = {
    "electrical": (supply, load, "mid", "voltage", 0.1),
    "hydraulic": (pumped, filled, "line", "pressure", 0.1),
    "thermal": (warm, cold, "wall", "temperature", 1.0),
    "rotational": (shaft, brake, "axle", "omega", 0.5),
}


def circuit(*makers: Callable[..., None]) -> lw.Planar:
    m = lw.Planar("circuit")
    c = m.circuit("c")
    for make in makers:
        make(c)
    return m


def part(maker: Callable[..., None], node: str) -> MechanismPart:
    return MechanismPart(circuit(maker), ports={"P": f"c.{node}"})


@pytest.mark.parametrize("kind", KINDS)
def test_a_circuit_in_two_parts_is_that_in_one(kind: str) -> None:
    one, two, node, across, until = KINDS[kind]
    run = circuit(one, two).simulate(until=until, points=2, rtol=1e-11, atol=1e-12, progress=False)
    wanted, errors = run[f"c.{node}.{across}"][-1], []
    for steps in (20, 80):
        c = Coupled("two halves")
        c.add("one", part(one, node))
        c.add("two", part(two, node))
        c.glue("P", "one.P", "two.P")
        glued = c.run(until=until, step=until / steps, progress=False)
        assert glued.completed and not glued.notes, glued.notes
        assert glued[f"one.P.{across}"] == pytest.approx(
            glued[f"two.P.{across}"], rel=1e-8, abs=1e-8
        )  # h times this is closed
        errors.append(abs(glued[f"one.P.{across}"][-1] / wanted - 1.0))
    assert errors[1] < 1e-6 and (errors[1] < 1e-9 or errors[0] / errors[1] > 4.0**2.5), errors  # order 2.5 or more


def test_ports_of_different_domains_do_not_fit() -> None:
    c = Coupled("a current of oil")
    c.add("one", part(supply, "mid"))
    c.add("two", part(filled, "line"))
    with pytest.raises(CouplingError, match="connection 'P': units V s do not fit Pa s"):
        c.glue("P", "one.P", "two.P")


@pytest.mark.parametrize(
    ("port", "words"),
    [
        ("d.mid", "there is no circuit 'd'"),
        ("c.middle", "circuit 'c' has no node 'middle'; did you mean 'mid'"),
    ],
)
def test_a_port_that_is_not_there_is_named(port: str, words: str) -> None:
    with pytest.raises(CouplingError, match=words):
        MechanismPart(circuit(supply), ports={"P": port})


def test_a_motor_beside_its_supply() -> None:
    """The motor turns a wheel in one part, the supply lies in the other: speeds as in one model."""

    def mechanism(with_supply: bool) -> lw.Planar:
        m = lw.Planar("motor")
        wheel = m.body("wheel")
        m.mass(wheel, mass=1.0, inertia=0.02)
        m.revolute("O", m.ground, wheel)
        c = m.circuit("c")
        if with_supply:
            supply(c)
        c.resistor("snubber", "mid", "ground", 100.0)
        c.dc_motor("M", "mid", "ground", joint="O", constant=0.1, resistance=1.5, inductance=0.05)
        return m

    run = mechanism(True).simulate(until=0.1, points=2, rtol=1e-11, atol=1e-12, progress=False)
    errors = []
    for step in (0.001, 0.0005):
        c = Coupled("motor and supply")
        c.add("supply", part(supply, "mid"))
        c.add("motor", MechanismPart(mechanism(False), ports={"P": "c.mid"}, outputs={"speed": "wheel.omega"}))
        c.glue("P", "supply.P", "motor.P")
        glued = c.run(until=0.1, step=step, progress=False)
        assert np.abs(glued["P.gap_speed"]).max() < 1e-7
        errors.append(abs(glued["motor.speed"][-1] / run["wheel.omega"][-1] - 1.0))
    assert errors[1] < 1e-6 and errors[0] / errors[1] > 7.0, errors


def test_ports_that_differ_at_the_start_are_refused() -> None:
    def charged(start: float) -> MechanismPart:
        m = lw.Planar("charged")
        c = m.circuit("c")
        c.capacitor("C", "a", "ground", 1e-3, start=start)
        c.resistor("R", "a", "ground", 100.0)
        return MechanismPart(m, ports={"P": "c.a"})

    c = Coupled("two capacitors")
    c.add("one", charged(10.0))
    c.add("two", charged(5.0))
    c.glue("P", "one.P", "two.P")
    with pytest.raises(CouplingError, match="connection 'P': its ports differ by 5 at the start"):
        c.run(until=0.01, step=1e-3, progress=False)
