"""Which muscles, coordinates and joints belong to which foot, and over what percent of a stride they are drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from linkwork.base.arrays import Array
from linkwork.library.biomechanics.inverse_dynamics import base_coordinates
from linkwork.library.biomechanics.motion import Motion
from linkwork.library.biomechanics.plates import Plate
from linkwork.library.biomechanics.subject.strides import gait_events, over_stride

OVER_STRIDE, OVER_MOTION = "percent of the stride", "percent of the motion"


@dataclass(frozen=True)
class Limb:
    """A foot with all that lies between it and the trunk, and the stride over which it is drawn; or the whole body."""

    name: str
    start: float
    end: float
    muscles: tuple[int, ...]
    coordinates: tuple[int, ...]
    joints: tuple[str, ...]
    strides: bool

    @property
    def axis(self) -> str:
        """What is counted in percent."""
        return OVER_STRIDE if self.strides else OVER_MOTION

    def drawn(self, time: Array, values: Array) -> tuple[Array, Array]:
        """Percent, and values there."""
        return over_stride(time, values, (self.start, self.end))


def limbs_of(motion: Motion, plates: Sequence[Plate]) -> list[Limb]:
    """The feet that plates act on, each over its first whole stride within the motion; else the whole body.

    A foot without a whole stride is drawn over the motion. What belongs to no foot, such as the trunk, is drawn over
    the motion too.
    """
    skeleton, time = motion.skeleton, motion.time
    parents = {joint.child: joint.parent for joint in skeleton.ordered_joints}
    base = set(base_coordinates(motion))
    feet = list(dict.fromkeys(plate.body for plate in plates))
    chains = {foot: _chain(foot, parents) for foot in feet}
    trunk = {child for child, parent in parents.items() if parent == "ground"}
    if len(chains) > 1:
        trunk |= set.intersection(*map(set, chains.values()))
    events = gait_events(plates) if plates else None
    limbs: list[Limb] = []
    muscles, coordinates = set(range(len(skeleton.muscles))), set(range(len(skeleton.coordinates)))
    coordinates -= {skeleton.index("coordinate", name) for name in base}
    joints = [joint for joint in skeleton.ordered_joints if joint.parent != "ground"]
    for foot in (one for one in feet if one not in trunk):
        own = set(chains[foot]) - trunk
        own |= {child for child, parent in parents.items() if parent == foot}
        moved = {m.coordinate for joint in joints if joint.child in own for m in joint.moves}
        mine = tuple(m for m in sorted(muscles) if {one.body for one in skeleton.muscles[m].path} & own)
        turned = tuple(c for c in sorted(coordinates) if skeleton.coordinates[c].name in moved)
        whole = [pair for pair in (events.strides(foot) if events else ()) if _within(pair, time)]
        start, end = whole[0] if whole else (float(time[0]), float(time[-1]))
        hung = tuple(joint.name for joint in joints if joint.child in own)
        limbs.append(Limb(foot, start, end, mine, turned, hung, bool(whole)))
        muscles -= set(mine)
        coordinates -= set(turned)
        joints = [joint for joint in joints if joint.name not in hung]
    if muscles or coordinates or joints:
        rest = tuple(joint.name for joint in joints)
        name = "other" if limbs else skeleton.name
        ends = float(time[0]), float(time[-1])
        limbs.append(Limb(name, *ends, tuple(sorted(muscles)), tuple(sorted(coordinates)), rest, False))
    return limbs


def _chain(body: str, parents: dict[str, str]) -> list[str]:
    """A body and all that it hangs on."""
    chain = []
    while body in parents:
        chain.append(body)
        body = parents[body]
    return chain


def _within(pair: tuple[float, float], time: Array) -> bool:
    return bool(time[0] <= pair[0] and pair[1] <= time[-1]) and bool(np.diff(pair)[0] > 0)
