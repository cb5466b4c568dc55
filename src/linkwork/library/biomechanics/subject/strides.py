"""Steps of a walk from force plates: when feet strike and leave the ground, and results over percent of a stride."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.expression.given import Numbers, public, publicly_made
from linkwork.library.biomechanics.plates import Plate
from linkwork.library.biomechanics.sharing import Sharing
from linkwork.library.biomechanics.skeleton import Skeleton

LOADED = 20.0
"""Force in N from which a foot is on the ground."""
SHORTEST = 0.05
"""Time in s below which a contact, or a gap in one, does not count."""
GROUPS: dict[str, tuple[str, ...]] = {
    "hip adductors": ("adductor brevis", "adductor longus", "adductor magnus", "pectineus", "quadratus femoris"),
    "hip abductors": ("gluteus minimus", "gluteus medius", "gemellus", "piriformis"),
    "iliopsoas": ("iliacus", "psoas"),
    "quadriceps": ("vastus medialis", "vastus intermedius", "vastus lateralis", "rectus femoris"),
    "hamstrings": (
        "semitendinosus", "semimembranosus", "biceps femoris long head", "biceps femoris short head", "sartorius",
        "gracilis",
    ),
    "triceps surae": ("soleus", "gastrocnemius lateral", "gastrocnemius medial"),
    "other plantar flexors": (
        "tibialis posterior", "peroneus brevis", "peroneus longus", "flexor digitorum longus", "flexor hallucis longus",
    ),
    "dorsiflexors": (
        "tibialis anterior", "peroneus tertius", "extensor digitorum longus", "extensor hallucis longus",
    ),
}  # fmt: skip
"""The groups of Ambrosio and Silva (figure 16), by the names of their table 2."""
IN_NONE = ("gluteus maximus", "tensor fasciae latae")
"""Muscles of that table that are in no group."""
SIDES = {"r": "right", "right": "right", "l": "left", "left": "left"}


@public
@publicly_made
@dataclass(frozen=True)
class GaitEvents:
    """Times at which each foot strikes and leaves the ground."""

    strikes: dict[str, tuple[float, ...]]
    offs: dict[str, tuple[float, ...]]

    def strides(self, foot: str) -> tuple[tuple[float, float], ...]:
        """From strike to strike of a foot."""
        if foot not in self.strikes:
            raise AnalysisError(f"there is no foot '{foot}'; feet are: {', '.join(self.strikes)}")
        times = self.strikes[foot]
        return tuple(itertools.pairwise(times))

    def stance(self, foot: str) -> float:
        """The share of the first stride in which the foot is on the ground."""
        if not self.strides(foot):
            raise AnalysisError(f"'{foot}' strikes the ground {len(self.strikes[foot])} times: there is no stride")
        start, end = self.strides(foot)[0]
        off = [time for time in self.offs[foot] if start < time < end]
        return (off[0] - start) / (end - start) if off else 1.0


@public
def gait_events(plates: Sequence[Plate]) -> GaitEvents:
    """Strikes and offs of every body that plates act on, from their vertical forces (y), several plates together."""
    strikes: dict[str, tuple[float, ...]] = {}
    offs: dict[str, tuple[float, ...]] = {}
    for body in dict.fromkeys(plate.body for plate in plates):
        own = [plate for plate in plates if plate.body == body]
        time = own[0].table.time
        force = np.sum([plate.at(time)[:, 1] for plate in own], axis=0)
        if not np.any(force > LOADED) and np.any(force < -LOADED):
            raise AnalysisError(
                f"the plates push '{body}' downwards, with {-float(force.min()):.3g} N: forces act on the body, and y "
                "is upwards"
            )
        loaded = _steady(time, force > LOADED)
        change = np.diff(loaded.astype(int))
        strikes[body] = tuple(_crossing(time, force, int(k)) for k in np.flatnonzero(change == 1))
        offs[body] = tuple(_crossing(time, force, int(k)) for k in np.flatnonzero(change == -1))
    return GaitEvents(strikes, offs)


def _steady(time: Array, loaded: Array) -> Array:
    """Without spells shorter than the shortest."""
    steady = loaded.copy()
    edges = [0, *(np.flatnonzero(np.diff(loaded.astype(int))) + 1), len(loaded)]
    for start, end in itertools.pairwise(edges):
        inside = start > 0 and end < len(loaded)
        if inside and time[end - 1] - time[start] < SHORTEST:
            steady[start:end] = steady[start - 1]
    return steady


def _crossing(time: Array, force: Array, k: int) -> float:
    """The time between two frames at which the force is the one from which a foot is on the ground."""
    one, two = force[k] - LOADED, force[k + 1] - LOADED
    share = one / (one - two) if one != two else 0.5
    return float(time[k] + np.clip(share, 0, 1) * (time[k + 1] - time[k]))


@public
def over_stride(time: Numbers, values: Numbers, stride: tuple[float, float], points: int = 101) -> tuple[Array, Array]:
    """Percent of a stride, and values there, straight between frames; `values` have a row a frame, of any shape."""
    t, given = np.asarray(time, dtype=float), np.asarray(values, dtype=float)
    start, end = stride
    if t.ndim != 1 or given.ndim < 1 or len(t) < 2 or len(given) != len(t) or not np.all(np.diff(t) > 0):
        raise AnalysisError(
            f"over_stride: times that rise, two at least, with a row of values each; found times of shape {t.shape} "
            f"and values of shape {given.shape}"
        )
    if points < 2:
        raise AnalysisError(f"over_stride: points are 2 or more, not {points}")
    if not (t[0] - 1e-9 <= start < end <= t[-1] + 1e-9):
        raise AnalysisError(f"the stride goes from {start:g} to {end:g} s, the motion from {t[0]:g} to {t[-1]:g} s")
    percent = np.linspace(0, 100, points)
    at = start + percent / 100 * (end - start)
    columns = given.reshape(len(t), math.prod(given.shape[1:]))
    drawn = np.empty((points, columns.shape[1]))
    for k, column in enumerate(columns.T):
        drawn[:, k] = np.interp(at, t, column)
    return percent, drawn.reshape(points, *given.shape[1:])


@public
def per_body_mass(skeleton: Skeleton, values: Numbers) -> Array:
    """Values over the mass of the whole body, as moments of different persons are compared: N m/kg."""
    mass = sum(body.mass for body in skeleton.bodies)
    if not mass > 0:
        raise AnalysisError(f"skeleton '{skeleton.name}' has no mass to divide by")
    return np.asarray(values, dtype=float) / mass


@public
def group_forces(
    shared: Sharing, groups: Mapping[str, Sequence[str]] | None = None, side: str = ""
) -> dict[str, Array]:
    """Sums of tensions by functional group (N); without `groups` those of Ambrosio and Silva that are there as a whole.

    Names are compared without their side: `soleus_r` is `soleus`; `gluteus_medius_front` is a part of `gluteus medius`,
    `biceps_femoris_long` short for `biceps femoris long head`. `side` is `right` or `left`; both count without it. A
    group of one's own of which a muscle is not there is refused.
    """
    if side and side not in SIDES:
        raise AnalysisError(f"there is no side '{side}'; sides are right and left")
    names = [muscle.name for muscle in shared.paths.skeleton.muscles]
    counted = [k for k, name in enumerate(names) if not side or _side(name) == SIDES[side]]
    sums = {}
    for group, (own, missing) in members([names[k] for k in counted], groups or GROUPS).items():
        if missing and groups:
            where = f" on the {side}" if side else ""
            raise AnalysisError(f"group '{group}': there is no muscle '{missing[0]}'{where}")
        if own and not missing:
            sums[group] = shared.forces[:, [counted[k] for k in own]].sum(axis=1)
    if not sums:
        raise AnalysisError(
            "no functional group is there as a whole; give groups of your own, such as "
            f"{{'{plain_name(names[0])}': ['{names[0]}']}}; muscles are: {', '.join(names[k] for k in counted)}"
        )
    return sums


def members(names: Sequence[str], groups: Mapping[str, Sequence[str]]) -> dict[str, tuple[list[int], list[str]]]:
    """Of every group the numbers of its muscles among these names, and those of its own names that none of them has.

    A name that is longer than one of a group is a part of that muscle; a shorter one stands for it where it cannot mean
    a muscle outside the group.
    """
    plain = [plain_name(name).split() for name in names]
    inside = [(plain_name(one).split(), group) for group, wanted in groups.items() for one in wanted]
    known = [word for word, _ in inside]
    every = [plain_name(one).split() for one in (*itertools.chain(*GROUPS.values()), *IN_NONE)]
    homes = inside + [(one, "") for one in every if one not in known]
    by_group: dict[str, tuple[list[int], list[str]]] = {}
    for group, wanted in groups.items():
        own: list[int] = []
        missing = []
        for name in wanted:
            one = plain_name(name).split()
            those = [k for k, words in enumerate(plain) if _stands_for(words, one, group, homes)]
            own += [k for k in those if k not in own]
            missing += [] if those else [name]
        by_group[group] = sorted(own), missing
    return by_group


def _stands_for(words: list[str], one: list[str], group: str, homes: Sequence[tuple[list[str], str]]) -> bool:
    if words[: len(one)] == one:
        return True
    if one[: len(words)] != words or any(words[: len(other)] == other for other, _ in homes):
        return False
    return {home for other, home in homes if other[: len(words)] == words} == {group}


def _side(name: str) -> str:
    """`right`, `left`, or nothing."""
    words = name.lower().replace("_", " ").split()
    return next((SIDES[word] for word in words if word in SIDES), "")


def plain_name(name: str) -> str:
    """A name in small letters without its side."""
    words = name.lower().replace("_", " ").split()
    return " ".join(word for word in words if word not in SIDES)
