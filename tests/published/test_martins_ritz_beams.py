"""Martins, Botto and Sa da Costa, chapter 10 of Advances in Computational Multibody Systems (2005): flexible arms.

A steel blade on a hub: frequencies at rest and at constant speed, and chains of rigid body, beam, rigid body.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from published.case import Case
from published.case import tests_of as checks_of

SOURCE = "Martins et al. 2005, section 5"
BLADE = {"length": 0.5, "section": {"type": "rectangle", "width": 0.02, "height": 0.001}, "E": 209e9, "rho": 7850}
RISES = (4.7, 1.9, 0.8)
RITZ = (4.730, 1.947, 0.759)
"""Rises in % of a Ritz model of ten polynomials with the printed stiffness at a constant speed."""


def blade(order: int) -> lw.Planar:
    m = lw.Planar("blade")
    m.parameters(spin=0)
    arm = m.ritz_beam("arm", bending=6, order=order, rigid_root=0.075, stations=0, **BLADE)
    m.revolute("O", m.ground.at(0, 0), arm.interface("root"))
    m.drive("motor", joint="O", angle="spin*t")
    return m


@cache
def frequencies(order: int, spin: float) -> list[float]:
    """In rad/s, of the equations of motion linearised about the turning blade."""
    m = blade(order)
    m.set(spin=spin)
    run = m.simulate(until=1e-4, points=2)
    return sorted(mode.frequency for mode in m.linearise((run, 0.0)).modes)


def rise(order: int, mode: int) -> float:
    """By 10 rad/s, in percent."""
    return 100.0 * (frequencies(order, 10.0)[mode] / frequencies(order, 0.0)[mode] - 1.0)


def rise_without_softening(mode: int) -> float:
    """By 10 rad/s, in percent, of order 1 when the term -W^2 M of the turning axes is left out of its stiffness."""
    return 100.0 * (np.hypot(frequencies(1, 10.0)[mode], 10.0) / frequencies(1, 0.0)[mode] - 1.0)


def chain(count: int, floats: bool) -> lw.Spatial:
    """Rigid body, beam, rigid body, again and again, with pins about z and y in turn; the last one carries a load."""
    m = lw.Spatial("chain")
    before: Any = None
    section = {"type": "rectangle", "width": 0.02, "height": 0.01}
    for number in range(count):
        at = (0.6 * number, 0, 0)
        beam = m.ritz_beam(
            f"beam{number + 1}",
            length=0.5,
            section=section,
            E=7e10,
            rho=2700,
            bending=2,
            torsion=1,
            stations=0,
            rigid_root=0.05,
            rigid_tip=0.05,
            estimate=at,
        )
        hub = m.body(f"hub{number + 1}", estimate=at, mass={"mass": 0.5, "inertia": (1e-3, 2e-3, 2e-3)})
        m.fixed(f"weld{number + 1}", hub, beam.interface("root"))
        axis = (0, 0, 1) if number % 2 else (0, 1, 0)
        if number or not floats:
            carrier = before.interface("tip") if number else m.ground
            m.revolute(f"pin{number + 1}", carrier.frame(axis=axis), hub.frame(axis=axis))
        before = beam
    m.body("load", estimate=(0.6 * count, 0, 0), mass={"mass": 0.3, "inertia": (1e-3, 1e-3, 1e-3)})
    m.fixed("grip", before.interface("tip"), "load")
    return m


def apart(count: int, other: str) -> float:
    """Difference of accelerations by the articulated recursion and by another form, of the largest of them."""
    m = chain(count, floats=False)
    m.set_gravity(0, 0, -9.81)
    speeds = {f"pin{number + 1}.omega": 0.5 + 0.1 * number for number in range(count)}
    speeds |= {f"beam{number + 1}.q{mode}_rate": 0.3 * mode for number in range(count) for mode in (1, 3, 5)}
    found = []
    for formulation in ("joint", other):
        run = m.simulate(until=1e-6, points=2, formulation=formulation, speeds=speeds)
        names = [f"beam{number + 1}" for number in range(count)]
        tips = [run[f"{name}@tip.a{axis}"][0] for name in names for axis in "xyz"]
        found.append(np.array(tips + [run[f"{name}.q{mode}_acceleration"][0] for name in names for mode in (1, 3, 5)]))
    return float(np.abs(found[0] - found[1]).max() / np.abs(found[0]).max())


def drift() -> float:
    """Change of the energy of a chain that flies freely, of the whole."""
    m = chain(2, floats=True)
    m.initially(beam1_q1=0.05, beam2_q2=0.02)
    speeds = {"hub1.wy": 3.0, "hub1.wz": 2.0, "hub1.wx": 1.0, "pin2.omega": -4.0}
    run = m.simulate(until=0.1, points=6, speeds=speeds, rtol=1e-10, atol=1e-11)
    energy = run["energy.total"]
    return float(np.abs(energy - energy[0]).max() / energy[0])


@cache
def ringing(strain: float) -> Any:
    """The bent blade let go, its hub held by dry friction of 0.09 N m and a loop of angle, speed and strain."""
    m = lw.Planar("control")
    m.parameters(Ks=strain, Kp=2, Kv=0.05)
    hub = m.body("hub", estimate=(0, 0, 0), mass={"mass": 1, "inertia": 1e-3})
    bent = {"start": (0.06, -0.06), "places": {"gauge": 0.02}, "estimate": (0, 0, 0)}
    arm = m.ritz_beam("arm", bending=2, rigid_root=0.075, stations=0, **bent, **BLADE)
    m.revolute("O", m.ground.at(0, 0), hub.at(0, 0))
    m.fixed("W", hub, arm.interface("root"), at=(0, 0))
    m.friction("F", "O", 0.3, radius=0.01, preload=30)
    m.force("u", hub.at(0, 0), torque="-Kp*hub.angle - Kv*hub.omega - Ks*('arm@gauge'.angle - hub.angle)/0.01")
    return m.simulate(until=1.2, points=241)


def test_the_tip_rings_behind_a_stuck_hub_and_strain_feedback_calms_it() -> None:
    """Below the friction torque the loop sees a hub at rest; with the strain the hub moves, and the tip decays."""
    stuck, fed = ringing(0.0), ringing(-2.0)
    assert np.abs(stuck["hub.angle"]).max() < 1e-9
    assert stuck["energy.total"] == pytest.approx(stuck["energy.total"][0], rel=1e-5)
    assert np.abs(fed["hub.angle"]).max() > 0.005
    assert fed["energy.total"][-1] < 0.25 * fed["energy.total"][0]


def cases() -> list[Case]:
    found = []
    for mode, printed in enumerate((20.95, 131.28, 367.6)):
        name = f"frequency {mode + 1} of the blade at rest (rad/s)"
        found.append(Case(SOURCE, name, printed, lambda n=mode: frequencies(2, 0.0)[n], 1e-3, relative=True))
    for mode, (printed, exact) in enumerate(zip(RISES, RITZ, strict=True)):
        name = f"rise of frequency {mode + 1} at 10 rad/s, order 2, full equations linearised (%)"
        found.append(Case(SOURCE, name, printed, lambda n=mode: rise(2, n), 0.06, exact=exact, exact_tolerance=2e-3))
    name = "rise of frequency 1 at 10 rad/s, order 1: it falls (%)"
    found.append(Case(SOURCE, name, None, lambda: rise(1, 0), 0.0, exact=-12.13, exact_tolerance=5e-3))
    for mode in range(3):
        name = f"rise of frequency {mode + 1} at 10 rad/s, simplified: order 1 without the softening term (%)"
        found.append(Case(SOURCE, name, 0.0, lambda n=mode: rise_without_softening(n), 0.05, exact=0.0))
    for count in (2, 10):
        for form, other in (("sparse", "projection"), ("composite", "joint-partitioning")):
            name = (
                f"chain of {count}: accelerations of the articulated recursion and of the {form} form apart, relative"
            )
            source = "Martins et al. 2005, section 4.3"
            found.append(Case(source, name, None, lambda n=count, o=other: apart(n, o), 0.0, exact=0.0))
    name = "free chain of 2: energy drifts by, relative"
    found.append(Case("Martins et al. 2005, section 4", name, None, drift, 0.0, exact=0.0, exact_tolerance=1e-9))
    return found


test_case = checks_of(cases)
