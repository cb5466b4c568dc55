"""Applied forces: weight, the inertia force of mass centres off the frame's origin, signals, and every force element.

A force kernel has the signature of a constraint kernel and writes, from out[c] on: the generalised force on the first
and on the second body (three numbers each, in space six, about the origin of the body's frame), its potential energy,
the power it loses, the power it gives to the motion from outside, and its strength. Signals are evaluated before the
forces, which find them in the memory.
"""

from __future__ import annotations

from linkwork.numerics.jit import call_world, njit, part
from linkwork.places.layout_kernel import (
    CHART_LOAD,
    CHARTS,
    COLUMNS,
    CONTACTS,
    COORDINATES,
    ENERGIES,
    ENERGY,
    FORCE_AT,
    FORCE_ENERGY,
    FORCES,
    FUNCTIONS,
    LOAD,
    MEMORY,
    MOTION,
    OUT,
    OUT_AT,
    POSE,
    RECORD,
    SIGNAL_AT,
    SIGNALS,
    TWIST,
    WEIGHT,
)
from linkwork.system.constraints.equations_kernel import call_element
from linkwork.system.contact.compliant_layout_kernel import ADD, MEASURE
from linkwork.system.contact.contact_layout_kernel import COMPLIANT, COMPLIANT_POINTS

COLUMN_I, COLUMN_J = 6, 7  # places of a force's columns in its record


@njit
def add_gravity_and_spin(k, p, w):
    """Weight, and the force of a mass centre that is not the frame's origin: m w^2 A c (Haug 6.1.11)."""
    call_world(k[k[FUNCTIONS] + WEIGHT], k, p, w, w, 0, 0, 0.0 * w[0])


@njit
def call_kernels(k, p, w, t, record, count):
    """Call the kernel of every record."""
    pose, twist = part(w, k[POSE]), part(w, k[TWIST])
    memory, out = part(w, k[MEMORY]), part(w, k[OUT])
    for _ in range(count):
        call_element(k, p, record, MOTION, t, pose, twist, memory, out)
        record += RECORD


@njit
def has_compliant(k):
    """Whether there are contacts with a force law."""
    return k[CONTACTS] > 0 and k[k[CONTACTS] + COMPLIANT_POINTS] > 0


@njit
def evaluate_forces(k, p, w, t):
    """Gaps of contacts with a force law, signals and forces at the poses and twists of the workspace."""
    if has_compliant(k):
        call_world(k[k[CONTACTS] + COMPLIANT], k, p, w, w, MEASURE, 0, t)
    call_kernels(k, p, w, t, k[SIGNAL_AT], k[SIGNALS])
    call_kernels(k, p, w, t, k[FORCE_AT], k[FORCES])


@njit
def add_forces(k, p, w, t):
    """Add what every force and every contact with a force law does to its two bodies."""
    evaluate_forces(k, p, w, t)
    load, energy, record, size = k[LOAD], k[ENERGY], k[FORCE_AT], k[COLUMNS]
    for _ in range(k[FORCES]):
        c = k[OUT] + k[record + OUT_AT]
        for side in range(2):
            column = k[record + COLUMN_I + side]
            if column >= 0:
                for i in range(size):
                    w[load + column + i] += w[c + size * side + i]
        for i in range(3):
            w[energy + FORCE_ENERGY + i] += w[c + 2 * size + i]
        record += RECORD
    if has_compliant(k):
        call_world(k[k[CONTACTS] + COMPLIANT], k, p, w, w, ADD, 0, t)


@njit
def apply_forces(k, p, w, t):
    """The generalised forces and the energies at the state of the workspace (poses and twists already filled)."""
    load, energy = k[LOAD], k[ENERGY]
    for column in range(k[COORDINATES]):
        w[load + column] = 0.0
    for i in range(ENERGIES):
        w[energy + i] = 0.0
    add_gravity_and_spin(k, p, w)
    add_forces(k, p, w, t)
    if k[CHARTS] > 0:
        call_world(k[k[FUNCTIONS] + CHART_LOAD], k, p, w, w, 0, 0, 0.0 * w[0])
