"""Gluing algorithms (Hulbert, Ma, Wang 2005): amplification of errors, the flexible four-bar; a two-mass oscillator."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

import linkwork as lw
from linkwork.exchange.coupling import Coupled, MechanismPart, Structure
from published.case import Case
from published.case import tests_of as checks_of

SOURCE = "Advances 2005, 4, gluing"
OSCILLATOR = "two-mass oscillator, m 1, 1; k 10, 100, 1000"
EXACT = (-4.5384488641217, -3.5774113388266)


@cache
def growth(measure: str, interpolation: str) -> float:
    """By what the relative velocity of two free masses is multiplied in a step."""
    c = Coupled("two free masses")
    for name, mass, speed in (("a", 1.0, 1.0), ("b", 2.0, -1.0)):
        c.add(name, Structure([[mass]], interfaces={"p": [0]}, v=[speed], method="exact"))
    c.glue("g", "a.p", "b.p", measure=measure)
    run = c.run(until=0.1, step=0.01, interpolation=interpolation, progress=False)
    apart = run["a.p.v0"] - run["b.p.v0"]
    return float(apart[-1] / apart[-2])


@cache
def oscillator(
    step: float, scheme: str, iterate: bool, interpolation: str, damping: float = 0.0, until: float = 1
) -> Any:
    c = Coupled("oscillator")
    for name, stiffness, speed in (("a", 10.0, 100.0), ("b", 1000.0, -100.0)):
        part = Structure([[1.0]], [[damping]], [[stiffness]], interfaces={"p": [0]}, v=[speed], method="exact")
        c.add(name, part)
    c.spring("s", "a.p", "b.p", stiffness=100, damping=damping)
    options: Any = {"scheme": scheme, "iterate": iterate, "interpolation": interpolation}
    return c.run(until=until, step=step, progress=False, **options)


def order(scheme: str, iterate: bool, interpolation: str) -> float:
    """The measured order of convergence at t = 1 s."""
    errors = []
    for step in (4e-3, 2e-3):
        run = oscillator(step, scheme, iterate, interpolation)
        errors.append(np.hypot(*(run[f"{p}.p.x0"][-1] - exact for p, exact in zip("ab", EXACT, strict=True))))
    return float(np.log2(errors[0] / errors[1]))


@cache
def precice() -> Any:
    """Masses of 1 on springs of 4 pi^2 and 16 pi^2 between them; the first is let go at 1 m."""
    k = 4 * np.pi**2
    c = Coupled("oscillator of preCICE")
    for name, x in (("a", 1.0), ("b", 0.0)):
        c.add(name, Structure([[1.0]], None, [[k]], interfaces={"p": [0]}, x=[x], method="exact"))
    c.spring("s", "a.p", "b.p", stiffness=4 * k)
    return c.run(until=0.25, step=1e-3, interpolation="quadratic", progress=False)


@cache
def four_bar() -> Any:
    """Bars 1 and 2 glued at C to a rigid bar 3; a parallelogram that passes two singular positions."""
    m = lw.Planar("bars 1 and 2")
    first = m.body("one", estimate=(0, 0, 0.3), mass={"mass": 10, "center": (0.5, 0), "inertia": 10 / 12})
    mass = {"mass": 20, "center": (1, 0), "inertia": 80 / 12}
    second = m.body("two", estimate=(np.cos(0.3), np.sin(0.3), 0), mass=mass, points={"C": (2, 0)})
    m.revolute("A", m.ground.at(0, 0), first.at(0, 0))
    m.revolute("B", first.at(1, 0), second.at(0, 0))
    m.force("torque", first.at(0, 0), torque="if(t < 0.1, -1000*t, -100)")
    hold, speeds = {"one.angle": 0.3, "two.angle": 0}, {"one.omega": -2, "two.omega": 0}
    left = MechanismPart(m, interfaces={"C": "two.C"}, outputs={"theta": "one.angle"}, hold=hold, speeds=speeds)
    m = lw.Planar("bar 3")
    mass = {"mass": 5, "center": (0.5, 0), "inertia": 5 / 12}
    third = m.body("three", estimate=(2, 0, 0.3), mass=mass, points={"C": (1, 0)})
    m.revolute("D", m.ground.at(2, 0), third.at(0, 0))
    right = MechanismPart(m, interfaces={"C": "three.C"}, hold={"three.angle": 0.3}, speeds={"three.omega": -2})
    c = Coupled("four-bar")
    c.add("left", left)
    c.add("right", right)
    c.glue("C", "left.C", "right.C")
    return c.run(until=1.0, step=2e-3, progress=False)


def cases() -> list[Case]:
    factors = [
        ("displacement", "constant", -1.0, 1e-9, None),
        ("displacement", "linear", -3.73, 5e-3, -2 - np.sqrt(3)),
        ("mixed", "constant", 1 / 3, 1e-9, None),
    ]
    found = [
        Case(
            SOURCE,
            f"two free masses, measure {measure}, {how} force: factor of a step",
            printed,
            lambda a=measure, b=how: growth(a, b),
            tolerance,
            exact=exact,
            exact_tolerance=1e-7,
        )
        for measure, how, printed, tolerance, exact in factors
    ]
    for t, angle in ((0.1, 0.28 / 3), (0.2, -0.44 / 3), (0.3, -1.28 / 3), (0.5, -3.32 / 3), (0.8, -7.28 / 3)):
        found.append(
            Case(
                SOURCE + ", four-bar of 4.3.2",
                f"glued: angle of bar 1 at t = {t} s (rad)",
                None,
                lambda a=t: float(four_bar()["left.theta"][round(500 * a)]),
                0.0,
                exact=angle,
                exact_tolerance=1e-4,
            )
        )
    for number, part in enumerate("ab"):
        found.append(
            Case(
                OSCILLATOR,
                f"glued by its spring, t = 1 s, x{number + 1} (m)",
                None,
                lambda p=part: float(oscillator(2e-3, "parallel", True, "quadratic")[f"{p}.p.x0"][-1]),
                0.0,
                exact=EXACT[number],
                exact_tolerance=1e-4,
            )
        )
    for channel, exact in (("a.p.x0", 0.0), ("a.p.v0", 2 * np.pi), ("b.p.v0", -4 * np.pi)):
        found.append(
            Case(
                "oscillator of the preCICE tutorials",
                f"{channel} at t = 0.25 s",
                None,
                lambda a=channel: float(precice()[a][-1]),
                0.0,
                exact=exact,
                exact_tolerance=1e-5,
            )
        )
    for iterate in (True, False):
        for number, how in enumerate(("constant", "linear", "quadratic"), 1):
            found.append(
                Case(
                    OSCILLATOR,
                    f"order of convergence, {how}, {'iterated' if iterate else 'every step once'}",
                    None,
                    lambda a=iterate, b=how: order("parallel", a, b),
                    0.0,
                    exact=number,
                    exact_tolerance=0.1,
                )
            )
    return found


test_cases = checks_of(cases)


def test_the_glued_four_bar_keeps_closed_through_its_singular_positions() -> None:
    run = four_bar()
    assert run.completed and run["C.gap"].max() < 1e-10
    assert run["C.gap_speed"].max() < 2e-7 and run["iterations"].mean() < 2.5 and run["iterations"].max() <= 5
