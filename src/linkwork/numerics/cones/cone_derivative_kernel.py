"""The generalised derivative of the map of `cone_map_kernel` with respect to the forces, row after row."""

from __future__ import annotations

from linkwork.numerics.cones.cone_layout_kernel import (
    COEFFICIENT,
    CONES,
    CONTACT,
    DIRECTION,
    EQUAL,
    FLOOR,
    IDLE,
    KIND,
    LOAD_COUNT,
    LOAD_FIRST,
    LOAD_MATRIX,
    MATRIX,
    NORMAL_STEP,
    PULL,
    ROW,
    TANGENT_STEP,
    TANGENTS,
    H,
    cone_at,
    first_tangent,
    group_length,
    group_size,
    linear_at,
    load_component,
    number,
    vector_at,
)
from linkwork.numerics.cones.cone_map_kernel import aimed, aimed_length, is_linear, normal_force
from linkwork.numerics.jit import njit


@njit
def differentiate(w, at):
    """Derivative of the map with respect to h, row after row."""
    rows, jacobian, matrix = number(w, at), linear_at(w, at), number(w, at + MATRIX)
    for i in range(rows):
        for j in range(rows):
            w[jacobian + i * rows + j] = 1.0 if i == j else 0.0
    for i in range(number(w, at + CONES)):
        cone = cone_at(w, at, i)
        row, tangent, tangents = int(w[cone + ROW].real), first_tangent(w, cone), int(w[cone + TANGENTS].real)
        if w[cone + KIND].real >= IDLE:
            continue
        if w[cone + KIND].real == EQUAL:
            for j in range(rows):
                w[jacobian + row * rows + j] = w[cone + NORMAL_STEP] * w[matrix + row * rows + j]
            continue
        normal = normal_force(w, at, cone)
        _normal_slope(w, at, cone, normal)
        if w[cone + KIND].real == CONTACT:
            for j in range(rows):
                w[jacobian + row * rows + j] = -w[vector_at(w, at, PULL) + j]
            w[jacobian + row * rows + row] += 1.0
        bound, length = w[cone + COEFFICIENT] * normal, aimed_length(w, at, cone)
        for j in range(tangents):
            target = jacobian + (tangent + j) * rows
            if not is_linear(w, cone) and length.real <= bound.real:
                for m in range(rows):
                    w[target + m] = w[cone + TANGENT_STEP] * w[matrix + (tangent + j) * rows + m]
            else:
                _slide(w, at, cone, target, j, bound, length)


@njit
def _normal_slope(w, at, cone, normal):
    """Derivative of the force that presses a cone, into the vector PULL."""
    rows, row, pull = number(w, at), int(w[cone + ROW].real), vector_at(w, at, PULL)
    for j in range(rows):
        w[pull + j] = 0.0
    if w[cone + KIND].real == CONTACT:
        if normal.real > w[cone + FLOOR].real:
            for j in range(rows):
                w[pull + j] = -w[cone + NORMAL_STEP] * w[number(w, at + MATRIX) + row * rows + j]
            w[pull + row] += 1.0
        return
    first, group, h = int(w[cone + LOAD_FIRST].real), group_size(w, cone), number(w, at + H)
    for i in range(first, first + int(w[cone + LOAD_COUNT].real)):
        length = group_length(w, at, i - (i - first) % group, group, h)
        if length.real > 0.0:
            share = load_component(w, at, rows, i, h) / length
            for j in range(rows):
                w[pull + j] += share * w[number(w, at + LOAD_MATRIX) + rows * i + j]


@njit
def _slide(w, at, cone, target, component, bound, length):
    """Derivative of a component of h_T - (bound times the direction of h_T - r x_T), or of h_T + bound u."""
    rows, tangent, tangents = number(w, at), first_tangent(w, cone), int(w[cone + TANGENTS].real)
    pull, matrix, mu = vector_at(w, at, PULL), number(w, at + MATRIX), w[cone + COEFFICIENT]
    given = is_linear(w, cone)
    along = -w[cone + DIRECTION + component] if given else aimed(w, at, cone, component) / length
    for j in range(rows):
        w[target + j] = -mu * along * w[pull + j]
    w[target + tangent + component] += 1.0
    if given:
        return
    ratio = bound / length
    for m in range(tangents):
        across = (1.0 if m == component else 0.0) - along * aimed(w, at, cone, m) / length
        for j in range(rows):
            w[target + j] += ratio * across * w[cone + TANGENT_STEP] * w[matrix + (tangent + m) * rows + j]
        w[target + tangent + m] -= ratio * across
