"""A skeleton: bodies that hang on each other by joints whose coordinates are the freedoms, with markers and muscles."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError, MechanismError
from linkwork.expression.given import Numbers, public, publicly_made, takes
from linkwork.library.biomechanics.curves import polynomial
from linkwork.library.biomechanics.layout_kernel import (
    CONDITIONAL,
    FIXED,
    MOVING,
    NUMBERS_KEPT,
    NUMBERS_OF_STATION,
    SHIFT,
    TANGENT_NUMBERS,
    TURN,
    VALUES,
)
from linkwork.library.biomechanics.parts import (
    Coordinate,
    Ligament,
    MarkerPlace,
    PathMuscle,
    PathPoint,
    Segment,
    SkeletonJoint,
    Station,
)
from linkwork.library.biomechanics.passive.parts import ContactSphere, JointLimit, passive_tables
from linkwork.library.biomechanics.paths.surfaces import Torus, pack_surface
from linkwork.library.biomechanics.subject.sizes import require_sizes
from linkwork.numerics.geodesics.chain_layout_kernel import chain_room
from linkwork.numerics.geodesics.twice_kernel import TWICE_ROOM

EARTH = (0.0, -9.80665, 0.0)
NOTHING = 1e-9  # of the largest moment of inertia: a smaller one, below zero, is rounding


def value_of(pieces: Array, x: float) -> float:
    """The value of a curve."""
    from linkwork.library.biomechanics.skeleton_kernel import curve

    return float(curve(pieces, 0, len(pieces), x)[0])


@public
@publicly_made
@dataclass(frozen=True)
class Skeleton:
    """Bodies, joints, coordinates, markers and muscles; `left_out` lists what a file had beside them.

    Coordinates that are `locked` stay at their `start`; they are not among the coordinates of the skeleton.
    """

    name: str
    bodies: tuple[Segment, ...]
    joints: tuple[SkeletonJoint, ...]
    coordinates: tuple[Coordinate, ...]
    markers: tuple[MarkerPlace, ...] = ()
    muscles: tuple[PathMuscle, ...] = ()
    gravity: tuple[float, float, float] = EARTH
    left_out: tuple[str, ...] = field(default=(), compare=False)
    limits: tuple[JointLimit, ...] = ()
    ligaments: tuple[Ligament, ...] = ()
    feet: tuple[ContactSphere, ...] = ()
    locked: tuple[Coordinate, ...] = ()
    """Those that were locked, and stay."""

    def __post_init__(self) -> None:
        for what, things in (
            ("body", self.bodies), ("joint", self.joints), ("coordinate", self.coordinates),
            ("marker", self.markers), ("muscle", self.muscles), ("ligament", self.ligaments),
        ):  # fmt: skip
            names = [thing.name for thing in things]
            for name in names if len(set(names)) < len(names) else ():
                if names.count(name) > 1:
                    raise MechanismError(f"there are two of the name {what} '{name}'")
        self._hold_locked()
        for body in self.bodies:
            if len(body.center) != 3 or len(body.inertia) != 6:
                raise MechanismError(f"body '{body.name}': center has 3 numbers, inertia 6 (xx, yy, zz, xy, xz, yz)")
            if not (all(map(math.isfinite, (body.mass, *body.center, *body.inertia))) and body.mass >= 0):
                raise MechanismError(f"body '{body.name}': mass is zero or more, and all its numbers are finite")
            _require_moments(body)
        require_sizes(self)
        self._order  # noqa: B018 (a skeleton that is no tree is refused when it is made)
        self.tables  # noqa: B018
        self.path_tables  # noqa: B018
        try:
            self.passive_tables  # noqa: B018
        except AnalysisError as error:
            raise MechanismError(str(error)) from None

    def _hold_locked(self) -> None:
        """Take coordinates that are locked for the values at which they start: they are no freedoms any more."""
        from linkwork.library.biomechanics.followers import Follower, without

        locked = {one.name: one for one in self.coordinates if one.locked}
        if not locked:
            return
        followers = [Follower(one.name, None, polynomial(one.start)) for one in locked.values()]
        joints, muscles, ligaments = without(followers, self.joints, self.muscles, self.ligaments)
        for name, value in (
            ("joints", joints), ("muscles", muscles), ("ligaments", ligaments),
            ("coordinates", tuple(one for one in self.coordinates if one.name not in locked)),
            ("limits", tuple(one for one in self.limits if one.coordinate not in locked)),
            ("locked", (*self.locked, *locked.values())),
        ):  # fmt: skip
            object.__setattr__(self, name, value)  # frozen

    def index(self, what: str, name: str) -> int:
        """The number of a coordinate, body, marker or muscle."""
        return self._number(what, name)

    def _number(self, what: str, name: str) -> int:
        numbers = self._numbers[what]
        if name not in numbers:
            if what == "coordinate":
                self._refuse_locked(name)
            plural = {"body": "bodies"}.get(what, f"{what}s")
            raise AnalysisError(f"there is no {what} '{name}'; {plural} are: {', '.join(numbers)}")
        return numbers[name]

    def _refuse_locked(self, name: str) -> None:
        for one in self.locked:
            if one.name == name:
                raise AnalysisError(
                    f"coordinate '{name}' is locked: it stays at {one.start:g} {'rad' if one.turns else 'm'}"
                )

    @cached_property
    def _numbers(self) -> dict[str, dict[str, int]]:
        """The numbers of all things by their names, which differ."""
        things: Any = {
            "coordinate": self.coordinates, "body": self.ordered, "marker": self.markers, "muscle": self.muscles,
        }  # fmt: skip
        return {what: {thing.name: i for i, thing in enumerate(these)} for what, these in things.items()}

    @cached_property
    def _order(self) -> tuple[SkeletonJoint, ...]:
        """The joints, from ground outwards."""
        known, left, order = {"ground"}, list(self.joints), []
        names = {body.name for body in self.bodies}
        for joint in self.joints:
            for end in (joint.parent, joint.child):
                if end not in names | {"ground"}:
                    raise MechanismError(f"joint '{joint.name}': there is no body '{end}'")
        while left:
            ready = [joint for joint in left if joint.parent in known]
            if not ready:
                raise MechanismError(f"joint '{left[0].name}' does not hang on ground through other joints")
            for joint in ready:
                if joint.child in known:
                    raise MechanismError(
                        f"joint '{joint.name}': '{joint.child}' hangs on another joint already; loops are not taken"
                    )
                known.add(joint.child)
                order.append(joint)
                left.remove(joint)
        missing = sorted(names - known)
        if missing:
            raise MechanismError(f"body '{missing[0]}' hangs on no joint")
        return tuple(order)

    @cached_property
    def ordered(self) -> tuple[Segment, ...]:
        """The bodies, parents before children: the order of all results."""
        by_name = {body.name: body for body in self.bodies}
        return tuple(by_name[joint.child] for joint in self._order)

    @property
    def ordered_joints(self) -> tuple[SkeletonJoint, ...]:
        """The joints, each the one on which the body of the same number hangs."""
        return self._order

    def body_number(self, name: str) -> int:
        """The number of a body; -1 for ground."""
        return self._body_number(name)

    def _body_number(self, name: str) -> int:
        return -1 if name == "ground" else self._number("body", name)

    @cached_property
    def curves(self) -> _Curves:
        """All curves in one table."""
        return _Curves()

    @cached_property
    def tables(self) -> tuple[Array, ...]:
        """The tables that the kernels read."""
        n, numbers = len(self._order), {body.name: i for i, body in enumerate(self.ordered)} | {"ground": -1}
        parent = np.array([numbers[joint.parent] for joint in self._order], dtype=np.int64)
        frames, spans = np.zeros((n, 24)), np.zeros((n, 2), dtype=np.int64)
        kinds: list[list[int]] = []
        axes: list[Array] = []
        for row, joint in enumerate(self._order):
            frames[row, :12], frames[row, 12:] = _flat(joint.at_parent), _flat(np.linalg.inv(joint.at_child))
            spans[row, 0] = len(kinds)
            for move in joint.moves:
                c = -1 if move.coordinate is None else self._number("coordinate", move.coordinate)
                kinds.append([TURN if move.turns else SHIFT, c, *self.curves.add(move.curve)])
                size = np.linalg.norm(move.axis)
                if not size > 0:
                    raise MechanismError(f"joint '{joint.name}': an axis has no direction")
                axes.append(np.array(move.axis) / size if move.turns else np.array(move.axis))
            spans[row, 1] = len(kinds)
        inertias = np.array([[body.mass, *body.center, *body.inertia] for body in self.ordered]).reshape(-1, 10)
        for muscle in self.pulled:
            for station in muscle.path:
                for _, one in station.curves if isinstance(station, PathPoint) else ():
                    self.curves.add(one)
        return (
            parent, frames, spans, np.array(kinds, dtype=np.int64).reshape(-1, 4),
            np.array(axes, dtype=float).reshape(-1, 3), self.curves.table(), inertias,
        )  # fmt: skip

    @property
    def pulled(self) -> tuple[PathMuscle | Ligament, ...]:
        """All that has a path: muscles, then ligaments."""
        return (*self.muscles, *self.ligaments)

    @cached_property
    def passive_tables(self) -> tuple[Array, ...]:
        """The tables of limits, ligaments and feet."""
        return passive_tables(self)

    @cached_property
    def laws(self) -> tuple[Array, Array]:
        """Curves and numbers of all muscles, as the kernels read them."""
        from linkwork.library.biomechanics.fibres import stacked_laws

        return stacked_laws(self)

    @cached_property
    def path_tables(self) -> tuple[Array, ...]:
        """The tables of the muscles' paths."""
        self.tables  # noqa: B018 (puts the curves of moving points into the table)
        stations = [(muscle, station) for muscle in self.pulled for station in muscle.path]
        kinds, curves = np.zeros((len(stations), 3), dtype=np.int64), np.full((len(stations), 9), -1, dtype=np.int64)
        numbers, spans = np.zeros((len(stations), NUMBERS_OF_STATION)), np.zeros((len(self.pulled), 2), dtype=np.int64)
        for row, (muscle, station) in enumerate(stations):
            try:
                self._pack(station, kinds[row], curves[row], numbers[row])
            except AnalysisError as error:
                kind = "muscle" if isinstance(muscle, PathMuscle) else "ligament"
                raise MechanismError(f"{kind} '{muscle.name}': {error}") from None
        end = 0
        for row, muscle in enumerate(self.pulled):
            spans[row] = end, end + len(muscle.path)
            end += len(muscle.path)
        return kinds, curves, numbers, spans

    def _pack(self, station: Station, kind: Array, curves: Array, numbers: Array) -> None:
        kind[0] = self._body_number(station.body)
        if not isinstance(station, PathPoint):
            kind[1] = pack_surface(station, numbers)
        elif station.within is not None:
            name, low, high = station.within
            kind[1:], numbers[:5] = (CONDITIONAL, self._number("coordinate", name)), (*station.location, low, high)
        elif station.curves:
            kind[1] = MOVING
            for axis, (moved_by, curve) in enumerate(station.curves):
                c = -1 if moved_by is None else self._number("coordinate", moved_by)
                curves[3 * axis : 3 * axis + 3] = c, *self.curves.add(curve)
        else:
            kind[1], numbers[:3] = FIXED, station.location

    def room(self) -> tuple[Array, Array]:
        """Workspace for poses and moves."""
        return np.empty((len(self._order), 12)), np.empty((max(1, len(self.tables[3])), 8))

    def path_room(self) -> tuple[Array, tuple[Array, ...]]:
        """Workspace for points of paths, and for surfaces: one surface, what is kept of all, geodesics, steps."""
        longest = max((len(muscle.path) for muscle in self.pulled), default=0)
        kept = np.zeros((len(self.path_tables[0]), NUMBERS_KEPT))
        rings = max((sum(isinstance(one, Torus) for one in muscle.path) for muscle in self.pulled), default=0)
        work = np.zeros(max(TWICE_ROOM, chain_room(longest + rings)))
        come = np.zeros((len(self.pulled), VALUES + len(self.coordinates)))
        tried = np.empty(len(self.coordinates)), *self.room()
        return np.empty((2 + 2 * longest, 3)), (np.empty(TANGENT_NUMBERS), kept, work, kept.copy(), come, *tried)

    def start(self) -> Array:
        """The coordinates as the model has them."""
        return np.array([one.start for one in self.coordinates])

    @takes(coordinates="COORDINATES")
    def places(self, coordinates: Numbers) -> dict[str, Array]:
        """Of every body its frame in space, 4 by 4, for given coordinates."""
        from linkwork.library.biomechanics.skeleton_kernel import place_bodies

        pose, screw = self.room()
        place_bodies(self.tables, self.checked(coordinates, 1)[0], pose, screw)
        return {body.name: _square(row) for body, row in zip(self.ordered, pose, strict=True)}

    def checked(self, values: Any, dimensions: int) -> Array:
        """Values of coordinates as an array frame by frame; what does not fit is refused."""
        given = np.ascontiguousarray(values, dtype=float)
        if given.ndim == 1 and dimensions == 1:
            given = given[None]
        if given.ndim != 2 or given.shape[1] != len(self.coordinates):
            raise AnalysisError(
                f"expected {len(self.coordinates)} coordinates in every frame, found an array of {np.shape(values)}"
            )
        wrong = np.argwhere(~np.isfinite(given))
        if len(wrong):
            frame, c = wrong[0]
            raise AnalysisError(f"frame {frame + 1}: {self.coordinates[c].name} is not a number")
        return given


def _require_moments(body: Segment) -> None:
    """Refuse moments of inertia of which one, about some axis, is negative."""
    xx, yy, zz, xy, xz, yz = body.inertia
    if not (xy or xz or yz):
        least, most = min(xx, yy, zz), max(xx, yy, zz)
    else:
        least, *_, most = np.linalg.eigvalsh([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]).tolist()
    if least < -NOTHING * abs(most):
        raise MechanismError(f"body '{body.name}': its moment of inertia about some axis is {least:.3g} kg m^2")


class _Curves:
    """Curves put into one table, the same ones once."""

    def __init__(self) -> None:
        self.rows: list[Array] = []
        self.known: dict[bytes, tuple[int, int]] = {}
        self.count = 0

    def add(self, curve: Array) -> tuple[int, int]:
        """First row and number of rows of a curve."""
        key = curve.tobytes()
        if key not in self.known:
            self.known[key] = (self.count, len(curve))
            self.rows.append(curve)
            self.count += len(curve)
        return self.known[key]

    def table(self) -> Array:
        return np.ascontiguousarray(np.vstack(self.rows)) if self.rows else np.zeros((1, 5))


def _flat(frame: Array) -> Array:
    return np.concatenate([frame[:3, :3].ravel(), frame[:3, 3]])


def _square(row: Array) -> Array:
    frame = np.eye(4)
    frame[:3, :3], frame[:3, 3] = row[:9].reshape(3, 3), row[9:]
    return frame
