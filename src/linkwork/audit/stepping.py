"""The audit of time-stepping, whose bodies overlap by design: overlaps that its own depths do not show.

A step sees the bodies in its middle, a row at its end or between: what two bodies move in a step may lie between the
two. So what is told is deeper than the deepest of its own overlaps and that way. Of very many pairs not all rows are
looked at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linkwork.audit.findings import Audit, Finding
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
    if tables is None or run.loads is None or np.iscomplexobj(run.q) or not len(run.t):
        return Audit()
    prepared = kept(system, tables, _pairs)
    if prepared is None or not len(prepared[0]):
        return Audit()
    table, rules, shapes, sizes, reach = prepared
    count = int(min(len(run.t), max(2, _LOOKS // max(len(table), 1))))
    rows = np.unique(np.linspace(0, len(run.t) - 1, count).astype(int))
    way = 2.0 * step * _speeds(run, rows, reach)
    own = np.column_stack([run.loads.memory[rows, _depth_at(system, name)] for name in tables.rules])
    allowed = np.max(own + way[:, None], axis=0)[rules] + TOLD * sizes
    out, findings = np.zeros((len(rows), len(table))), []
    shapes.distances(np.ascontiguousarray(run.q[rows], float), table, allowed, allowed, out)
    if not np.any(out < -allowed):
        return Audit()
    for number, name in enumerate(tables.rules):
        mine = np.flatnonzero(rules == number)
        if not len(mine):
            continue
        deep = -out[:, mine] - allowed[mine]
        row, pair = np.unravel_index(int(np.argmax(deep)), deep.shape)
        if deep[row, pair] > 0.0:
            size, amount, t = float(sizes[mine[pair]]), float(-out[row, mine[pair]]), float(run.t[rows[row]])
            bad = np.flatnonzero(np.any(deep > 0.0, axis=1))
            first = float(run.t[rows[bad[0]]])
            findings.append(Finding("unseen", name, t, amount, amount / size, first, len(bad), float(own[row, number])))
    return Audit(findings)


def _depth_at(system: System, name: str) -> int:
    """Where the memory of a run has the deepest overlap that a contact or group saw."""
    assert system.signals is not None
    return int(system.signals.reported[f"{name}.depth"])


def _pairs(system: System) -> tuple[NDArray[np.int64], NDArray[np.int64], Any, Array, float] | None:
    """Outlines and bodies of every pair, its rule, all outlines, the size of the smaller one, and the greatest of all.

    None of too many.
    """
    tables, number, shapes = system.stepping, body_numbers(system), shapes_of(system)
    assert tables is not None
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
    return np.ascontiguousarray(table), possible_pairs[:, 2], shapes.done(), sizes, reach


def _both(placed: Any) -> tuple[tuple[int, int], ...]:
    """The bodies of a joint, both ways."""
    i, j = placed.ends
    return () if placed.driver else ((i, j), (j, i))


def _speeds(run: Run, rows: Array, reach: float) -> Array:
    """The greatest speed of a point of any body in each row: that of its origin, and what its turning adds."""
    world, count = run.system.world, len(run.system.bodies)
    v = run.v[rows][:, : world.size * count].reshape(len(rows), count, world.size)
    parts = v[:, :, : world.dimensions], v[:, :, world.dimensions :]
    moving, turning = (np.sqrt(np.einsum("ijk,ijk->ij", part, part)) for part in parts)
    return np.asarray(np.max(moving + reach * turning, axis=1))
