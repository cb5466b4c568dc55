"""The slider-crank of Haug Sec. 5.2 in all the models of the book: crank 2, connecting rod `rod`, speed `omega`."""

from __future__ import annotations

from linkwork.mechanism.handles import BodyHandle
from linkwork.mechanism.planar import Planar


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
    link = m.body("rod", estimate=(arm + rod, 0, "pi/2"))
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
