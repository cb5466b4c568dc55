"""The gear-slider of Haug Sec. 5.5 and the internal gear of Haug 3.4.6."""

from __future__ import annotations

from linkwork.mechanism.handles import BodyHandle, Pair
from linkwork.mechanism.planar import Planar

EXACT = ((0, "pi"), ("atan2(4, 3)", "pi + atan2(4, 3)"))
PRINTED = ((0.0, 3.1416), (0.9273, 4.0689))


def gear_slider(reference: tuple[Pair | None, Pair | None] = EXACT, theta: str = "theta") -> Planar:
    """Haug Sec. 5.5: gears 0.2, 0.1 and 0.4, the idler held by distances, the stroke set by the link's angle `theta`.

    `reference` gives the reference angles of the two gear pairs: exact, as the book prints them, or None as drawn.
    """
    m = Planar("gear-slider", "Haug Sec. 5.5")
    gear2, idler, gear4 = _gears_and_slider(m, theta)
    m.relative_distance("centres 23", gear2.at(0, 0), idler.at(0, 0), 0.3)
    m.relative_distance("centres 34", idler.at(0, 0), gear4.at(0, 0), 0.5)
    _meshes(m, (gear2, idler, gear4), reference)
    return m


def gear_slider_with_arms() -> Planar:
    """The same with the idler carried by two arms that are bodies, in place of the distances."""
    m = Planar("gear-slider, arms", "Haug Sec. 5.5 with bodies in place of the distances")
    gears = _gears_and_slider(m, "theta")
    arm23 = m.body("arm 23", estimate=(0, 0, 0))
    arm34 = m.body("arm 34", estimate=(0.3, 0, 0.9))
    m.revolute("P", gears[0].at(0, 0), arm23.at(0, 0))
    m.revolute("Q", arm23.at(0.3, 0), gears[1].at(0, 0))
    m.revolute("R", gears[1].at(0, 0), arm34.at(0, 0))
    m.revolute("S", arm34.at(0.5, 0), gears[2].at(0, 0))
    _meshes(m, gears, EXACT)
    return m


def _gears_and_slider(m: Planar, theta: str) -> tuple[BodyHandle, BodyHandle, BodyHandle]:
    """Gears 2 to 4, stroke-control link and slider with the estimates of Table 5.5.5; both drivers."""
    m.parameters(theta=0)
    gear2 = m.body("gear2", estimate=(0, 0, 0))
    idler = m.body("idler", estimate=(0.3, 0, 0))
    gear4 = m.body("gear4", estimate=(0.6, 0.4, 0))
    link = m.body("link", estimate=(0.6, -0.4, 0))
    slider = m.body("slider", estimate=(1.4928, 0.2, 0))
    m.revolute("A", m.ground.at(0, 0), gear2.at(0, 0))
    m.revolute("B", gear4.at(0, 0), link.at(0, 0.8))
    m.revolute("C", link.at(0, 0), m.ground.at(0.6, -0.4))
    m.relative_distance("coupler", gear4.at(0.2, 0.2), slider.at(0, 0), 0.8)
    m.translational("guide", slider.line((0, 0), (1, 0)), m.ground.line((0, 0.2), (1, 0.2)))
    m.drive("motor", on=gear2, angle="4*pi*t")
    m.drive("control", on=link, angle=theta)
    return gear2, idler, gear4


def _meshes(m: Planar, gears: tuple[BodyHandle, ...], reference: tuple[Pair | None, Pair | None]) -> None:
    gear2, idler, gear4 = gears
    m.gear("mesh 23", gear2.at(0, 0), idler.at(0, 0), radii=(0.2, 0.1), reference=reference[0])
    m.gear("mesh 34", idler.at(0, 0), gear4.at(0, 0), radii=(0.1, 0.4), reference=reference[1])


def planet_in_ring(ring: str = "0", arm: str = "2*pi*t", reference: Pair = (0, 0)) -> Planar:
    """A planet of radius 0.8 on an arm inside a ring of radius 2, ring and arm driven (Haug 3.4.6)."""
    m = Planar("planet in a ring", "Haug Eq. 3.4.6 at radii 2 and 0.8")
    gear = m.body("ring", estimate=(0, 0, 0))
    carrier = m.body("arm", estimate=(0, 0, 0))
    planet = m.body("planet", estimate=(1.2, 0, 0), points={"rim": (0.8, 0)})
    m.revolute("O", m.ground.at(0, 0), gear.at(0, 0))
    m.revolute("A", m.ground.at(0, 0), carrier.at(0, 0))
    m.revolute("B", carrier.at(1.2, 0), planet.at(0, 0))
    m.gear("mesh", gear.at(0, 0), planet.at(0, 0), radii=(2, 0.8), internal=True, reference=reference)
    m.drive("ring drive", joint="O", angle=ring)
    m.drive("arm drive", joint="A", angle=arm)
    return m
