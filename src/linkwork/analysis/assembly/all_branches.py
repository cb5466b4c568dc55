"""Branches: all ways of assembling a driven mechanism at one time.

The mechanism is solved group by group (see `branch`), each in all its ways (see `group_ways`): every way of a group
leads on to the next one. When every group is closed-form, has no choice, or has as many certified solutions as there
can be, the list is complete; otherwise it says that it is not proven so, and how many are missing where the signs
prove it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.analysis.assembly.assemble import Assembly, assemble
from linkwork.analysis.assembly.branch import branch_of, groups_of
from linkwork.analysis.assembly.group_ways import GroupSearch
from linkwork.analysis.assembly.sides import same_sides
from linkwork.analysis.assembly.stepped_run import stepped_run
from linkwork.analysis.check.advice import contact_sides
from linkwork.analysis.kinematics.turns import GEARED
from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.base.notebook_repr import ShowsItself
from linkwork.base.progress import Progress
from linkwork.expression.given import FilePath, public
from linkwork.numerics.homotopy.solutions import COMPLETE, INCOMPLETE, NUMERICALLY, VERDICTS
from linkwork.run.run import Run
from linkwork.system.constraints.equations import Equations
from linkwork.system.system import System

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

LIMIT = 200


class _Combinations:
    """Walks through the ways of all groups, the last group's first, from the present position on."""

    def __init__(self, first: Assembly, at: float, starts: int | None) -> None:
        self.first, self.at, self.system = first, at, first.system
        self.equations = Equations(self.system)
        groups = groups_of(self.system, first.q, at)
        self.searches = [GroupSearch(self.equations, group, first.q, at, starts) for group in groups]

    def each(self) -> Iterator[Assembly]:
        """The assemblies, one by one."""
        for q in self._from(0, self.first.q):
            if self._closes(q) and _same_kind(self.system, q, self.first.q, self.at):
                yield Assembly(self.system, q, True, self.at, branch_of(self.system, q, self.at))

    def _from(self, number: int, q: Array) -> Iterator[Array]:
        if number == len(self.searches):
            yield q
            return
        for position in self.searches[number].ways(q).positions:
            yield from self._from(number + 1, position)

    def _closes(self, q: Array) -> bool:
        self.equations.evaluate(q, self.at)
        return self.equations.is_closed(self.equations.residual(), 1e-9)

    @property
    def at_most(self) -> int:
        """The product of the most ways that each group was seen to have."""
        return math.prod(search.most for search in self.searches)

    @property
    def proven(self) -> bool:
        """Whether no group met so far can have other ways."""
        return all(search.proven for search in self.searches)

    @property
    def verdict(self) -> str:
        """The least that is known of a group met so far."""
        return min((search.verdict for search in self.searches), key=VERDICTS.index)

    def told(self) -> list[str]:
        """Counts of the solutions of groups that were solved as polynomials."""
        return [line for search in self.searches for line in search.told]

    def missing(self) -> list[str]:
        """Groups of which the signs say that solutions are missing, in words."""
        return [search.shortage for search in self.searches if search.shortage]


@public
@dataclass
class Branches(ShowsItself):
    """Assemblies found, and whether there can be no others.

    `at_most` counts all combinations of the ways of the groups, some of which may not close; where it is more than the
    assemblies listed, `each` goes on through them one by one.
    """

    assemblies: list[Assembly]
    complete: bool
    at_most: int
    notes: list[str] = field(default_factory=list)
    verdict: str = COMPLETE
    """`complete`: proven; `numerically complete`: every path of a homotopy ended; `incomplete`: found by search."""
    counts: list[str] = field(default_factory=list)
    """Real and complex solutions of each group that was solved as polynomials, such as `8 real of 16, complete`."""
    _combinations: _Combinations | None = field(default=None, repr=False)

    def __len__(self) -> int:
        return len(self.assemblies)

    def __getitem__(self, number: int) -> Assembly:
        return self.assemblies[number]

    def each(self) -> Iterator[Assembly]:
        """All assemblies one by one, also those beyond the list, each computed when it is asked for."""
        return iter(self.assemblies) if self._combinations is None else self._combinations.each()

    def draw(self, path: FilePath | None = None) -> Any:
        """One sheet with a drawing of every assembly in the list."""
        from linkwork.view.figures.assembly_sheet import draw_assemblies

        marks = [", ".join(part.rpartition(" ")[2] for part in one.branch.split(", {")) for one in self.assemblies]
        return draw_assemblies(self.assemblies, marks, path)

    def run(self) -> Run:
        """The assemblies as a run, one a second, to step through: `branches.run().animate("all.html")`."""
        return stepped_run(self.assemblies, [one.branch for one in self.assemblies], "assembly")

    def to_dict(self) -> dict[str, Any]:
        """The branches as plain data."""
        return {
            "complete": self.complete,
            "verdict": self.verdict,
            "counts": self.counts,
            "at_most": self.at_most,
            "notes": self.notes,
            "assemblies": [assembly.to_dict() for assembly in self.assemblies],
        }

    def text(self) -> str:
        """The branches in words."""
        count = len(self.assemblies)
        proof = "these are all" if self.complete else f"{count} found, not proven complete"
        if self.verdict == NUMERICALLY:
            proof = f"{count} found, numerically complete"
        ways = "1 way" if count == 1 else f"{count} ways"
        lines = [f"{self.assemblies[0].system.mechanism.name}: {ways} to assemble ({proof})"]
        lines += [f"  {number}: {assembly.branch}" for number, assembly in enumerate(self.assemblies, 1)]
        return "\n".join([*lines, *(f"  {line}" for line in (*self.counts, *self.notes))])


def branches(mechanism: Mechanism, at: float = 0.0, starts: int | None = None, limit: int = LIMIT) -> Branches:
    """The assemblies of the driven mechanism that can be found, `limit` of them; the present one comes first.

    Groups that have no closed form are solved as polynomial systems, all solutions by homotopy; what is no polynomial,
    or has too many paths, from many starts, until every solution was met several times and the signs balance. `starts`
    asks for so many starts instead.
    """
    for what, number in (("limit", limit), ("starts", starts)):
        if number is not None and number < 1:
            raise AnalysisError(f"branches: {what} must be at least 1; found {number}")
    first = assemble(mechanism, at=at)
    if not first.ok:
        raise AnalysisError(first.text())
    system, combinations = first.system, _Combinations(first, at, starts)
    if not combinations.searches:
        raise AnalysisError(f"{mechanism.name}: branches need as many drivers as freedoms; `check` says which")
    assemblies: list[Assembly] = []
    cut = False
    with Progress("branches", limit) as bar:
        for assembly in combinations.each():
            cut = len(assemblies) == limit
            if cut:
                break
            assemblies.append(assembly)
            bar.update(len(assemblies), 1, 1.0)
    notes, at_most = combinations.missing(), combinations.at_most
    if cut:
        notes.append(f"the first {limit} of at most {at_most:,}: give a higher 'limit', or go on with `each()`")
    assemblies.sort(key=lambda one: float(np.linalg.norm(system.difference(one.q, first.q) / system.column_scale)))
    verdict = INCOMPLETE if cut else combinations.verdict
    return Branches(
        assemblies, combinations.proven and not cut, at_most, notes, verdict, combinations.told(), combinations
    )


def _same_kind(system: System, q: Array, like: Array, t: float) -> bool:
    """Slides not turned round, contacts on the same side, gears in mesh and not wound by another turn."""
    if not same_sides(system, q, like, t) or contact_sides(system, q, t) != contact_sides(system, like, t):
        return False
    geared = {end for placed in system.elements if placed.element.kernel in GEARED for end in placed.ends if end}
    apart = np.abs(
        system.difference(q, like)[: system.body_columns].reshape(-1, system.world.size)[:, system.world.turns]
    )
    return all(bool(np.all(apart[body - 1] <= np.pi)) for body in geared)
