"""Mechanisms with rods that joint coordinates do without, in every place that a rod can have."""

from __future__ import annotations

from typing import Any

import linkwork as lw

Built = tuple[lw.Planar, float, dict[str, Any]]


def skewed_rod() -> Built:
    """A slider-crank whose rod has its frame off the pins and its mass centre off the line between them."""
    m = lw.Planar("skewed rod")
    crank, rod = m.body("crank", estimate=(0, 0, 0.7)), m.body("rod", estimate=(0.4, 0.1, 0.2))
    slider = m.body("slider", estimate=(0.7, 0, 0))
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("A", rod.at(-0.2, 0.1), crank.at(0.2, 0))
    m.revolute("B", slider.at(0, 0), rod.at(0.35, -0.05))
    m.translational("guide", m.ground.line((0, 0), (1, 0)), slider.line((0, 0), (1, 0)))
    m.mass(crank, mass=1, center=(0.1, 0.02), inertia=0.02)
    m.mass(rod, mass=2, center=(0.05, 0.15), inertia=0.03)
    m.mass(slider, mass=0.5, inertia=0.01)
    m.set_gravity(0.5, -9.81)
    return m, 0.8, {"speeds": {"crank.omega": 6.0}}


def watched_rod() -> Built:
    """Forces that depend on how a removed rod stands and moves: its angle, its spin, the speed of its frame."""
    m, end, options = skewed_rod()
    m.sensor("place", "rod.angle")
    m.signal("pull", "3*sin(rod.angle) - 0.2*rod.omega + 0.1*rod.vy + 0.05*place")
    m.force("push", "slider", x="pull")
    return m, end, options


def two_branches() -> Built:
    """Two arms of two links on one turning base, and a rod between their ends."""
    m = lw.Planar("two branches")
    base = m.body("base", estimate=(0, 0, 0.2))
    inner, outer = m.body("inner", estimate=(0.3, 0.1, 1.0)), m.body("outer", estimate=(0.5, 0.5, 0.8))
    left, tip = m.body("left", estimate=(-0.3, 0, 1.8)), m.body("tip", estimate=(-0.4, 0.5, 1.3))
    rod = m.body("rod", estimate=(0, 0.9, 0.1))
    m.revolute("j5", m.ground.at(0, 0), base.at(0, 0))
    m.revolute("j2", base.at(0.3, 0), inner.at(0, 0))
    m.revolute("j1", inner.at(0.5, 0), outer.at(0, 0))
    m.revolute("j4", base.at(-0.3, 0), left.at(0, 0))
    m.translational("j3", left.line((0, 0.1), (1, 0.1)), tip.line((0, 0), (1, 0)))
    m.revolute("P", outer.at(0.4, 0.1), rod.at(0.4, 0))
    m.revolute("Q", rod.at(-0.5, 0.1), tip.at(0.3, 0))
    for number, body in enumerate((base, inner, outer, left, tip, rod)):
        m.mass(body, mass=1 + 0.3 * number, center=(0.1, 0.05 * number), inertia=0.05 + 0.02 * number)
    m.torsion_spring("hold", m.ground, base, stiffness=40, damping=1)
    m.joint_spring("stay", "j3", stiffness=150, free=0.5, damping=2)
    m.set_gravity(0, -9.81)
    m.tree(remove="rod")
    return m, 0.3, {}


def floating_cart() -> Built:
    """A cart in the air with two swinging arms and a rod between them."""
    m = lw.Planar("floating cart")
    cart = m.body("cart", estimate=(0, 1, 0.1))
    front, rear = m.body("front", estimate=(0.5, 1, -1.2)), m.body("rear", estimate=(-0.5, 0.9, -1.4))
    tie = m.body("tie", estimate=(-0.4, 0.6, 0.1))
    m.revolute("F", cart.at(0.5, 0), front.at(0, 0))
    m.revolute("R", cart.at(-0.5, 0), rear.at(0, 0))
    m.revolute("T1", rear.at(0.4, 0), tie.at(0, 0))
    m.revolute("T2", tie.at(1.1, 0.1), front.at(0.4, 0))
    for number, body in enumerate((cart, front, rear, tie)):
        m.mass(body, mass=2 - 0.2 * number, center=(0.1, 0.04 * number), inertia=0.1)
    m.spring("up", m.ground.at(0, 2), cart.at(0, 0), stiffness=60, free_length=0.5, damping=1)
    m.tree(remove="tie")
    m.set_gravity(0, -9.81)
    return m, 0.5, {"speeds": {"cart.omega": 0.5}}


def turning_coupler() -> Built:
    """A drag link: crank, coupler and rocker all turn around, the coupler among them."""
    m = lw.Planar("drag link")
    crank, coupler = m.body("crank", estimate=(0, 0, 0.3)), m.body("coupler", estimate=(0.5, 0.2, 0.9))
    rocker = m.body("rocker", estimate=(0.1, 0, 1.2))
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("A", crank.at(0.5, 0), coupler.at(0, 0))
    m.revolute("B", coupler.at(0.45, 0), rocker.at(0.55, 0))
    m.revolute("C", m.ground.at(0.1, 0), rocker.at(0, 0))
    for body in (crank, coupler, rocker):
        m.mass(body, mass=1, center=(0.2, 0.1), inertia=0.05)
    return m, 3.0, {"speeds": {"crank.omega": 8.0}}


RODDED = (skewed_rod, watched_rod, two_branches, floating_cart, turning_coupler)
