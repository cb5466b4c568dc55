"""Why the path of a muscle has no way on round its surfaces: which surface, and what is wrong there."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.plural import plural
from linkwork.elements.muscle import ELLIPSOID, NO_WAY, POINT, ROUND, SPHERE, TORUS
from linkwork.places import layout_kernel as layout

if TYPE_CHECKING:
    from linkwork.signals.records import PathSurface
    from linkwork.system.system import System

_NAMES = {ROUND: "cylinder", SPHERE: "sphere", ELLIPSOID: "ellipsoid", TORUS: "torus"}
_NO_WAY = "its path has no way on"
_AROUND = 48  # points round an ellipsoid or a ring, each way
_DEEP = 1e-7  # m: a straight part that runs so deep through a surface only grazes it
_NEAR = 1e-4  # of the size of a surface: what is so near to it has come into it


def no_way(w: Any, system: System, muscle: str) -> str:
    """Why a path has no length in a workspace, as the end of a sentence."""
    signals = system.signals
    assert signals is not None
    own = [one for one in signals.surfaces if one.muscle == muscle and one.kind != POINT]
    memory = np.real(w[system.k[layout.MEMORY] :][: signals.size])
    placed = {one.station: _Placed(memory, one) for one in own}
    dimensions = system.world.dimensions
    inside = _end_inside(memory, own, dimensions)
    if inside:
        return f"{_NO_WAY}: {inside}"
    for one in own:
        for other in own:
            if one.kind == ROUND or one.station == other.station or one.beside != other.beside:
                continue
            if _gap(placed[one.station], placed[other.station]) < _NEAR * placed[one.station].size:
                return (
                    f"its path has no way on: {_named(one, dimensions)} and {_named(other, dimensions)} cut each other"
                )
    lost = [one for one in own if _is_lost(memory, one)]
    if not lost:
        return NO_WAY
    places = " and ".join(_named(one, dimensions) for one in lost)
    lifts = ", or it lifts off or comes to it again there" if any(one.kind == TORUS for one in lost) else ""
    followed = "one that snaps is followed by methods without a fixed step"
    return f"{_NO_WAY}: no shortest one is left round {places}{lifts} ({followed})"


def _end_inside(memory: Array, surfaces: list[PathSurface], dimensions: int) -> str:
    """Which station of a path lies inside a surface that stands beside it, in words; empty where none does."""
    for one in surfaces:
        placed = _Placed(memory, one)
        for station, point in zip(one.beside, _beside(memory, one), strict=True):
            if placed.outside(point) < _NEAR * placed.size:
                return f"station {station + 1} lies inside {_named(one, dimensions)} or touches it"
    return ""


def rows_without_length(run: Any) -> list[str]:
    """Paths that have no length in rows of a `Run`, in words; none where all is well."""
    signals = run.system.signals
    if signals is None:
        return []
    told, dimensions = [], run.system.world.dimensions
    for muscle in dict.fromkeys(one.muscle for one in signals.surfaces):
        bad = np.flatnonzero(~np.isfinite(run[f"{muscle}.length"]))
        if len(bad):
            first, last = (float(np.real(run.t[row])) for row in (bad[0], bad[-1]))
            when = f"in the row at t = {first:.6g} s"
            if len(bad) > 1:
                when = f"in {len(bad)} rows from t = {first:.6g} s to {last:.6g} s"
            own = [one for one in signals.surfaces if one.muscle == muscle and one.kind != POINT]
            inside = "" if run.loads is None else _end_inside(np.real(run.loads.memory[bad[0]]), own, dimensions)
            why = inside or "its path passes from one way to another"
            told.append(f"force '{muscle}' has no length {when}: {why} there")
    return told


def parts_through_surfaces(run: Any) -> list[str]:
    """Straight parts of paths that run through a surface in a `Run`, in words; none where all is well."""
    from linkwork.signals.paths.way_layout_kernel import DEEP

    signals = run.system.signals
    if signals is None or run.loads is None:
        return []
    told = []
    for one in signals.surfaces:
        if not one.followed or one.kind == ROUND:  # cylinders have no ends
            continue
        deep = np.nan_to_num(np.real(run.loads.memory[:, one.kept + DEEP]))
        rows = np.flatnonzero(deep > _DEEP)
        if len(rows):
            told.append(
                f"force '{one.muscle}': a straight part of its path runs through {'the tube of ' * (one.kind == TORUS)}"
                f"{_named(one, 3)}, from "
                f"t = {run.t[rows[0]]:.6g} s on in {plural(len(rows), 'row')}, {1000 * deep.max():.4g} mm deep at most "
                f"at t = {run.t[int(deep.argmax())]:.6g} s: its length, forces and rates "
                "are not those of a path round it"
            )
    return told


def lacks_length(system: System, memory: Array) -> bool:
    """Whether a path round a surface has no length in a row of the memory."""
    signals = system.signals
    if signals is None:
        return False
    return any(not np.isfinite(memory[signals.places[f"{one.muscle}.length"]]) for one in signals.surfaces)


def _named(surface: PathSurface, dimensions: int) -> str:
    name = "circle" if dimensions == 2 and surface.kind == ROUND else _NAMES[surface.kind]
    return f"the {name} at station {surface.station + 1}"


def _beside(memory: Array, surface: PathSurface) -> list[Array]:
    """The points between which a surface lies."""
    return [_point(memory, places) for places in surface.beside_at]


def _point(memory: Array, places: tuple[int, ...]) -> Array:
    return np.array([memory[place] if place >= 0 else 0.0 for place in places])


def _is_lost(memory: Array, surface: PathSurface) -> bool:
    """Whether what was evaluated last has no way round a surface."""
    from linkwork.signals.paths.way_layout_kernel import STATE_NUMBERS, TOTAL

    return surface.followed and bool(memory[surface.kept + STATE_NUMBERS + TOTAL] < 0.0)


def _gap(one: _Placed, other: _Placed) -> float:
    """How far a surface is from another, but for cylinders as first; by points round it where it is no sphere."""
    if one.kind == SPHERE:
        return other.outside(one.centre) - one.size
    return min(other.outside(point) for point in one.points())


class _Placed:
    """A surface where it is."""

    def __init__(self, memory: Array, surface: PathSurface) -> None:
        self.kind, self.centre = surface.kind, _point(memory, surface.at)
        tips = [_point(memory, tip) - self.centre for tip in surface.tips if tip[0] >= 0]
        self.axes = [tip / np.linalg.norm(tip) for tip in tips] or [np.array([0.0, 0.0, 1.0])]
        self.radii = np.real(np.array(surface.radii, dtype=complex))
        self.size = float(self.radii.min())

    def points(self) -> list[Array]:
        """Points all over an ellipsoid or a ring."""
        turn = 2 * np.pi / _AROUND * np.arange(_AROUND)
        one, two = np.meshgrid(turn, turn)
        if self.kind == TORUS:
            out = self.radii[0] + self.size * np.cos(two)
            own = np.array((out * np.cos(one), out * np.sin(one), self.size * np.sin(two)))
        else:
            own = np.array((np.sin(two) * np.cos(one), np.sin(two) * np.sin(one), np.cos(two)))
            own = own * self.radii[:, None, None]
        frame = np.array([*self.axes, np.cross(*self.axes)])
        return list(self.centre + own.reshape(3, -1).T @ frame)

    def outside(self, point: Array) -> float:
        """How far a point is from the surface; for an ellipsoid to the first order."""
        gap = point - self.centre
        if self.kind == SPHERE:
            return float(np.linalg.norm(gap)) - self.size
        if self.kind == ROUND:
            along = float(gap @ self.axes[0])
            return float(np.linalg.norm(gap - along * self.axes[0])) - self.size
        frame = np.array([*self.axes, np.cross(*self.axes)])
        x = frame @ gap
        if self.kind == TORUS:
            return math.hypot(math.hypot(x[0], x[1]) - self.radii[0], x[2]) - self.size
        return float((np.sum((x / self.radii) ** 2) - 1) / (2 * np.linalg.norm(x / self.radii**2) + 1e-300))
