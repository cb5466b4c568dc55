"""Numbers of a tyre from what was measured on a rig: least squares over forces at loads and slips."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import MechanismError
from linkwork.base.text_tables import table
from linkwork.expression.given import public, publicly_made
from linkwork.library.vehicles.measured.tyre_rig import FORCES, TyreRig, free_numbers
from linkwork.run.comparison.measured_table import read_table

_UNITS = {"load": "N", "slip_angle": "rad", "slip": "1", "camber": "rad"}
_UNITS |= {"along": "N", "across": "N", "aligning": "N m"}
_LEAST = 1e-6  # of the largest singular value: below it the data do not tell a number


@public
@publicly_made
@dataclass(frozen=True)
class TyreFit:
    """Fields of a tyre that were fitted, with their standard deviations, and how far it still is from the data."""

    tyre: dict[str, Any]
    """All fields, for `Axle` and `m.tyre`."""
    values: dict[str, float]
    deviations: dict[str, float]
    """Standard ones; none where there are only as many measured numbers as fields, which tell nothing of them."""
    rest: dict[str, float]
    """Root mean square of what is left of every column, as a share of its greatest value."""

    def text(self) -> str:
        """The fit as a table."""
        told = {name: f"{value:.2g}" for name, value in self.deviations.items()}
        rows = [[name, f"{value:.6g}", told.get(name, "-")] for name, value in self.values.items()]
        left = ", ".join(f"{name} {share:.2%}" for name, share in self.rest.items())
        return "\n".join([*table(["field", "value", "standard deviation"], rows, left=1), f"left: {left}"])


@public
def fit_tyre(
    tyre: Mapping[str, Any],
    data: Any,
    fields: Mapping[str, tuple[float, float]],
    *,
    speed: float = 20.0,
    radius: float = 0.3,
) -> TyreFit:
    """Fit numbers of a tyre, each between two bounds, to measured steady forces; it begins at those of `tyre`.

    `data` is a mapping, a DataFrame or a CSV file with `load` (N) and `slip_angle` (rad, or `slip_angle (deg)`),
    `slip` and `camber` where they are not 0, and what was measured: `across`, `along` (N), `aligning` (N m). There are
    at least as many measured numbers as fields; deviations need more.
    """
    from scipy.optimize import least_squares

    columns = _columns(data)
    seen = [name for name in FORCES if name in columns]
    names, low, high = list(fields), *np.array([*map(tuple, fields.values())], float).reshape(-1, 2).T
    begin = np.array(free_numbers(tyre, names))
    if not names or not np.all((low < high) & (begin >= low) & (begin <= high)):
        raise MechanismError("fit_tyre: fields are given as {name: (least, most)}, with the tyre's own number between")
    count = sum(len(columns[name]) for name in seen)
    if count < len(names):
        told = "1 measured number does" if count == 1 else f"{count} measured numbers do"
        raise MechanismError(f"fit_tyre: {told} not tell {len(names)} fields; fit fewer, or measure more")
    rig = TyreRig(tyre, radius, speed, names)
    given = columns["load"], columns["slip_angle"], columns.get("slip", 0.0), columns.get("camber", 0.0)
    sizes = {name: float(np.max(np.abs(columns[name]))) for name in seen}

    def left(scaled: Array) -> Array:
        told = rig.forces(*given, free=list(low + scaled * (high - low)))
        return np.concatenate([(told[name] - columns[name]) / sizes[name] for name in seen])

    best = least_squares(left, (begin - low) / (high - low), bounds=(0.0, 1.0), x_scale="jac", xtol=1e-12, ftol=1e-12)
    strengths = np.linalg.svd(best.jac, compute_uv=False)
    if strengths[-1] < _LEAST * strengths[0]:
        raise MechanismError(f"fit_tyre: these data do not tell {', '.join(names)} apart; fit fewer, or measure more")
    deviations: dict[str, float] = {}
    if count > len(names):
        spread = 2.0 * best.cost / (count - len(names))
        covered = np.sqrt(np.diag(np.linalg.inv(best.jac.T @ best.jac)) * spread) * (high - low)
        deviations = {name: float(value) for name, value in zip(names, covered, strict=True)}
    values = {name: float(value) for name, value in zip(names, low + best.x * (high - low), strict=True)}
    rest = np.split(best.fun, len(seen))
    return TyreFit(
        {**tyre, **values},
        values,
        deviations,
        {name: float(np.sqrt(np.mean(each**2))) for name, each in zip(seen, rest, strict=True)},
    )


def _columns(data: Any) -> dict[str, Array]:
    """The table of a measurement, refused where it is not one."""
    columns = read_table(data, _UNITS.get)
    missing = [name for name in ("load", "slip_angle") if name not in columns]
    if missing or not set(FORCES) & set(columns):
        raise MechanismError("fit_tyre: data have load, slip_angle, and one or more of across, along, aligning")
    known = {"t", *_UNITS}
    strange = [name for name in columns if name not in known]
    if strange:
        raise MechanismError(f"fit_tyre: there is a column '{strange[0]}'; known are {', '.join(sorted(known))}")
    if not all(np.isfinite(each).all() for each in columns.values()):
        raise MechanismError("fit_tyre: data hold something that is no finite number")
    if any(not np.any(columns[name]) for name in FORCES if name in columns):
        raise MechanismError("fit_tyre: a measured column is zero throughout")
    return columns
