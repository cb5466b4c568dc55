"""A run that is right, seen as such in one compiled call: rows put together, distances, verdicts."""

from __future__ import annotations

import math

from linkwork.audit.motion_kernel import planar_energies, spatial_energies
from linkwork.audit.rows_kernel import planar_distances, spatial_distances
from linkwork.audit.verdict_kernel import judge, weigh
from linkwork.numerics.jit import njit
from linkwork.places.layout_kernel import GRAVITY, MASS_AT, MASS_NUMBERS, MASSES
from linkwork.system.loop.event_record_kernel import BETWEEN


@njit
def _gather(q, sides, every, both, times):
    """Put the places of all rows together, those after events behind them, then those at ends of steps.

    `both` becomes the states before and after events, in turn, `times` those of the events; returned is their number.
    """
    rows, n, half, events = q.shape[0], q.shape[1], both.shape[1], 0
    for side in range(sides.shape[0]):
        if sides[side, 1 + half] != BETWEEN:
            events += 1
    for row in range(rows):
        for i in range(n):
            every[row, i] = q[row, i]
    event, end = 0, rows + events
    for side in range(sides.shape[0]):
        if sides[side, 1 + half] == BETWEEN:
            for i in range(n):
                every[end, i] = sides[side, 1 + i]
            end += 1
            continue
        times[event] = sides[side, 0]
        for i in range(half):
            both[2 * event, i], both[2 * event + 1, i] = sides[side, 1 + i], sides[side, 1 + half + i]
        for i in range(n):
            every[rows + event, i] = both[2 * event + 1, i]
        event += 1
    return events


@njit
def _verdict(rows, events, memory, energy, lines, points, work, times, jumps):
    """Events, whether some pair has something to tell, then what `weigh` returns; `jumps` of the energy are filled."""
    told, _, modes, forces, gaps, starts, rigid, owners, integrals, bad = points
    _, true, both, moving, books = work
    is_bad = judge(true, told, memory, modes, forces, gaps, starts, rigid, rows, times[:events], lines, owners, bad)
    lost, given, driven = integrals[0], integrals[1], integrals[2]
    largest, jump, apart = weigh(energy, memory, lost, given, driven, both[: 2 * events], moving, books)
    for event in range(events):
        jumps[event] = books[2 * event + 1] - books[2 * event]
    return events, is_bad, largest, jump, apart


@njit
def planar_look(q, memory, energy, lines, sides, k, p, points, shapes, room, work, times, jumps):
    """Look at a run in the plane: distances in rows and at events, then all verdicts.

    `points` are the tables of pairs and points (`Pairs.points`), `shapes` and `room` what `planar_distances` takes;
    `work` is room for places and distances, states at events, their energies and books; `times` and `jumps` are filled.
    Returned is what `_verdict` says.
    """
    every, true, both, moving, _ = work
    events, n, first, count = _gather(q, sides, every, both, times), q.shape[1], k[MASS_AT], k[MASSES]
    planar_distances(every, *shapes, points[1], points[0], *room, true)
    states, masses, gravity = both[: 2 * events], p[k[MASS_NUMBERS] :], p[k[GRAVITY] :]
    planar_energies(states[:, :n], states[:, n : 2 * n], k[first : first + count], masses, gravity, moving)
    return _verdict(q.shape[0], events, memory, energy, lines, points, work, times, jumps)


@njit
def spatial_look(q, memory, energy, lines, sides, k, p, points, shapes, room, work, times, jumps):
    """The same in space, with what `spatial_distances` takes."""
    axes, turns, centres, w = room
    for pair in range(axes.shape[0]):
        axes[pair, 0], axes[pair, 1], axes[pair, 2] = 0.0, 0.0, 0.0
    every, true, both, moving, _ = work
    events, n, first, count = _gather(q, sides, every, both, times), q.shape[1], k[MASS_AT], k[MASSES]
    spatial_distances(every, *shapes, points[1], points[0], axes, turns, centres, w, true)
    states, masses, gravity = both[: 2 * events], p[k[MASS_NUMBERS] :], p[k[GRAVITY] :]
    bodies = k[first : first + count]
    spatial_energies(states[:, :n], states[:, n : 2 * n], bodies, masses, gravity, turns[0], moving)
    return _verdict(q.shape[0], events, memory, energy, lines, points, work, times, jumps)


@njit
def allowances(v, memory, dimensions, bodies, step, reach, depths, rules, slight, deepest, allowed):
    """How deep pairs may overlap in time-stepping: the `deepest` that their rule saw, and twice the way in a step.

    The way is that of the fastest point of any body: of its origin, and what its turning adds within `reach`.
    """
    size = 3 * dimensions - 3
    for rule in range(depths.shape[0]):
        deepest[rule] = -math.inf
    for row in range(v.shape[0]):
        fastest = 0.0
        for body in range(bodies):
            moving, turning = 0.0, 0.0
            for i in range(dimensions):
                moving += v[row, size * body + i] ** 2
            for i in range(dimensions, size):
                turning += v[row, size * body + i] ** 2
            fastest = max(fastest, math.sqrt(moving) + reach * math.sqrt(turning))
        for rule in range(depths.shape[0]):
            deepest[rule] = max(deepest[rule], memory[row, depths[rule]] + 2.0 * step * fastest)
    for pair in range(rules.shape[0]):
        allowed[pair] = deepest[rules[pair]] + slight[pair]


@njit
def any_deeper(true, allowed):
    """Whether some distance of rows by pairs is an overlap deeper than allowed."""
    for row in range(true.shape[0]):
        for pair in range(true.shape[1]):
            if true[row, pair] < -allowed[pair]:
                return True
    return False
