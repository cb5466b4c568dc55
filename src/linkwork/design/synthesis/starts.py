"""Where the least squares begin: positions for a design, and designs from a global search."""

from __future__ import annotations

import numpy as np

from linkwork.analysis.assembly.position import find_root
from linkwork.analysis.assembly.sides import same_sides
from linkwork.base.arrays import Array
from linkwork.base.errors import LinkworkError
from linkwork.design.synthesis.bounds import Free
from linkwork.design.synthesis.problem import Design, Problem
from linkwork.system.constraints.equations import Equations

_SAMPLES = 30
_FEW = 12
_FAILED = 1e12


def first_positions(problem: Problem, design: Design, random: np.random.Generator, samples: int = _SAMPLES) -> Array:
    """For every target the assembled position, of those found from random starts, that comes nearest to it.

    They are all taken from one side of the singular positions of the drivers, so that targets lie on one branch.
    """
    return _choose(problem, design, random, samples)[0]


def _choose(problem: Problem, design: Design, random: np.random.Generator, samples: int) -> tuple[Array, float]:
    assembled = _assembled(problem, design, random, samples)
    costs = np.stack([_costs(problem, design, q) for q in assembled], axis=-1)
    best: tuple[Array, float] | None = None
    sides = _sides(problem, design, assembled)
    for side in np.unique(sides):
        members = np.flatnonzero(sides == side)
        nearest = members[np.argmin(costs[:, members], axis=1)]
        total = float(np.sum(np.take_along_axis(costs, nearest[:, None], axis=1)))
        if best is None or total < best[1]:
            best = assembled[nearest], total
    assert best is not None
    return best


def _costs(problem: Problem, design: Design, q: Array) -> Array:
    """What is left of the rows of every target when the mechanism is in this position."""
    rows = problem.rows(design, np.tile(q, (problem.count, 1)))
    costs: Array = np.sum(rows.wanted**2, axis=1) + np.sum(rows.equal**2, axis=1)
    return np.where(np.isfinite(costs), costs, _FAILED)


def _assembled(problem: Problem, design: Design, random: np.random.Generator, samples: int) -> Array:
    """Positions that close without drivers, or, where none is found, positions that do not."""
    system = design.systems[False]
    equations, turning, n = Equations(system), system.turning, problem.n
    closed: list[Array] = []
    tried: list[Array] = []
    for number in range(samples):
        shift = np.where(turning, random.uniform(-np.pi, np.pi, n), 0.5 * system.column_scale * random.normal(size=n))
        start = system.start.real if number == 0 else system.moved(system.start.real, shift)
        root = find_root(equations, start, 0.0)
        if same_sides(system, root.q, closed[0] if closed else system.start.real, 0.0):
            (closed if root.ok else tried).append(root.q)
    if not closed and not tried:
        return system.start.real[None]
    return np.array(closed or tried)


def _sides(problem: Problem, design: Design, sides: Array) -> Array:
    """The sign of the driven Jacobian's determinant at positions; zero where it has none."""
    mechanism = problem.mechanism
    if not mechanism.drivers:
        return np.zeros(len(sides))
    equations = Equations(mechanism.system().with_parameters(design.values))
    if equations.m != equations.n:
        return np.zeros(len(sides))
    signs = []
    for q in sides:
        equations.evaluate(q, 0.0)
        signs.append(np.linalg.slogdet(equations.jacobian())[0])
    return np.array(signs)


def evolved(problem: Problem, free: Free, count: int, generations: int, seed: int) -> Array:
    """The best designs of a differential evolution, which judges a design by its nearest assembled positions."""
    from scipy.optimize import differential_evolution

    seen: list[tuple[float, Array]] = []

    def judge(b: Array) -> float:
        try:
            design = problem.design(b)
            total = _choose(problem, design, np.random.default_rng(seed), _FEW)[1]
            over = float(np.sum(np.maximum(problem.rows(design, _still(problem)).conditions, 0.0)))
        except LinkworkError:
            return _FAILED
        seen.append((total * (1.0 + over) + over, b.copy()))
        return seen[-1][0]

    differential_evolution(
        judge,
        list(zip(free.low, free.high, strict=True)),
        rng=np.random.default_rng(seed),
        maxiter=generations,
        popsize=max(2, -(-count // len(free.names))),
        polish=False,
        tol=0.0,
    )
    seen.sort(key=lambda item: item[0])
    return np.array([b for _, b in seen[:count]])


def _still(problem: Problem) -> Array:
    return np.tile(problem.system.start.real, (problem.count, 1))
