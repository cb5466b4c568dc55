"""All equilibria: of linkages with springs by homotopy, else what both methods find from many starts.

A search from a few starts, spread over the positions of the mechanism, stands beside the homotopy: it finds rests at
which a spring has no length, and an ordinary one that no path has led to makes the list incomplete.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.analysis.assembly.position import find_root
from linkwork.analysis.assembly.sides import same_sides
from linkwork.analysis.check.advice import contact_sides
from linkwork.analysis.equilibrium.balance import Balance, Rest
from linkwork.analysis.equilibrium.equilibrium import describe, start_of
from linkwork.analysis.equilibrium.kinks import kinks
from linkwork.analysis.equilibrium.rest import RunAway, downhill, newton
from linkwork.analysis.equilibrium.rest_result import Equilibria, Equilibrium
from linkwork.analysis.equilibrium.spring_linkage import MOST, spring_linkage
from linkwork.analysis.kinematics.turns import wrapped
from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError, shown
from linkwork.base.progress import Progress
from linkwork.numerics.homotopy.solutions import COMPLETE, INCOMPLETE
from linkwork.system.constraints.equations import Equations

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

_SAME, _SAME_SINGULAR = 1e-6, 1e-3  # scaled distance of two positions; at a singular one they blur
_MOST_STARTS = 100_000
STARTS, _BESIDE = 120, 12  # of a search alone, and of one beside a homotopy
_FLED = 4  # so many first starts, all running away, are enough
_TURNS = 4 * np.pi  # how far every second start turns the bodies, rad


@dataclass
class _Rests:
    """Positions of rest with the method that found each; what is known of the list, in a word and in counts."""

    places: list[tuple[Rest, str]] = field(default_factory=list)
    verdict: str = INCOMPLETE
    counts: str = ""


def equilibria(mechanism: Mechanism, at: float = 0.0, starts: int | None = None, seed: int = 1) -> Equilibria:
    """Equilibria by homotopy where that can be; else from the assembled position and from seeded random ones.

    With `starts` they are sought from so many starts in any case.
    """
    if starts is not None and not 1 <= starts <= _MOST_STARTS:
        raise AnalysisError(f"equilibria: starts: a number from 1 to {_MOST_STARTS} is expected; found {shown(starts)}")
    rolling = [name for name, joint in mechanism.joints.items() if joint.nonholonomic]
    if rolling:
        raise AnalysisError(
            f"{mechanism.name}: '{rolling[0]}' rolls or slides along a blade, so that positions of rest are not single "
            "ones but families, which cannot be listed; use equilibrium(near={...}) for the one near a position"
        )
    balance, first, notes = start_of(mechanism, None, at)
    rests = (_by_homotopy(balance, first) if starts is None else None) or _Rests()
    by_paths = len(rests.places)
    count = starts or (_BESIDE if rests.counts else STARTS)
    fled = _searched(balance, first, count, seed, rests.places)
    missed = [one for one, _ in rests.places[by_paths:] if not kinks(balance, one)[0]]
    if rests.counts and missed:
        rests.verdict = INCOMPLETE
        rests.counts += f"; a search from {count} starts has found {len(missed)} that no path has led to"
    if not rests.places and fled:
        raise AnalysisError(
            f"{balance.mechanism.name}: there is no equilibrium: from the first {_FLED} starts it runs away downhill "
            "without end; what moves freely must be held: a spring, a joint or a driver"
        )
    if not rests.places:
        raise AnalysisError(
            f"{balance.mechanism.name}: no equilibrium found from {count} starts; "
            "something that can move freely must be held: a spring, a joint or a driver"
        )
    described = [describe(balance, rest, method, list(notes)) for rest, method in rests.places]
    return Equilibria(sorted(described, key=_energy), count, rests.verdict, rests.counts)


def _by_homotopy(balance: Balance, first: Array) -> _Rests | None:
    """All positions of rest of a linkage with springs; nothing where it is none, or has too many paths."""
    linkage = spring_linkage(balance, first)
    if linkage is None or linkage.paths > MOST:
        return None
    solved = linkage.solved()
    rests = _Rests(verdict=solved.verdict)
    negative = turned = 0
    for x in solved.real:
        if not linkage.has_lengths(x):
            negative += 1
            continue
        q = balance.close(linkage.position(x, first))
        rest = _unwound(balance, newton(balance, q), first) if q is not None else None
        if rest is None or any(_same(balance, rest, other) for other, _ in rests.places):
            rests.verdict = INCOMPLETE
        elif _same_kind(balance, rest.q, first):
            rests.places.append((rest, "homotopy"))
        else:
            turned += 1
    if solved.singular and rests.verdict == COMPLETE:
        rests.verdict = INCOMPLETE
    dropped = [f"{negative} dropped, in which a spring has a negative length"] if negative else []
    dropped += [f"{turned} dropped, whose slides are turned round"] if turned else []
    rests.counts = "; ".join([solved.text(), *dropped])
    return rests


def _searched(balance: Balance, first: Array, starts: int, seed: int, rests: list[tuple[Rest, str]]) -> bool:
    """Add what is found from starts; whether all of the first ones ran away."""
    conservative = not balance.without_potential(first) and not balance.acting
    fled = tried = 0
    random = np.random.default_rng(seed)
    with Progress("equilibria", starts) as bar:
        for number in range(starts):
            q = first if number == 0 else _start(balance, first, random, number)
            if q is not None:
                fled += _search(balance, q, conservative, first, rests)
                tried += 1
            if tried == fled == _FLED:
                return True
            bar.update(number + 1, 1, 1.0)
    return False


def _energy(equilibrium: Equilibrium) -> float:
    return equilibrium.potential_energy


def _start(balance: Balance, first: Array, random: Any, number: int) -> Array | None:
    """A closed position somewhere else."""
    reach = np.pi if number % 2 else _TURNS
    angles = balance.dynamics.whole.turning
    angles[balance.dynamics.whole.body_columns :] = False
    start = balance.dynamics.moved(first, np.where(angles, reach, 1.0) * random.uniform(-1.0, 1.0, len(first)))
    root = find_root(Equations(balance.mechanism.system()), start, balance.t)
    return balance.close(root.q) if root.ok else None


def _search(balance: Balance, q: Array, downward: bool, first: Array, rests: list[tuple[Rest, str]]) -> bool:
    """Add what is found from a start; whether nothing is, and the mechanism runs away from it."""
    before, away = len(rests), False
    for method, way in (("equations", newton), ("energy", downhill)):
        if method == "energy" and not downward:
            continue
        balance.hold(balance.start)
        try:
            rest = way(balance, q)
        except RunAway:
            away = True
            continue
        except AnalysisError:
            continue
        rest = _unwound(balance, rest, first)
        if _same_kind(balance, rest.q, first) and not any(_same(balance, rest, other) for other, _ in rests):
            rests.append((rest, method))
    return away and len(rests) == before


def _unwound(balance: Balance, rest: Rest, first: Array) -> Rest:
    """The same position with the fewest whole turns, where turns change no force."""
    balance.hold(rest.states)
    other = balance.at(balance.dynamics.moved(first, wrapped(balance.dynamics.system, rest.q, first)))
    return other if _same(balance, rest, other) else rest


def _same_kind(balance: Balance, q: Array, first: Array) -> bool:
    """Slides not turned round, contacts on the same side."""
    system, t = balance.dynamics.system, balance.t
    return same_sides(system, q, first, t) and contact_sides(system, q, t) == contact_sides(system, first, t)


def _same(balance: Balance, one: Rest, other: Rest) -> bool:
    """Whether two positions differ at most by whole turns that change no force."""
    system = balance.dynamics.system
    tolerance = min(_SAME / max(min(one.grip, other.grip), 1e-9), _SAME_SINGULAR)
    near = float(np.linalg.norm(wrapped(system, one.q, other.q))) < max(tolerance, _SAME)
    size = max(one.size, other.size, 1e-300)
    balance.dynamics.place(one.q, balance.t, None, one.states)
    forces = balance.dynamics.forces()
    energy = balance.dynamics.energies()[2]
    balance.dynamics.place(other.q, balance.t, None, other.states)
    same_forces = float(np.max(np.abs(forces - balance.dynamics.forces()), initial=0.0)) < _SAME * size
    return near and same_forces and abs(float(energy - balance.dynamics.energies()[2])) < _SAME * max(size, abs(energy))
