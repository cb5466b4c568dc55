"""The mechanisms of the books, with their design values as parameters, so that a study sets them on one mechanism.

Names of bodies, joints and points follow the book's tables. Our ground has no coordinates: where the book counts its
ground among the bodies (3 coordinates and 3 equations more), it counts 12/11 where we count 9/8.
"""

from __future__ import annotations

from linkwork.functions import Circle
from linkwork.mechanism.handles import BodyHandle
from linkwork.mechanism.planar import Planar

# ---------------------------------------------------------------------------- slider-crank (Haug 5.2)


def slider_crank() -> Planar:
    """Haug Sec. 5.2, model 1: crank 2, connecting rod `rod` with its frame in the middle, slider on the x axis."""
    m = Planar("slider-crank", "Haug Sec. 5.2, model 1")
    rod, _ = m.parameters(rod=3.5, omega="2*pi")
    crank = m.body("crank", estimate=(-0.5, 0, 0.5))
    link = m.body("rod", estimate=(3.0, 1.0, -0.4))
    slider = m.body("slider", estimate=(5.0, 0, 0))
    m.revolute("A", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("B", crank.at(2, 0), link.at(-rod / 2, 0))
    m.revolute("C", link.at(rod / 2, 0), slider.at(0, 0))
    m.translational("guide", m.ground.line((0, 0), (1, 0)), slider.line((0, 0), (1, 0)))
    m.drive("motor", joint="A", angle="pi/4 + omega*t")
    return m


def slider_crank_with_link() -> Planar:
    """Haug Sec. 5.2, model 2: two bodies held by absolute constraints, the rod a massless link."""
    m = Planar("slider-crank, model 2", "Haug Sec. 5.2, model 2")
    rod, _ = m.parameters(rod=3.5, omega="2*pi")
    crank, slider = _crank_and_slider(m)
    m.revolute_revolute("BC", crank.at(2, 0), slider.at(0, 0), length=rod)
    m.drive("motor", on=crank, angle="pi/4 + omega*t")
    return m


def _crank_and_slider(m: Planar) -> tuple[BodyHandle, BodyHandle]:
    """A crank about the origin and a slider on the x axis, without a ground body (Haug 3.2.2)."""
    crank = m.body("crank", estimate=(0, 0, 0.5))
    slider = m.body("slider", estimate=(5.0, 0, 0))
    m.absolute_x("pivot x", crank.at(0, 0), 0)
    m.absolute_y("pivot y", crank.at(0, 0), 0)
    m.absolute_y("on the axis", slider.at(0, 0), 0)
    m.absolute_angle("level", slider, 0)
    return crank, slider


def slider_crank_with_distance() -> Planar:
    """Haug Ex. 3.3.1: crank and slider held by absolute constraints, the rod a distance between their points."""
    m = Planar("slider-crank, distance", "Haug Ex. 3.3.1")
    rod, _ = m.parameters(rod=3.5, omega="2*pi")
    crank, slider = _crank_and_slider(m)
    m.relative_distance("BC", crank.at(2, 0), slider.at(0, 0), rod)
    m.drive("motor", on=crank, angle="pi/4 + omega*t")
    return m


def slider_crank_without_slider() -> Planar:
    """Haug Ex. 3.1.2: crank and rod; the rod's frame is at the wrist pin, its y axis points to the crank pin."""
    m = Planar("slider-crank, crank and rod", "Haug Ex. 3.1.2")
    arm, rod, _, _ = m.parameters(crank=2, rod=3.5, omega="2*pi", phase="pi/4")
    crank = m.body("crank", estimate=(0, 0, 0.7))
    link = m.body("slider", estimate=(arm + rod, 0, "pi/2"))
    m.absolute_x("pivot x", crank.at(0, 0), 0)
    m.absolute_y("pivot y", crank.at(0, 0), 0)
    m.revolute("B", crank.at(arm, 0), link.at(0, rod))
    m.absolute_y("on the axis", link.at(0, 0), 0)
    m.drive("motor", on=crank, angle="phase + omega*t")
    return m


def slider_crank_mid_frames() -> Planar:
    """Haug Ex. 3.3.4: every link with its frame in the middle, the slide through (2, 0) of the ground."""
    m = Planar("slider-crank, frames in the middle", "Haug Ex. 3.3.4")
    arm, rod, _ = m.parameters(crank=2, rod=3.5, omega="2*pi")
    crank = m.body("crank", estimate=(0.7, 0.7, 0.7))
    link = m.body("rod", estimate=(3.0, 0.7, -0.4))
    slider = m.body("slider", estimate=(5.0, 0, 0))
    m.revolute("A", m.ground.at(0, 0), crank.at(-arm / 2, 0))
    m.revolute("B", crank.at(arm / 2, 0), link.at(-rod / 2, 0))
    m.revolute("C", link.at(rod / 2, 0), slider.at(0, 0))
    m.translational("guide", m.ground.line((2, 0), (3, 0)), slider.line((0, 0), (1, 0)))
    m.drive("motor", joint="A", angle="pi/4 + omega*t")
    return m


def slider_crank_with_slot() -> Planar:
    """Haug Ex. 3.3.5: crank and rod; the slider is a massless block at the rod's end (revolute-translational)."""
    m = Planar("slider-crank, massless slider", "Haug Ex. 3.3.5")
    rod, _ = m.parameters(rod=3.5, omega="2*pi")
    crank = m.body("crank", estimate=(0, 0, 0.7))
    link = m.body("rod", estimate=(3.0, 0.7, -0.4), points={"C": (rod / 2, 0)})
    m.revolute("A", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("B", crank.at(2, 0), link.at(-rod / 2, 0))
    m.revolute_translational("C", m.ground.line((0, 0), (1, 0)), link.at("C"))
    m.drive("motor", joint="A", angle="pi/4 + omega*t")
    return m


# ---------------------------------------------------------------------------- four-bar (Haug 5.3, 3.3.2, 3.3.3)


def four_bar() -> Planar:
    """Haug Sec. 5.3, model 1: crank 2, coupler 4, follower `follower` pivoted at (4, 2 - follower), mid-link frames."""
    m = Planar("four-bar", "Haug Sec. 5.3, model 1")
    l = m.parameters(follower=3)  # noqa: E741
    crank = m.body("crank", estimate=(0.5, 0.5, 1.3))
    coupler = m.body("coupler", estimate=(2.1, 1.9, 0.1))
    follower = m.body("follower", estimate=(4.2, 0.0, 1.4))
    m.revolute("A", m.ground.at(0, 0), crank.at(-1, 0))
    m.revolute("B", crank.at(1, 0), coupler.at(-2, 0))
    m.revolute("C", coupler.at(2, 0), follower.at(l / 2, 0))
    m.revolute("D", follower.at(-l / 2, 0), m.ground.at(4, 2 - l))
    m.drive("motor", joint="A", angle="pi/2 + 2*pi*t")
    return m


def four_bar_with_link() -> Planar:
    """Haug Sec. 5.3, model 2: frames of crank at B and coupler at C, the follower a massless link."""
    m = Planar("four-bar, model 2", "Haug Sec. 5.3, model 2")
    l = m.parameters(follower=3)  # noqa: E741
    crank = m.body("crank", estimate=(0.5, 1.8, 1.3))
    coupler = m.body("coupler", estimate=(4.1, 1.9, 0.1), points={"middle": (-2, 0)})
    m.revolute("A", m.ground.at(0, 0), crank.at(-2, 0))
    m.revolute("B", crank.at(0, 0), coupler.at(-4, 0))
    m.revolute_revolute("CD", coupler.at(0, 0), m.ground.at(4, 2 - l), length=l)
    m.drive("motor", joint="A", angle="pi/2 + 2*pi*t")
    return m
