"""Derivatives of weighted rows of motion through elements and forces, by complex numbers.

An element is called with one coordinate of one of its bodies moved at a time, or one velocity, or numbers of its table:
what comes back in its rows is weighted and summed. Forces hang on signals, and these on bodies anywhere: all of them
are called together, with coordinates moved together that no force shares (Curtis, Powell, Reid), and likewise numbers.

Probes of elements are rows of integers (kind, place in w, axis, number of the state), those of their numbers
(element, first, last, where to sum) with places and shares beside; `weights` and `sides` are told in
`tangent_stage_kernel`.
"""

from __future__ import annotations

from linkwork.numerics.analytic import STEP
from linkwork.numerics.jit import call_world, njit, part
from linkwork.places.layout_kernel import (
    COLUMNS,
    COORDINATES,
    ELEMENT_AT,
    FIRST_ROW,
    FORCE_AT,
    FORCES,
    MEMORY,
    MOTION,
    OUT,
    OUT_AT,
    POSE,
    QUADRATURES,
    RECORD,
    ROWS,
    SIGNAL_AT,
    SIGNALS,
    STATE,
    STATE_RATE,
    STATES,
    TWIST,
)
from linkwork.system.constraints.equations_kernel import call_element
from linkwork.system.dynamics.forces_kernel import COLUMN_I, call_kernels

TURN, PLAIN = 0, 1
IN_MOTION, PROJECTED = 0, 1


@njit
def own_states(k):
    """States that forces and signals own, without the integrals of the powers."""
    return max(k[STATES] - QUADRATURES, 0)


@njit
def take_real(k, w, wc, y):
    """Poses, twists and memory of the real workspace, and the own states of y, into the complex one."""
    for i in range(k[MEMORY] - k[POSE]):
        wc[k[POSE] + i] = w[k[POSE] + i]
    for i in range(k[OUT] - k[MEMORY]):
        wc[k[MEMORY] + i] = w[k[MEMORY] + i]
    for i in range(k[STATES]):
        wc[k[STATE] + i] = y[2 * k[COORDINATES] + i]


@njit
def move(k, w, turn, kind, place, axis):
    """Move one number of the complex workspace, or turn a pose, by the step."""
    if kind == PLAIN:
        w[place] += complex(0.0, STEP)
    else:
        call_world(turn, k, w, w, w, place, axis, complex(0.0, STEP))


@njit
def put_back(w, real, kind, place, size):
    """Undo it."""
    for i in range(1 if kind == PLAIN else size):
        w[place + i] = real[place + i]


@njit
def weighted(k, w, record, first, last, outs, weights, sides):
    """What the rows of an element carry, weighted: of its matrix, then of Phi, nu and gamma."""
    total, out = 0.0, k[OUT]
    for entry in range(first, last):
        total += w[out + outs[entry]].imag * weights[entry]
    out += k[record + OUT_AT]
    for i in range(3 * k[record + ROWS]):
        total += w[out + i].imag * sides[3 * k[record + FIRST_ROW] + i]
    return total / STEP


@njit
def weighted_sides(k, w, record, sides):
    """The same of gamma only, all that velocities are in."""
    rows = k[record + ROWS]
    total, out = 0.0, k[OUT] + k[record + OUT_AT] + 2 * rows
    for row in range(rows):
        total += w[out + row].imag * sides[3 * k[record + FIRST_ROW] + 2 * rows + row]
    return total / STEP


@njit
def elements_back(probes, w, t, mode, weights, sides, z, at, stride):
    """Add the derivatives of the weighted rows of all elements by places and, in motion, by velocities."""
    k_table, table, wc_table, turn, pose_size, elements, moves, outs = probes
    k, p, wc = part(k_table, 0), part(table, 0), part(wc_table, 0)
    pose, twist, memory, out = part(wc, k[POSE]), part(wc, k[TWIST]), part(wc, k[MEMORY]), part(wc, k[OUT])
    n, record = k[COORDINATES], k[ELEMENT_AT]
    for element in range(elements.shape[0]):
        first, last = elements[element, 0], elements[element, 1]
        for probe in range(elements[element, 2], elements[element, 4] if mode == IN_MOTION else elements[element, 3]):
            kind, place, to = moves[probe, 0], moves[probe, 1], moves[probe, 3]
            move(k, wc, turn, kind, place, moves[probe, 2])
            call_element(k, p, record, MOTION, complex(t, 0.0), pose, twist, memory, out)
            for response in range(weights.shape[0]):
                if to < n:
                    value = weighted(k, wc, record, first, last, outs, weights[response], sides[response])
                else:
                    value = weighted_sides(k, wc, record, sides[response])
                z[at + stride * response + n + to] += value
            put_back(wc, w, kind, place, pose_size)
        record += RECORD


@njit
def numbers_back(probes, changes, t, weights, sides, sums):
    """Add the derivatives of the weighted rows of elements by their numbers."""
    k_table, table, wc_table, _, _, elements, _, outs = probes
    which, places, shares = changes
    k, p, wc = part(k_table, 0), part(table, 0), part(wc_table, 0)
    pose, twist, memory, out = part(wc, k[POSE]), part(wc, k[TWIST]), part(wc, k[MEMORY]), part(wc, k[OUT])
    for probe in range(which.shape[0]):
        element, first, last = which[probe, 0], which[probe, 1], which[probe, 2]
        record = k[ELEMENT_AT] + RECORD * element
        for i in range(first, last):
            p[places[i]] = complex(p[places[i]].real, STEP * shares[i])
        call_element(k, p, record, MOTION, complex(t, 0.0), pose, twist, memory, out)
        for i in range(first, last):
            p[places[i]] = complex(p[places[i]].real, 0.0)
        for response in range(weights.shape[0]):
            sums[response, which[probe, 3]] += weighted(
                k, wc, record, elements[element, 0], elements[element, 1], outs, weights[response], sides[response]
            )


@njit
def add_forces_of(k, w, owner, slopes, z, at, stride, place, states, sums):
    """Add what forces and rates of own states carry, weighted, to the numbers that own them.

    Where they are the state's (`place` 0) the first go to z, own states to `states`; parameters (1) go to `sums`.
    """
    n, forces, size, record = k[COORDINATES], k[FORCES], k[COLUMNS], k[FORCE_AT]
    last = 2 * n + k[STATES]
    for part_of in range(forces + own_states(k)):
        to = owner[part_of]
        if to >= 0:
            out = k[STATE_RATE] + part_of - forces
            if part_of < forces:
                out = k[OUT] + k[record + RECORD * part_of + OUT_AT]
            for response in range(slopes.shape[0]):
                block, total = at + stride * response, 0.0
                if part_of < forces:
                    for side in range(2):
                        column = k[record + RECORD * part_of + COLUMN_I + side]
                        if column >= 0:
                            for i in range(size):
                                total -= z[block + column + i] * w[out + size * side + i].imag
                    total += slopes[response, last - 3] * w[out + 2 * size + 1].imag
                    total += slopes[response, last - 2] * w[out + 2 * size + 2].imag
                else:
                    total = slopes[response, 2 * n + part_of - forces] * w[out].imag
                if place == 1:
                    sums[response, to] += total / STEP
                elif to < 2 * n:
                    z[block + n + to] += total / STEP
                else:
                    states[response, to] += total / STEP


@njit
def forces_back(probes, pulls, w, t, slopes, z, at, stride, states, sums):
    """Add the derivatives of the weighted forces, powers and rates of own states by the state and by numbers."""
    k_table, table, wc_table, turn, pose_size, _, _, _ = probes
    first, moves, owner, tables, owners = pulls
    k, wc, now = part(k_table, 0), part(wc_table, 0), complex(t, 0.0)
    for group in range(owner.shape[0]):
        for i in range(first[group], first[group + 1]):
            move(k, wc, turn, moves[i, 0], moves[i, 1], moves[i, 2])
        call_kernels(k, part(table, 0), wc, now, k[SIGNAL_AT], k[SIGNALS])
        call_kernels(k, part(table, 0), wc, now, k[FORCE_AT], k[FORCES])
        add_forces_of(k, wc, owner[group], slopes, z, at, stride, 0, states, sums)
        for i in range(first[group], first[group + 1]):
            put_back(wc, w, moves[i, 0], moves[i, 1], pose_size)
    for group in range(owners.shape[0]):
        numbers = part(tables, group * tables.shape[1])
        call_kernels(k, numbers, wc, now, k[SIGNAL_AT], k[SIGNALS])
        call_kernels(k, numbers, wc, now, k[FORCE_AT], k[FORCES])
        add_forces_of(k, wc, owners[group], slopes, z, at, stride, 1, states, sums)
