"""All equilibria that can be found: both methods from many starts, spread over the positions of the mechanism."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.analysis.assembly.position import find_root
from linkwork.analysis.assembly.sides import same_sides
from linkwork.analysis.check.advice import contact_sides
from linkwork.analysis.equilibrium.balance import Balance, Rest
from linkwork.analysis.equilibrium.equilibrium import describe, start_of
from linkwork.analysis.equilibrium.rest import RunAway, downhill, newton
from linkwork.analysis.equilibrium.rest_result import Equilibria, Equilibrium
from linkwork.analysis.kinematics.turns import wrapped
from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError, shown
from linkwork.base.progress import Progress
from linkwork.system.constraints.equations import Equations

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

_SAME, _SAME_SINGULAR = 1e-6, 1e-3  # scaled distance of two positions; at a singular one they blur
_MOST_STARTS = 100_000
_FLED = 4  # so many first starts, all running away, are enough
_TURNS = 4 * np.pi  # how far every second start turns the bodies, rad


def equilibria(mechanism: Mechanism, at: float = 0.0, starts: int = 120, seed: int = 1) -> Equilibria:
    """Equilibria from the assembled position and from seeded random ones, each found once."""
    if not 1 <= starts <= _MOST_STARTS:
        raise AnalysisError(f"equilibria: starts: a number from 1 to {_MOST_STARTS} is expected; found {shown(starts)}")
    rolling = [name for name, joint in mechanism.joints.items() if joint.nonholonomic]
    if rolling:
        raise AnalysisError(
            f"{mechanism.name}: '{rolling[0]}' rolls or slides along a blade, so that positions of rest are not single "
            "ones but families, which cannot be listed; use equilibrium(near={...}) for the one near a position"
        )
    balance, first, notes = start_of(mechanism, None, at)
    conservative = not balance.without_potential(first) and not balance.acting
    rests: list[tuple[Rest, str]] = []
    fled = tried = 0
    random = np.random.default_rng(seed)
    with Progress("equilibria", starts) as bar:
        for number in range(starts):
            q = first if number == 0 else _start(balance, first, random, number)
            if q is not None:
                fled += _search(balance, q, conservative, first, rests)
                tried += 1
            if tried == fled == _FLED:
                break
            bar.update(number + 1, 1, 1.0)
    if not rests and tried == fled == _FLED:
        raise AnalysisError(
            f"{balance.mechanism.name}: there is no equilibrium: from the first {_FLED} starts it runs away downhill "
            "without end; what moves freely must be held: a spring, a joint or a driver"
        )
    if not rests:
        raise AnalysisError(
            f"{balance.mechanism.name}: no equilibrium found from {starts} starts; "
            "something that can move freely must be held: a spring, a joint or a driver"
        )
    described = [describe(balance, rest, method, list(notes)) for rest, method in rests]
    return Equilibria(sorted(described, key=_energy), starts)


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
