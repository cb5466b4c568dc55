"""Pen: collects what the elements draw, body by body, in the format of a Scene.

Each element says in its `sketch` what it looks like; the pen knows where the bodies go and so how long a slot must
be, on which side of a slide the block sits, and which points of a body are to be joined by a bar or a plate.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linkwork.base.names import GROUND
from linkwork.bodies.profile_chain import chain_of
from linkwork.elements.limbs import Place, Shape, close, distinct, limbs
from linkwork.elements.motion import Motion
from linkwork.places.scope import Scope

if TYPE_CHECKING:
    from linkwork.places.places import Line, Point
    from linkwork.places.row import Row
    from linkwork.system.system import System

OUTLINE_POINTS = 180
SLOT_ROOM = 0.02  # beyond the pin's travel, as a share of the model's length
STRETCH_ROOM = 0.1  # the least length of a spring along a line, the same


def held_at(travel: NDArray[np.float64], free: float, room: float) -> float:
    """The position along a line at which a spring to a point with these positions is drawn as held.

    It is where positions count from; where the point comes nearer to that place than the room, or is without force
    beyond it, behind all that the point reaches, so that a spring which moves it to its free position pushes.
    """
    mean = float(travel.mean())
    if np.min(np.abs(travel)) >= room and free * mean >= 0.0:
        return 0.0
    return float(travel.min()) - 2.0 * room if free >= mean else float(travel.max()) + 2.0 * room


class Pen:
    """Draws the elements of a system that moves through the positions `q`, one row a frame."""

    def __init__(self, system: System, q: NDArray[np.float64], frames: Mapping[str, int] | None = None) -> None:
        """`frames` of bodies with modes have columns behind the coordinates and are drawn as further bodies."""
        self.system = system
        self.motion = Motion(system.bodies, system.coordinates, q, np.zeros_like(q), np.zeros_like(q), frames)
        self.names = (GROUND, *system.bodies, *(frames or ()))
        mechanism: Any = system.mechanism
        self.planes: list[str] = list(mechanism.planes)
        self.shapes: dict[str, list[Shape]] = {name: [] for name in self.names}
        self.attached: dict[str, list[Place]] = {name: [] for name in self.names}
        self.pulled: dict[str, list[Place]] = {name: [] for name in self.names}
        self.connectors: list[dict[str, Any]] = []
        self._traced: dict[str, int] = {}
        self._pinned: set[str] = set()

    # ------------------------------------------------------------------ what elements call

    def attach(self, row: Row, place: Point, pin: bool = False) -> None:
        """Hold on to a point of a body; with `pin` draw a pin there."""
        at = self._at(row, place)
        self.attached[place.body].append(at)
        if pin:
            self._pin(row, place.body, at)

    def pin(self, row: Row, first: Point, second: Point) -> None:
        """A pin through two bodies: drawn once, on ground where it has a support."""
        for place in (first, second):
            self.attached[place.body].append(self._at(row, place))
        owner = first if first.body == GROUND else second
        self._pin(row, owner.body, self._at(row, owner))

    def couple(self, row: Row, *places: Point) -> None:
        """A pin that goes through two planes: drawn on each of these bodies, down to where the planes meet."""
        for place in places:
            at = self._at(row, place)
            self.attached[place.body].append(at)
            self._pin(row, place.body, at)["coupled"] = True

    def slide(self, row: Row, first: Line, second: Line) -> None:
        """A block on a rail; ground always has the rail."""
        rail, block = (second, first) if second.body == GROUND else (first, second)
        self._line(row, rail, "rail")
        at = self._line(row, block, "block")
        self.attached[block.body].append(at)

    def bushing(self, row: Row, first: Line, second: Line) -> None:
        """A ring of rubber, on ground where it has a support."""
        ends = [(line.body, row.line(line)) for line in (first, second)]
        places = [(body, (float(line[0].real), float(line[1].real))) for body, line in ends]
        for body, at in places:
            self.attached[body].append(at)
        owner, at = next((place for place in places if place[0] == GROUND), places[0])
        self._add(row, owner, {"kind": "bushing", "at": list(at), "name": row.name})

    def coil(self, row: Row, first: str, second: str, joint: str | None = None) -> None:
        """A spiral spring about the pin between two bodies, or that of this joint; none where there is no pin."""
        mechanism: Any = self.system.mechanism
        for name, element in mechanism.joints.items():
            places: Any = getattr(element, "between", ())
            if element.type != "revolute" or {place.body for place in places} != {first, second}:
                continue
            if joint in (None, name):
                owner = next((place for place in places if place.body == GROUND), places[0])
                self._add(row, owner.body, {"kind": "coil", "at": list(self._at(row, owner))})
                return

    def connect(self, row: Row, first: Point, second: Point, kind: str) -> None:
        """Something straight between two points that move."""
        ends = []
        for place in (first, second):
            at = self._at(row, place)
            self.attached[place.body].append(at)
            ends.append([self.names.index(place.body), *at])
        self.connectors.append({"kind": kind, "name": row.name, "from": ends[0], "to": ends[1]})

    def stretch(self, row: Row, line: Line, end: tuple[str, Any], kind: str, free: float) -> None:
        """A spring or damper along a line of a body to a point of another, (body, place), whose position has a sign."""
        x, y, ux, uy, _ = (float(value.real) for value in row.line(line))
        other, at = end[0], (float(end[1][0].real), float(end[1][1].real))
        travel = self.motion.along(line.body, (x, y, ux, uy), other, at).value
        held = held_at(travel, free, STRETCH_ROOM * self._size())
        start = [self.names.index(line.body), x + held * ux, y + held * uy]
        self.attached[other].append(at)
        part = {"kind": kind, "name": row.name, "from": start, "to": [self.names.index(other), *at]}
        self.connectors.append(part)

    def path(self, row: Row, stations: Sequence[Any]) -> None:
        """A muscle along points and circles, which it touches along tangents."""
        for first, second in pairwise(stations):
            radii = [self._circle(row, station) for station in (first, second)]
            places = [getattr(station, "place", station) for station in (first, second)]
            for place in places:
                self.pulled[place.body].append(self._at(row, place))
            ends = [[self.names.index(place.body), *self._at(row, place)] for place in places]
            kind = "muscle" if len(stations) == 2 else "band"
            part = {"kind": kind, "name": row.name, "from": ends[0], "to": ends[1]}
            if any(radii):
                ways = [station.way for station in (first, second) if hasattr(station, "way")]
                crossed = ways[0] != ways[-1]  # round circles on its two sides: along an inner tangent, as a belt
                part["strand"] = [radii[0], -radii[1] if crossed else radii[1], -ways[0]]
            self.connectors.append(part)

    def _circle(self, row: Row, station: Any) -> float:
        """The radius of a circle, which is drawn, or 0 of a point."""
        if not hasattr(station, "radius"):
            return 0.0
        radius, at = float(row.number(station.radius).real), self._at(row, station.place)
        self._add(row, station.place.body, {"kind": "pulley", "at": list(at), "radius": radius, "belt": row.name})
        return radius

    def slot(self, row: Row, line: Line, pin: Point) -> None:
        """A straight slot, as long as its pin travels, and the pin."""
        at = self._at(row, pin)
        x, y, ux, uy, _ = (float(value.real) for value in row.line(line))
        travel = self.motion.along(line.body, (x, y, ux, uy), pin.body, at).value
        across = self.motion.along(line.body, (x, y, -uy, ux), pin.body, at).value
        offset = float(np.mean(across))
        room = SLOT_ROOM * self.system.length + 0.1 * float(np.ptp(travel))
        reach = (float(travel.min()) - room, float(travel.max()) + room)
        points = [[x + s * ux - offset * uy, y + s * uy + offset * ux] for s in reach]
        self._add(row, line.body, {"kind": "slot", "points": points})
        self.attach(row, pin, pin=True)

    def gear(self, row: Row, place: Point, radius: float, internal: bool = False) -> None:
        """A gear or a ring about a point of a body."""
        at = self._at(row, place)
        shape = {"kind": "gear", "at": list(at), "radius": float(radius), "internal": internal}
        self._add(row, place.body, shape)
        self.attached[place.body].append(at)

    def belt(self, row: Row, first: Point, second: Point, radii: tuple[float, float], crossed: bool) -> None:
        """Two pulleys and the belt round them."""
        ends = []
        for place, radius in zip((first, second), radii, strict=True):
            at = self._at(row, place)
            self._add(row, place.body, {"kind": "pulley", "at": list(at), "radius": float(radius), "belt": row.name})
            self.attached[place.body].append(at)
            ends.append([self.names.index(place.body), *at])
        shape = {"radii": [float(radius) for radius in radii], "crossed": crossed}
        self.connectors.append({"kind": "belt", "name": row.name, "from": ends[0], "to": ends[1], **shape})

    def rack(self, row: Row, line: Line) -> None:
        """The toothed line of a rack."""
        self._line(row, line, "rack")

    def rail(self, row: Row, line: Line) -> None:
        """A slide line by itself."""
        self._line(row, line, "rail")

    def flat(self, row: Row, line: Line) -> None:
        """The flat face of a follower."""
        self.attached[line.body].append(self._line(row, line, "flat"))

    def outline(self, row: Row, reference: str, filled: bool) -> None:
        """A cam (filled) or a curved slot."""
        body, curve = row.scope.outline(reference)
        closed = curve.period(row.scope.env) is not None
        over = None if curve.range(row.scope.env) else self._traced_range(row)
        points = [list(point) for point in curve.sample(row.scope.env, OUTLINE_POINTS, over)]
        if filled:
            self._add(row, body, {"kind": "outline", "points": points, "closed": closed})
        else:
            self._add(row, body, {"kind": "slot", "points": [*points, points[0]] if closed else points})
        self._traced[row.name] = self._traced.get(row.name, 0) + 1

    def bend(self, body: str, interfaces: Sequence[str]) -> None:
        """A body with modes: straight from each of its interfaces to the next, as they move."""
        for first, second in pairwise(interfaces):
            ends = [[self.names.index(one), 0.0, 0.0] for one in (first, second)]
            self.connectors.append({"kind": "rod", "name": body, "from": ends[0], "to": ends[1]})

    # ------------------------------------------------------------------ what the scene takes

    def bodies(self) -> list[dict[str, Any]]:
        """All bodies with their shapes, bars and plates included, ground first."""
        return [{"name": name, "plane": self._plane(name), "shapes": self._finished(name)} for name in self.names]

    def _finished(self, name: str) -> list[Shape]:
        points = self._named_points(name)
        shapes = [*self.shapes[name], *self._profiles(name), *points]
        if name == GROUND:
            return shapes
        places = [*self.attached[name], *((shape["at"][0], shape["at"][1]) for shape in points)]
        if len(distinct(places, self.system.length)) < 2:  # muscles make a limb only where nothing else does
            places += self.pulled[name]
        return limbs(shapes, places, self.system.length) + shapes

    def _profiles(self, name: str) -> list[Shape]:
        """The body's profiles, as chains of points; an endless line by a point and its direction."""
        scope = Scope(self.system.mechanism, dict(self.system.env))
        profiles: list[Shape] = []
        for profile in scope.body(name).profiles.values():
            chain = chain_of(scope, name, profile)
            shape: Shape = {"kind": "profile", "closed": chain.closed, "filled": chain.is_solid, "side": chain.side}
            first = chain.pieces[0]
            if first.kind == "line":
                (x, y), (u, v) = first.at(0.0), first.at(1.0)
                shape |= {"at": [x, y], "along": [u - x, v - y]}
            else:
                shape |= {"points": [list(point) for point in chain.points()]}
            profiles.append(shape)
        return profiles

    def _named_points(self, name: str) -> list[Shape]:
        """The body's named points, but for those that a pin already names."""
        scope = Scope(self.system.mechanism, dict(self.system.env))
        pins = [shape["at"] for shape in self.shapes[name] if shape["kind"] == "pin"]
        named_points = []
        for label, vector in scope.body(name).points.items():
            at = [float(value.real) for value in scope.vector(vector)]
            if not any(close(at, pin, self.system.length) for pin in pins):
                named_points.append({"kind": "point", "at": at, "name": label})
        return named_points

    # ------------------------------------------------------------------ inside

    def _size(self) -> float:
        """The largest extent of what moves, or is drawn with its body."""
        q = self.motion.q[:, : self.system.body_columns].reshape(-1, 3)
        profiles = [
            np.ptp(shape["points"], axis=0)
            for name in self.names
            for shape in self._profiles(name)
            if "points" in shape
        ]
        return max(float(np.max([np.ptp(q[:, :2], axis=0), *profiles])), 0.1 * self.system.length)

    def _at(self, row: Row, place: Point) -> Place:
        x, y = row.point(place)
        return float(x.real), float(y.real)

    def _line(self, row: Row, line: Line, kind: str) -> Place:
        x, y, ux, uy, _ = (float(value.real) for value in row.line(line))
        self._add(row, line.body, {"kind": kind, "at": [x, y], "along": [ux, uy]})
        return x, y

    def _pin(self, row: Row, body: str, at: Place) -> Shape:
        """A pin with the joint's name, written once; joints on one place share a pin."""
        for shape in self.shapes[body]:
            if shape["kind"] == "pin" and close(shape["at"], at, self.system.length):
                shape["name"] += f", {row.name}"
                return shape
        name = "" if row.name in self._pinned else row.name
        self._pinned.add(row.name)
        shape = {"kind": "pin", "at": list(at), "name": name}
        self._add(row, body, shape)
        return shape

    def _add(self, row: Row, body: str, shape: Shape) -> None:
        plane = self._ground_plane(row) if body == GROUND else 0
        shape |= {"plane": plane} if plane else {}
        if shape not in self.shapes[body]:
            self.shapes[body].append(shape)

    def _plane(self, body: str) -> int:
        return self.planes.index(Scope(self.system.mechanism, dict(self.system.env)).body(body).plane)

    def _ground_plane(self, row: Row) -> int:
        """The plane in which ground's part of an element lies: its partner's, unless it couples planes."""
        placed = next((placed for placed in self.system.elements if placed.name == row.name), None)
        if placed is None or placed.element.kernel.startswith("coupling"):
            return 0
        return self._plane(self.names[max(placed.ends)])

    def _traced_range(self, row: Row) -> tuple[float, float]:
        """Where the contact runs on the outline that is drawn next, with some room."""
        placed = next(placed for placed in self.system.elements if placed.name == row.name)
        values = self.motion.q[:, placed.own[self._traced.get(row.name, 0)]]
        room = SLOT_ROOM * self.system.length + 0.1 * float(np.ptp(values))
        return float(values.min()) - room, float(values.max()) + room
