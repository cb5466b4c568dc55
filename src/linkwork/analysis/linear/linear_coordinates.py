"""Coordinates of a linear model: any measured quantities instead of coordinates of bodies in the world.

Where drivers move the mechanism, coordinates in the world change with them, and the eigenvalues of a frozen moment
depend on the coordinates. Joint angles and slide positions move along: in them a steady rotation stands still, and the
eigenvalues are those of the steady motion.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from linkwork.analysis.linear.chart import Chart
from linkwork.analysis.linear.linear_model import LinearModel
from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.elements.freedoms import rate_names
from linkwork.run.channels import BaseChannels, channels_of
from linkwork.system.dynamics.dynamics import Dynamics
from linkwork.system.system import System

_PLACES = ("x", "y", "z")
ROTATION = ("rx", "ry", "rz")


def with_rates(system: System, names: Sequence[str]) -> list[str]:
    """Channels of the quantities, then of their rates, then of their accelerations."""
    groups: list[list[str]] = [[], [], []]
    joints = {placed.name for placed in system.elements}
    for name in names:
        head, _, quantity = name.rpartition(".")
        if quantity in ROTATION:
            raise AnalysisError(
                f"coordinate '{name}' is part of a rotation vector and has no rate of its own; name values of joints, "
                "such as A.angle, or places such as crank.x"
            )
        known = rate_names(quantity)
        if head not in joints and quantity in _PLACES:
            known = (quantity, f"v{quantity}", f"a{quantity}")
        for kept, label in zip(groups, known, strict=True):
            kept.append(f"{head}.{label}")
    return [name for kept in groups for name in kept]


def joint_coordinates(system: System, q: Array) -> list[str]:
    """What the joints measure, and the elastic modes, which move along with their bodies."""
    still = np.zeros((1, len(q)))
    channels = channels_of(system, q[None].real, still, still)
    joint_coordinates = []
    for placed in system.elements:
        if not placed.driver:
            joint_coordinates += [f"{placed.name}.{quantity}" for quantity in _measured(channels, placed.name)]
    return joint_coordinates + [f"{body.name}.{label}" for body in system.modal for label in body.labels]


def named_coordinates(system: System, q: Array, given: str | Sequence[str]) -> list[str]:
    """The quantities that the user names, such as `O.angle`; refused where only a joint or a body is named."""
    names = [given] if isinstance(given, str) else list(given)
    for name in names:
        if not isinstance(name, str) or "." not in name:
            own = [other for other in joint_coordinates(system, q) if other.startswith(f"{name}.")]
            which = f"it measures: {', '.join(own)}" if own else "give a quantity, as in coordinates=['guide.position']"
            raise AnalysisError(f"linearise: {name!r} is no coordinate; {which}")
    return names


def directions(dynamics: Dynamics, chart: Chart) -> Array:
    """For each coordinate of a chart 1, or -1 where it counts against what the joint itself measures by that name."""
    directions = np.ones(chart.freedoms)
    if dynamics.bodies is dynamics:
        return directions
    whole, place = dynamics.whole, dynamics.spread(chart.q0)[0][None]
    dynamics.evaluate(chart.q0, chart.t)
    moves = dynamics.carried(chart.motions) * whole.column_scale[:, None]
    for number, name in enumerate(chart.names):
        channels = channels_of(whole, place, moves[None, :, number], np.zeros_like(place))
        head, _, label = name.rpartition(".")
        if label in _measured(channels, head):
            directions[number] = -1.0 if channels.value(with_rates(whole, [name])[1])[0] < 0.0 else 1.0
    return directions


def _measured(channels: BaseChannels, joint: str) -> list[str]:
    try:
        return list(channels.measured(joint))
    except AnalysisError:
        return []


def without_measured(model: LinearModel) -> LinearModel:
    """The model with the outputs asked for alone, without those that stand behind them."""
    asked = len(model.outputs) - 3 * len(model.about.measured)
    return replace(
        model,
        outputs=model.outputs[:asked],
        C=model.C[:asked],
        D=model.D[:asked],
        values=model.values[:asked],
    )


def in_coordinates(model: LinearModel, names: Sequence[str], must: bool) -> LinearModel | None:
    """The model in as many of these quantities as there are freedoms; its last outputs are theirs (`with_rates`).

    None where they are not enough; refused where the user named them.
    """
    d, count = model.chart.freedoms, len(names)
    asked = len(model.outputs) - 3 * count
    plain = without_measured(model)
    chosen = _independent(model, asked, names)
    if len(chosen) != d:
        if must:
            raise AnalysisError(
                f"linearise: {', '.join(names)} are not {d} independent coordinates; it has {d} freedoms, "
                "name one quantity for each, as in coordinates=['guide.position']"
            )
        return None
    value, rate, second = (asked + count * part + np.array(chosen) for part in range(3))
    size, moving = len(model.states), model.about.moving
    basis = np.eye(size, dtype=model.C.dtype)
    basis[:d] = model.C[value]
    paces = _paces(model, rate)
    basis[d:moving] = model.C[rate[paces]]
    back = np.linalg.inv(basis)
    flow = np.vstack([model.C[rate], model.C[second[paces]], model.A[moving:]])
    named = [names[number] for number in chosen]
    units = np.array([_unit(model, name) for name in named])
    return replace(
        plain,
        states=(*named, *(f"{named[number]} rate" for number in paces), *model.states[moving:]),
        A=flow @ back,
        B=np.vstack([model.D[rate], model.D[second[paces]], model.B[moving:]]),
        C=plain.C @ back,
        rates=np.concatenate([model.values[rate], model.values[second[paces]], model.rates[moving:]]),
        to_chart=model.to_chart @ back,
        sizes=np.concatenate([units, units[paces], model.sizes[moving:]]),
    )


def _unit(model: LinearModel, name: str) -> float:
    """What a quantity is measured in: model lengths or its own unit."""
    return model.dynamics.whole.length if model.units[name] == "m" else 1.0


def _paces(model: LinearModel, rate: NDArray[np.int64]) -> list[int]:
    """Which rates of the coordinates are independent: all, but for what rolls."""
    d, moving = model.chart.freedoms, model.about.moving
    if moving == 2 * d:
        return list(range(d))
    return _pivots(model.C.real[rate, d:moving].T)


def _independent(model: LinearModel, asked: int, names: Sequence[str]) -> list[int]:
    """Numbers of independent quantities, found by pivoting."""
    units = np.array([_unit(model, name) for name in names])
    moves = model.C.real[asked : asked + len(names)] @ np.linalg.pinv(model.to_chart) / units[:, None]
    return _pivots(moves[:, : model.chart.freedoms].T)


def _pivots(columns: Array) -> list[int]:
    """Numbers of independent columns."""
    from scipy.linalg import qr

    _, upper, order = qr(columns, pivoting=True, mode="economic")
    sizes = np.abs(np.diag(upper))
    good = sizes > 1e-8 * max(float(sizes[0]), 1e-300) if len(sizes) else sizes
    return sorted(int(number) for number in order[: int(np.sum(good))])
