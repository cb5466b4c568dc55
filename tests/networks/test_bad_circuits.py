"""Circuits that make no sense are refused in words that name the part and say what to do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from linkwork.base.errors import MechanismError
from networks.circuit_cases import wheel


def loop_of_sources(c: Any) -> None:
    c.voltage_source("E1", "a", "ground", 5)
    c.voltage_source("E2", "a", "ground", 6)


def cut_set(c: Any) -> None:
    c.current_source("I1", "ground", "a", 1)
    c.current_source("I2", "a", "ground", 2)


def floating(c: Any) -> None:
    c.resistor("R1", "a", "ground", 1)
    c.voltage_source("E", "a", "ground", 1)
    c.resistor("R2", "a", "b", 1)


def without_ground(c: Any) -> None:
    c.voltage_source("E", "a", "b", 1)
    c.resistor("R", "a", "b", 1)


def wrong_port(c: Any) -> None:
    c.voltage_source("E", "a", "ground", 1)
    c.resistor("R", "a", "ground", 1)
    c.volume("V", "a", 1e-3)


def negative_capacity(c: Any) -> None:
    c.capacitor("C", "a", "ground", -1e-3)
    c.resistor("R", "a", "ground", 1)


def zero_resistance(c: Any) -> None:
    c.voltage_source("E", "a", "ground", 1)
    c.resistor("R", "a", "ground", 0)


def changing_source_on_a_capacitor(c: Any) -> None:
    c.voltage_source("E", "a", "ground", "sin(t)")
    c.capacitor("C", "a", "ground", 1e-3)


def start_that_contradicts(c: Any) -> None:
    c.voltage_source("E", "a", "ground", 5)
    c.capacitor("C", "a", "ground", 1e-3, start=2)


def no_such_joint(c: Any) -> None:
    c.dc_motor("M", "a", "ground", joint="P", constant=1, resistance=1)
    c.voltage_source("E", "a", "ground", 5)


def both_ends(c: Any) -> None:
    c.resistor("R", "a", "a", 1)


def shorted_transformer(c: Any) -> None:
    c.voltage_source("E1", "a", "ground", 5)
    c.voltage_source("E2", "b", "ground", 5)
    c.transformer("T", ("a", "ground"), ("b", "ground"), 2)


@pytest.mark.parametrize(
    ("build", "words"),
    [
        (loop_of_sources, "part 'c.E2': its voltage follows already from 'c.E1': a loop of ideal sources; put a res"),
        (cut_set, "part 'c.I2': its current follows already from 'c.I1': nothing but sources of current meets there"),
        (floating, "circuit 'c': node 'b' is at the end of 'c.R2' alone; join it to another part or to 'ground'"),
        (without_ground, "circuit 'c': no part joins 'a', 'b' to 'ground'; connect one of them to it"),
        (wrong_port, "part 'c.V': its port is hydraulic, but node 'a' is electrical ('c.E' is there)"),
        (negative_capacity, "part 'c.C': capacitance must be greater than zero; it is -0.001"),
        (zero_resistance, "part 'c.R': resistance must be greater than zero; it is 0; join the two nodes instead"),
        (changing_source_on_a_capacitor, "part 'c.C': its voltage follows at every moment from 'c.E', and 'c.E' is no"),
        (start_that_contradicts, "and cannot have a value at the start of its own; leave `start` out, or put a small"),
        (no_such_joint, "part 'c.M': joint 'P' is not defined; joints are: O"),
        (both_ends, "part 'c.R': both ends are at node 'a'; name two nodes"),
        (shorted_transformer, "part 'c.E2': its voltage follows already from 'c.E1', 'c.T': a loop of ideal sources"),
    ],
)
def test_a_bad_circuit_is_refused_by_name(build: Callable[[Any], None], words: str) -> None:
    m = wheel()
    build(m.circuit("c"))
    with pytest.raises(MechanismError) as error:
        m.simulate(until=0.1, points=2)
    assert words in str(error.value)
    assert str(error.value).startswith(("part 'c.", "circuit 'c'"))
    assert len(str(error.value)) < 320
    with pytest.raises(MechanismError):
        m.validate()


def test_names_are_taken_once() -> None:
    m = wheel()
    c = m.circuit("c")
    c.resistor("R", "a", "ground", 1)
    with pytest.raises(MechanismError, match=r"part 'c\.R': the name is already taken"):
        c.resistor("R", "a", "ground", 1)
    with pytest.raises(MechanismError, match="circuit 'wheel': the name is already taken"):
        m.circuit("wheel")
    with pytest.raises(MechanismError, match=r"circuit .c.: part .x\.y.: a name begins with a letter"):
        c.resistor("x.y", "a", "ground", 1)


def test_units_are_held_against_the_fields() -> None:
    m = wheel()
    c = m.circuit("c")
    c.voltage_source("E", "a", "ground", "24 V")
    c.resistor("R", "a", "ground", "2 V/A")
    m.validate()
    c.capacitor("C", "a", "ground", "5 kg")
    with pytest.raises(MechanismError, match=r"part 'c\.C': capacitance: '5 kg' is a mass"):
        m.validate()
