"""Reactions of mechanisms with redundant constraints: which are unique, and what is given for those that are not.

A component of a joint's wrench is unique when no idle multiplier changes it. For the others the set of joint wrenches
with the least sum of squares is given, or, with stiffnesses, the one with the least elastic energy: the set that
follows when the named joints give way and all others are rigid, without any misfit before loading.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError, shown
from linkwork.base.late_dataclass import dataclass
from linkwork.base.names import suggestion
from linkwork.expression.given import public
from linkwork.run.reaction_map import ReactionMap
from linkwork.system.constraints.rank import is_known_independent
from linkwork.system.tree.tree import is_never_redundant

if TYPE_CHECKING:
    from linkwork.run.run import Run
    from linkwork.system.system import System

UNIQUE = 1e-6
"""A component is unique when idle multipliers change it by less than this share of what they change most."""
_WEAK = 1e-9


@dataclass(frozen=True)
class Unique:
    """Which components of which reactions are unique, at every point of a run."""

    names: tuple[str, ...]
    table: NDArray[np.bool_]  # frames by elements by components
    components: tuple[str, ...]  # fx, fy, torque; in space fx, fy, fz, tx, ty, tz

    @public
    def __getitem__(self, name: str) -> NDArray[np.bool_]:
        """Whether `A.fx`, or all of joint `A`, is unique at each point."""
        element, _, component = name.partition(".")
        if element not in self.names or component not in ("", *self.components):
            close = suggestion(element, self.names, "joints and drivers")
            raise AnalysisError(f"there is no reaction '{name}'; write 'A' or 'A.fx'{close}")
        of_joint = self.table[:, self.names.index(element)]
        return of_joint[:, self.components.index(component)] if component else np.all(of_joint, axis=1)

    def __bool__(self) -> bool:
        return bool(np.all(self.table))

    def doubtful(self) -> dict[str, tuple[str, ...]]:
        """Joints and drivers with the components that are not unique somewhere in the run."""
        always = np.all(self.table, axis=0)
        doubtful = {
            name: tuple(label for label, good in zip(self.components, row, strict=True) if not good)
            for name, row in zip(self.names, always, strict=True)
        }
        return {name: labels for name, labels in doubtful.items() if labels}

    def text(self) -> str:
        """In words, one line a joint."""
        lines = [f"{name}: {', '.join(labels)} not unique" for name, labels in self.doubtful().items()]
        return "\n".join(lines) if lines else "all reactions are unique"


def uniqueness(system: System, t: Array, q: Array) -> Unique:
    """The table of unique reactions along a motion."""
    names, labels = tuple(placed.name for placed in system.elements), system.world.reaction_labels
    reactions = ReactionMap(system)
    table = np.ones((len(t), len(names), len(labels)), bool)
    for index in range(len(t)):
        if reactions.redundancy(q[index], float(t[index])):
            wrenches, idle = reactions.at(q[index], float(t[index]))
            table[index] = _unchanged(wrenches @ idle).reshape(table[index].shape)
    return Unique(names, table, labels)


def _unchanged(changes: Array) -> NDArray[np.bool_]:
    """Which components (rows) no idle multiplier changes."""
    sizes = np.linalg.norm(changes, axis=1)
    return np.asarray(sizes <= UNIQUE * max(float(np.max(sizes, initial=0.0)), 1e-300))


def settle_reactions(run: Run, stiffness: Mapping[str, Any] | None = None) -> None:
    """Replace reactions that are not unique by the least ones, or by those that follow from stiffnesses; note it."""
    loads = run.loads
    if loads is None:
        return
    system = loads.system
    loads.points = (run.t, run.q)
    weights = _compliances(system, stiffness) if stiffness else None
    never = is_never_redundant(system)
    if not never:
        reactions = ReactionMap(system)
    if never or not any(reactions.redundancy(*end) for end in _ends(run, system)):
        if stiffness:
            run.notes.append("no constraint is redundant: all reactions are unique and no stiffness was needed")
        return
    table, most, left = np.ones(loads.wrenches.shape, bool), 0, False
    scale = np.tile(reactions.levers, len(system.elements))
    for index in range(len(run.t)):
        wrenches, idle = reactions.at(run.q[index], float(run.t[index]))
        if idle.shape[1] == 0:
            continue
        most = max(most, idle.shape[1])
        changes = wrenches @ idle
        now = loads.wrenches[index].reshape(-1) / scale
        share, open_ = _least(changes, now, weights)
        left = left or open_
        table[index] = _unchanged(changes).reshape(table[index].shape)
        loads.multipliers[index] += idle @ share
        loads.wrenches[index] = ((now + changes @ share) * scale).reshape(table[index].shape)
    names = tuple(placed.name for placed in system.elements)
    loads.settled = Unique(names, table, system.world.reaction_labels)
    run.notes.append(_words(loads.settled, most, system.length, stiffness, left))


def _ends(run: Run, system: System) -> list[tuple[Array, float]]:
    """First and last position of a run, but for those of which it is known that no row is implied there."""
    ends = [(run.q[index], float(run.t[index])) for index in {0, len(run.t) - 1}]
    return [end for end in ends if not is_known_independent(system, *end)]


def _least(changes: Array, now: Array, compliances: Array | None) -> tuple[Array, bool]:
    """The idle multipliers that make the wrenches least, and whether the stiffnesses left some of them open."""
    if compliances is None:
        return np.linalg.lstsq(changes, -now, rcond=_WEAK)[0], False
    roots = np.sqrt(compliances)[:, None]
    weighted = roots * changes
    share = np.linalg.lstsq(weighted, -roots[:, 0] * now, rcond=_WEAK)[0]
    _, values, right = np.linalg.svd(weighted)
    rank = int(np.sum(values > _WEAK * max(values[0], 1e-300)))
    free = right[rank:].T
    if free.shape[1]:
        rest = np.linalg.lstsq(changes @ free, -(now + changes @ share), rcond=_WEAK)[0]
        share = share + free @ rest
    return share, bool(free.shape[1])


def _compliances(system: System, stiffness: Mapping[str, Any]) -> Array:
    """One number a wrench component: the least stiffness over its own; rigid joints have none."""
    names = [placed.name for placed in system.elements]
    world = system.world
    compliances = np.zeros((len(names), world.reaction))
    for name, value in stiffness.items():
        if name not in names:
            raise AnalysisError(f"stiffness: there is no joint '{name}'{suggestion(name, names, 'joints')}")
        pair = value if isinstance(value, tuple | list) else (value, float(value) * system.length**2)
        if len(pair) != 2 or not all(0.0 < float(number) < np.inf for number in pair):
            raise AnalysisError(
                f"stiffness of '{name}': give a positive number in N/m, or a pair (N/m, N m/rad); found {shown(value)}"
            )
        soft = (1.0 / float(pair[0]), system.length**2 / float(pair[1]))
        compliances[names.index(name)] = [soft[int(label[0] == "t")] for label in world.reaction_labels]
    return (compliances / max(float(np.max(compliances, initial=0.0)), 1e-300)).reshape(-1)


def _words(unique: Unique, most: int, length: float, stiffness: Any, left: bool) -> str:
    doubtful = ", ".join(f"'{name}' ({', '.join(labels)})" for name, labels in unique.doubtful().items())
    constraints = "1 constraint is" if most == 1 else f"{most} constraints are"
    least = f"the least joint wrenches are given (torques divided by the model's length, {length:.6g} m)"
    how = "those that follow from the given stiffnesses are given" if stiffness else least
    if left:
        how += f"; the stiffnesses leave some open, for which {least}"
    return f"{constraints} redundant, so these reactions are not unique: {doubtful}; {how}"
