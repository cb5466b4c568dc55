"""Weights on states between the coordinates of results, of charts, and of charts with other references.

In the plane all of them are the same. In space a state has the chart u of an orientation against a reference, and its
rate; weights on it follow from those on a small turn of the body, in its axes, and on its angular velocity:

    turn = G(u) du,  omega = G(u) u'
"""

from __future__ import annotations

import numpy as np

from linkwork.base.arrays import Array
from linkwork.numerics.analytic import STEP
from linkwork.places.spatial import rotations
from linkwork.system.system import System


def start_in_charts(system: System, turns: Array, v: Array, rates: Array) -> Array:
    """Derivatives of the chart rates at a start whose charts are zero, for those of small turns and velocities."""
    if system.world.dimensions != 3:
        return rates
    start = rates.copy()
    for body in range(len(system.bodies)):
        columns = slice(6 * body + 3, 6 * body + 6)
        start[:, columns] += 0.5 * np.cross(turns[:, columns], v[columns])
    return start


def weights_on_charts(system: System, weights: Array, state: Array) -> Array:
    """Weights on a state in charts, for weights on small turns of the bodies and on their angular velocities."""
    if system.world.dimensions != 3:
        return weights
    carried, (turns, rates) = weights.copy(), _turning(system, weights)
    u, du = (part[:, None, :] for part in _turning(system, state))
    turn = rotations.spin(u, np.eye(3))
    twist = rotations.spin(u + 1j * STEP * np.eye(3), du + 0j).imag / STEP
    on_turns, on_rates = _turning(system, carried)
    on_turns[:] = np.einsum("...bi,bai->...ba", turns, turn) + np.einsum("...bi,bai->...ba", rates, twist)
    on_rates[:] = np.einsum("...bi,bai->...ba", rates, turn)
    return carried


def _turning(system: System, values: Array) -> tuple[Array, Array]:
    """The columns of a state that turn the bodies, and their rates, as views: (..., bodies, 3)."""
    n, count = len(system.coordinates), len(system.bodies)
    parts = values[..., : 6 * count], values[..., n : n + 6 * count]
    places, rates = (part.reshape(*part.shape[:-1], count, 6)[..., 3:] for part in parts)
    return places, rates


def before_recentring(system: System, weights: Array, state: Array) -> Array:
    """Weights on the state before its charts were brought to zero, for those after: u = 0 then, and u' = omega."""
    before_recentring = weights.copy()
    turns, rates = _turning(system, before_recentring)
    turns += 0.5 * np.cross(rotations.spin(*_turning(system, state)), rates)
    return weights_on_charts(system, before_recentring, state)


def chart_states(system: System, reference: Array, q: Array, v: Array) -> Array:
    """Coordinates and rates in the charts of a reference, for plain ones."""
    if system.world.dimensions != 3:
        return np.concatenate([q, v])
    place, rates = q.copy(), v.copy()
    for body in range(len(system.bodies)):
        at = slice(6 * body + 3, 6 * body + 6)
        back = rotations.conjugate(reference[4 * body : 4 * body + 4])
        place[at] = rotations.to_chart(rotations.product(back, rotations.from_vector(q[at])))
        rates[at] = rotations.chart_rate(place[at], v[at])
    return np.concatenate([place, rates])
