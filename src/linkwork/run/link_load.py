"""Loads inside a link: axial force, shear and bending moment along a line of a body, at all times of a run.

The part of the body before a cut is a rigid body of its own; what the rest must do to it follows from Newton and Euler.
With e from start to end of the line and n = e turned by +90 degrees, at a cut:

    axial     force of the rest on this part along e: tension is positive
    shear     sum of all loads on this part along n, inertia included
    bending   moment of the rest on this part about the cut; its derivative along the line is the shear plus any moment
              that is spread along it
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError, MechanismError
from linkwork.expression.given import FilePath, public
from linkwork.numerics import analytic
from linkwork.places.places import Point
from linkwork.places.row import Row
from linkwork.places.scope import Scope
from linkwork.run.free_body import FreeBody, free_body
from linkwork.run.mass_along import before, pieces_along

if TYPE_CHECKING:
    from linkwork.run.run import Run

_BALANCE = 1e-6
NEAR = 1e-9
_BEYOND = 1e9  # lengths: a station that all pieces lie before


@dataclass(frozen=True)
class Peak:
    """The largest value, in size, of a load inside a link: when and how far from the start of the line."""

    value: float
    t: float
    station: float


@public
@dataclass(frozen=True)
class LineLoad:
    """Loads along a line of a body over a run, in the plane and in space alike."""

    kinds: ClassVar[dict[str, str]]
    """The loads with their units."""
    sizes: ClassVar[tuple[str, ...]] = ()
    """Names of magnitudes of several of them."""

    mechanism: str
    body: str
    ends: tuple[str, str]
    t: Array
    station: Array  # m from the start of the line
    spread: str
    imbalance: float

    def values(self, kind: str) -> Array:
        """One of `kinds`, frames by stations."""
        self._require(kind)
        values: Array = getattr(self, kind)
        return values

    def _require(self, kind: str) -> None:
        if kind not in self.kinds and kind not in self.sizes:
            raise AnalysisError(f"a link has {', '.join((*self.kinds, *self.sizes))}; found '{kind}'")

    def unit(self, kind: str) -> str:
        """N, or N m for a moment."""
        self._require(kind)
        return self.kinds.get(kind) or next(unit for name, unit in self.kinds.items() if name.startswith(kind))

    def envelope(self, kind: str) -> tuple[Array, Array]:
        """Smallest and largest value at each station over the run."""
        values = self.values(kind)
        return values.min(axis=0), values.max(axis=0)

    def largest(self, kind: str) -> Peak:
        """Where and when the load is largest in size."""
        values = self.values(kind)
        frame, station = np.unravel_index(int(np.argmax(np.abs(values))), values.shape)
        return Peak(float(values[frame, station]), float(self.t[frame]), float(self.station[station]))

    def text(self) -> str:
        """The peaks, in words."""
        lines = [f"{self.body} from {self.ends[0]} to {self.ends[1]}, mass as {self.spread}"]
        for kind, unit in self.kinds.items():
            peak = self.largest(kind)
            lines.append(f"{kind:9} {peak.value:12.6g} {unit:4} at {peak.station:.6g} m, t = {peak.t:.6g} s")
        return "\n".join(lines)

    def plot(self, at: float | None = None, path: FilePath | None = None) -> Any:
        """The envelopes along the link, with the loads at one time (left out: of the largest bending)."""
        from linkwork.view.figures.link_figure import plot_link_load

        return plot_link_load(self, at, path)


@dataclass(frozen=True)
class LinkLoad(LineLoad):
    """Axial force, shear and bending (frames by stations) along a line of a body."""

    kinds: ClassVar[dict[str, str]] = {"axial": "N", "shear": "N", "bending": "N m"}

    axial: Array
    shear: Array
    bending: Array


def link_load(run: Run, body: str, start: str, end: str, stations: Any = 51) -> LinkLoad:
    """Loads inside a body along the line from one joint or point of it to another."""
    free = free_body(run, body)
    scope = Scope(run.mechanism, dict(run.system.env))
    row = Row(scope, f"body '{body}'", body)
    frame = _line(_place(free, scope, row, start), _place(free, scope, row, end), f"{start} to {end}")
    shares = shares_of(stations)
    given = run.mechanism.bodies_by_name[body].mass
    pieces, spread = pieces_along(given, free.mass, row, frame)
    rest = free.imbalance().real
    sizes = np.hypot(rest[:, 0], rest[:, 1]), np.abs(rest[:, 2])
    imbalance = checked(free, sizes, [np.abs(one.torque.real) for one in free.acting], frame[4].real)
    axial, shear, bending = _cut(free, pieces, frame, shares * frame[4])
    return LinkLoad(
        run.mechanism.name, body, (start, end), run.t, shares * frame[4], spread, imbalance, axial, shear, bending
    )


def _place(free: FreeBody, scope: Scope, row: Row, name: str) -> tuple[float, float]:
    """A joint, force or named point of the body, in its frame."""
    for one in free.acting:
        if one.name == name and one.kind != "gravity":
            if np.ptp(one.point.real, axis=0).max() > NEAR * (1.0 + np.abs(one.point.real).max()):
                raise AnalysisError(f"body '{free.body}': the place of '{name}' moves on it; name a fixed point")
            return analytic.number(one.point[0, 0]), analytic.number(one.point[0, 1])
    try:
        x, y = scope.point(Point(body=free.body, named=name)) if name != free.body else (0.0, 0.0)
    except MechanismError:
        names = [one.name for one in free.acting if one.kind != "gravity"]
        names += list(scope.body(free.body).points)
        raise AnalysisError(
            f"body '{free.body}' has no joint, force or point '{name}'; there are: {', '.join(names)}"
        ) from None
    return analytic.number(x), analytic.number(y)


def _line(start: tuple[float, float], end: tuple[float, float], what: str) -> tuple[float, ...]:
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = analytic.number(analytic.hypot(dx, dy))
    if length.real == 0.0:
        raise AnalysisError(f"the line from {what} has no length; name two different places")
    return start[0], start[1], dx / length, dy / length, length


def shares_of(stations: Any) -> Array:
    """Stations as shares of the length, rising from 0 to 1."""
    given = np.linspace(0.0, 1.0, stations) if isinstance(stations, int) else stations
    shares = np.atleast_1d(np.asarray(given, float))
    if len(shares) == 0 or not np.all((shares >= 0.0) & (shares <= 1.0)):
        raise AnalysisError("stations: give their number, or shares of the length between 0 and 1")
    return shares


def checked(free: Any, rest: tuple[Array, Array], torques: list[Array], length: float) -> float:
    """Largest share of the largest force that is missing for balance (moments over the length); much is refused.

    `rest` holds the sizes of the missing forces and moments, `torques` those of all that act.
    """
    missing = float(np.max([rest[0], rest[1] / length], initial=0.0))
    largest = max([free.largest_force(), *(float(np.max(size, initial=0.0)) / length for size in torques)])
    share = missing / largest if largest > 0.0 else 0.0
    if share > _BALANCE:
        raise AnalysisError(
            f"body '{free.body}': forces and accelerations do not balance ({share:.2g} of the largest force is "
            "missing); tighten the tolerances of the run"
        )
    return share


def _cut(free: FreeBody, pieces: Any, frame: tuple[float, ...], station: Array) -> tuple[Array, Array, Array]:
    """Axial force, shear and bending at every frame and station."""
    length = frame[4]
    ex, ey = frame[2], frame[3]
    at_start = free.acceleration_at(frame[0], frame[1])
    gravity = free.local(np.tile(free.gravity, (len(free.t), 1)))
    field = gravity - at_start
    gx, gy = field[:, 0] * ex + field[:, 1] * ey, field[:, 1] * ex - field[:, 0] * ey
    gx, gy, square, alpha = gx[:, None], gy[:, None], free.omega[:, None] ** 2, free.alpha[:, None]
    last = station.real >= length.real * (1 - NEAR)
    mass, mx, my, inertia = before(pieces, np.where(last, _BEYOND * length.real, station))
    if np.any(last):
        inner = [part.copy() for part in before([p for p in pieces if not _at_end(p, length)], station)]
        for whole, part in zip((mass, mx, my, inertia), inner, strict=True):
            whole[last] = part[last]
    along = mass * gx + square * mx + alpha * my
    across = mass * gy + square * my - alpha * mx
    moment = mx * gy - my * gx - alpha * inertia  # about the start; the centrifugal field has none
    for one in free.acting:
        if one.kind == "gravity":
            continue
        f, point = free.local(one.force), one.point - np.array(frame[:2])
        fx, fy = f[:, 0] * ex + f[:, 1] * ey, f[:, 1] * ex - f[:, 0] * ey
        x, y = point[:, 0] * ex + point[:, 1] * ey, point[:, 1] * ex - point[:, 0] * ey
        limit = np.where(last, length * (1 - NEAR), station + length * NEAR).real
        counted = (x.real[:, None] <= limit[None, :]).astype(float)
        along = along + counted * fx[:, None]
        across = across + counted * fy[:, None]
        moment = moment + counted * (one.torque + x * fy - y * fx)[:, None]
    return -along, across, station[None, :] * across - moment


def _at_end(piece: Any, length: float) -> bool:
    """Whether a lump sits at the far end, beyond the last cut."""
    return bool(min(piece.x.real, piece.end_x.real) >= length.real * (1 - NEAR))
