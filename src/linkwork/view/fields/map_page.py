"""A page of a stiffness map: colours over the workspace, and the machine where one points."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.view.fields.field_page import numbers, write_field_page
from linkwork.view.palette import BODY_COLOURS

if TYPE_CHECKING:
    from linkwork.analysis.equilibrium.stiffness_map import StiffnessMap
    from linkwork.library.hexapod.maps import StrutMap

_SHADES = 32
STRUT_UNITS = {
    "softest": "N/m", "stiffest": "N/m", "condition": "", "translation": "N/m", "rotation": "N m/rad",
    "mean compliance": "m/N",
}  # fmt: skip
MAP_UNITS = {"softest": "N m", "stiffest": "N m", "compliance": "1/(N m)", "isotropy": "", "determinant": ""}


def write_strut_map_page(shown: StrutMap, path: Path) -> None:
    """Write the page of a machine on struts, which is drawn where its carrier stands."""
    machine: dict[str, object] = {}
    if shown.inner is not None and shown.outer is not None:
        joints = {"inner": np.asarray(shown.inner, float), "outer": np.asarray(shown.outer, float)}
        machine = {name: [numbers(row) for row in rows] for name, rows in joints.items()}
    measures = {name: (unit, shown.measure(name)) for name, unit in STRUT_UNITS.items()}
    axes = [(f"{name} (m)", values) for name, values in zip(shown.plane, (shown.first, shown.second), strict=True)]
    data = _data(axes, measures, shown.singular) | {"machine": machine, "plane": shown.plane, "at": shown.at}
    told = "Stiffness over the workspace: point at the map to put the carrier there; drag the machine to turn it."
    write_field_page(path, f"Stiffness over the plane {shown.plane}", told, data, "map_page.js")


def write_stiffness_map_page(shown: StiffnessMap, path: Path, length: float) -> None:
    """Write the page of a map over one or two parameters."""
    measures = {name: (unit, shown.measure(name, length)) for name, unit in MAP_UNITS.items()}
    axes = list(zip(shown.parameters, shown.values, strict=True))
    data = _data(axes, measures, shown.singular) | {"machine": {}}
    told = f"Stiffness of '{shown.body}' over {' and '.join(shown.parameters)}: {shown.words(length)}."
    write_field_page(path, f"Stiffness of {shown.body}", told, data, "map_page.js")


def _data(axes: list[tuple[str, Any]], measures: dict[str, tuple[str, Any]], singular: Any) -> dict[str, object]:
    """What the script draws; a map over one parameter has a second one with a single value."""
    from matplotlib import colormaps
    from matplotlib.colors import to_hex

    pairs = [*axes, ("", np.zeros(1))][:2]
    for name in ("softest", "condition", "isotropy"):
        if name in measures:  # rounding errors there are nothing
            measures[name] = measures[name][0], np.where(singular, 0.0, measures[name][1])
    return {
        "axes": [{"name": name, "values": numbers(values)} for name, values in pairs],
        "measures": {name: {"unit": unit, "values": numbers(values)} for name, (unit, values) in measures.items()},
        "singular": [int(x) for x in np.ravel(singular)],
        "shades": [to_hex(colormaps["viridis"](k / (_SHADES - 1))) for k in range(_SHADES)],
        "colours": list(BODY_COLOURS),
    }
