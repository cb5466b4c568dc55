"""Trees and loops whose joints are chains of motions: slots, links, held angles, held coordinates."""

from __future__ import annotations

from typing import Any

import linkwork as lw

Built = tuple[lw.Planar, float, dict[str, Any]]


def heavy(m: lw.Planar) -> lw.Planar:
    """Every body with a mass beside its frame, and gravity aslant."""
    for number, body in enumerate(m.bodies_by_name):
        if body != "ground":
            m.mass(body, mass=1 + 0.5 * number, center=(0.1 * number, -0.05), inertia=0.2 + 0.1 * number)
    m.set_gravity(0.4, -9.81)
    return m


def slotted_tree() -> Built:
    """A pin in a slot of the ground, then a link with two pins, then a slot named the other way."""
    m = lw.Planar("slotted tree")
    one = m.body("one", estimate=(0.3, 0.1, 0.4))
    two = m.body("two", estimate=(1.0, 0.9, 0.3))
    three = m.body("three", estimate=(1.5, 1.0, -0.4))
    m.revolute_translational("slot", m.ground.line((0, 0), (2, 1)), one.at(-0.2, 0.1), offset=0.15)
    m.revolute_revolute("link", one.at(0.5, 0), two.at(0.1, -0.2), length=0.6)
    m.pin_in_slot("groove", three.line((0.1, 0), (1.1, 0.4)), two.at(0.4, 0.1))
    m.slide_spring("back", m.ground.line((0, 0), (2, 1)), one.at(0, 0), stiffness=40, damping=1)
    return heavy(m), 0.5, {"speeds": {"one.omega": 1.5, "two.omega": -1.0, "three.omega": 0.7}}


def turned_tree() -> Built:
    """The same kinds of joints with the carried body named first, a held angle and a held coordinate."""
    m = lw.Planar("turned tree")
    one = m.body("one", estimate=(0.3, 0.1, 0.4))
    two = m.body("two", estimate=(1.0, 0.9, 0.7))
    three = m.body("three", estimate=(1.5, 1.0, -0.4))
    four = m.body("four", estimate=(2.0, 0.2, 0.1))
    m.pin_in_slot("slot", one.line((0, 0.1), (1, 0.3)), m.ground.at(0.2, 0.3))
    m.double_translational("held", two, one, angle=-0.3)
    m.relative_distance("link", three.at(0.1, 0), two.at(0.3, 0.2), 0.5)
    m.absolute_x("wall", four.at(0.1, 0.2), 2.0)
    m.spring("pull", one.at(0, 0), two.at(0, 0), stiffness=30, free_length=0.8, damping=1)
    m.spring("tie", three.at(0, 0), four.at(0, 0), stiffness=30, free_length=0.8, damping=1)
    return heavy(m), 0.5, {"speeds": {"one.omega": 0.5, "three.omega": -1.0, "four.omega": 0.7}}


def kept_slot() -> Built:
    """A loop in which the slot and the link are kept in the tree and a pin is cut."""
    m = lw.Planar("kept slot")
    crank = m.body("crank", estimate=(0, 0, 0.8))
    arm = m.body("arm", estimate=(0.4, 0.5, 0.2))
    bob = m.body("bob", estimate=(1.0, 0.2, -0.5))
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("A", crank.at(0.5, 0), arm.at(0, 0))
    m.pin_in_slot("slot", m.ground.line((0, 0.2), (1, 0.3)), arm.at(0.8, 0))
    m.revolute_revolute("link", arm.at(0.4, 0.1), bob.at(0, 0), length=0.7)
    m.absolute_angle("level", bob, -0.5)
    m.tree(keep=["slot", "link"])
    return heavy(m), 0.3, {"speeds": {"crank.omega": 1.0}}


def light_tree() -> Built:
    """Bodies without mass inside a tree: on a pin, on a slide, and welded."""
    m = lw.Planar("light tree")
    names = ("arm", "elbow", "sleeve", "plate", "bob")
    places = ((0, 0, 0.3), (0.9, 0.3, 0.5), (1.4, 0.6, 0.5), (1.6, 0.7, 0.9), (1.8, 0.5, -0.6))
    arm, elbow, sleeve, plate, bob = (m.body(name, estimate=at) for name, at in zip(names, places, strict=True))
    m.revolute("O", m.ground.at(0, 0), arm.at(0, 0))
    m.revolute("A", arm.at(1, 0), elbow.at(0, 0))
    m.translational("S", elbow.line((0, 0.1), (1, 0.1)), sleeve.line((0, 0), (1, 0)))
    m.fixed("W", sleeve.at(0.2, 0), plate.at(0, 0), angle=0.4)
    m.revolute("B", plate.at(0.3, 0), bob.at(-0.3, 0))
    m.mass(arm, mass=2, center=(0.5, 0), inertia=0.3)
    m.mass(bob, mass=1, center=(0.1, 0.1), inertia=0.2)
    m.joint_spring("spring", "S", stiffness=50, damping=1)
    m.set_gravity(0, -9.81)
    return m, 0.4, {"speeds": {"arm.omega": 1.0, "bob.omega": -1.0}}


CARRIED = (slotted_tree, turned_tree, kept_slot, light_tree)
