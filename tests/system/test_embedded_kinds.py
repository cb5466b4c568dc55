"""Every kind of joint and driver that can be placed in space, each in a small mechanism that moves as in the plane."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from placed import compared, heavy, in_plane, placed, position_error

from linkwork.elements.planar.catalogue import BeltDrive
from linkwork.functions import Circle, Parametric
from linkwork.mechanism.planar import Planar


def _held_by_coordinates() -> Planar:
    """Bodies on absolute x, y and angle, on coordinates against the ground, and welded as drawn."""
    m = Planar("held")
    one = m.body("one", estimate=(0.3, 0.1, 0.4))
    two = m.body("two", estimate=(0.6, -0.2, 0.9))
    three = m.body("three", estimate=(0.7, 0.3, 7.5))
    m.absolute_x("x", one.at(0.1, 0.2), 0.35)
    m.drive("y", on=one.at(0.1, 0.2), y="0.3 + 0.1*sin(t)")
    m.drive("turn", on=one, angle="0.4 + 8*t")
    m.relative_x("away", two.at(0, 0.1), m.ground.at(0.2, 0), -0.4)
    m.drive("off", between=(m.ground.at(0, 0.1), two.at(0, 0.1)), y="-0.3 + t^2")
    m.relative_angle("together", one, two, 0.2)
    m.fixed("weld", two.drawn(0.65, 0.1), three.drawn(0.65, 0.1))
    return m


def _sliding() -> Planar:
    """A slide drawn in the plane, a slot with an offset, a link, a strut, a cross slide."""
    m = Planar("sliding")
    block = m.body("block", estimate=(0.4, 0.2, 0.3))
    m.translational("rail", m.ground, block, at=(0.4, 0.2), along=(np.cos(1.1), np.sin(1.1)))
    m.drive("push", joint="rail", position="0.1*sin(2*t)")
    rider = m.body("rider", estimate=(0.1, 0.4, 0.0))
    m.revolute_translational("slot", rider.line((0, 0), (1, 1)), block.at(0.05, 0), offset=-0.05)
    m.revolute("pivot", m.ground.at(0.1, 0.4), rider.at(0, 0))
    table = m.body("table", estimate=(0.5, 0.9, 0.3))
    m.double_translational("cross", block, table)
    m.absolute_distance("arm", table.at(0.1, 0), (0.5, 0.2), 0.8)
    m.drive("strut", between=(rider.at(0.2, 0), table.at(0, 0)), strut="0.6 + 0.05*t")
    return m


def _turning() -> Planar:
    """A motor with mounting angles, a rod of two pins, a distance."""
    m = Planar("turning")
    m.parameters(r=0.2)
    crank = m.body("crank", estimate=(0, 0, 0.1), points={"pin": ("r", 0)})
    rocker = m.body("rocker", estimate=(0.7, 0, 1.4))
    m.revolute("O", crank.at(0, 0), m.ground.at(0, 0))
    m.revolute("C", m.ground.at(0.7, 0), rocker.at(0, 0))
    m.revolute_revolute("rod", crank.at("pin"), rocker.at(0.4, 0), length=0.65)
    m.drive("motor", joint="O", angle="-0.6 - 2*pi*t", mounting=(0.3, -0.2))
    bob = m.body("bob", estimate=(0.9, 0.4, 0.0))
    m.drive("tilt", between=(rocker, bob), angle="0.3*t")
    m.relative_distance("thread", rocker.at(0.4, 0), bob.at(0, 0), 0.3)
    m.drive("lift", on=bob.at(0, 0), y="0.45 + 0.05*t")
    return m


def _belts(crossed: bool) -> Callable[[], Planar]:
    def made() -> Planar:
        m = Planar("crossed belt" if crossed else "open belt")
        arm = m.body("arm", estimate=(0, 0, 0.2))
        one = m.body("one", estimate=(0, 0, 0.5))
        two = m.body("two", estimate=(0.5 * np.cos(0.2), 0.5 * np.sin(0.2), 5.0))
        m.revolute("O", m.ground.at(0, 0), arm.at(0, 0))
        m.revolute("A", one.at(0, 0), arm.at(0, 0))
        m.revolute("B", arm.at(0.5, 0), two.at(0, 0))
        m.joint("belt", BeltDrive, between=(one.at(0, 0), two.at(0, 0)), radii=(0.1, 0.2), crossed=crossed)
        m.drive("swing", joint="O", angle="0.2 + t")
        m.drive("motor", on=one, angle="0.5 + 9*t")
        return m

    return made


def _gears_with_marks() -> Planar:
    """External gears on a turning arm, the marks given; the drawing is rough."""
    m = Planar("planetary")
    arm = m.body("arm", estimate=(0, 0, 0.31))
    sun = m.body("sun", estimate=(0, 0, 0.9))
    planet = m.body("planet", estimate=(0.29, 0.1, -2.0))
    m.revolute("O", m.ground.at(0, 0), arm.at(0, 0))
    m.revolute("S", m.ground.at(0, 0), sun.at(0, 0))
    m.revolute("P", arm.at(0.3, 0), planet.at(0, 0))
    m.revolute("Q", arm.at(0, 0), sun.at(0, 0))
    m.gear("mesh", sun.at(0, 0), planet.at(0, 0), radii=(0.2, 0.1), reference=(0.3, -0.4))
    m.drive("motor", joint="O", angle="0.3 + 5*t")
    m.drive("hold", on=sun, angle="0.9 - t")
    return m


def _rack_on_the_right() -> Planar:
    """A pinion on a carriage rolls along a rack of the ground, right of its line; the mark is given."""
    m = Planar("carriage")
    carriage = m.body("carriage", estimate=(0.1, -0.2, 0))
    pinion = m.body("pinion", estimate=(0.1, -0.2, 9.0))
    m.translational("guide", m.ground.line((0, -0.2), (1, -0.2)), carriage.line((0, 0), (1, 0)))
    m.revolute("hub", carriage.at(0, 0), pinion.at(0, 0))
    m.rack_pinion("teeth", m.ground.line((0, 0), (1, 0)), pinion.at(0, 0), radius=0.2, side="right", reference=0.4)
    m.drive("motor", joint="guide", position="0.1 + 0.8*t")
    return m


def _pins_on_curves() -> Planar:
    """A pin on a circle of a turning disc and one on a curve of the ground."""
    m = Planar("pins")
    ring = Circle.model_validate({"radius": 0.2, "center": (0.05, 0)})
    wave = Parametric.model_validate({"x": "alpha", "y": "0.6 + 0.1*sin(3*alpha)", "from": -2, "to": 2})
    disc = m.body("disc", estimate=(0, 0, 0), outlines={"ring": ring})
    m.ground.outline("wave", wave)
    rod = m.body("rod", estimate=(0.25, 0, 1.4))
    m.revolute("O", m.ground.at(0, 0), disc.at(0, 0))
    m.point_follower("low", rod.at(0, 0), "disc.ring", contact=0.1)
    m.point_follower("high", rod.at(0.7, 0), "ground.wave", contact=0.3)
    m.absolute_x("x", rod.at(0, 0), 0.2)
    m.drive("motor", joint="O", angle="t")
    return m


def _two_planes_with_a_slide() -> Planar:
    """A pin of a lever in one plane slides along a line of a carriage in another."""
    m = Planar("two planes with a slide")
    m.plane("wall", origin=(0, 0, 0.2), x=(0, 0, 1), y=(0, 1, 0))
    lever = m.body("lever", estimate=(0.0, 0.3, 0.5))
    car = m.body("car", estimate=(0.1, 0.7, 0), plane="wall")
    m.revolute("O", m.ground.at(0, 0.3), lever.at(0, 0))
    m.absolute_angle("level", car, 0)
    m.absolute_x("beside", car.at(0, 0), 0.1)
    m.coupling_slide("pin", lever.line((0, 0.2), (1, 0.2)), car.at(-0.3, 0))
    m.drive("motor", joint="O", angle="0.4*sin(t)")
    return m


KINDS: dict[str, Callable[[], Planar]] = {
    "coordinates": _held_by_coordinates,
    "slides": _sliding,
    "hinges": _turning,
    "open belt": _belts(False),
    "crossed belt": _belts(True),
    "gears": _gears_with_marks,
    "rack": _rack_on_the_right,
    "curves": _pins_on_curves,
    "planes": _two_planes_with_a_slide,
}


@pytest.mark.parametrize("kind", KINDS)
def test_it_moves_and_presses_as_in_the_plane(kind: str) -> None:
    m = heavy(KINDS[kind]())
    space = placed(m)
    flat, run = m.inverse_dynamics(until=1, points=11), space.inverse_dynamics(until=1, points=11)
    assert position_error(m, flat, run) < 1e-9
    assert flat.loads is not None
    names = compared(m)
    scale = max(float(np.max(np.abs(flat.loads.reaction(name)))) for name in names)
    for name in names:
        assert np.max(np.abs(in_plane(m, run, name) - np.real(flat.loads.reaction(name)))) < 1e-8 * scale, name
