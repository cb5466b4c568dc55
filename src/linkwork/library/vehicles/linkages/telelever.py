"""The Telelever: a fork without springs whose foot a wishbone holds; a strut on the wishbone carries the load."""

from __future__ import annotations

import math
from dataclasses import dataclass

from linkwork.base.errors import MechanismError
from linkwork.expression.given import public, publicly_made
from linkwork.library.checks import require_not_negative, require_positive
from linkwork.library.vehicles.bicycle import Rigid
from linkwork.mechanism.spatial.handles import SpatialBodyHandle
from linkwork.mechanism.spatial.spatial import Spatial


@public
@publicly_made
@dataclass(frozen=True)
class Telelever:
    """Sharp, Evangelou and Limebeer 2005, section 4.1, as its loop: points (x, z) in m, as drawn.

    The ball joint of the head is at `head` of the motorcycle; `fork.position` is positive in compression.
    """

    body: Rigid
    """What slides, the wheel's part included."""
    at: tuple[float, float]
    """A point of the line along which it slides (P4)."""
    tilt: float
    """How far that line leans back from the vertical."""
    wishbone: tuple[tuple[float, float], tuple[float, float]]
    """Its hinge on the frame (P16), its ball joint on what slides (P18)."""
    strut: tuple[tuple[float, float], tuple[float, float]]
    """On the wishbone (P17), on the frame (P15)."""
    stiffness: float
    damping: float
    preload: float
    """Force of the strut as drawn, N."""
    wishbone_mass: float = 4.0

    def __post_init__(self) -> None:
        lengths = {"wishbone": math.dist(*self.wishbone), "strut": math.dist(*self.strut)}
        require_positive("a Telelever", stiffness=self.stiffness, wishbone_mass=self.wishbone_mass, **lengths)
        require_not_negative("a Telelever", "a number", damping=self.damping)

    def pole(self, head: tuple[float, float]) -> tuple[float, float]:
        """About which point the wheel moves, as drawn: where the wishbone's line meets that across the fork.

        A line from there to the front wheel's contact tells how much of the nose-dive of braking is held up.
        """
        (x, z), (ahead, above) = self.wishbone
        across = math.cos(self.tilt), math.sin(self.tilt)
        along = ahead - x, above - z
        size = across[0] * along[1] - across[1] * along[0]
        if abs(size) < 1e-9 * math.hypot(*along):
            raise MechanismError("a Telelever: its wishbone is square to the fork; the wheel turns about no point")
        share = ((x - head[0]) * along[1] - (z - head[1]) * along[0]) / size
        return head[0] + share * across[0], head[1] + share * across[1]

    def holding(self, load: float, wheel: float, head: tuple[float, float]) -> float:
        """The strut's force that holds a load (N, up) at a front wheel at x = `wheel`, as drawn, by virtual power."""
        pole, (hinge, ball) = self.pole(head), self.wishbone
        (low_x, low_z), (top_x, top_z) = self.strut
        length = math.hypot(top_x - low_x, top_z - low_z)
        lever = abs((low_x - hinge[0]) * (top_z - low_z) - (low_z - hinge[1]) * (top_x - low_x)) / length
        turns = math.dist(ball, pole) / math.dist(ball, hinge)  # of the wishbone, for one of the wheel about the pole
        return load * (wheel - pole[0]) / (lever * turns)

    def head(self, m: Spatial, frame: SpatialBodyHandle, head: tuple[float, float]) -> SpatialBodyHandle:
        """Two hinges of the ball joint at the head, before the one about which it is steered."""
        place = (head[0], 0, head[1])
        nods, rolls = m.body("head", place), m.body("rolled", place)
        m.revolute("nod", frame, nods, at=place, axis=(0, 1, 0))
        m.revolute("roll", nods, rolls, at=place, axis=(math.cos(self.tilt), 0, math.sin(self.tilt)))
        return rolls

    def add(self, m: Spatial, steered: SpatialBodyHandle, frame: SpatialBodyHandle) -> SpatialBodyHandle:
        """Put it on the steered part and the frame; the body that carries the wheel."""
        part = self.body
        inertia = (part.xx, part.yy, part.zz)
        leg = m.body("fork_leg", (part.x, 0, part.z), mass={"mass": part.mass, "inertia": inertia})
        up = (-math.sin(self.tilt), 0, math.cos(self.tilt))
        m.translational("fork", steered, leg, at=(self.at[0], 0, self.at[1]), axis=up)
        hinge, ball = self.wishbone
        across = self.wishbone_mass * math.dist(hinge, ball) ** 2 / 12
        middle = ((hinge[0] + ball[0]) / 2, 0, (hinge[1] + ball[1]) / 2)
        arm = m.body("wishbone", middle, mass={"mass": self.wishbone_mass, "inertia": (across, across, across)})
        m.revolute("wishbone_hinge", frame, arm, at=(hinge[0], 0, hinge[1]), axis=(0, 1, 0))
        m.spherical("wishbone_ball", arm, leg, at=(ball[0], 0, ball[1]))
        lower, upper = ((point[0], 0, point[1]) for point in self.strut)
        free = math.dist(*self.strut) + self.preload / self.stiffness
        ends = frame.drawn(*upper), arm.drawn(*lower)
        m.spring("front_strut", *ends, stiffness=self.stiffness, damping=self.damping, free_length=free)
        return leg
