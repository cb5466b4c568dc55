"""The four-bars of Haug Sec. 5.3 and Ex. 3.3.2, 3.3.3, in all the models of the book."""

from __future__ import annotations

from linkwork.mechanism.handles import BodyHandle
from linkwork.mechanism.planar import Planar


def four_bar() -> Planar:
    """Haug Sec. 5.3, model 1: crank 2, coupler 4, follower `follower` pivoted at (4, 2 - follower), mid-link frames."""
    m = Planar("four-bar", "Haug Sec. 5.3, model 1")
    length = m.parameters(follower=3)
    crank = m.body("crank", estimate=(0.5, 0.5, 1.3))
    coupler = m.body("coupler", estimate=(2.1, 1.9, 0.1))
    follower = m.body("follower", estimate=(4.2, 0.0, 1.4))
    m.revolute("A", m.ground.at(0, 0), crank.at(-1, 0))
    m.revolute("B", crank.at(1, 0), coupler.at(-2, 0))
    m.revolute("C", coupler.at(2, 0), follower.at(length / 2, 0))
    m.revolute("D", follower.at(-length / 2, 0), m.ground.at(4, 2 - length))
    m.drive("motor", joint="A", angle="pi/2 + 2*pi*t")
    return m


def four_bar_with_link() -> Planar:
    """Haug Sec. 5.3, model 2: frames of crank at B and coupler at C, the follower a massless link."""
    m = Planar("four-bar, model 2", "Haug Sec. 5.3, model 2")
    length = m.parameters(follower=3)
    crank = m.body("crank", estimate=(0.5, 1.8, 1.3))
    coupler = m.body("coupler", estimate=(4.1, 1.9, 0.1), points={"middle": (-2, 0)})
    m.revolute("A", m.ground.at(0, 0), crank.at(-2, 0))
    m.revolute("B", crank.at(0, 0), coupler.at(-4, 0))
    m.revolute_revolute("CD", coupler.at(0, 0), m.ground.at(4, 2 - length), length=length)
    m.drive("motor", joint="A", angle="pi/2 + 2*pi*t")
    return m


# The four-bar 4, 6, 6, 4 of Ex. 3.3.2 and 3.3.3: links with their frames in the middle, pivots at (0, 0) and (4, 0).
# Each takes the angles to drive, as in `four_bar_on_ground(crank="pi/3 + t")`; models 3 and 4 have no follower,
# model 4 has no crank.

_CRANK, _COUPLER, _FOLLOWER = (1.0, 1.7, 1.05), (4.9, 4.0, 0.2), (6.0, 2.3, 0.86)


def four_bar_absolute(**motion: str) -> Planar:
    """Haug Ex. 3.3.2, model 1: three bodies, the pivots by absolute constraints."""
    m = Planar("four-bar, absolute pivots", "Haug Ex. 3.3.2, model 1")
    crank, coupler, follower = _three_bodies(m)
    for pivot, point, x in (("A", crank.at(-2, 0), 0), ("D", follower.at(-3, 0), 4)):
        m.absolute_x(f"{pivot} x", point, x)
        m.absolute_y(f"{pivot} y", point, 0)
    m.revolute("B", crank.at(2, 0), coupler.at(-3, 0))
    m.revolute("C", coupler.at(3, 0), follower.at(3, 0))
    return _driven(m, motion)


def four_bar_with_coupler_distance(**motion: str) -> Planar:
    """Haug Ex. 3.3.2, model 2: crank and follower, the coupler a distance."""
    m = Planar("four-bar, coupler as a distance", "Haug Ex. 3.3.2, model 2")
    crank = m.body("crank", estimate=_CRANK, points={"B": (2, 0)})
    follower = m.body("follower", estimate=_FOLLOWER, points={"C": (3, 0)})
    m.revolute("A", m.ground.at(0, 0), crank.at(-2, 0))
    m.revolute("D", m.ground.at(4, 0), follower.at(-3, 0))
    m.relative_distance("BC", crank.at("B"), follower.at("C"), 6)
    return _driven(m, motion)


def four_bar_with_follower_distance(**motion: str) -> Planar:
    """Haug Ex. 3.3.2, model 3: crank and coupler, the follower a distance from its pivot."""
    m = Planar("four-bar, follower as a distance", "Haug Ex. 3.3.2, model 3")
    crank = m.body("crank", estimate=_CRANK, points={"B": (2, 0)})
    coupler = m.body("coupler", estimate=_COUPLER, points={"B": (-3, 0), "C": (3, 0)})
    m.revolute("A", m.ground.at(0, 0), crank.at(-2, 0))
    m.revolute("B", crank.at("B"), coupler.at("B"))
    m.absolute_distance("CD", coupler.at("C"), (4, 0), 6)
    return _driven(m, motion)


def four_bar_coupler_only(**motion: str) -> Planar:
    """Haug Ex. 3.3.2, model 4: the coupler alone, both cranks are distances from their pivots."""
    m = Planar("four-bar, coupler only", "Haug Ex. 3.3.2, model 4")
    coupler = m.body("coupler", estimate=_COUPLER, points={"B": (-3, 0), "C": (3, 0)})
    m.absolute_distance("AB", coupler.at("B"), (0, 0), 4)
    m.absolute_distance("CD", coupler.at("C"), (4, 0), 6)
    return _driven(m, motion)


def four_bar_on_ground(**motion: str) -> Planar:
    """Haug Ex. 3.3.3: four revolute joints, two of them on the ground."""
    m = Planar("four-bar, ground as a body", "Haug Ex. 3.3.3")
    crank, coupler, follower = _three_bodies(m)
    m.revolute("A", m.ground.at(0, 0), crank.at(-2, 0))
    m.revolute("B", crank.at(2, 0), coupler.at(-3, 0))
    m.revolute("C", coupler.at(3, 0), follower.at(3, 0))
    m.revolute("D", m.ground.at(4, 0), follower.at(-3, 0))
    return _driven(m, motion)


def _three_bodies(m: Planar) -> tuple[BodyHandle, BodyHandle, BodyHandle]:
    crank = m.body("crank", estimate=_CRANK, points={"B": (2, 0)})
    coupler = m.body("coupler", estimate=_COUPLER, points={"B": (-3, 0), "C": (3, 0)})
    follower = m.body("follower", estimate=_FOLLOWER, points={"C": (3, 0)})
    return crank, coupler, follower


def _driven(m: Planar, motion: dict[str, str]) -> Planar:
    """Drive the angle of each body that is named, as a function of t."""
    for body, angle in motion.items():
        m.drive(f"{body} drive", on=body, angle=angle)
    return m
