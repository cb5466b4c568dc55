"""Derivatives as tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.text_tables import table

if TYPE_CHECKING:
    from linkwork.analysis.sensitivity.result import Sensitivity

_HEAD = ["response", "value", "parameter", "value", "derivative", "+1 % gives", "that is"]


def sorted_names(found: Sensitivity, of: str) -> list[str]:
    """The parameters, those that matter most first."""
    return sorted(found.to, key=lambda to: -abs(found.change(of, to)))


def table_of(found: Sensitivity) -> str:
    """All pairs, one line each, with what one percent more of the parameter does."""
    lines = [f"{found.mechanism}: sensitivity of {found.analysis}, by method '{found.method}'", ""]
    rows = []
    for of in found.of:
        unit, history = found.units.get(of, ""), found.is_history(of)
        for number, to in enumerate(sorted_names(found, of)):
            size = f"{found.size(of):.6g}" if history else f"{float(found.values[of]):.6g}"
            shown = [f"{of}, largest" if history else of, f"{size} {unit}".rstrip()] if number == 0 else ["", ""]
            change = f"{found.change(of, to):+.4g} {unit}".rstrip()
            percent = found.elasticity(of, to)
            share = "" if np.isnan(percent) else f"{percent:+.3f} %"
            rows.append([*shown, to, f"{found.parameters[to]:.6g}", f"{found.largest(of, to):.8g}", change, share])
    lines += table(_HEAD, rows)
    return "\n".join([*lines, *(["", *(f"note: {note}" for note in found.notes)] if found.notes else [])])


def frame_of(found: Sensitivity) -> Any:
    """A DataFrame of all pairs, or of histories over time."""
    import pandas as pd

    if found.t is not None and all(found.is_history(of) for of in found.of):
        columns = {(of, to): found[of, to] for of in found.of for to in found.to}
        return pd.DataFrame(columns, index=pd.Index(found.t, name="t"))
    rows = [
        {
            "response": of,
            "value": found.size(of) if found.is_history(of) else float(found.values[of]),
            "unit": found.units.get(of, ""),
            "parameter": to,
            "parameter value": found.parameters[to],
            "derivative": found.largest(of, to),
            "change for 1 %": found.change(of, to),
            "percent for 1 %": found.elasticity(of, to),
        }
        for of in found.of
        for to in sorted_names(found, of)
    ]
    return pd.DataFrame(rows)


def plain(values: Any) -> Any:
    """Numbers and arrays as plain data; what is no number as nothing."""
    if np.ndim(values):
        return [plain(value) for value in values]
    number = float(np.real(values))
    return number if np.isfinite(number) else None
