"""Poses, twists and the matrices T of the bodies from natural coordinates in a plane, and back.

    twist = T s',   its rate = T s'' + bias

All functions have the signature (k, p, w, z, i, j, x) of a function of the world and are called by address: z is
(s, s'), j the place of the table and x the time. Coordinates of points know no turns: these are counted from the last
state that was remembered.
"""

from __future__ import annotations

from linkwork.numerics.scalar import atan2, sqrt
from linkwork.numerics.turns_kernel import nearest_turn
from linkwork.places.layout_kernel import BODIES, COORDINATES, OWN, POSE, POSE_SIZE, TWIST, TWIST_SIZE, V
from linkwork.system.natural.natural_layout_kernel import (
    BIAS,
    BLOCK_AT,
    BODY,
    BODY_AT,
    COLUMN_COUNT,
    COLUMNS_AT,
    CONSTANTS,
    COUNT,
    IS_DIRECTION,
    LOCAL,
    NATURAL,
    OWNER,
    OWNER_AT,
    OWNER_NUMBERS,
    TERM,
    TERM_PART,
    TERM_SHARE,
    TERMS,
    TERMS_AT,
    TURNS,
)

PARTS = 4  # P and d


def spread(k, p, w, z, i, j, x):
    """Poses, twists, velocities, T and bias of all bodies."""
    n, body, pose, twist, v, bias = k[j + COUNT], k[j + BODY_AT], k[POSE], k[TWIST], k[V], k[j + BIAS]
    turns = k[j + TURNS] + 1
    for _ in range(k[BODIES]):
        pose += POSE_SIZE
        twist += TWIST_SIZE
        c = k[body + CONSTANTS]
        px, py, dx, dy = p[c], p[c + 1], p[c + 2], p[c + 3]
        local, block, count = k[body + LOCAL], k[body + BLOCK_AT], k[body + COLUMN_COUNT]
        term = k[body + TERMS_AT]
        for _ in range(k[body + TERMS]):
            value = p[k[term + TERM_SHARE]] * z[k[k[body + COLUMNS_AT] + k[term]]]
            part = k[term + TERM_PART]
            if part == 0:
                px += value
            elif part == 1:
                py += value
            elif part == 2:
                dx += value
            else:
                dy += value
            term += TERM
        ex, ey = p[local + 2], p[local + 3]  # the inverse of the direction in the body, as a complex number
        a, b = dx * ex - dy * ey, dy * ex + dx * ey
        length = sqrt(a * a + b * b)
        a, b = a / length, b / length
        lx, ly = a * p[local] - b * p[local + 1], b * p[local] + a * p[local + 1]
        w[pose], w[pose + 1], w[pose + 3], w[pose + 4] = px - lx, py - ly, a, b
        for entry in range(3 * count):
            w[block + entry] = 0.0
        term = k[body + TERMS_AT]
        for _ in range(k[body + TERMS]):
            at, part, share = block + k[term], k[term + TERM_PART], p[k[term + TERM_SHARE]]
            if part < 2:
                w[at + count * part] += share
            else:
                turn = (a * ey - b * ex) if part == 2 else (a * ex + b * ey)
                w[at + 2 * count] += share * turn / length
            term += TERM
        for column in range(count):
            turn = w[block + 2 * count + column]
            w[block + column] += turn * ly
            w[block + count + column] -= turn * lx
        for row in range(3):
            total = 0.0 * px
            for column in range(count):
                total += w[block + count * row + column] * z[n + k[k[body + COLUMNS_AT] + column]]
            w[twist + row] = total
            w[v + row] = total
        spin = w[twist + 2]
        w[pose + 2] = nearest_turn(atan2(b, a), w[turns] + 0.5 * (w[turns + 1] + spin) * (x - w[k[j + TURNS]]))
        turns += 2
        w[bias], w[bias + 1], w[bias + 2] = spin * spin * lx, spin * spin * ly, 0.0 * lx
        body += BODY
        v += TWIST_SIZE
        bias += TWIST_SIZE
    for own in range(k[OWN]):
        w[pose + POSE_SIZE + own] = z[k[j + NATURAL] + own]
        w[twist + TWIST_SIZE + own] = z[n + k[j + NATURAL] + own]
        w[v + own] = z[n + k[j + NATURAL] + own]


def gather(k, p, w, z, i, j, x):
    """Natural coordinates and their rates of the poses and twists."""
    n, owner = k[j + COUNT], k[j + OWNER_AT]
    for place in range(k[j + NATURAL]):
        pose, twist, at = k[POSE] + POSE_SIZE * k[owner], k[TWIST] + TWIST_SIZE * k[owner], k[owner + OWNER_NUMBERS]
        c, s, spin = w[pose + 3], w[pose + 4], w[twist + 2]
        px, py = c * p[at] - s * p[at + 1], s * p[at] + c * p[at + 1]
        vx, vy = -spin * py, spin * px
        if k[owner + IS_DIRECTION] == 0:
            px, py, vx, vy = px + w[pose], py + w[pose + 1], vx + w[twist], vy + w[twist + 1]
        z[place] = p[at + 2] * px + p[at + 3] * py + p[at + 4]
        z[n + place] = p[at + 2] * vx + p[at + 3] * vy
        owner += OWNER
    pose, twist = k[POSE] + POSE_SIZE * (k[BODIES] + 1), k[TWIST] + TWIST_SIZE * (k[BODIES] + 1)
    for own in range(k[OWN]):
        z[k[j + NATURAL] + own] = w[pose + own]
        z[n + k[j + NATURAL] + own] = w[twist + own]


def collect(k, p, w, z, i, j, x):
    """Coordinates and velocities of the bodies to z."""
    n, pose, bodies = k[COORDINATES], k[POSE] + POSE_SIZE, k[BODIES]
    for body in range(bodies):
        for axis in range(3):
            z[3 * body + axis] = w[pose + axis]
        pose += POSE_SIZE
    for own in range(k[OWN]):
        z[3 * bodies + own] = w[pose + own]
    for column in range(n):
        z[n + column] = w[k[TWIST] + TWIST_SIZE + column]


def remember(k, p, w, z, i, j, x):
    """Remember the time x, and the angles and spins of the bodies, from which turns are counted; p is not there."""
    at = k[j + TURNS]
    w[at] = x.real
    for body in range(k[BODIES]):
        w[at + 1 + 2 * body] = w[k[POSE] + POSE_SIZE * (body + 1) + 2].real
        w[at + 2 + 2 * body] = w[k[TWIST] + TWIST_SIZE * (body + 1) + 2].real
