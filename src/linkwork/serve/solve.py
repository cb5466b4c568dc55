"""Solving for the page: assemble from the last position, run what is asked for, and make the payload of the viewer."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from linkwork.analysis.assembly.assemble import Assembly, assemble, assemble_driven
from linkwork.analysis.verbs import OVER_TIME
from linkwork.base.errors import LinkworkError
from linkwork.run.display import display_unit, displayed
from linkwork.run.export import asked_for
from linkwork.run.run import Run
from linkwork.serve.faults import NotAssembled
from linkwork.serve.request import EQUILIBRIUM, POSITION, Asked
from linkwork.system.system import System
from linkwork.view.motion import spread
from linkwork.view.page import payload
from linkwork.view.rounding import rounded, rounded_series
from linkwork.view.scene import build_scene, scene_at

FRAMES, COARSE_FRAMES, COARSE_POINTS, COARSE_TRIES = 1500, 121, 1001, 4
"""Frames shown at most; frames, time points and tries to assemble at most while a slider moves."""

CHECKED = 20
"""So many moves of a slider go by from one assembly from the estimates of the file to the next."""
DRIVEN = ("kinematics", "inverse_dynamics")
"""Analyses in which drivers move everything."""
BY_SLIDER = "the estimates of the file do not lead to a closed position with these values; a slider did: mend them"


@dataclass
class Solution:
    """A mechanism in motion or at rest, as a page gets it."""

    asked: Asked
    assembly: Assembly
    run: Run | None
    frames: int
    notes: list[str] = field(default_factory=list)

    def payload(self, traces: Iterable[str], watched: Iterable[str], unit: float | None) -> dict[str, Any]:
        """What the viewer draws, with the channels that are watched; `unit` is the size of pins, chosen where None."""
        if self.run is None:
            scene = scene_at(self.assembly.system, self.assembly.q)
            return payload({**scene, "notes": self.notes, "unit": unit}, packed=True)
        names = list(watched)
        scene = build_scene(self.run, list(traces), channels=names, max_frames=self.frames)
        return payload({**scene, "unit": unit}, packed=True)

    def series(self, names: Iterable[str]) -> dict[str, list[float | None]]:
        """Channels at the frames of the payload."""
        if self.run is None:
            return {}
        keep = spread(len(self.run.t), self.frames)
        return {name: rounded_series(displayed(self.run, name)[0][keep].tolist()) for name in names}

    def times(self) -> list[float | None]:
        """The times of the frames of the payload."""
        return [] if self.run is None else rounded_series(self.run.t[spread(len(self.run.t), self.frames)].tolist())

    def known(self, names: Iterable[str], catalogue: Container[str] = ()) -> list[str]:
        """Those of the names that are channels; those of the catalogue are without being looked for."""
        run = self.run
        return [] if run is None else [name for name in names if name in catalogue or _is_channel(run, name)]

    def position(self, time: float | None) -> tuple[Any, float]:
        """The position shown at a time, at the start when none is given, and that time."""
        if self.run is None:
            return self.assembly.q, self.assembly.t
        at = 0 if time is None else int(np.argmin(np.abs(self.run.t - time)))
        return self.run.q[at], float(self.run.t[at])

    def poses(self, system: System, q: Any) -> list[Any]:
        """A position as the poses of a frame."""
        poses: list[Any] = rounded(scene_at(system, q)["poses"][0])
        return poses

    def channels(self) -> list[dict[str, str]]:
        """All channels with their units."""
        run = self.run
        names = [] if run is None else dict.fromkeys([*self.known(asked_for(run)), *run.channels()])
        return [] if run is None else [{"name": name, "unit": display_unit(run, name)} for name in names]


def _is_channel(run: Run, name: str) -> bool:
    try:
        run.unit(name)
    except LinkworkError:
        return False
    return True


class Solver:
    """Solves one version of a mechanism after the other: each as the file, with its values, would be solved.

    While a slider moves the position of the version before saves the way from the estimates; it is of use, too, where
    that way does not lead to a closed position.
    """

    def __init__(self) -> None:
        self.last: Assembly | None = None
        self.moves = 0

    def forget(self) -> None:
        """Know nothing of what was solved."""
        self.last = None

    def solve(self, mechanism: Any, asked: Asked, coarse: bool = False, start: Any = None) -> Solution:
        """Assemble, from a start where one was chosen, and analyse; a LinkworkError says what is in the way."""
        if asked.kind == EQUILIBRIUM:
            request = mechanism.analysis.equilibrium
            options = {} if request is None else {"method": request.method, "near": request.near or None}
            rest = mechanism.equilibrium(**options)
            return Solution(asked, rest, None, 1, [rest.words(), *rest.notes])
        assembly = self._assembled(mechanism, asked, coarse, start)
        if not assembly.ok:
            raise NotAssembled(assembly)
        self.last = assembly
        if asked.kind not in OVER_TIME:
            return Solution(asked, assembly, None, 1, list(assembly.notes))
        wanted = asked.coarser(COARSE_POINTS) if coarse else asked
        verb = getattr(mechanism, asked.kind)
        grid = {"start": wanted.start, "branch": assembly, "progress": False}
        run = verb(wanted.until, wanted.points, **wanted.options | grid)
        return Solution(asked, assembly, run, COARSE_FRAMES if coarse else FRAMES)

    def _assembled(self, mechanism: Any, asked: Asked, coarse: bool, start: Any) -> Assembly:
        """The position at the start; with few tries while a slider moves."""
        options: dict[str, Any] = {"hold": asked.options.get("hold"), "at": asked.start, "start": start}
        near = self._followed() if coarse else None
        if near is not None and asked.kind in DRIVEN and not options["hold"]:
            quick = assemble_driven(mechanism, near, asked.start)
            if quick is not None:
                return quick
            near = None
        assembled = assemble(mechanism, near=near, **options | ({"tries": COARSE_TRIES} if coarse else {}))
        if assembled.ok or self.last is None or near is not None:
            return assembled
        again = assemble(mechanism, near=self.last, tries=0, **options)
        if again.ok:
            again.notes.append(BY_SLIDER)
        return again if again.ok else assembled

    def _followed(self) -> Assembly | None:
        """The assembly that the next one is near to; every few moves none, so that the branch is that of the file."""
        self.moves += 1
        return self.last if self.moves % CHECKED else None


def nearest_position(error: LinkworkError, mechanism: Any) -> Solution | None:
    """What can be shown of a mechanism that cannot be solved: where it is assembled, or comes closest to that."""
    try:
        assembly = error.assembly if isinstance(error, NotAssembled) else assemble(mechanism)
    except LinkworkError:
        return None
    return Solution(Asked(POSITION), assembly, None, 1) if np.all(np.isfinite(assembly.q)) else None
