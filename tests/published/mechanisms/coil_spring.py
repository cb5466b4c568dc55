"""The coil spring of Haug Sec. 8.4: six bodies on a line with springs between them, struck by a heavy one."""

from __future__ import annotations

from linkwork.mechanism.handles import BodyHandle
from linkwork.mechanism.planar import Planar

CELL = 0.2
BODIES = 6


def coil_spring(mass: float = 2.5, stiffness: float = 200.0) -> Planar:
    """Bodies "1" to "6" on slides, 0.2 m apart at rest, the first spring to the wall at x = 0."""
    m = Planar("coil spring", "Haug Sec. 8.4.1")
    m.parameters(k=stiffness)
    before = m.ground.at(0, 0)
    for number in range(1, BODIES + 1):
        body = m.body(f"mass {number}", estimate=(CELL * number, 0, 0))
        m.mass(body, mass=mass, inertia=1)
        m.translational(f"slide {number}", m.ground.line((0, 0), (1, 0)), body.line((0, 0), (1, 0)))
        m.spring(f"spring {number}", before, body.at(0, 0), stiffness="k", free_length=CELL)
        before = body.at(0, 0)
    return m


def struck_spring(stiffness: float, contact: float = 1e4, damping: float = 0.0) -> Planar:
    """The spring struck by 100 kg at 0.1 m/s; the contact pushes only (Sec. 8.4.2)."""
    m = coil_spring(2.5, stiffness)
    m.parameters(contact=contact, damping=damping)
    striker = m.body("striker", estimate=(CELL * BODIES, 0, 0))
    m.mass(striker, mass=100, inertia=1)
    m.translational("slide 8", m.ground.line((0, 0), (1, 0)), striker.line((0, 0), (1, 0)))
    face = BodyHandle(m, f"mass {BODIES}").line((0, 0), (1, 0))
    law = {"stiffness": "contact", "damping": "damping", "only": "compression"}
    m.slide_spring("touch", face, striker.at(0, 0), **law)
    return m


def start_places() -> dict[str, float]:
    """Every body where its springs are without force."""
    return {f"mass {number}.x": CELL * number for number in range(1, BODIES + 1)}
