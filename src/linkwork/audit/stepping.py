"""The audit of time-stepping, whose bodies overlap by design: overlaps that its own depths do not show.

A step sees the bodies in its middle, a row at its end or between: what two bodies move in a step may lie between the
two. So what is told is deeper than the deepest of its own overlaps and that way. Of very many pairs not all rows are
looked at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from linkwork.audit.findings import Audit, Finding
from linkwork.audit.look_kernel import allowances, any_deeper
from linkwork.audit.pairs import TOLD, body_numbers, kept, shapes_of
from linkwork.base.arrays import Array

if TYPE_CHECKING:
    from linkwork.run.run import Run
    from linkwork.system.system import System

MOST_PAIRS = 1_000_000
"""More pairs than these are not looked at."""
_LOOKS = 200_000  # pairs times rows


def audit_stepping(run: Run, step: float) -> Audit:
    """Compare the deepest overlap of every contact and group with the true distances of the bodies."""
    system, tables = run.system, run.system.stepping
    if tables is None or run.loads is None or run.q.dtype.kind == "c" or not len(run.t):
        return Audit()
    prepared = kept(system, tables, _pairs)
    if prepared is None or not len(prepared[0]):
        return Audit()
    table, rules, shapes, sizes, reach, depths = prepared
    count = max(2, _LOOKS // len(table))
    times, q, v, memory = run.t, run.q, run.v, run.loads.memory
    if count < len(times):
        rows = np.unique(np.linspace(0, len(times) - 1, count).astype(int))
        times, q, v, memory = times[rows], q[rows], v[rows], memory[rows]
    allowed, out = np.empty(len(table)), np.empty((len(times), len(table)))
    bodies, deepest = len(system.bodies), np.empty(len(depths))
    allowances(v, memory, system.world.dimensions, bodies, step, reach, depths, rules, TOLD * sizes, deepest, allowed)
    shapes.distances(np.ascontiguousarray(q), table, allowed, allowed, out)
    if not any_deeper(out, allowed):
        return Audit()
    findings: list[Finding] = []
    for number, name in enumerate(tables.rules):
        mine = np.flatnonzero(rules == number)
        if not len(mine):
            continue
        deep = -out[:, mine] - allowed[mine]
        row, pair = np.unravel_index(int(np.argmax(deep)), deep.shape)
        if deep[row, pair] > 0.0:
            size, amount, t = float(sizes[mine[pair]]), float(-out[row, mine[pair]]), float(times[row])
            bad = np.flatnonzero(np.any(deep > 0.0, axis=1))
            first, own = float(times[bad[0]]), float(memory[row, depths[number]])
            findings.append(Finding("unseen", name, t, amount, amount / size, first, len(bad), own))
    return Audit(findings)


class _Prepared(NamedTuple):
    """What a system with time-stepping needs for its audit."""

    table: NDArray[np.int64]
    """Of every pair the two outlines and the two bodies."""
    rules: NDArray[np.int64]
    """The contact or group of every pair."""
    shapes: Any
    sizes: Array
    """Of the smaller outline of each pair."""
    reach: float
    """The size of the greatest outline of all."""
    depths: NDArray[np.int64]
    """Where the memory of a run has the deepest overlap that every contact or group saw."""


def _pairs(system: System) -> _Prepared | None:
    """All pairs that may touch; none of too many."""
    tables, number, shapes = system.stepping, body_numbers(system), shapes_of(system)
    assert tables is not None and system.signals is not None
    if sum(len(listed) ** 2 for _, listed in tables.groups) > 2 * MOST_PAIRS:
        return None
    members = list(tables.members)
    sides = [shapes.add(f"{body}.{name}") for body, name in members]
    bodies = np.array([number[body] for _, body in sides], np.int64)
    pairs = [np.array([[first, second, rule]]) for first, second, rule in tables.pairs]
    together = set() if tables.joined else {end for placed in system.elements for end in _both(placed)}
    for rule, listed in tables.groups:
        one, two = np.triu_indices(len(listed), 1)
        chosen = np.array(listed)
        both = np.column_stack([chosen[one], chosen[two], np.full(len(one), rule)])
        ends = bodies[both[:, :2]]
        apart = ends[:, 0] != ends[:, 1]
        if together:
            apart &= np.array([(int(i), int(j)) not in together for i, j in ends], bool)
        pairs.append(both[apart])
    possible_pairs = np.vstack(pairs).astype(np.int64) if pairs else np.zeros((0, 3), np.int64)
    outlines = np.array([place for place, _ in sides], np.int64)
    extents = np.array(shapes.sizes, float)[outlines]
    sizes = np.minimum(extents[possible_pairs[:, 0]], extents[possible_pairs[:, 1]])
    known = np.array([shapes.judged(f"{body}.{name}") for body, name in members], bool)
    ended = np.isfinite(sizes) & np.all(known[possible_pairs[:, :2]], axis=1)  # two walls never touch
    possible_pairs, sizes = possible_pairs[ended], sizes[ended]
    table = np.column_stack([outlines[possible_pairs[:, :2]], bodies[possible_pairs[:, :2]]]).astype(np.int64)
    reach = float(np.max(extents[np.isfinite(extents)], initial=0.0))
    depths = np.array([system.signals.reported[f"{name}.depth"] for name in tables.rules], np.int64)
    return _Prepared(np.ascontiguousarray(table), possible_pairs[:, 2].copy(), shapes.done(), sizes, reach, depths)


def _both(placed: Any) -> tuple[tuple[int, int], ...]:
    """The bodies of a joint, both ways."""
    i, j = placed.ends
    return () if placed.driver else ((i, j), (j, i))
