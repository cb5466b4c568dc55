"""Contacts of circles and straight edges, and the joints that do the same."""

from __future__ import annotations

from linkwork.functions import Circle, Straight
from linkwork.mechanism.handles import BodyHandle
from linkwork.mechanism.planar import Planar

DISC, ROLLER, ECCENTRICITY = 0.08, 0.03, 0.03


def _cam_and_arm(name: str) -> tuple[Planar, BodyHandle, BodyHandle]:
    """A driven cam about the origin and an arm about (0.2, 0.14) that hangs over it."""
    m = Planar(name)
    cam = m.body("cam", estimate=(0, 0, 0))
    arm = m.body("arm", estimate=(0.2, 0.14, "pi + 0.1"), points={"roller": (0.2, 0)})
    m.revolute("O", m.ground.at(0, 0), cam.at(0, 0))
    m.revolute("H", m.ground.at(0.2, 0.14), arm.at(0, 0))
    m.drive("motor", joint="O", angle="2*pi*t")
    return m, cam, arm


def disc_on_roller() -> Planar:
    """An eccentric disc under the roller of an arm: two outlines that touch (Haug 3.4.15)."""
    m, cam, arm = _cam_and_arm("disc and roller")
    disc = cam.outline("disc", Circle.model_validate({"radius": DISC, "center": (ECCENTRICITY, 0)}))
    rim = arm.outline("rim", Circle.model_validate({"radius": ROLLER, "center": (0.2, 0)}))
    m.cam_follower("contact", disc, rim, contact=("pi/2", "pi/2"))
    return m


def disc_under_knife_edge() -> Planar:
    """The arm's centre of the roller on a circle as large as disc and roller together (Haug 3.4.31)."""
    m, cam, arm = _cam_and_arm("disc and knife edge")
    disc = cam.outline("pitch", Circle.model_validate({"radius": DISC + ROLLER, "center": (ECCENTRICITY, 0)}))
    m.point_follower("contact", arm.at("roller"), disc, contact="pi/2")
    return m


def disc_as_link() -> Planar:
    """The contact as a massless link between the centres (Haug 3.3.15)."""
    m, cam, arm = _cam_and_arm("disc as a link")
    m.revolute_revolute("contact", cam.at(ECCENTRICITY, 0), arm.at("roller"), length=DISC + ROLLER)
    return m


def _lever_and_slide(name: str) -> tuple[Planar, BodyHandle, BodyHandle]:
    """A driven crank and a slide bar that turns about (-0.5, 0)."""
    m = Planar(name)
    crank = m.body("crank", estimate=(0, 0, 0.3))
    bar = m.body("bar", estimate=(-0.5, 0, 0.1))
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("H", m.ground.at(-0.5, 0), bar.at(0, 0))
    m.drive("motor", joint="O", angle="0.3 + 2*pi*t")
    return m, crank, bar


def pin_on_edge() -> Planar:
    """The crank pin on a straight outline of the bar, 0.05 left of its pivot (Haug 3.4.31)."""
    m, crank, bar = _lever_and_slide("pin on an edge")
    edge = bar.outline("edge", Straight.model_validate({"through": (0, 0.05), "along": (1, 0)}))
    m.point_follower("contact", crank.at(0.2, 0), edge, contact=0.7)
    return m


def pin_at_offset() -> Planar:
    """The same by a revolute-translational joint with an offset (Haug 3.3.18)."""
    m, crank, bar = _lever_and_slide("pin at an offset")
    m.revolute_translational("contact", bar.line((0, 0), (1, 0)), crank.at(0.2, 0), offset=0.05)
    return m


def pin_in_slot() -> Planar:
    """The same by a pin in a straight slot."""
    m, crank, bar = _lever_and_slide("pin in a slot")
    m.pin_in_slot("contact", bar.line((0, 0.05), (1, 0.05)), crank.at(0.2, 0))
    return m
