"""Small motions of bodies that spin: rotation angles seen from the body that moves undisturbed.

A linear model has the chart u of an orientation, whose reference stands still, and its rate. Of a body that spins with
w these are no constants even where the motion is steady. Here they become the rotation f from the undisturbed to the
disturbed body, in body axes, and the change d of the angular velocity:

    f = u,  d = u' + w x u / 2,    f' = d - w x f,    d' = u'' + (w' x u - w (w . u)) / 2
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.analysis.linear_model import LinearModel

Array = NDArray[Any]
_AXES = ("rx", "ry", "rz")


def comoving(model: LinearModel) -> LinearModel:
    """The model with every orientation whose three angles are states seen from the undisturbed body."""
    a, c, rates = model.A.copy(), model.C.copy(), model.rates.copy()
    count = len(model.states)
    for head in dict.fromkeys(name.rpartition(".")[0] for name in model.states if name.rpartition(".")[2] in _AXES):
        names = [f"{head}.{axis}" for axis in _AXES]
        if not all(name in model.states and f"{name} rate" in model.states for name in names):
            continue
        angles = [model.states.index(name) for name in names]
        spins = [model.states.index(f"{name} rate") for name in names]
        sides = _sides(model, angles)
        w, dw = sides * model.rates[angles], sides * model.rates[spins]
        turn = np.outer(sides, sides) * _cross(w)
        back = np.eye(count, dtype=model.A.dtype)
        back[np.ix_(spins, angles)] = -0.5 * turn
        a, c = a @ back, c @ back
        a[np.ix_(spins, angles)] += 0.5 * np.outer(sides, sides) * (_cross(dw) - np.outer(w, w))
        a[angles] = 0.0
        a[np.ix_(angles, angles)], a[np.ix_(angles, spins)] = -turn, np.eye(3)
        rates[angles] = 0.0
    return replace(model, A=a, C=c, rates=rates)


def _sides(model: LinearModel, angles: list[int]) -> Array:
    """The signs with which the states count the angles of the chart."""
    return np.array([np.sign(model.to_chart[number, number].real) for number in angles])


def _cross(x: Array) -> Array:
    """The matrix of the cross product with a vector."""
    return np.array([[0.0, -x[2], x[1]], [x[2], 0.0, -x[0]], [-x[1], x[0], 0.0]])
