"""Group ways: every position of one group of bodies that can be found, the groups before it as they are.

Dyads in the plane are solved in closed form, other groups as polynomial systems (see `algebraic`): by homotopy, all
solutions with certificates. What is no polynomial is solved from many starts; then the signs of the determinant are
counted. Where they must balance (see `balancing`) and do not, solutions are missing, and they are found where they
must be: on the closed curves on which all equations of the group but one hold (see `row_loop`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np

from linkwork.analysis.assembly.algebraic.positions import algebraic_positions
from linkwork.analysis.assembly.balancing import tree_rows
from linkwork.analysis.assembly.branch import Group, no_choice, sign_of
from linkwork.analysis.assembly.dyads import find_dyad, ways
from linkwork.analysis.assembly.group_sides import GroupSides
from linkwork.analysis.assembly.row_loop import RowLoop
from linkwork.analysis.kinematics.turns import wrapped
from linkwork.base.arrays import Array
from linkwork.numerics.homotopy.solutions import COMPLETE, INCOMPLETE, VERDICTS
from linkwork.system.constraints.equations import Equations
from linkwork.system.system import System

STARTS = 200
_ONE_COLUMN = 12  # starts where a group has one coordinate only
_SAME = 1e-6
_PACES = 3  # of the walk from one start to the next
_OFTEN, _FEWEST = 5, 24  # times that every solution, and all together, were met before the search ends early


@dataclass
class Ways:
    """Positions of a group, whether there can be no others, and how many the signs say are missing.

    `verdict` says how complete they are; `told` counts real and complex solutions and those that were left out.
    """

    positions: list[Array]
    proven: bool
    missing: int = 0
    verdict: str = INCOMPLETE
    told: str = ""


@dataclass
class GroupSearch:
    """Solves one group of a system again and again: for every choice made in the groups before it."""

    equations: Equations
    group: Group
    like: Array
    t: float
    starts: int | None
    _known: dict[bytes, Ways] = field(default_factory=dict)

    def __post_init__(self) -> None:
        system, rows, own = self.equations.system, set(self.group.rows), set(self.group.columns)
        pairs = zip(system.entry_rows.tolist(), system.entry_columns.tolist(), strict=True)
        self._before = sorted({column for row, column in pairs if row in rows and column not in own})
        self._tree = tree_rows(system, self.group)
        self._sides = GroupSides(system, {system.equations[row].element for row in rows}, self.like)

    def ways(self, q: Array) -> Ways:
        """The ways of the group; other columns of the positions are those of q."""
        key = np.round(q[self._before], 12).tobytes()
        if key not in self._known:
            self._known[key] = self._closed_form(q) or self._algebraic(q) or self._searched(q)
        known, columns = self._known[key], list(self.group.columns)
        positions = []
        for position in known.positions:
            placed = q.copy()
            placed[columns] = position[columns]
            positions.append(placed)
        return replace(known, positions=positions)

    @property
    def most(self) -> int:
        """The most ways that it was seen to have."""
        return max((len(known.positions) for known in self._known.values()), default=1)

    @property
    def proven(self) -> bool:
        """Whether it can have no other ways than those seen."""
        return all(known.proven for known in self._known.values())

    @property
    def verdict(self) -> str:
        """The least that is known of its ways: complete, numerically complete or incomplete."""
        return min((known.verdict for known in self._known.values()), key=VERDICTS.index, default=COMPLETE)

    @property
    def told(self) -> list[str]:
        """Counts of real and complex solutions in words, each once."""
        return list(dict.fromkeys(known.told for known in self._known.values() if known.told))

    @property
    def shortage(self) -> str:
        """What the signs say about missing solutions, in words; empty where nothing."""
        missing = max((known.missing for known in self._known.values()), default=0)
        if not missing:
            return ""
        bodies = ", ".join(self.group.bodies)
        return f"{{{bodies}}}: the signs + and - do not balance, so at least {missing} more exist; give more 'starts'"

    def _closed_form(self, q: Array) -> Ways | None:
        """All ways of a dyad in the plane, the nearest first."""
        system = self.equations.system
        dyad = find_dyad(system, self.group, q) if system.world.dimensions == 2 else None
        closed = ways(dyad) if dyad is not None else None
        if dyad is None or closed is None:
            return None
        solutions = _Solutions(system)
        for poses in closed:
            start = q.copy()
            for body, (place, angle) in zip((dyad.first, dyad.second), poses, strict=True):
                turns = 2 * np.pi * np.round((q[3 * body - 1] - angle) / (2 * np.pi))
                start[3 * body - 3 : 3 * body] = place.real, place.imag, angle + turns
            solutions.meet(self._solved(start))
        nearest_first = sorted(
            solutions.positions, key=lambda position: float(np.linalg.norm(wrapped(system, position, q)))
        )
        return Ways(nearest_first, True, verdict=COMPLETE)

    def _algebraic(self, q: Array) -> Ways | None:
        """All ways of a group whose equations are polynomials, by homotopy."""
        system = self.equations.system
        if self.starts is not None or no_choice(system, self.group):
            return None
        solved = algebraic_positions(self.equations, self.group, q, self.like, self.t)
        if solved is None:
            return None
        algebraic, dropped = _Solutions(system), 0
        for start in solved.positions:
            position = self._solved(start)
            if position is not None and self._sides.same(position):
                algebraic.meet(position)
            else:
                dropped += 1
        own = self._solved(q)
        if own is not None and self._sides.same(own) and algebraic.meet(own):
            return None  # paths have missed a position that is known, so that the search has to go on
        told = f"{{{', '.join(self.group.bodies)}}}: {solved.text}"
        told += f"; {dropped} dropped, whose slides or axes are turned round" if dropped else ""
        return Ways(algebraic.positions, solved.verdict == COMPLETE, verdict=solved.verdict, told=told)

    def _searched(self, q: Array) -> Ways:
        """The ways found from many starts, and those that the signs ask for."""
        solutions = _Solutions(self.equations.system)
        if no_choice(self.equations.system, self.group):
            solutions.meet(self._solved(q))
            return Ways(solutions.positions, True, verdict=COMPLETE)
        most = STARTS if self.starts is None else self.starts
        for start in self._many(q, most if len(self.group.columns) > 1 else _ONE_COLUMN):
            position = self._solved(start)
            if position is not None and self._sides.same(position):
                solutions.meet(position)
                if self.starts is None and self._is_enough(solutions):
                    break
        return Ways(solutions.positions, False, self._balance(solutions))

    def _many(self, q: Array, count: int) -> Iterator[Array]:
        """Starts: a walk among the postures of the tree of joints; where there is none, bodies strewn about."""
        random, columns = np.random.default_rng(5), list(self.group.columns)
        yield q
        start = q if self._tree is None else self._solved(q, self._tree)
        for _ in range(count):
            if self._tree is None or start is None:
                yield self._moved(q, random.uniform(-np.pi, np.pi, len(columns)))
                continue
            for _ in range(_PACES):
                self.equations.evaluate(start, self.t)
                block = self.equations.jacobian()[np.ix_(self._tree, columns)]
                free = np.linalg.qr(block.T, mode="complete")[0][:, len(self._tree) :]
                pace = free @ random.normal(size=free.shape[1])
                new = self._solved(self._moved(start, pace / np.max(np.abs(pace))), self._tree)
                start = new if new is not None and self._sides.same(new) else start
            yield start

    def _is_enough(self, solutions: _Solutions) -> bool:
        """Whether every solution was met several times and the signs balance."""
        times = solutions.times
        often = self._tree is not None and sum(times) >= _FEWEST and min(times) >= _OFTEN
        return often and self._surplus(solutions.positions) == 0

    def _balance(self, balance: _Solutions) -> int:
        """Add what curves through solutions meet until as many have + as have -; how many are missing still.

        Once each solution's next one along the curves of one row is known, they stand on closed curves with + and - in
        turn. More than one row is tried, as a walk may end where a curve has a corner.
        """
        if self._tree is None:
            return 0
        for left_out in [row for row in self.group.rows if row not in self._tree]:
            if not self._surplus(balance.positions):
                return 0
            if self.equations.system.equations[left_out].unit == "length":
                loop = RowLoop(self.equations, self.group, left_out, self.t)
                for position in balance.positions:  # grows while it is gone through
                    near = next(loop.zeros(position), None)
                    balance.meet(None if near is None else self._solved(near))
        return abs(self._surplus(balance.positions))

    def _surplus(self, positions: list[Array]) -> int:
        """Solutions with + less those with -; none where one is singular."""
        signs = [self._sign(position) for position in positions]
        return 0 if 0 in signs else sum(signs)

    def _sign(self, q: Array) -> int:
        self.equations.evaluate(q, self.t)
        return sign_of(self.equations.jacobian()[np.ix_(self.group.rows, self.group.columns)])

    def _moved(self, q: Array, step: Array) -> Array:
        shift = np.zeros(len(q))
        shift[list(self.group.columns)] = step
        return self.equations.moved(q, shift)

    def _solved(self, q: Array, rows: list[int] | None = None) -> Array | None:
        """Damped Newton on rows (all of them) and columns of the group alone."""
        equations, columns = self.equations, list(self.group.columns)
        rows = list(self.group.rows) if rows is None else rows
        equations.evaluate(q, self.t)
        residual, damping = equations.residual()[rows], 1e-3
        for _ in range(60):
            if np.max(np.abs(residual)) < 1e-12:
                return q
            block = equations.jacobian()[np.ix_(rows, columns)]
            step = np.linalg.solve(block.T @ block + damping * np.eye(len(columns)), -block.T @ residual)
            trial = self._moved(q, step)
            equations.evaluate(trial, self.t)
            new = equations.residual()[rows]
            if np.linalg.norm(new) < np.linalg.norm(residual):
                q, residual, damping = trial, new, max(0.05 * damping, 1e-16)
            else:
                damping = max(8.0 * damping, 1e-8)
                equations.evaluate(q, self.t)
                if damping > 1e6:
                    return None
        return q if np.all(np.abs(residual) < np.maximum(equations.rounding()[rows], 1e-10)) else None


class _Solutions:
    """Positions without repetition, whole turns aside, and how often each was met."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.positions: list[Array] = []
        self.times: list[int] = []

    def meet(self, q: Array | None) -> bool:
        """Count a solution; whether it is a new one."""
        if q is None:
            return False
        for number, other in enumerate(self.positions):
            if np.linalg.norm(wrapped(self.system, q, other)) <= _SAME:
                self.times[number] += 1
                return False
        self.positions.append(q)
        self.times.append(1)
        return True
