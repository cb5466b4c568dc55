"""McPhee, chapter 6 of Ambrosio's Advances (2005), sections 2.1 and 3.2.1: the equations of a condenser microphone.

A source, a resistor, an inductor and a capacitor in series; one plate of it is a mass on a spring and a damper under
gravity. The chapter derives (21), (22) and (25) by hand and by linear graphs; here they come from the list of parts.
"""

from __future__ import annotations

from functools import partial

import sympy as sp

import linkwork as lw
from published.case import Case
from published.case import tests_of as checks_of

SOURCE = "McPhee 6, section 3.2.1 (microphone)"
VALUES = {"m5": 0.02, "k6": 200, "d7": 0.05, "R1": 30, "L3": 0.2, "area": 1e-7, "gap": 0.02, "g": 9.81}


def microphone() -> lw.Planar:
    m = lw.Planar("microphone")
    m.parameters(**VALUES)
    m.carriage("plate", at=(0, 0), along=(0, 1), mass="m5")
    m.joint_spring("holds", "plate_rail", stiffness="k6", damping="d7")
    m.set_gravity(0, "-g")
    m.input_signal("E4", unit="V")
    c = m.circuit("mic")
    c.voltage_source("E", "a", "ground", "E4")
    c.resistor("R", "a", "b", "R1")
    c.inductor("L", "b", "d", "L3")
    c.moving_plate("C", "d", "ground", joint="plate_rail", area="area", gap="gap")
    return m


def left_over() -> tuple[sp.Expr, sp.Expr, sp.Expr]:
    """What is left of (21), (22) and (25) with the rates that the program derives."""
    p = microphone().program(coordinates="joints", parameters=list(VALUES))
    voltage, current = sp.Symbol("mic.C.voltage"), sp.Symbol("mic.L.current")
    place, speed, source = sp.Symbol("plate_rail.position"), sp.Symbol("plate_rail.position_rate"), sp.Symbol("E4")
    of = {name: sp.Symbol(name) for name in VALUES}
    rates = dict(zip(p.recorded.states, p.symbolic("state_rates"), strict=True))
    acceleration = p.symbolic("accelerations")[0]
    capacity = of["area"] / (of["gap"] + place)
    slope = sp.diff(capacity, place)
    equation_21 = source - of["R1"] * current - of["L3"] * rates["mic.L.current"] - voltage
    equation_22 = slope * speed * voltage + capacity * rates["mic.C.voltage"] - current
    equation_25 = of["m5"] * (acceleration + of["g"]) + of["d7"] * speed + of["k6"] * place - slope * voltage**2 / 2
    return sp.simplify(equation_21), sp.simplify(equation_22), sp.simplify(equation_25)


def cases() -> list[Case]:
    left = left_over()
    return [
        Case(SOURCE, f"left over of eq. {number}, simplified", 0, partial(float, one), 0)
        for number, one in zip((21, 22, 25), left, strict=True)
    ]


test_cases = checks_of(cases)
