"""The length of a path over points and round surfaces, its rate, and what a tension of 1 in it does at every station.

Between two points it is straight, or goes round one surface: a straight part of length sqrt(p^2 - R^2) from a point at
the distance p from the centre, an arc R (turned - acos(R/p) - acos(R/q)), a straight part. Round a cylinder (a circle
in the plane) the unrolled way is straight, sqrt((a + arc + b)^2 + h^2) with the rise h along the axis, shared by
length; the angle turned is followed from step to step, beyond a turn. Round a sphere it lies in the plane of both
points and the centre. On a surface the way is the shortest one, so dL = -sum (pull . dr + moment . turn) of the
stations, the pulls being those of the straight parts alone; surfaces have no friction.
"""

from __future__ import annotations

import math

from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import acos, atan2, cos, sin, sqrt
from linkwork.numerics.switch_kernel import FROZEN, SWITCH, decide
from linkwork.numerics.vectors_kernel import cross, dot, minus, plus, times

ACCEPT, ADVANCE = 2, 3  # stages
POINT, ROUND, SPHERE = range(3)
KIND, AT, TIP, PULL, KEPT, SWITCHES = 0, 1, 4, 7, 8, 9
"""Integers of a station: its kind, places of the coordinates of its point (each followed by its rate) and of the tip of
its axis, -1 where there is none; of six numbers for pull and moment, of the angle kept, and of its switches. Of a point
that may not count the place of what decides it stands for that of the angle; -1: it always counts."""
STATION = 10
WARM, NOW = 1, 2  # behind the angle kept: whether there is one, and the angle when last evaluated
RADIUS, SIDE = 0, 1
STATION_NUMBERS = 2
NOTHING = 1e-300  # beside the square of a length: spares a decision at length zero
TURN = 2.0 * math.pi
STRAIGHT = 1e-9  # sine of the angle between two points below which a plane through them and the centre is not known
NO_NUMBER = math.nan  # length of a path with a point inside a surface: the run ends there and names the muscle


@njit
def coordinates(memory, k, at, rate):
    """A measured point, or its velocity; without a third coordinate in the plane."""
    z = 0.0 * memory[k[at]]
    if k[at + 2] >= 0:
        z = memory[k[at + 2] + rate]
    return memory[k[at] + rate], memory[k[at + 1] + rate], z


@njit
def counts(memory, p, k, at, n):
    """Whether a path goes over a point: always, or while a number lies within its range."""
    place = k[at + KEPT]
    if place < 0:
        return True
    low, high = memory[place] - p[n], p[n + 1] - memory[place]
    return decide(memory, k[at + SWITCHES], low if low.real < high.real else high)


@njit
def unit(u):
    """The length of a vector and its direction, which is zero where the vector is."""
    length = sqrt(dot(u, u) + NOTHING)
    return length, times(1.0 / length, u)


@njit
def aside(radius, distance):
    """How far, as an angle, a tangent from a point touches a circle away from it; not a number inside."""
    return acos(radius / distance)


@njit
def axis_of(memory, k, at, centre):
    """The unit axis of a cylinder, that of the plane where there is no tip."""
    zero = 0.0 * centre[0]
    if k[at + TIP] < 0:
        return zero, zero, 1.0 + zero
    return unit(minus(coordinates(memory, k, at + TIP, 0), centre))[1]


@njit
def add(memory, place, u, side):
    """Add a force at a point of touch, seen from the centre, to pull and moment of a surface."""
    moment = cross(side, u)
    for axis in range(3):
        memory[place + axis] = memory[place + axis] + u[axis]
        memory[place + 3 + axis] = memory[place + 3 + axis] + moment[axis]


@njit
def pull(memory, place, u):
    """Add a force at a point."""
    for axis in range(3):
        memory[place + axis] = memory[place + axis] + u[axis]


@njit
def straight(memory, first, last, start, end):
    """Length from a point to another, with its pulls."""
    length, u = unit(minus(end, start))
    pull(memory, first, u)
    pull(memory, last, times(-1.0, u))
    return length


@njit
def keep(memory, k, at):
    """Keep the angle turned about an axis when last evaluated."""
    kept = k[at + KEPT]
    if k[at + KIND] == ROUND and memory[kept + NOW].real != 0.0:  # it was evaluated
        memory[kept] = memory[kept + NOW]
        memory[kept + WARM] = 1.0 + 0.0 * memory[kept]


@njit
def followed(memory, k, at, angle, way, beyond, both):
    """The angle turned, followed from the last step; one that would lead through the surface goes round instead."""
    kept, turned = k[at + KEPT], way * angle
    if memory[k[at + SWITCHES] + FROZEN].real != 0.0 and memory[kept + WARM].real < 0.5:
        keep(memory, k, at)  # the first step: what was evaluated last is the start
    if memory[kept + WARM].real > 0.5:
        turned = turned + TURN * math.floor((memory[kept].real - turned.real) / TURN + 0.5)
    elif turned.real < 0.0 and beyond:
        turned = turned + TURN
    memory[kept + NOW] = turned.real + 0.0 * turned
    if not decide(memory, k[at + SWITCHES] + SWITCH, turned + both):
        turned = turned + TURN
    return turned


@njit
def round_axis(memory, p, k, at, n, start, end, centre):
    """Whether a path touches a cylinder; its length there, and the points of touch from the centre."""
    radius, way = p[n + RADIUS], p[n + SIDE].real
    e = axis_of(memory, k, at, centre)
    low, high = dot(e, start), dot(e, end)
    p_across, q_across = minus(start, times(low, e)), minus(end, times(high, e))
    far, p_unit = unit(p_across)
    off, q_unit = unit(q_across)
    first, last = aside(radius, far), aside(radius, off)
    angle = atan2(dot(e, cross(p_across, q_across)), dot(p_across, q_across))
    d = minus(q_across, p_across)
    along = -dot(p_across, d).real
    beyond = 0.0 < along < dot(d, d).real
    if far.real < radius.real or off.real < radius.real:
        return True, NO_NUMBER * far, start, end
    turned = followed(memory, k, at, angle, way, beyond, first + last)
    if not decide(memory, k[at + SWITCHES], turned - first - last):
        return False, 0.0 * far, start, end
    a, b = sqrt(far * far - radius * radius), sqrt(off * off - radius * radius)
    arc = radius * (turned - first - last)
    flat = a + arc + b
    rise = (high - low) / flat
    come = plus(times(cos(first), p_unit), times(way * sin(first), cross(e, p_unit)))
    go = plus(times(cos(last), q_unit), times(-way * sin(last), cross(e, q_unit)))
    come = plus(times(radius, come), times(low + a * rise, e))
    go = plus(times(radius, go), times(high - b * rise, e))
    return True, arc * sqrt(1.0 + rise * rise), come, go


@njit
def round_centre(memory, p, k, at, n, start, end):
    """The same for a sphere."""
    radius = p[n + RADIUS]
    far, p_unit = unit(start)
    off, q_unit = unit(end)
    first, last = aside(radius, far), aside(radius, off)
    size, normal = unit(cross(start, end))
    if size.real <= STRAIGHT * (far * off).real:  # through the centre: any way round is as long
        normal = unit(cross(p_unit, (0.0, 0.0, 1.0) if abs(p_unit[2].real) < 0.5 else (1.0, 0.0, 0.0)))[1]
    turned = atan2(size, dot(start, end))
    if far.real < radius.real or off.real < radius.real:
        return True, NO_NUMBER * far, start, end
    if not decide(memory, k[at + SWITCHES], turned - first - last):
        return False, 0.0 * far, start, end
    come = plus(times(radius * cos(first), p_unit), times(radius * sin(first), cross(normal, p_unit)))
    go = plus(times(radius * cos(last), q_unit), times(-radius * sin(last), cross(normal, q_unit)))
    return True, radius * (turned - first - last), come, go


@njit
def bent(memory, p, k, at, n, first, last, start, end):
    """Length from a point to another round a surface, with the pulls."""
    centre = coordinates(memory, k, at + AT, 0)
    p_seen, q_seen = minus(start, centre), minus(end, centre)
    if k[at + KIND] == SPHERE:
        touches, arc, come, go = round_centre(memory, p, k, at, n, p_seen, q_seen)
    else:
        touches, arc, come, go = round_axis(memory, p, k, at, n, p_seen, q_seen, centre)
    if not touches:
        return straight(memory, first, last, start, end)
    a, u = unit(minus(come, p_seen))
    b, v = unit(minus(q_seen, go))
    pull(memory, first, u)
    pull(memory, last, times(-1.0, v))
    add(memory, k[at + PULL], times(-1.0, u), come)
    add(memory, k[at + PULL], v, go)
    return a + arc + b


@njit
def power_of(memory, k, at):
    """What pull and moment of a station do with its velocity."""
    place = k[at + PULL]
    push = (memory[place], memory[place + 1], memory[place + 2])
    power = dot(push, coordinates(memory, k, at + AT, 1))
    if k[at + KIND] == ROUND and k[at + TIP] >= 0:
        e = minus(coordinates(memory, k, at + TIP, 0), coordinates(memory, k, at + AT, 0))
        e_rate = minus(coordinates(memory, k, at + TIP, 1), coordinates(memory, k, at + AT, 1))
        spin = times(1.0 / (dot(e, e) + NOTHING), cross(e, e_rate))
        power = power + dot((memory[place + 3], memory[place + 4], memory[place + 5]), spin)
    return power


def path(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: radius and side, or range, of every station; k: how many, place of length and rate, then the stations."""
    count, result, first = k[b + 4], k[b + 5], b + 6
    if stage in (ACCEPT, ADVANCE):
        for number in range(count):
            keep(memory, k, first + STATION * number)
        return
    zero = 0.0 * memory[k[first + AT]]
    for number in range(count):
        place = k[first + STATION * number + PULL]
        for i in range(6):
            memory[place + i] = zero
    length, before, surface = zero, 0, -1
    start = coordinates(memory, k, first + AT, 0)
    for number in range(1, count):
        at = first + STATION * number
        if k[at + KIND] != POINT:
            surface = number
            continue
        if not counts(memory, p, k, at, a + STATION_NUMBERS * number):
            continue
        end = coordinates(memory, k, at + AT, 0)
        here, there = k[first + STATION * before + PULL], k[at + PULL]
        if surface >= 0:
            over = first + STATION * surface
            part = bent(memory, p, k, over, a + STATION_NUMBERS * surface, here, there, start, end)
            length = length + part
        else:
            length = length + straight(memory, here, there, start, end)
        before, surface, start = number, -1, end
    rate = zero
    for number in range(count):
        rate = rate - power_of(memory, k, first + STATION * number)
    memory[result] = length
    memory[result + 1] = rate
