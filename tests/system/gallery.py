"""Mechanisms of every kind that is drawn, each with a run made by the loop itself."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from loop import move, slider_crank

from linkwork.functions import Circle, Polar, Straight
from linkwork.mechanism.planar import Planar
from linkwork.run.run import Run
from linkwork.system.tables.compile import compile_system

KINDS = (
    "quick_return",
    "quick_return_with_slot",
    "gear_pair",
    "planet",
    "valve_lifter",
    "flat_follower",
    "roller_follower",
    "excavator",
    "planes",
    "inclined_pin",
)
"""Driven mechanisms with joints of every kind."""


def run_of(m: Planar, until: float = 1.0, points: int = 61) -> Run:
    """A run made by the loop alone; the estimates must be close."""
    times = np.linspace(0.0, until, points)
    moved = move(compile_system(m), times)
    assert moved.state[0] == 1, f"{m.name} does not run"
    return Run(moved.system, times, moved.q, moved.v, moved.a, moved.sigma, np.zeros((points, 0)), "")


def four_bar() -> Planar:
    """Crank-rocker with a coupler point."""
    m = Planar("four-bar")
    crank = m.body("crank", estimate=(0, 0, 0.5))
    coupler = m.body("coupler", estimate=(0.09, 0.05, 0.6), points={"P": (0.14, 0.12)})
    rocker = m.body("rocker", estimate=(0.3, 0, 1.6))
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("A", crank.at(0.1, 0), coupler.at(0, 0))
    m.revolute("B", coupler.at(0.28, 0), rocker.at(0.22, 0))
    m.revolute("C", rocker.at(0, 0), m.ground.at(0.3, 0))
    m.drive("motor", joint="O", angle="0.5 + 2*pi*t")
    return m


def quick_return() -> Planar:
    """Haug Sec. 5.4, model 1."""
    m = Planar("quick-return shaper")
    rocker = m.body("rocker", estimate=(0.919, 1.777, 1.0934))
    crank = m.body("crank", estimate=(0, 2, 0.44))
    block = m.body("block", estimate=(1.36, 2.63, 1.0934))
    link = m.body("link", estimate=(0.914, 3.777, -0.2368))
    tool = m.body("tool", estimate=(-0.0088, 4, 0))
    m.revolute("A", m.ground.at(0, 0), rocker.at(-2, 0))
    m.revolute("B", m.ground.at(0, 2), crank.at(0, 0))
    m.revolute("C", crank.at(1.5, 0), block.at(0, 0))
    m.revolute("D", rocker.at(2, 0), link.at(0.95, 0))
    m.revolute("E", link.at(-0.95, 0), tool.at(0, 0))
    m.translational("F", m.ground.line((-3, 4), (-2, 4)), tool.line((0, 0), (1, 0)))
    m.translational("slide", rocker.line((0, 0), (1, 0)), block.line((0, 0), (1, 0)))
    m.drive("motor", joint="B", angle="0.44 + 2*pi*t")
    return m


def quick_return_with_slot() -> Planar:
    """Haug Sec. 5.4, model 2: the block is a pin in a slot, the link a rod."""
    m = Planar("quick-return, model 2")
    rocker = m.body("rocker", estimate=(0.919, 1.777, 1.0934))
    crank = m.body("crank", estimate=(0, 2, 0.44))
    tool = m.body("tool", estimate=(-0.0088, 4, 0))
    m.revolute("A", m.ground.at(0, 0), rocker.at(-2, 0))
    m.revolute("B", m.ground.at(0, 2), crank.at(0, 0))
    m.translational("F", m.ground.line((-3, 4), (-2, 4)), tool.line((0, 0), (1, 0)))
    m.revolute_revolute("DE", tool.at(0, 0), rocker.at(2, 0), length=1.9)
    m.revolute_translational("C", rocker.line((0, 0), (1, 0)), crank.at(1.5, 0))
    m.drive("motor", joint="B", angle="0.44 + 2*pi*t")
    return m


def gear_pair() -> Planar:
    """Two gears on ground and a rack under the first."""
    m = Planar("gears and rack")
    one = m.body("one", estimate=(0, 0, 0))
    two = m.body("two", estimate=(0.3, 0, 0))
    rack = m.body("rack", estimate=(0, -0.12, 0))
    m.revolute("A", m.ground.at(0, 0), one.at(0, 0))
    m.revolute("B", m.ground.at(0.2, 0), two.at(0, 0))
    m.estimate(two, 0.2, 0, 0)
    m.gear("mesh", one.at(0, 0), two.at(0, 0), radii=(0.12, 0.08))
    m.rack_pinion("rolling", rack.line((0, 0), (1, 0)), one.at(0, 0), radius=0.12)
    m.absolute_angle("level", rack, 0)
    m.drive("motor", joint="A", angle="2*t")
    return m


def planet() -> Planar:
    """A planet on an arm inside a fixed ring."""
    m = Planar("planet in a ring")
    arm = m.body("arm", estimate=(0, 0, 0.3))
    planet = m.body("planet", estimate=(1.2 * np.cos(0.3), 1.2 * np.sin(0.3), 0), points={"P": (0.5, 0)})
    m.revolute("A", m.ground.at(0, 0), arm.at(0, 0))
    m.revolute("B", arm.at(1.2, 0), planet.at(0, 0))
    m.gear("mesh", m.ground.at(0, 0), planet.at(0, 0), radii=(2, 0.8), internal=True)
    m.drive("motor", joint="A", angle="0.3 + 4*pi*t")
    return m


def valve_lifter() -> Planar:
    """Haug Sec. 5.6: cam, flat-faced push rod, rocker with two slots, valve."""
    m = Planar("valve lifter")
    cam = m.body("cam", estimate=(0, -0.25, 0), outlines={"disc": Circle.model_validate({"radius": 1.25})})
    rod = m.body("push rod", estimate=(0, 16, "pi/2"))
    rocker = m.body("rocker", estimate=(6, 31, 0))
    valve = m.body("valve", estimate=(12, 23.5, "-pi/2"))
    m.revolute("B", m.ground.at(0, 0), cam.at(0, 0.25))
    m.revolute("C", m.ground.at(6, 31), rocker.at(0, 0))
    m.cam_flat("contact", "cam.disc", rod.line((-15, 0), (-15, 1)), contact="pi/2")
    m.translational("D", m.ground.line((0, 16), (0, 17)), rod.line((0, 0), (1, 0)))
    m.translational("E", m.ground.line((12, 23.5), (12, 22.5)), valve.line((0, 0), (1, 0)))
    m.revolute_translational("F", rocker.line((-6, 0), (-5, 0)), rod.at(15, 0))
    m.revolute_translational("G", rocker.line((6, 0), (7, 0)), valve.at(-7.5, 0))
    m.drive("motor", joint="B", angle="2*pi*t")
    return m


def flat_follower() -> Planar:
    """An eccentric disc under a flat-faced follower."""
    m = Planar("cam and flat follower")
    disc = Circle.model_validate({"radius": 0.08, "center": (0.03, 0)})
    cam = m.body("cam", estimate=(0, 0, 0), outlines={"disc": disc})
    follower = m.body("follower", estimate=(0, 0.08, 0))
    m.revolute("O", m.ground.at(0, 0), cam.at(0, 0))
    m.translational("guide", m.ground.line((0, 0.2), (0, 1)), follower.line((0, 0.14), (0, 1)))
    m.cam_flat("contact", "cam.disc", follower.line((0, 0), (1, 0)), contact="pi/2")
    m.drive("motor", joint="O", angle="2*pi*t")
    return m


def roller_follower() -> Planar:
    """A cam of two lobes against the roller of a swinging arm."""
    m = Planar("cam and roller arm")
    lobes = Polar.model_validate({"radius": "0.1 + 0.015*cos(2*alpha)"})
    cam = m.body("cam", estimate=(0, 0, 0), outlines={"lobes": lobes})
    rim = Circle.model_validate({"radius": 0.03, "center": (0.2, 0)})
    arm = m.body("arm", estimate=(0.2, 0.14, "pi"), outlines={"roller": rim})
    m.revolute("O", m.ground.at(0, 0), cam.at(0, 0))
    m.revolute("H", m.ground.at(0.2, 0.14), arm.at(0, 0))
    m.cam_follower("contact", "cam.lobes", "arm.roller", contact=("pi/2", "pi/2"))
    m.drive("motor", joint="O", angle="2*pi*t")
    return m


def excavator() -> Planar:
    """Haug Ex. 3.5.3: a boom and an arm, each lifted by a strut."""
    m = Planar("excavator")
    boom = m.body("boom", estimate=(0, 0, 0.679))
    arm = m.body("arm", estimate=(2.6957, 2.1757, 0.4812), points={"bucket": (1.6, 0)})
    m.revolute("O", m.ground.at(0, 0), boom.at(0, 0))
    m.revolute("E", boom.at("2*sqrt(3)", 0), arm.at(0, 0))
    m.drive("lift", between=(m.ground.at(0.5, -0.5), boom.at("sqrt(3)", 0)), strut="1.8 + t/5")
    m.drive("crowd", between=(boom.at("sqrt(3)", 1), arm.at(0, 0.5)), strut="1.9 + t/10")
    return m


def planes() -> Planar:
    """A crank and rod in one plane move a slider in another, 60 degrees to it."""
    m = Planar("two planes")
    m.plane("steep", x=(1, 0, 0), y=(0, 0.5, 0.75**0.5))
    crank = m.body("crank", estimate=(0, 0, 0))
    rod = m.body("rod", estimate=(0.4, 0, 0))
    slider = m.body("slider", estimate=(1.4, 0, 0), plane="steep")
    lever = m.body("lever", estimate=(1.4, -1.0, 1.23), plane="steep")
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("A", crank.at(0.4, 0), rod.at(0, 0))
    m.coupling("B", rod.at(1, 0), slider.at(0, 0))
    m.revolute("D", m.ground.at(1.4, -1.0), lever.at(0, 0))
    m.pin_in_slot("E", slider.line((0.4, 0), (0.4, 1)), lever.at(1.2, 0))
    m.absolute_angle("level", slider, 0)
    m.drive("motor", joint="O", angle="2*pi*t")
    return m


def inclined_pin() -> Planar:
    """A pin of a driven slider in a straight line of ground, and a pendulum whose frame is at mid-rod."""
    m = Planar("pin on a line")
    m.body(
        "ramp",
        estimate=(0, 0, 0),
        outlines={"edge": Straight.model_validate({"through": (0, 0), "along": (2, 1)})},
    )
    m.fixed("held", m.ground.at(0, 0), "ramp", angle=0)
    slider = m.body("slider", estimate=(0, 0, 0))
    m.point_follower("on ramp", slider.at(0, 0), "ramp.edge")
    m.absolute_angle("level", slider, 0)
    m.drive("push", on=slider.at(0, 0), x="0.5*sin(2*pi*t)")
    pendulum = m.body("pendulum", estimate=(0, -0.4, "-pi/2"))
    m.revolute("hook", slider.at(0, 0), pendulum.at(-0.4, 0))
    m.drive("swing", on=pendulum, angle="-pi/2 + 0.3*sin(2*pi*t)")
    return m


GALLERY: list[Callable[[], Planar]] = [
    slider_crank,
    four_bar,
    quick_return,
    quick_return_with_slot,
    gear_pair,
    planet,
    valve_lifter,
    flat_follower,
    roller_follower,
    excavator,
    planes,
    inclined_pin,
]
