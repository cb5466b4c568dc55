"""Basis: the natural coordinates of a system, the frame of every body in them, the constant mass matrix, the equations.

The frame of a body is a point P and directions d: two points make one in the plane; in space three directions, each
from P to another point or a unit vector, or two of them and their cross product where a body has no mass. With
G the inverse of the directions in the body's own axes and s its point P there,

    A = [d1 d2 d3] G,   r = P - A s,   in the plane A turns the direction d in the body to P' - P

so that a body with mass has all its places affine in the coordinates, and a constant mass matrix.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.places import layout_kernel as layout
from linkwork.system.natural.affine import Affine, Row, linear_rows, product_row
from linkwork.system.natural.frame import Frame
from linkwork.system.natural.inertia import masses_of, moments
from linkwork.system.natural.sites import POINT, VECTOR, Shared, shared_sites

if TYPE_CHECKING:
    from linkwork.system.system import System

FLAT = 1e-9  # a direction no farther out of those there are is made of them
SQUARE = 0.05  # a direction this far out of those there are, of its length, is a new one


@dataclass(frozen=True)
class Basis:
    """Coordinates with names and units, the sites that have them, frames, mass matrix, weights, equations."""

    names: tuple[str, ...]
    units: tuple[float, ...]
    points: tuple[str, ...]
    vectors: tuple[str, ...]
    owners: tuple[tuple[int, str, Array, Array, Array], ...]  # of a coordinate: body, kind, local, direction, offset
    frames: tuple[Frame, ...]  # of the bodies, the ground left out
    mass: Array
    weight: Array
    rows: tuple[Row, ...]
    kept: tuple[str, ...]  # elements whose equations the engine gives


def basis_of(system: System) -> Basis:
    """The natural coordinates of a system."""
    return _Maker(system).basis()


class _Maker:
    def __init__(self, system: System) -> None:
        self.system = system
        self.shared: Shared = shared_sites(system)
        self.sites = self.shared.sites
        self.dimensions, self.length = system.world.dimensions, system.length
        self.names: list[str] = []
        self.units: list[float] = []
        self.owners: list[tuple[int, str, Array, Array, Array]] = []
        self.affine: dict[int, Affine] = {}
        self.counted: dict[str, list[str]] = {POINT: [], VECTOR: []}
        self.rows: list[Row] = []
        self.masses = masses_of(system)

    def basis(self) -> Basis:
        """Frames first, which may add sites; then coordinates are known."""
        bodies = range(1, len(self.system.bodies) + 1)
        chosen = [self._choose(body) for body in bodies]
        frames = tuple(self._frame(body, *choice) for body, choice in zip(bodies, chosen, strict=True))
        for body, frame, choice in zip(bodies, frames, chosen, strict=True):
            self._rigid(body, frame, choice)
        for first, second in self.shared.universals:
            name = f"{self.sites.sites[first].name} square to {self.sites.sites[second].name}"
            self._add(product_row(name, self._of(first), self._of(second), 0.0, 1.0))
        self._slides(frames)
        self._sleeves(frames)
        own = int(self.system.k[layout.OWN])
        self.names += self.system.coordinates[self.system.body_columns :][:own]
        self.units += [1.0] * own
        mass, weight = self._inertia(frames)
        kept = tuple(placed.name for placed in self.system.elements if placed.name not in self.shared.gone)
        return Basis(
            tuple(self.names),
            tuple(self.units),
            tuple(self.counted[POINT]),
            tuple(self.counted[VECTOR]),
            tuple(self.owners),
            frames,
            mass,
            weight,
            tuple(self.rows),
            kept,
        )

    def _affine_frame(self, body: int) -> bool:
        """Whether all places of a body must be affine: it has mass, or slides."""
        sliding = [placed for placed, *_ in (*self.shared.slides, *self.shared.sleeves)]
        return body in self.masses or any(body in placed.ends for placed in sliding)

    def _choose(self, body: int) -> tuple[int, list[int]]:
        """The site that is P, and those that give directions; sites are added where there are too few."""
        sites, name = self.sites, self.system.bodies[body - 1]
        points = sites.of(body, POINT)
        centre = self.masses[body][1] if body in self.masses else np.zeros(self.dimensions)
        if not points:
            points = [sites.at(body, POINT, centre, f"{name}.p")]
        origin, wanted = points[0], 1 if self.dimensions == 2 else 3
        start = sites.sites[origin].local
        candidates = [*points[1:], *sites.of(body, VECTOR)]
        chosen: list[int] = []
        square: list[Array] = []
        while len(chosen) < wanted:
            left = [(self._out(number, start, square), number) for number in candidates if number not in chosen]
            best = max(left, default=(0.0, -1), key=lambda pair: pair[0])
            if best[0] <= SQUARE:
                break
            chosen.append(best[1])
            square.append(_normal(np.real(self._direction(best[1], start)), square))
        if self.dimensions == 2 and not chosen:
            apart = float(np.linalg.norm(np.real(centre - start))) > 1e-3 * self.length
            other = centre if apart else start + np.array([self.length, 0.0])
            chosen = [sites.at(body, POINT, other, f"{name}.p")]
        outside = any(self._out(number, start, square) > FLAT for number in candidates if number not in chosen)
        while self.dimensions == 3 and len(chosen) < (3 if outside or self._affine_frame(body) else 2):
            axis = _normal(_least(square), square)
            chosen.append(sites.at(body, VECTOR, axis, f"{name}.u{len(chosen) + 1}"))
            square.append(axis)
        return origin, chosen

    def _direction(self, number: int, start: Array) -> Array:
        site = self.sites.sites[number]
        return site.local - start if site.kind == POINT else site.local

    def _out(self, number: int, start: Array, square: list[Array]) -> float:
        """How far a direction is out of those there are, of its length."""
        direction = np.real(self._direction(number, start))
        length = float(np.linalg.norm(direction))
        left = direction - sum(((direction @ axis) * axis for axis in square), np.zeros(len(direction)))
        return float(np.linalg.norm(left)) / length if length > 0.0 else 0.0

    def _of(self, number: int) -> Affine:
        """The site in the coordinates, which it gets where it has none yet."""
        root = self.sites.root(number)
        if root not in self.affine:
            self.affine[root] = self._placed(root)
        return self.affine[root]

    def _placed(self, root: int) -> Affine:
        site, n = self.sites.sites[root], len(self.names)
        if site.body == 0:
            return Affine({}, site.local + 0.0)
        unit = self.length if site.kind == POINT else 1.0
        self.counted[site.kind].append(site.name)
        if site.line is not None:
            start, along = site.line
            self._column(f"{site.name}.s", unit, site.body, site.kind, site.local, along, -(start @ along))
            return Affine({n: along}, start)
        axes = np.eye(self.dimensions)
        for axis, label in zip(axes, "xyz", strict=False):
            self._column(f"{site.name}.{label}", unit, site.body, site.kind, site.local, axis, 0.0)
        return Affine({n + i: axis for i, axis in enumerate(axes)}, np.zeros(self.dimensions))

    def _column(self, name: str, unit: float, body: int, kind: str, local: Array, along: Array, offset: Any) -> None:
        self.names.append(name)
        self.units.append(unit)
        self.owners.append((body, kind, local, along, np.array(offset)))

    def _frame(self, body: int, origin: int, chosen: list[int]) -> Frame:
        start, point = self.sites.sites[origin].local, self._of(origin)
        directions = tuple(
            self._of(number) - point if self.sites.sites[number].kind == POINT else self._of(number)
            for number in chosen
        )
        return Frame(point, directions, start, tuple(self._direction(number, start) for number in chosen))

    def _rigid(self, body: int, frame: Frame, choice: tuple[int, list[int]]) -> None:
        """Constant lengths and angles of the directions; other sites of the body by them."""
        name, (origin, chosen) = self.system.bodies[body - 1], choice
        units = [self.length if self.sites.sites[number].kind == POINT else 1.0 for number in chosen]
        for i, one in enumerate(frame.directions):
            for j, other in enumerate(frame.directions[: i + 1]):
                value = frame.local_directions[i] @ frame.local_directions[j]
                self._add(product_row(f"{name} is rigid", one, other, value, 1.0 / (units[i] * units[j]), i == j))
        for number in (*self.sites.of(body, POINT), *self.sites.of(body, VECTOR)):
            site = self.sites.sites[number]
            if number in (origin, *chosen):
                continue
            here = frame.place(site.local) if site.kind == POINT else frame.vector(site.local)
            unit = self.length if site.kind == POINT else 1.0
            for row in linear_rows(f"{site.name} on {name}", self._of(number) - here, unit):
                self._add(row)

    def _add(self, row: Row) -> None:
        """An equation, unless no coordinate counts in it or it is there already."""
        if not row.is_empty and all(row.signature != other.signature for other in self.rows):
            self.rows.append(row)

    def _vector(self, frames: tuple[Frame, ...], body: int, local: Any) -> Affine:
        return Affine({}, np.array(local)) if body == 0 else frames[body - 1].vector(local)

    def _place(self, frames: tuple[Frame, ...], body: int, local: Any) -> Affine:
        return Affine({}, np.array(local)) if body == 0 else frames[body - 1].place(local)

    def _slides(self, frames: tuple[Frame, ...]) -> None:
        """Lines that stay on each other, and bodies that do not turn."""
        for placed, motion in self.shared.slides:
            first, second = placed.ends
            if self.dimensions == 2:
                x, y, ux, uy = motion.before
                point, (vx, vy) = motion.after[:2], motion.after[2:4]
                normal = self._vector(frames, first, (-uy, ux))
                lever = self._place(frames, second, point) - self._place(frames, first, (x, y))
                self._add(product_row(f"{placed.name} off", normal, lever, 0.0, 1.0 / self.length))
                turned = self._vector(frames, second, (vx, vy))
                self._add(product_row(f"{placed.name} turn", normal, turned, 0.0, 1.0))
                continue
            (s, f, g, h), (other, f_j, g_j, _) = motion.before, motion.after
            lever = self._place(frames, second, other) - self._place(frames, first, s)
            for axis in (f, g):
                across = self._vector(frames, first, axis)
                self._add(product_row(f"{placed.name} off", across, lever, 0.0, 1.0 / self.length))
            for one, two in ((h, f_j), (h, g_j), (f, g_j)):
                pair = self._vector(frames, first, one), self._vector(frames, second, two)
                self._add(product_row(f"{placed.name} turn", *pair, 0.0, 1.0))

    def _sleeves(self, frames: tuple[Frame, ...]) -> None:
        """Points that stay on a shared axis."""
        for placed, (s, f, g, _), (other, *_) in self.shared.sleeves:
            first, second = placed.ends
            lever = self._place(frames, second, other) - self._place(frames, first, s)
            for axis in (f, g):
                across = self._vector(frames, first, axis)
                self._add(product_row(f"{placed.name} off", across, lever, 0.0, 1.0 / self.length))

    def _inertia(self, frames: tuple[Frame, ...]) -> tuple[Array, Array]:
        """The constant mass matrix and the weights."""
        n, dtype = len(self.names), self.system.dtype
        mass, weight = np.zeros((n, n), dtype), np.zeros(n, dtype)
        gravity = self.system.p[int(self.system.k[layout.GRAVITY]) :][: self.dimensions]
        for body, (total, centre, second) in self.masses.items():
            frame = frames[body - 1]
            parts, share = (frame.point, *frame.directions), moments(frame, total, centre, second)
            for i, one in enumerate(parts):
                for place, column in one.columns.items():
                    weight[place] += column @ (share[i][0] @ gravity)
                    for j, other in enumerate(parts):
                        for across, row in other.columns.items():
                            mass[place, across] += column @ (share[i][j] @ row)
        return mass, weight


def _normal(direction: Array, square: list[Array]) -> Array:
    """A unit vector square to others, out of a direction."""
    left = direction - sum(((direction @ axis) * axis for axis in square), np.zeros(len(direction)))
    return left / np.linalg.norm(left)


def _least(square: list[Array]) -> Array:
    """The axis that is least along those there are."""
    sizes = [sum(abs(axis[i]) for axis in square) for i in range(3)]
    return np.eye(3)[int(np.argmin(sizes))]
