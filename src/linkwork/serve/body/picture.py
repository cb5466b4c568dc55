"""What the page of a skeleton shows: a pose, a fall under its muscles, a measured motion, or what that needs."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.library.biomechanics.forward import ForwardRun, forward
from linkwork.library.biomechanics.inverse_dynamics import inverse_dynamics
from linkwork.library.biomechanics.motion import Motion
from linkwork.library.biomechanics.paths.muscle_paths import muscle_paths
from linkwork.library.biomechanics.plates import Plate
from linkwork.library.biomechanics.sharing import Sharing, share_forces
from linkwork.library.biomechanics.skeleton import Skeleton
from linkwork.library.biomechanics.tables import Markers
from linkwork.serve.body.sliders import ALL_STRONG, CUTOFF, Values, activations, pose, reserves
from linkwork.serve.body.trial import Subject, Trial
from linkwork.serve.request import POSITION
from linkwork.view.motion import spread
from linkwork.view.page import payload
from linkwork.view.rounding import rounded, rounded_series
from linkwork.view.spatial.skeleton_film import Moved
from linkwork.view.spatial.skeleton_scene import skeleton_scene, told_by

MEASURED = ("kinematics", "inverse_dynamics")
"""Analyses of a measured motion."""
SIMULATE = "simulate"
KINDS = (*MEASURED, SIMULATE, POSITION)
FRAMES, COARSE_FRAMES = 1500, 121
FINE, COARSE = 1e-6, 1e-4
UNTIL, POINTS, MOST_POINTS = 0.5, 201, 20_000


@dataclass(frozen=True)
class Asked:
    """An analysis, and to when a fall goes on."""

    kind: str
    until: float = UNTIL
    points: int = POINTS

    def plain(self, measured: bool) -> dict[str, Any]:
        """Kind, options that a page can change, and the kinds there are."""
        grid = {"until": self.until, "points": self.points} if self.kind == SIMULATE else {}
        kinds = KINDS if measured else (POSITION, SIMULATE)
        return {"kind": self.kind, "options": grid, "choices": list(kinds)}


@dataclass
class Shown:
    """A result, as a page gets it."""

    asked: Asked
    of: Moved
    plates: tuple[Plate, ...] = ()
    markers: Markers | None = None
    frames: int = FRAMES
    notes: list[str] = field(default_factory=list)

    @cached_property
    def scene(self) -> dict[str, Any]:
        """All that is drawn, with all channels."""
        return skeleton_scene(self.of, self.plates, self.markers, self.frames)

    def payload(self, watched: Iterable[str], unit: float | None) -> dict[str, Any]:
        """What the viewer draws, with the channels that are watched."""
        names = self.known([*self.scene["shown"], *watched])
        own = {"channels": {name: self.scene["channels"][name] for name in names}, "notes": self.notes}
        return payload({**self.scene, **own, "unit": unit or self.scene["unit"]}, packed=True)

    def series(self, names: Iterable[str]) -> dict[str, list[float | None]]:
        """Channels at the frames of the payload."""
        return {name: rounded_series(self.scene["channels"][name]) for name in names}

    def times(self) -> list[float | None]:
        """The times of the frames of the payload."""
        return rounded_series(self.scene["times"])

    def known(self, names: Iterable[str]) -> list[str]:
        """Those of the names that are channels."""
        return [name for name in dict.fromkeys(names) if name in self.scene["channels"]]

    def channels(self) -> list[dict[str, str]]:
        """All channels with their units."""
        return [{"name": name, "unit": unit} for name, unit in self.scene["units"].items()]

    def full(self, names: Iterable[str]) -> tuple[Array, list[Array], dict[str, str]]:
        """Times, channels at all of them, and their units by name."""
        known = [name for name in dict.fromkeys(names) if name in self._told.channels]
        columns = [self._told.channels[name][0] for name in known]
        return self._told.time, columns, {name: self._told.channels[name][1] for name in known}

    @property
    def skeleton(self) -> Skeleton:
        """The skeleton that moves."""
        return self._told.skeleton

    @cached_property
    def _told(self) -> Any:
        return told_by(self.of)

    def position(self, time: float | None) -> tuple[Array, float]:
        """The coordinates shown at a time, at the start when none is given, and that time."""
        keep = spread(len(self._told.time), FRAMES)
        at = keep[0] if time is None else keep[int(np.argmin(np.abs(self._told.time[keep] - time)))]
        return self._told.values[at], float(self._told.time[at])

    def poses(self, q: Array, time: float) -> list[Any]:
        """Coordinates as the poses of a frame."""
        posed: list[Any] = rounded(skeleton_scene(_still(self.skeleton, q, None, time), (), self.markers)["poses"][0])
        return posed


def solve(subject: Subject, trial: Trial, asked: Asked, values: Values, coarse: bool = False) -> Shown:
    """Carry out an analysis; a LinkworkError says what is in the way."""
    skeleton, frames = subject.skeleton, COARSE_FRAMES if coarse else FRAMES
    active = activations(skeleton, values)
    if asked.kind == POSITION:
        q = pose(skeleton, values)
        if skeleton.muscles:
            muscle_paths(skeleton, q)  # names the path that cannot be there
        return Shown(asked, _still(skeleton, q, active), notes=subject.notes)
    if asked.kind == SIMULATE:
        points = min(asked.points, COARSE_FRAMES) if coarse else asked.points
        speeds, tolerance = np.zeros(len(skeleton.coordinates)), COARSE if coarse else FINE
        given: Any = active if len(active) else 0.0
        run = forward(skeleton, pose(skeleton, values), speeds, given, asked.until, points, tolerance)
        return Shown(asked, run, frames=frames, notes=[*(one.text for one in run.events), *subject.notes])
    if subject.motion is None:
        raise AnalysisError(
            "there is no measured motion; open the page with --markers walk.trc, or with --motion walk.mot"
        )
    motion = _as_strong(subject.motion, values.get(ALL_STRONG, 1.0))
    if CUTOFF in values:
        motion = motion.filtered(values[CUTOFF])
    if asked.kind == "kinematics":
        return Shown(asked, motion, subject.plates, subject.markers, frames, subject.notes)
    net = inverse_dynamics(motion, subject.plates)
    notes = [
        f"residual at {name}: at most {left:.4g} {'N m' if _turns(skeleton, name) else 'N'}"
        for name, left in net.residuals().items()
    ]
    result: Any = net
    if skeleton.muscles:
        result = share_forces(net, trial.cost, reserves(values))
        notes += _shares(result, reserves(values)) + list(result.notes())
    return Shown(asked, result, subject.plates, subject.markers, frames, notes + subject.notes)


def _shares(shared: Sharing, given: dict[str, float]) -> list[str]:
    """How much reserves that were given do."""
    share = shared.reserve_share()
    return [f"reserve of {name}: {100 * share[name]:.2g} % of its largest net force" for name in given]


def _turns(skeleton: Skeleton, name: str) -> bool:
    return skeleton.coordinates[skeleton.index("coordinate", name)].turns


def _as_strong(motion: Motion, share: float) -> Motion:
    """The motion of a skeleton whose muscles have another share of their strength."""
    if share == 1.0:
        return motion
    muscles = tuple(dataclasses.replace(one, strength=share * one.strength) for one in motion.skeleton.muscles)
    return Motion(dataclasses.replace(motion.skeleton, muscles=muscles), motion.time, motion.values)


def _still(skeleton: Skeleton, q: Array, active: Array | None, time: float = 0.0) -> ForwardRun:
    """A pose as a run of one frame."""
    known = np.empty((0, 0)) if active is None else active[None]
    return ForwardRun(skeleton, np.array([time]), q[None], 0.0 * q[None], np.empty((1, 0)), 0, known)
