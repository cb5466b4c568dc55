"""The files of a trial: a skeleton and, where there is one, a measured motion of it with what acts on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from linkwork.library.biomechanics.files.mjcf import read_mjcf
from linkwork.library.biomechanics.inverse_kinematics import MarkerFit, fit_markers
from linkwork.library.biomechanics.motion import Motion, motion_from
from linkwork.library.biomechanics.osim import read_osim
from linkwork.library.biomechanics.plates import Plate, read_plates
from linkwork.library.biomechanics.skeleton import Skeleton
from linkwork.library.biomechanics.tables import Markers, read_markers, read_table


@dataclass(frozen=True)
class Trial:
    """What is looked at, by the names of its files, and how forces are shared."""

    model: str
    markers: str | None = None
    motion: str | None = None
    plates: str | None = None
    cutoff: float | None = None
    cost: str = "activation"
    reserves: Mapping[str, float] = field(default_factory=dict)
    weights: Mapping[str, float] = field(default_factory=dict)

    @property
    def files(self) -> tuple[str, ...]:
        """All that are named."""
        return tuple(name for name in (self.model, self.markers, self.motion, self.plates) if name is not None)


@dataclass(frozen=True)
class Subject:
    """What the files say."""

    skeleton: Skeleton
    motion: Motion | None = None
    fit: MarkerFit | None = None
    markers: Markers | None = None
    plates: tuple[Plate, ...] = ()

    @property
    def notes(self) -> list[str]:
        """What of the files is left out, and how well markers fit, or what the motion lacks."""
        notes = [f"left out: {one}" for one in self.skeleton.left_out]
        if self.fit is not None:
            name, frame, far = self.fit.worst()
            notes.append(f"the marker farthest from its place is {name} in frame {frame}, {1000 * far:.1f} mm")
            notes += self.fit.notes
        elif self.motion is not None:
            notes += self.motion.notes
        return notes


def read_subject(trial: Trial) -> Subject:
    """Read all files; a motion from markers is fitted."""
    skeleton = read_mjcf(trial.model) if trial.model.lower().endswith(".xml") else read_osim(trial.model)
    plates = read_plates(trial.plates) if trial.plates is not None else ()
    for name in trial.reserves:
        skeleton.index("coordinate", name)
    if trial.markers is not None:
        seen = read_markers(trial.markers)
        fit = fit_markers(skeleton, seen, dict(trial.weights) or None)
        return Subject(skeleton, fit.motion, fit, seen, plates)
    motion = motion_from(skeleton, read_table(trial.motion)) if trial.motion is not None else None
    return Subject(skeleton, motion, None, None, plates)
