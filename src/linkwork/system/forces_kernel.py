"""Applied forces: weight, the inertia force of mass centres off the frame's origin, and every force element.

A force kernel has the signature of a constraint kernel and writes, from out[c] on: the generalised force on the first
and on the second body (three numbers each, about the origin of the body's frame), its potential energy, and the power
it takes out of the motion.
"""

from __future__ import annotations

from linkwork.numerics.jit import call_constraint, njit, part
from linkwork.system.equations_kernel import MOTION
from linkwork.system.layout_kernel import (
    ADDRESS,
    COORDINATES,
    ENERGY,
    FLOATS_AT,
    FORCE_AT,
    FORCES,
    GRAVITY,
    INTS_AT,
    LOAD,
    MASS_AT,
    MASS_NUMBERS,
    MASSES,
    MEMORY,
    OUT,
    OUT_AT,
    POSE,
    POSE_SIZE,
    RECORD,
    TWIST,
    V,
)

COLUMN_I, COLUMN_J = 6, 7  # places of a force's columns in its record


@njit
def add_gravity_and_spin(k, p, w):
    """Weight, and the force of a mass centre that is not the frame's origin: m w^2 A c (Haug 6.1.11)."""
    load, energy, at = k[LOAD], k[ENERGY], k[MASS_NUMBERS]
    gx, gy = p[k[GRAVITY]], p[k[GRAVITY] + 1]
    for number in range(k[MASSES]):
        body = k[k[MASS_AT] + number]
        pose, column, v = k[POSE] + POSE_SIZE * (body + 1), 3 * body, k[V] + 3 * body
        mass, x, y, inertia = p[at], p[at + 1], p[at + 2], p[at + 3]
        c, s = w[pose + 3], w[pose + 4]
        bx, by = c * x - s * y, s * x + c * y
        spin = w[v + 2]
        w[load + column] += mass * (gx + spin * spin * bx)
        w[load + column + 1] += mass * (gy + spin * spin * by)
        w[load + column + 2] += mass * (bx * gy - by * gx)
        vx, vy = w[v] - spin * by, w[v + 1] + spin * bx
        w[energy] += 0.5 * mass * (vx * vx + vy * vy) + 0.5 * inertia * spin * spin
        w[energy + 1] -= mass * (gx * (w[pose] + bx) + gy * (w[pose + 1] + by))
        at += 4


@njit
def add_forces(k, p, w, t):
    """Call the kernel of every force and add what it does to the two bodies."""
    pose, twist = part(w, k[POSE]), part(w, k[TWIST])
    memory, out = part(w, k[MEMORY]), part(w, k[OUT])
    load, energy, record = k[LOAD], k[ENERGY], k[FORCE_AT]
    for _ in range(k[FORCES]):
        c = k[record + OUT_AT]
        call_constraint(
            k[record + ADDRESS],
            MOTION,
            t,
            pose,
            twist,
            memory,
            p,
            k,
            k[record + FLOATS_AT],
            k[record + INTS_AT],
            c,
            out,
        )
        for side in range(2):
            column = k[record + COLUMN_I + side]
            if column >= 0:
                for i in range(3):
                    w[load + column + i] += out[c + 3 * side + i]
        w[energy + 2] += out[c + 6]
        w[energy + 3] += out[c + 7]
        record += RECORD


@njit
def apply_forces(k, p, w, t):
    """The generalised forces and the energies at the state of the workspace (poses and twists already filled)."""
    for column in range(k[COORDINATES]):
        w[k[LOAD] + column] = 0.0
    for i in range(4):
        w[k[ENERGY] + i] = 0.0
    add_gravity_and_spin(k, p, w)
    add_forces(k, p, w, t)
