"""What can be moved on the page of a skeleton: its pose, activations, strength, smoothing and reserves."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.library.biomechanics.parts import Coordinate
from linkwork.library.biomechanics.skeleton import Skeleton
from linkwork.serve.body.trial import Subject, Trial

ALL_ACTIVE, ALL_STRONG, CUTOFF = "activation (all)", "strength (all)", "cut-off"
FIRST_ACTIVE = 0.05
WHOLE_TURN, FAR = math.tau, 10.0  # ranges wider than this are none
_STEPS = 500
Values = dict[str, float]


def first_values(subject: Subject, trial: Trial) -> Values:
    """The values with which a page opens: the pose of the model, muscles next to rest."""
    values = {one.name: shown_size(one) * one.start for one in subject.skeleton.coordinates}
    if subject.skeleton.muscles:
        values[ALL_ACTIVE] = FIRST_ACTIVE
        values |= {f"{one.name}.activation": FIRST_ACTIVE for one in subject.skeleton.muscles}
        values[ALL_STRONG] = 1.0
    if trial.cutoff is not None:
        values[CUTOFF] = trial.cutoff
    return values | {f"{name}.reserve": strength for name, strength in trial.reserves.items()}


def moved(values: Values, numbers: Values) -> Values:
    """Values after some were moved; the activation of all muscles is that of each."""
    new = values | numbers
    if ALL_ACTIVE in numbers:
        each = [name for name in values if name.endswith(".activation") and name not in numbers]
        new |= dict.fromkeys(each, numbers[ALL_ACTIVE])
    return new


def shown_size(coordinate: Coordinate) -> float:
    """Of how many shown units a unit of a coordinate is: angles are shown in degrees."""
    return math.degrees(1.0) if coordinate.turns else 1.0


def pose(skeleton: Skeleton, values: Values) -> Array:
    """The coordinates in rad and m."""
    return np.array([values[one.name] / shown_size(one) for one in skeleton.coordinates])


def activations(skeleton: Skeleton, values: Values) -> Array:
    """Of every muscle its activation."""
    return np.array([values[f"{one.name}.activation"] for one in skeleton.muscles])


def reserves(values: Values) -> dict[str, float]:
    """Strengths of the reserves by coordinate."""
    return {name.removesuffix(".reserve"): value for name, value in values.items() if name.endswith(".reserve")}


def described(subject: Subject, values: Values, base: Values, measured: bool) -> list[dict[str, Any]]:
    """The sliders of an analysis: of a measured motion what it is smoothed and shared by, else pose and activations."""
    skeleton, rows = subject.skeleton, []
    if measured:
        names = [name for name in (CUTOFF, ALL_STRONG) if name in values]
        for name in names + [name for name in values if name.endswith(".reserve")]:
            unit = {CUTOFF: "Hz", ALL_STRONG: ""}.get(name)
            if unit is None:
                coordinate = skeleton.coordinates[skeleton.index("coordinate", name.removesuffix(".reserve"))]
                unit = "N*m" if coordinate.turns else "N"
            rows.append(_row(name, values[name], unit, 0.1 * base[name], 3.0 * base[name]))
        return rows
    for one in skeleton.coordinates:
        low, high = _range(one)
        unit = "deg" if one.turns else "m"
        rows.append(_row(one.name, values[one.name], unit, low * shown_size(one), high * shown_size(one)))
    for name in (name for name in values if name == ALL_ACTIVE or name.endswith(".activation")):
        rows.append(_row(name, values[name], "", 0.0, 1.0))
    return rows


def _row(name: str, value: float, unit: str, low: float, high: float) -> dict[str, Any]:
    wide = high - low  # none for a strength of zero, which the analysis refuses
    step = 10.0 ** math.floor(math.log10(wide / _STEPS)) if 0.0 < wide < math.inf else 1.0
    ends = {"min": min(low, value), "max": max(high, value), "step": step}
    return {"name": name, "value": float(f"{value:.12g}"), "unit": unit, "kind": "number", "text": "", **ends}


def _range(coordinate: Coordinate) -> tuple[float, float]:
    """The range of a coordinate; a usual one where the model has none."""
    low, high = coordinate.range
    widest = 2 * WHOLE_TURN if coordinate.turns else 2 * FAR
    if low < high and high - low <= widest:
        return low, high
    reach = math.pi if coordinate.turns else 1.0
    return coordinate.start - reach, coordinate.start + reach
