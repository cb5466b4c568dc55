"""Rows of one flat cell of a shell: what its freedoms (x, y, z, turns about x, y, z of every node) strain.

Particles at the height z of the wall move by z (b_x, b_y) with b_x the turn about y and b_y minus that about x.
"""

from __future__ import annotations

import numpy as np

from linkwork.bodies.flexible.cells import Floats, cell

_EACH = 6
_EDGES = ((0, 1), (1, 2), (2, 0))


def _strains(slopes: Floats, first: Floats, second: Floats) -> Floats:
    """xx, yy and the change of the angle of a field: slopes of its functions, and rows of its values at their nodes.

    slopes: cells x points x functions x 2; first, second: cells x functions x freedoms.
    """
    x, y = slopes[..., 0], slopes[..., 1]
    across = np.einsum("cqn,cnf->cqf", y, first) + np.einsum("cqn,cnf->cqf", x, second)
    return np.stack([np.einsum("cqn,cnf->cqf", x, first), np.einsum("cqn,cnf->cqf", y, second), across], axis=2)


def _picked(count: int, n: int, freedom: int, sign: float = 1.0) -> Floats:
    """Rows that take one freedom of every node."""
    rows = np.zeros((count, n, n, _EACH))
    for node in range(n):
        rows[:, node, node, freedom] = sign
    return rows.reshape(count, n, n * _EACH)


def _second_order_slopes(flat: Floats, at: Floats) -> Floats:
    """Slopes of the six functions of a triangle with straight edges: cells x points x 6 x 2."""
    local = cell("triangle").gradients(at)
    jacobian = np.einsum("qni,cnj->cqij", local, flat)
    return np.einsum("cqji,qni->cqnj", np.linalg.inv(jacobian), cell("triangle6").gradients(at))


def membrane_rows(
    name: str, flat: Floats, slopes: Floats, areas: Floats, jacobian: Floats, at: Floats, law: Floats
) -> Floats:
    """Strains of stretching in the plane of the cell: cells x points x 3 x freedoms."""
    count, n = flat.shape[:2]
    along, across = _picked(count, n, 0), _picked(count, n, 1)
    if name == "triangle":
        return _allman(flat, at, along, across)
    plain = _strains(slopes, along, across)
    middle = cell(name).gradients(np.zeros((1, 2)))
    centre = np.einsum("qni,cnj->cqij", middle, flat)[:, 0]
    ratio = np.linalg.det(centre)[:, None] / np.linalg.det(jacobian)
    lowered = np.zeros((len(at), 2, 2))
    lowered[:, 0, 0], lowered[:, 1, 1] = -2 * at[:, 0], -2 * at[:, 1]
    inner = np.einsum("cji,qmi->cqmj", np.linalg.inv(centre), lowered) * ratio[:, :, None, None]
    first, second = np.zeros((count, 2, 4)), np.zeros((count, 2, 4))
    first[:, 0, 0] = first[:, 1, 1] = second[:, 0, 2] = second[:, 1, 3] = 1.0
    more = _strains(inner, first, second)
    own = np.einsum("cqaf,cq,ab,cqbg->cfg", more, areas, law, more, optimize=True)
    mixed = np.einsum("cqaf,cq,ab,cqbg->cfg", more, areas, law, plain, optimize=True)
    return plain - np.einsum("cqaf,cfg->cqag", more, np.linalg.solve(own, mixed))


def _allman(flat: Floats, at: Floats, along: Floats, across: Floats) -> Floats:
    """Edges bend with the difference of the turns at their ends."""
    turn = _picked(len(flat), 3, 5)
    rows = [[along[:, node] for node in range(3)], [across[:, node] for node in range(3)]]
    for a, b in _EDGES:
        edge = (flat[:, b] - flat[:, a])[:, :, None] / 8
        apart = turn[:, b] - turn[:, a]
        rows[0].append((along[:, a] + along[:, b]) / 2 + edge[:, 1] * apart)
        rows[1].append((across[:, a] + across[:, b]) / 2 - edge[:, 0] * apart)
    return _strains(_second_order_slopes(flat, at), np.stack(rows[0], axis=1), np.stack(rows[1], axis=1))


def bending_rows(name: str, flat: Floats, slopes: Floats, jacobian: Floats, at: Floats) -> tuple[Floats, Floats | None]:
    """Curvatures of the cell, and its strains of shear where it has some: cells x points x 3 (2) x freedoms."""
    count, n = flat.shape[:2]
    b_x, b_y = _picked(count, n, 4), _picked(count, n, 3, -1.0)
    if name == "triangle":
        return _kirchhoff(flat, at, b_x, b_y), None
    return _strains(slopes, b_x, b_y), _tied_shear(flat, jacobian, at, b_x, b_y)


def _kirchhoff(flat: Floats, at: Floats, b_x: Floats, b_y: Floats) -> Floats:
    """Turns of second order that go with the slope of a cubic along the edges, and linearly across them."""
    lifted = _picked(len(flat), 3, 2)
    rows = [[b_x[:, node] for node in range(3)], [b_y[:, node] for node in range(3)]]
    for a, b in _EDGES:
        edge = flat[:, b] - flat[:, a]
        length = np.linalg.norm(edge, axis=1)[:, None]
        s, t = (edge[:, axis, None] / length for axis in (0, 1))
        along = [s * b_x[:, one] + t * b_y[:, one] for one in (a, b)]
        aside = [-t * b_x[:, one] + s * b_y[:, one] for one in (a, b)]
        middle = 1.5 / length * (lifted[:, a] - lifted[:, b]) - (along[0] + along[1]) / 4
        beside = (aside[0] + aside[1]) / 2
        rows[0].append(s * middle - t * beside)
        rows[1].append(t * middle + s * beside)
    return _strains(_second_order_slopes(flat, at), np.stack(rows[0], axis=1), np.stack(rows[1], axis=1))


def _tied_shear(flat: Floats, jacobian: Floats, at: Floats, b_x: Floats, b_y: Floats) -> Floats:
    """Shear along the edges, taken at their middles and spread linearly between opposite ones."""
    lifted = _picked(len(flat), 4, 2)
    kind = cell("quad")

    def covariant(place: tuple[float, float], axis: int) -> Floats:
        here = np.array([place], dtype=float)
        slope, value = kind.gradients(here)[0, :, axis], kind.values(here)[0]
        tangent = np.einsum("n,cna->ca", slope, flat)
        turns = [np.einsum("n,cnf->cf", value, rows) for rows in (b_x, b_y)]
        up = np.einsum("n,cnf->cf", slope, lifted)
        sheared: Floats = up + tangent[:, 0, None] * turns[0] + tangent[:, 1, None] * turns[1]
        return sheared

    low, high, left, right = (covariant(p, a) for p, a in (((0, -1), 0), ((0, 1), 0), ((-1, 0), 1), ((1, 0), 1)))
    one = [(1 - eta) / 2 * low + (1 + eta) / 2 * high for eta in at[:, 1]]
    other = [(1 - xi) / 2 * left + (1 + xi) / 2 * right for xi in at[:, 0]]
    both = np.stack([np.stack(one, axis=1), np.stack(other, axis=1)], axis=2)
    return np.einsum("cqij,cqjf->cqif", np.linalg.inv(jacobian), both)


def turn_rows(values: Floats, slopes: Floats) -> Floats:
    """Turn of the nodes about the normal less that of the sheet: cells x points x 1 x freedoms."""
    count, points, n = slopes.shape[:3]
    rows = np.zeros((count, points, 1, n, _EACH))
    rows[:, :, 0, :, 5] = values
    rows[:, :, 0, :, 0] = slopes[..., 1] / 2
    rows[:, :, 0, :, 1] = -slopes[..., 0] / 2
    return rows.reshape(count, points, 1, n * _EACH)
