"""Derivatives as tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.text_tables import table

if TYPE_CHECKING:
    from linkwork.analysis.sensitivity.result import Sensitivity

_HEAD = ["response", "value", "parameter", "value", "derivative", "+1 % gives", "that is"]


def sorted_names(sensitivity: Sensitivity, of: str) -> list[str]:
    """The parameters, those that matter most first."""
    return sorted(sensitivity.to, key=lambda to: -abs(sensitivity.change(of, to)))


def table_of(sensitivity: Sensitivity) -> str:
    """All pairs, one line each, with what one percent more of the parameter does."""
    lines = [f"{sensitivity.mechanism}: sensitivity of {sensitivity.analysis}, by method '{sensitivity.method}'", ""]
    rows = []
    for of in sensitivity.of:
        unit, history = sensitivity.units.get(of, ""), sensitivity.is_history(of)
        for number, to in enumerate(sorted_names(sensitivity, of)):
            size = f"{sensitivity.size(of):.6g}" if history else f"{float(sensitivity.values[of]):.6g}"
            shown = [f"{of}, largest" if history else of, f"{size} {unit}".rstrip()] if number == 0 else ["", ""]
            change = f"{sensitivity.change(of, to):+.4g} {unit}".rstrip()
            percent = sensitivity.elasticity(of, to)
            share = "" if np.isnan(percent) else f"{percent:+.3f} %"
            rows.append(
                [*shown, to, f"{sensitivity.parameters[to]:.6g}", f"{sensitivity.largest(of, to):.8g}", change, share]
            )
    lines += table(_HEAD, rows)
    return "\n".join([*lines, *(["", *(f"note: {note}" for note in sensitivity.notes)] if sensitivity.notes else [])])


def frame_of(sensitivity: Sensitivity) -> Any:
    """A DataFrame of all pairs, or of histories over time."""
    import pandas as pd

    if sensitivity.t is not None and all(sensitivity.is_history(of) for of in sensitivity.of):
        columns = {(of, to): sensitivity[of, to] for of in sensitivity.of for to in sensitivity.to}
        return pd.DataFrame(columns, index=pd.Index(sensitivity.t, name="t"))
    rows = [
        {
            "response": of,
            "value": sensitivity.size(of) if sensitivity.is_history(of) else float(sensitivity.values[of]),
            "unit": sensitivity.units.get(of, ""),
            "parameter": to,
            "parameter value": sensitivity.parameters[to],
            "derivative": sensitivity.largest(of, to),
            "change for 1 %": sensitivity.change(of, to),
            "percent for 1 %": sensitivity.elasticity(of, to),
        }
        for of in sensitivity.of
        for to in sorted_names(sensitivity, of)
    ]
    return pd.DataFrame(rows)


def plain(values: Any) -> Any:
    """Numbers and arrays as plain data; what is no number as nothing."""
    if np.ndim(values):
        return [plain(value) for value in values]
    number = float(np.real(values))
    return number if np.isfinite(number) else None
