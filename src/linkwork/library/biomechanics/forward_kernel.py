"""The motion of a skeleton under its muscles: M(q) u' = Q_muscles + Q_outer + Q_given - h(q, u), fibres by their law.

Unknowns are coordinates, speeds, the lengths of the fibres where tendons give way, and activations where they follow
excitations. What drives it is a table over even times, straight between: excitations, activations or tensions,
generalised forces, a motion to follow, wrenches on bodies. The method is that of Dormand and Prince of order 5 with its
error estimate of order 4.
"""

from __future__ import annotations

import math

from linkwork.library.biomechanics.dynamics_kernel import back_inwards, mass_matrix, move_bodies, need_of_body
from linkwork.library.biomechanics.fibre_kernel import LEAST as LEAST_ACTIVE
from linkwork.library.biomechanics.fibre_kernel import activation_rate, fibre_speed, stiff_tension
from linkwork.library.biomechanics.fit_kernel import solve_damped
from linkwork.library.biomechanics.laws.curve_kernel import pieces_of
from linkwork.library.biomechanics.layout_kernel import (
    COME,
    INERTIAS,
    KEPT,
    PARENT,
    PATH_SPANS,
    PIECES,
    POINT_CURVES,
    POINT_KINDS,
    POINT_NUMBERS,
    SPHERE,
)
from linkwork.library.biomechanics.passive.passive_kernel import (
    FEET,
    FOOT_KINDS,
    LIGAMENT_LAWS,
    LIGAMENTS,
    LIMIT_KINDS,
    LIMITS,
    UP,
    foot_force,
    limit_force,
)
from linkwork.library.biomechanics.paths.path_kernel import path_length
from linkwork.library.biomechanics.paths.straight_kernel import (
    is_straight,
    pull_on_course,
    straight_length,
    straight_rate,
)
from linkwork.library.biomechanics.skeleton_kernel import place_bodies
from linkwork.numerics.jit import njit

LEAST = 1e-12
POSE, SCREW, TWIST, WRENCH, HERE, SURFACES, ARMS, PULLS, MATRIX, FACTOR, RIGHT, RATE, ZERO, DRIVE, STEP = range(15)
FOOT, COMPOSITE, COURSE, WAYS, COME_HERE = 15, 16, 17, 18, 19
"""The workspace, a tuple of arrays; at last what is kept of surfaces and paths where a step begins."""
GIVEN, ELASTIC, STIFF = range(3)
"""Whether tensions are given, tendons give way, or do not."""


@njit
def at_time(drive, step, t, out):
    """The row of a table over even times, straight between its rows."""
    last = len(drive) - 1
    place = min(max(t / step, 0.0), 1.0 * last) if last > 0 else 0.0
    row = min(int(place), max(last - 1, 0))
    share = place - row
    for i in range(len(out)):
        out[i] = drive[row, i] if last == 0 else (1 - share) * drive[row, i] + share * drive[row + 1, i]


@njit
def passive_forces(table, paths, passive, feet, q, u, muscles, room, right):
    """Add limits and ligaments to the generalised forces, and the ground to what the bodies bear."""
    pose, screw, twist, wrench, n = room[POSE], room[SCREW], room[TWIST], room[WRENCH], len(right)
    for row in range(len(passive[LIMIT_KINDS])):
        c = passive[LIMIT_KINDS][row]
        right[c] += limit_force(passive[LIMITS][row], q[c], u[c])
    for row in range(len(passive[LIGAMENTS])):
        for c in range(n):
            room[ARMS][c] = 0.0
        long = path_length(
            table, paths, muscles + row, q, pose, screw, room[HERE], room[SURFACES], True, room[ARMS],
            room[PULLS],
        )  # fmt: skip
        if long < 0.0:
            return False
        strength, slack = passive[LIGAMENTS][row, 0], passive[LIGAMENTS][row, 1]
        tension = strength * max(0.0, pieces_of(passive[LIGAMENT_LAWS][row], long / slack)[0]) if long > slack else 0.0
        for c in range(n):
            right[c] -= tension * room[ARMS][c]
    if feet:
        for row in range(len(passive[FOOT_KINDS])):
            body = passive[FOOT_KINDS][row]
            foot_force(passive[FEET][row], passive[UP], pose, twist, body, room[FOOT])
            for i in range(6):
                wrench[body, i] -= room[FOOT][i]
    return True


@njit
def tension_of(laws, numbers, muscle, tendon, activation, fibre, length, rate):
    """Tension of a muscle and the speed of its fibres, for a tendon that gives way or one that does not."""
    if tendon == ELASTIC:
        speed, tension = fibre_speed(laws[muscle], numbers[muscle], activation, fibre, length)
        return tension, speed
    return stiff_tension(laws[muscle], numbers[muscle], activation, length, rate), 0.0


@njit
def bent_length(table, paths, muscle, y, whole, room):
    """Length of a path with surfaces, its gradient (only by points that move on bodies, where not `whole`) and the
    pulls of a tension of 1."""
    arms, pulls, pose, screw = room[ARMS], room[PULLS], room[POSE], room[SCREW]
    for c in range(len(arms)):
        arms[c] = 0.0
    for body in range(len(pulls)):
        for i in range(6):
            pulls[body, i] = 0.0
    return path_length(
        table, paths, muscle, y[: len(arms)], pose, screw, room[HERE], room[SURFACES], whole, arms, pulls
    )


@njit
def pull_bent(whole, tension, arms, pulls, wrench, right):
    """What a tension along a path with surfaces does, after `bent_length`."""
    for c in range(len(arms)):
        right[c] -= tension * arms[c]
    if not whole:
        for body in range(len(pulls)):
            for i in range(6):
                wrench[body, i] -= tension * pulls[body, i]


@njit
def pull_muscles(table, paths, laws, numbers, modes, muscles, y, out, room):
    """What muscles do to bodies and coordinates, and the rates of fibres and activations."""
    tendon, excited, _ = modes
    n, now, right, wrench = len(room[RIGHT]), room[DRIVE], room[RIGHT], room[WRENCH]
    pose, twist, arms, pulls, course = room[POSE], room[TWIST], room[ARMS], room[PULLS], room[COURSE]
    pieces, kinds, curves, points = table[PIECES], paths[POINT_KINDS], paths[POINT_CURVES], paths[POINT_NUMBERS]
    spans, q, u = paths[PATH_SPANS], y[:n], y[n : 2 * n]
    active = 2 * n + (muscles if tendon == ELASTIC else 0)
    # rates of lengths round surfaces need whole gradients
    whole = tendon == STIFF
    for muscle in range(muscles):
        first, last, rate = spans[muscle, 0], spans[muscle, 1], 0.0
        straight = is_straight(kinds, first, last)
        if straight:
            length = straight_length(pieces, kinds, curves, points, first, last, q, pose, course)
            if whole:
                rate = straight_rate(pieces, kinds, curves, first, last, q, u, pose, twist, course)
        else:
            length = bent_length(table, paths, muscle, y, whole, room)
            if length < 0.0:
                return False
            if whole:
                for c in range(n):
                    rate += arms[c] * u[c]
        tension = now[muscle]
        if tendon != GIVEN:
            activation = now[muscle]
            if excited:
                activation = min(1.0, max(numbers[muscle, LEAST_ACTIVE], y[active + muscle]))
                out[active + muscle] = activation_rate(numbers[muscle], now[muscle], y[active + muscle])
            fibre = y[2 * n + muscle] if tendon == ELASTIC else 0.0
            tension, speed = tension_of(laws, numbers, muscle, tendon, activation, fibre, length, rate)
            if tendon == ELASTIC:
                out[2 * n + muscle] = speed
        if straight:
            pull_on_course(pieces, kinds, curves, first, last, q, pose, course, tension, wrench, right)
        else:
            pull_bent(whole, tension, arms, pulls, wrench, right)
    return True


@njit
def rates(table, paths, laws, numbers, passive, gravity, gains, modes, drive, step, t, y, out, room):
    """Derivatives of the unknowns; modes are what tendons do, whether excitations are given, whether feet touch."""
    n, bodies = len(room[RIGHT]), len(table[PARENT])
    muscles = len(paths[PATH_SPANS]) - len(passive[LIGAMENTS])
    pose, screw, twist, wrench = room[POSE], room[SCREW], room[TWIST], room[WRENCH]
    now, right, matrix, force = room[DRIVE], room[RIGHT], room[MATRIX], room[RATE]
    at_time(drive, step, t, now)
    q, u = y[:n], y[n : 2 * n]
    place_bodies(table, q, pose, screw)
    move_bodies(table, u, room[ZERO], pose, screw, twist)
    first = muscles + 3 * n
    for c in range(n):
        right[c] = now[muscles + c]
    for body in range(bodies):
        need_of_body(table[INERTIAS], pose, twist, body, gravity, wrench)
        for i in range(6):
            wrench[body, i] -= now[first + 6 * body + i]
    if not passive_forces(table, paths, passive, modes[2], q, u, muscles, room, right):
        return False
    if not pull_muscles(table, paths, laws, numbers, modes, muscles, y, out, room):
        return False
    back_inwards(table, screw, wrench, force)
    for c in range(n):
        right[c] -= force[c]
    mass_matrix(table, pose, screw, room[COMPOSITE], matrix)
    if not solve_damped(matrix, 0.0, right, room[FACTOR], room[STEP]):
        return False
    for c in range(n):
        out[c] = u[c]
        want, fast = now[muscles + n + c], now[muscles + 2 * n + c]
        out[n + c] = room[STEP][c] + gains[0] * (want - q[c]) + gains[1] * (fast - u[c])
    return True


@njit
def keep_ways(paths, room, back):
    """Keep the ways round surfaces as those where a step begins, or put these back."""
    kinds, kept, come = paths[POINT_KINDS], room[SURFACES][KEPT], room[SURFACES][COME]
    ways, here = room[WAYS], room[COME_HERE]
    for station in range(len(kept)):
        if kinds[station, 1] >= SPHERE:
            for i in range(kept.shape[1]):
                if back:
                    kept[station, i] = ways[station, i]
                else:
                    ways[station, i] = kept[station, i]
    for path in range(len(come)):
        for i in range(come.shape[1]):
            if back:
                come[path, i] = here[path, i]
            else:
                here[path, i] = come[path, i]


@njit
def try_step(
    table, paths, laws, numbers, passive, gravity, gains, modes, drive, step, t, long, tolerance, y, stages, trial,
    tableau, room,
):  # fmt: skip
    """What is at the end of a step, and its error over what is allowed, 1e6 at most, also where it has no rates.

    Ways round surfaces are followed from where the step begins to each stage.
    """
    size = len(y)
    for stage in range(1, 7):
        for i in range(size):
            total = 0.0
            for k in range(stage):
                total += tableau[stage, k] * stages[k, i]
            trial[i] = y[i] + long * total
        keep_ways(paths, room, True)
        if not rates(
            table, paths, laws, numbers, passive, gravity, gains, modes, drive, step,
            t + tableau[stage, 7] * long, trial, stages[stage], room,
        ):  # fmt: skip
            return 1e6
    error = 0.0
    for i in range(size):
        total = 0.0
        for k in range(7):
            total += tableau[0, k] * stages[k, i]
        # radians, metres, activations: below a hundredth the error is absolute
        scale = tolerance * (1e-2 + max(abs(y[i]), abs(trial[i])))
        error += (long * total / scale) ** 2
    error = math.sqrt(error / size)
    # not a number counts as a large error; any of them makes the least change of step
    return error if error < 1e6 else 1e6


@njit
def run_forward(
    table, paths, laws, numbers, passive, gravity, gains, modes, drive, step, times, tolerance, y, stages, trial,
    tableau, rows, room,
):  # fmt: skip
    """Values at all times; gives the number of steps, or minus the number of the time that was not reached."""
    size = len(y)
    t, h, count = times[0], 1e-4, 0  # s: short beside activation (10 ms); the error sets the next step
    for i in range(size):
        rows[0, i] = y[i]
    if not rates(table, paths, laws, numbers, passive, gravity, gains, modes, drive, step, t, y, stages[0], room):
        return -1
    keep_ways(paths, room, False)
    for number in range(1, len(times)):
        while t < times[number] - LEAST:
            long = min(h, times[number] - t)
            error = try_step(
                table, paths, laws, numbers, passive, gravity, gains, modes, drive, step, t, long, tolerance, y, stages,
                trial, tableau, room,
            )  # fmt: skip
            count += 1
            if error <= 1.0:
                t += long
                keep_ways(paths, room, False)
                for i in range(size):
                    y[i], stages[0, i] = trial[i], stages[6, i]
            # so that no error at all makes no endless step; 5 times longer is the most anyhow
            change = 0.9 * max(error, 1e-6) ** -0.2
            if long == h or error > 1.0:
                h = long * min(5.0, max(0.2, change))
            if h < LEAST:
                return -number
        for i in range(size):
            rows[number, i] = y[i]
    return count
