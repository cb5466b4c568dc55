"""Branches: all ways of assembling a driven mechanism at one time.

The mechanism is solved group by group (see `branch`), each in all its ways: dyads in closed form, other groups from
many starts. When every group is closed-form or has no choice, the list is complete; otherwise it says that it is not
proven so.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linkwork.analysis.advice import contact_sides
from linkwork.analysis.assemble import Assembly, assemble
from linkwork.analysis.branch import Group, branch_of, groups_of, no_choice
from linkwork.analysis.dyads import find_dyad, ways
from linkwork.analysis.sides import same_sides
from linkwork.analysis.trace import GEARED, wrapped
from linkwork.errors import AnalysisError
from linkwork.given import public
from linkwork.progress import Progress
from linkwork.shown import ShowsItself
from linkwork.system.equations import Equations
from linkwork.system.system import System

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

Array = NDArray[Any]
_STARTS = 200
_SAME = 1e-6


@public
@dataclass
class Branches(ShowsItself):
    """Assemblies found, and whether there can be no others."""

    assemblies: list[Assembly]
    complete: bool

    def __len__(self) -> int:
        return len(self.assemblies)

    def __getitem__(self, number: int) -> Assembly:
        return self.assemblies[number]

    def to_dict(self) -> dict[str, Any]:
        """The branches as plain data."""
        return {"complete": self.complete, "assemblies": [found.to_dict() for found in self.assemblies]}

    def text(self) -> str:
        """The branches in words."""
        count = len(self.assemblies)
        proof = "these are all" if self.complete else f"{count} found, not proven complete"
        ways = "1 way" if count == 1 else f"{count} ways"
        lines = [f"{self.assemblies[0].system.mechanism.name}: {ways} to assemble ({proof})"]
        lines += [f"  {number}: {found.branch}" for number, found in enumerate(self.assemblies, 1)]
        return "\n".join(lines)


def branches(mechanism: Mechanism, at: float = 0.0) -> Branches:
    """All assemblies of the driven mechanism that can be found; the present one comes first."""
    first = assemble(mechanism, at=at)
    if not first.ok:
        raise AnalysisError(first.text())
    system = first.system
    groups = groups_of(system, first.q, at)
    if not groups:
        raise AnalysisError(f"{mechanism.name}: branches need as many drivers as freedoms; `check` says which")
    equations, complete = Equations(system), True
    found = [first.q]
    with Progress("branches", len(groups)) as bar:
        for number, group in enumerate(groups, 1):
            solutions: list[Array] = []
            for q in found:
                new, proven = _ways(equations, group, q, at)
                complete = complete and proven
                solutions += new
            found = solutions
            bar.update(number, 1, 1.0)
    closed = [q for q in found if _closes(equations, q, at) and _same_kind(system, q, first.q, at)]
    closed.sort(key=lambda q: float(np.linalg.norm(system.difference(q, first.q) / system.column_scale)))
    return Branches([Assembly(system, q, True, at, branch_of(system, q, at)) for q in closed], complete)


def _same_kind(system: System, q: Array, like: Array, t: float) -> bool:
    """Slides not turned round, contacts on the same side, gears in mesh and not wound by another turn."""
    if not same_sides(system, q, like, t) or contact_sides(system, q, t) != contact_sides(system, like, t):
        return False
    geared = {end for placed in system.elements if placed.element.kernel in GEARED for end in placed.ends if end}
    apart = np.abs(
        system.difference(q, like)[: system.body_columns].reshape(-1, system.world.size)[:, system.world.turns]
    )
    return all(bool(np.all(apart[body - 1] <= np.pi)) for body in geared)


def _closes(equations: Equations, q: Array, t: float) -> bool:
    equations.evaluate(q, t)
    return equations.is_closed(equations.residual(), 1e-9)


def _ways(equations: Equations, group: Group, q: Array, t: float) -> tuple[list[Array], bool]:
    """Positions with this group solved in each of its ways, the groups before it as they are in q."""
    system = equations.system
    dyad = find_dyad(system, group, q) if system.world.dimensions == 2 else None
    closed = ways(dyad) if dyad is not None else None
    if dyad is not None and closed is not None:
        starts = []
        for poses in closed:
            start = q.copy()
            for body, (place, angle) in zip((dyad.first, dyad.second), poses, strict=True):
                turns = 2 * np.pi * np.round((q[3 * body - 1] - angle) / (2 * np.pi))
                start[3 * body - 3 : 3 * body] = place.real, place.imag, angle + turns
            starts.append(start)
        return _distinct(system, [_solve(equations, group, start, t) for start in starts]), True
    random = np.random.default_rng(5)
    columns = list(group.columns)
    starts = [q]
    for _ in range(_STARTS if len(columns) > 1 else 12):
        shift = np.zeros(len(q))
        shift[columns] = random.uniform(-np.pi, np.pi, len(columns))
        starts.append(equations.moved(q, shift))
    return _distinct(system, [_solve(equations, group, start, t) for start in starts]), no_choice(system, group)


def _solve(equations: Equations, group: Group, q: Array, t: float) -> Array | None:
    """Damped Newton on the rows and columns of the group alone."""
    rows, columns = list(group.rows), list(group.columns)
    equations.evaluate(q, t)
    residual = equations.residual()[rows]
    damping = 1e-3
    for _ in range(60):
        if np.max(np.abs(residual)) < 1e-12:
            return q
        block = equations.jacobian()[np.ix_(rows, columns)]
        step = np.linalg.solve(block.T @ block + damping * np.eye(len(columns)), -block.T @ residual)
        shift = np.zeros(len(q))
        shift[columns] = step
        trial = equations.moved(q, shift)
        equations.evaluate(trial, t)
        new = equations.residual()[rows]
        if np.linalg.norm(new) < np.linalg.norm(residual):
            q, residual, damping = trial, new, max(0.05 * damping, 1e-16)
        else:
            damping = max(8.0 * damping, 1e-8)
            equations.evaluate(q, t)
            if damping > 1e6:
                return None
    return q if np.all(np.abs(residual) < np.maximum(equations.rounding()[rows], 1e-10)) else None


def _distinct(system: System, found: list[Array | None]) -> list[Array]:
    """Solutions without repetition, whole turns aside."""
    kept: list[Array] = []
    for q in found:
        if q is not None and all(np.linalg.norm(wrapped(system, q, other)) > _SAME for other in kept):
            kept.append(q)
    return kept
