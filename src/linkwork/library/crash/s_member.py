"""The S-shaped frame member: three square tubes between a car and a plate that meets a wall, folding at four hinges."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import cos, pi, sin, sqrt
from typing import Any

from linkwork.base.errors import MechanismError
from linkwork.expression.given import public, publicly_made, takes
from linkwork.library.checks import require_positive
from linkwork.library.crash import data
from linkwork.library.crash.problem import Scenario
from linkwork.library.crash.section import HollowSquare
from linkwork.mechanism.planar import Planar

_AXIAL = 1.0  # m: the spring of the wall is so long, so that its length is never zero


@public
@publicly_made
@takes(
    outer="LENGTH",
    middle="LENGTH",
    lean="PLAIN",
    car="MASS",
    speed="SPEED",
    plate="MASS",
    wall_stiffness="STIFFNESS",
    wall_damping="DAMPING",
    gap="LENGTH",
)
@dataclass(frozen=True)
class SMember:
    """Lengths in m, mass that falls to one member in kg, speed in m/s; what is in `data` is ours.

    Two outer tubes stand along the way of the car, the middle one leans by `lean` (rad). In `scenario` the members are
    rigid; their bending is in the hinges, whose slope is that of the weaker tube that meets there, 3 E I / L, so that a
    hinge yields at the angle M L / (3 E I) of Dias and Pereira's Eq. (18). In `flexible_scenario` tubes are beams of
    finite elements that bend, and hinges only yield.
    """

    outer: float = 0.2635
    middle: float = 0.404
    lean: float = 0.5235987755982988
    car: float = data.HALF_CAR
    speed: float = 50 / 3.6
    plate: float = data.PLATE
    wall_stiffness: float = data.WALL_STIFFNESS
    wall_damping: float = data.WALL_DAMPING
    gap: float = data.WALL_GAP
    tube: HollowSquare = field(default_factory=lambda: HollowSquare(0.1))
    as_printed: bool = False

    def __post_init__(self) -> None:
        names = ("outer", "middle", "lean", "car", "speed", "plate", "wall_stiffness", "wall_damping", "gap")
        require_positive("SMember", **{name: getattr(self, name) for name in names})
        if self.lean >= pi / 2:
            raise MechanismError(f"SMember: lean is an angle in rad below a right one, not {self.lean:g}")

    @takes(widths="LENGTH")
    def mass(self, widths: Sequence[float]) -> float:
        """Of the three tubes (plate, middle, car), kg."""
        if len(widths) != 3:
            raise MechanismError(f"SMember: three tubes have three widths; {len(widths)} were given")
        lengths = self.outer, self.middle, self.outer
        for width, length in zip(widths, lengths, strict=True):
            if width > length:
                raise MechanismError(f"SMember: widths are in m; a tube of {length:g} m is not {width:g} m wide")
        return sum(self._tube(width).mass(length) for width, length in zip(widths, lengths, strict=True))

    def scenario(self, *, until: float = data.S_MEMBER_TIME, points: int = 601) -> Scenario:
        """The crash; parameters H2 (next to the plate), H3, H4 (next to the car) are the widths of the tubes in m."""
        m = Planar("S-shaped member")
        m.parameters(H2=self.tube.width, H3=self.tube.width, H4=self.tube.width)
        one = self._tube(1.0)
        lengths = {"b4": self.outer, "b3": self.middle, "b2": self.outer}
        leans = {"b4": 0.0, "b3": self.lean, "b2": 0.0}
        m.carriage("car", at=(0, 0), along=(0, 1), mass=self.car)
        place, before = (0.0, 0.0), ("car", 0.0)
        ends = "car", "b4", "b3", "b2", "plate"
        for name, length in lengths.items():
            tall = f"90 deg - {leans[name]}"
            body = m.body(name, estimate=(*place, tall))
            inertia = f"{one.mass(length)}*{_width(name)}^2*{length}^2/12"
            m.mass(name, mass=f"{one.mass(length)}*{_width(name)}^2", center=(length / 2, 0), inertia=inertia)
            m.revolute(f"top of {before[0]}", m.handle_kind(m, before[0]).at(before[1], 0), body.at(0, 0))
            place = place[0] + length * sin(leans[name]), place[1] + length * cos(leans[name])
            before = name, length
        m.carriage("plate", at=place, along=(0, 1), mass=self.plate)
        m.revolute(f"top of {before[0]}", m.handle_kind(m, before[0]).at(before[1], 0), "plate")
        for first, second in itertools.pairwise(ends):
            self._hinge(m, first, second, lengths, leans)
        self._wall(m, place)
        speeds = {"car.vy": self.speed, "plate.vy": self.speed, "b4.omega": 0}
        return Scenario(m, {"until": until, "points": points, "speeds": speeds})

    @takes(widths="LENGTH")
    def flexible_scenario(
        self,
        widths: Sequence[float],
        *,
        elements: int = 4,
        modes: int = 4,
        until: float = data.S_MEMBER_TIME,
        points: int = 601,
    ) -> Scenario:
        """The crash with tubes that bend, for widths in m (plate, middle, car): each so many beam elements and modes.

        The angle of a hinge is that of the joint, with the rotations of the nodes that meet there (Eq. 7).
        """
        self.mass(widths)  # refuses what are no widths
        m = Planar("S-shaped member of beams")
        tubes = dict(zip(("b2", "b3", "b4"), map(self._tube, widths), strict=True))
        m.carriage("car", at=(0, 0), along=(0, 1), mass=self.car)
        place, before, weaker = (0.0, 0.0), ("car", 0.0), None
        for name, length, lean in (("b4", self.outer, 0.0), ("b3", self.middle, self.lean), ("b2", self.outer, 0.0)):
            tube = tubes[name]
            high = sqrt(12 * tube.second_moment / tube.area)  # a full section that stretches and bends as the tube does
            body = m.flexible(
                name,
                shape={
                    "type": "beam",
                    "length": length,
                    "section": {"height": high, "width": tube.area / high},
                    "elements": elements,
                },
                material={"youngs_modulus": tube.modulus, "density": tube.density},
                interfaces={"low": {"at": (0, 0)}, "high": {"at": (length, 0)}},
                modes=modes,
                damping={"stiffness_share": data.TUBE_DAMPING},
                estimate=(*place, pi / 2 - lean),
            )
            joint = f"top of {before[0]}"
            below: Any = before[0] if weaker is None else m.handle_kind(m, before[0]).interface("high")
            m.revolute(joint, below, body.interface("low"))
            self._yielding(m, f"hinge {before[0]}-{name}", joint, [weaker or tube, tube], before[1] - lean)
            place = place[0] + length * sin(lean), place[1] + length * cos(lean)
            before, weaker = (name, lean), tube
        assert weaker is not None
        m.carriage("plate", at=place, along=(0, 1), mass=self.plate)
        joint = f"top of {before[0]}"
        m.revolute(joint, m.handle_kind(m, before[0]).interface("high"), "plate")
        self._yielding(m, f"hinge {before[0]}-plate", joint, [weaker], before[1])
        self._wall(m, place)
        speeds = {"car.vy": self.speed, "plate.vy": self.speed, "b4.omega": 0}
        return Scenario(m, {"until": until, "points": points, "speeds": speeds})

    def _yielding(self, m: Planar, name: str, joint: str, tubes: Sequence[HollowSquare], free: float) -> None:
        """A hinge that is stiff until the weaker tube yields: what bends elastically are the tubes."""
        tube = min(tubes, key=lambda one: one.width)
        moment = tube.plastic_moment(as_printed=self.as_printed)
        slope = data.HINGE_STIFFENING * 3 * tube.modulus * tube.second_moment / self.middle
        m.plastic_hinge(name, joint, stiffness=slope, levels=(moment,), free=free)

    def _wall(self, m: Planar, place: tuple[float, float]) -> None:
        wall = m.ground.at(place[0], place[1] + self.gap + _AXIAL)
        fields: dict[str, Any] = {"stiffness": self.wall_stiffness, "damping": self.wall_damping, "free_length": _AXIAL}
        m.spring("wall", "plate", wall, only="compression", clipped=True, **fields)

    def _hinge(self, m: Planar, first: str, second: str, lengths: dict[str, float], leans: dict[str, float]) -> None:
        """The weaker of two tubes yields."""
        one, joint = self._tube(1.0), f"top of {first}"
        moment = one.plastic_moment(as_printed=self.as_printed)
        bend = 3 * one.modulus * one.second_moment
        levels = {name: f"{moment}*{_width(name)}^3" for name in (first, second) if name in lengths}
        slopes = {name: f"{bend / lengths[name]}*{_width(name)}^4" for name in levels}
        names = list(levels)
        weaker, slope = levels[names[0]], slopes[names[0]]
        if len(names) == 2:
            a, b = names
            weaker = f"if({_width(a)} < {_width(b)}, {levels[a]}, {levels[b]})"
            slope = f"if({_width(a)} < {_width(b)}, {slopes[a]}, {slopes[b]})"
        free = leans.get(first, 0.0) - leans.get(second, 0.0)
        m.plastic_hinge(f"hinge {first}-{second}", joint, stiffness=slope, levels=(weaker,), free=free)

    def _tube(self, width: float) -> HollowSquare:
        tube = self.tube
        if width <= 0:
            raise MechanismError(f"SMember: the width of a tube must be positive, not {width:g}")
        return HollowSquare(width, tube.yield_stress, tube.modulus, tube.density, tube.ratio)


def _width(member: str) -> str:
    """The parameter of a member's width: H2 of b2."""
    return "H" + member[1:]
