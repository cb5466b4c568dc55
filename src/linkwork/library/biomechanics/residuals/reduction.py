"""Masses and a measured motion that fit the plates better: less is left at the base."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.expression.dimensions import LENGTH, PLAIN
from linkwork.expression.given import Hertz, Metres, public, publicly_made, takes
from linkwork.library.biomechanics.fit_notes import beyond_ranges
from linkwork.library.biomechanics.inverse_dynamics import NetForces, base_coordinates, inverse_dynamics
from linkwork.library.biomechanics.motion import Motion
from linkwork.library.biomechanics.plates import Plate, outer_loads
from linkwork.library.biomechanics.residuals.masses import fitted_masses, mass_groups, with_masses
from linkwork.library.biomechanics.residuals.measures import (
    RESIDUAL_FORCE,
    RESIDUAL_MOMENT,
    body_mass,
    largest_push,
    mean_height,
)
from linkwork.library.biomechanics.residuals.motion_change import changed_values
from linkwork.library.biomechanics.skeleton import Skeleton
from linkwork.library.checks import require_quantity

FAR, FARTHEST = 0.05, 0.5
"""By how much the mass center of a trunk may be wrong, and by more it never is, in m."""
LEAST, MOST = 1e-6, 10.0
"""What a coordinate gives that gives at all, in rad or m."""
FEWEST = 6
"""Frames of a motion that has accelerations."""
SMALLEST, LARGEST = 1e-3, 1e3
"""Shares of small residuals that make sense."""
ROUNDING = 1e-8
"""Numbers of a text below it, in N, N m, mm or degrees, are rounding."""
TURN, SHIFT = math.radians(1.0), 0.01
"""What a coordinate gives where nothing else is said: such a change counts as much as residuals at their measure."""


@public
@publicly_made
@dataclass(frozen=True)
class ReducedResiduals:
    """What a motion needs as it was, with other masses, and changed as well; the last one is to go on with."""

    before: NetForces
    with_masses: NetForces
    after: NetForces
    shift: tuple[float, float, float]
    """By how much the mass center of the trunk moved in its own axes, in m."""
    notes: tuple[str, ...] = ()

    @property
    def motion(self) -> Motion:
        """The changed motion of the changed skeleton."""
        return self.after.motion

    @property
    def skeleton(self) -> Skeleton:
        """The skeleton with the changed masses."""
        return self.after.motion.skeleton

    def masses(self) -> dict[str, tuple[float, float]]:
        """Of every body whose mass changed that before and after, in kg."""
        pairs = zip(self.before.motion.skeleton.bodies, self.skeleton.bodies, strict=True)
        return {one.name: (one.mass, two.mass) for one, two in pairs if one.mass != two.mass}

    def changes(self) -> dict[str, float]:
        """Of every coordinate the largest change, in rad or m."""
        off = np.abs(self.after.motion.values - self.before.motion.values).max(axis=0)
        return {one.name: float(by) for one, by in zip(self.skeleton.coordinates, off, strict=True)}

    def net_changes(self) -> dict[str, float]:
        """Of every coordinate that is none of the base the largest change of its net force, in N m or N."""
        off, base = np.abs(self.after.values - self.before.values).max(axis=0), self.before.residuals()
        pairs = zip(self.skeleton.coordinates, off, strict=True)
        return {one.name: float(by) for one, by in pairs if one.name not in base}

    def text(self) -> str:
        """Residuals in three columns, masses and the center, the largest changes of the motion and of net forces."""
        lines = ["largest residuals: as measured, with the masses, with the motion"]
        for name in self.before.residuals():
            unit = "N m" if _turns(self.skeleton, name) else "N"
            three = (one.residuals()[name] for one in (self.before, self.with_masses, self.after))
            lines.append(f"  {name}: " + ", ".join(f"{_plain(value):.4g} {unit}" for value in three))
        whole = body_mass(self.before.motion.skeleton), body_mass(self.skeleton)
        lines.append(f"mass: {whole[0]:.4g} kg, now {whole[1]:.4g} kg; center moved by {self._center()} mm")
        lines.append("largest changes of the motion, and of net forces")
        net = self.net_changes()
        for name, by in self.changes().items():
            turns = _turns(self.skeleton, name)
            size, unit = (math.degrees(by), "degrees") if turns else (1000 * by, "mm")
            more = f", {_plain(net[name]):.3g} {'N m' if turns else 'N'}" if name in net else ""
            lines.append(f"  {name}: {_plain(size):.3g} {unit}{more}")
        return "\n".join([*lines, *self.notes])

    def _center(self) -> str:
        return ", ".join(f"{_plain(1000 * one):.3g}" for one in self.shift)


def _plain(value: float) -> float:
    """A number that is not rounding alone."""
    return value if abs(value) > ROUNDING else 0.0


def _turns(skeleton: Skeleton, name: str) -> bool:
    return skeleton.coordinates[skeleton.index("coordinate", name)].turns


@public
@takes(masses="PLAIN", share="PLAIN")
def reduce_residuals(
    motion: Motion,
    plates: Sequence[Plate],
    trunk: str,
    center: Metres | tuple[Metres, Metres, Metres] | None = None,
    masses: float | Mapping[str, float] = 0.05,
    give: Mapping[str, Any] | None = None,
    share: float = 1.0,
    cutoff: Hertz = 6.0,
) -> ReducedResiduals:
    """Fit masses, then the motion, so that less is left at the base, which nobody exerts.

    First the mass center of the body `trunk` moves by up to `center` along its axes, one number or three; by 5 cm if
    nothing else is said, but not along the axis that stands upright, where it hardly shows. `masses` change by up to a
    share: all alike, or those of the bodies that are named, each by its own. Then coordinates change, smoothly (up to
    about `cutoff` Hz) and as little as it takes: one degree or 1 cm, or what each may `give` (rad, m; 0: it stays),
    counts as much as residuals of `share` times what Hicks and others (2015) call small. Both are least squares over
    all frames. Plates stay where they are.
    """
    skeleton, plates = motion.skeleton, tuple(plates)
    skeleton.index("body", trunk)
    groups = mass_groups(skeleton, masses)
    _require_sense(motion, center, share, cutoff)
    before, allowed = inverse_dynamics(motion, plates), _given(skeleton, give or {})
    base = [skeleton.index("coordinate", name) for name in base_coordinates(motion)]
    if not base:
        raise AnalysisError(
            f"skeleton '{skeleton.name}' has no joint with ground that moves: nothing is left over there"
        )
    if not body_mass(skeleton) > 0:
        raise AnalysisError(f"skeleton '{skeleton.name}' has no mass")
    far = np.ones(3) * (_level(before, trunk) if center is None else np.asarray(center, dtype=float))
    outer, measures = outer_loads(motion, plates), share * _measures(before, plates, base)
    change = fitted_masses(motion, outer, base, measures, trunk, far, groups)
    other = dataclasses.replace(skeleton, bodies=with_masses(skeleton, trunk, change))
    same = Motion(other, motion.time, motion.values, motion.notes)
    values = changed_values(same, outer, base, measures, allowed, 0.5 / cutoff) if allowed.any() else motion.values
    new = Motion(other, motion.time, values, tuple(dict.fromkeys((*motion.notes, *beyond_ranges(other, values)))))
    x, y, z = change.shift.tolist()
    notes = tuple(f"{what} is at its bound" for what in change.at_bounds)
    return ReducedResiduals(before, inverse_dynamics(same, plates), inverse_dynamics(new, plates), (x, y, z), notes)


def _require_sense(motion: Motion, center: Any, share: float, cutoff: float) -> None:
    """Refuse ways of the center in mm, and shares and cut-offs that nobody means."""
    far = np.ones(3) * np.asarray(0.0 if center is None else center, dtype=float)
    if not np.all((far >= 0) & (far < FARTHEST)):
        raise AnalysisError(f"the center of the trunk may move by 0 to {FARTHEST:g} m, not by {center}; is it in mm?")
    if not SMALLEST <= share <= LARGEST:
        raise AnalysisError(f"reduce_residuals: share lies between {SMALLEST:g} and {LARGEST:g}, not at {share:g}")
    if len(motion.time) < FEWEST:
        raise AnalysisError(f"reduce_residuals: a motion has {FEWEST} frames at least, this one has {len(motion.time)}")
    once = 1 / float(motion.time[-1] - motion.time[0])
    half = 0.5 * once * (len(motion.time) - 1)
    if not once <= cutoff < half:
        raise AnalysisError(
            f"the cut-off must lie between {once:.3g} Hz, one swing in the whole trial, and {half:.3g} Hz, half the "
            f"rate, not at {cutoff:g}"
        )


def _level(net: NetForces, trunk: str) -> Array:
    """How far the center may move along each axis of the trunk: not along the one that stands most upright."""
    skeleton = net.motion.skeleton
    turn = net.poses[:, skeleton.index("body", trunk), :9].reshape(-1, 3, 3)
    upright = np.abs(np.einsum("fij,i->fj", turn, np.array(skeleton.gravity))).mean(axis=0)
    far = np.full(3, FAR)
    if upright.any():
        far[np.argmax(upright)] = 0.0
    return far


def _given(skeleton: Skeleton, give: Mapping[str, Any]) -> Array:
    """What every coordinate gives."""
    allowed = np.array([TURN if one.turns else SHIFT for one in skeleton.coordinates])
    for name, value in give.items():
        at = skeleton.index("coordinate", name)
        turns = skeleton.coordinates[at].turns
        allowed[at] = require_quantity(f"coordinate '{name}': what it may give", value, PLAIN if turns else LENGTH)
        if not (allowed[at] == 0 or LEAST <= allowed[at] <= MOST):
            raise AnalysisError(f"coordinate '{name}' gives nothing, or {LEAST:g} to {MOST:g}, not {allowed[at]:g}")
    return allowed


def _measures(net: NetForces, plates: tuple[Plate, ...], base: Sequence[int]) -> Array:
    """What is called small at the coordinates of the base, in N m and N."""
    push = largest_push(net, plates)
    if not push > 0:
        names = ", ".join(dict.fromkeys(plate.body for plate in plates))
        raise AnalysisError(f"reduce_residuals: the plates of {names} bear nothing during the motion; are times alike?")
    turns = [net.motion.skeleton.coordinates[c].turns for c in base]
    return np.array([push * (RESIDUAL_MOMENT * mean_height(net) if one else RESIDUAL_FORCE) for one in turns])
