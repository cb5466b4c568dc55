"""The files of load cases in space: a table, JSON, and a deck for Abaqus and CalculiX."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from dataclasses import asdict

import numpy as np

from linkwork.run.load_case_files import deck, node_set
from linkwork.run.spatial.load_case import SpatialLoadCase, SpatialPointLoad

_AXES = ("x", "y", "z")
_FIELD = {"gravity": "m/s2", "acceleration": "m/s2", "omega": "rad/s", "alpha": "rad/s2"}
_UNITS = {
    "point": "m",
    "force": "N",
    "moment": "N m",
    "gravity": "m/s^2",
    "acceleration": "m/s^2",
    "omega": "rad/s",
    "alpha": "rad/s^2",
    "mass": "kg",
    "inertia": "kg m^2",
}


def as_csv(cases: list[SpatialLoadCase]) -> str:
    """One line a point load with the field of its case beside it, in full precision."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    places = [f"{name}{axis} ({unit})" for name, unit in (("", "m"), ("f", "N"), ("m", "N m")) for axis in _AXES]
    field = [f"{name} {axis} ({unit})" for name, unit in _FIELD.items() for axis in _AXES]
    writer.writerow(["case", "t (s)", "what", "kind", *places, *field])
    for number, case in enumerate(cases, 1):
        motion = (*case.gravity, *case.acceleration, *case.omega, *case.alpha)
        for load in case.loads:
            row = (*load.point, *load.force, *load.moment)
            writer.writerow([number, case.t, load.name, load.kind, *row, *motion])
    return text.getvalue()


def as_json(cases: list[SpatialLoadCase]) -> str:
    """Everything, with units and the balance of each case."""
    listed = [{**asdict(case), "imbalance": case.imbalance()} for case in cases]
    data = {"frame": f"of body '{cases[0].body}'", "units": _UNITS, "cases": listed}
    return json.dumps(data, indent=2) + "\n"


def as_deck(cases: list[SpatialLoadCase]) -> str:
    """One static step a case: *CLOAD at a node set each point load, *DLOAD with gravity, spin and turning."""
    return deck(cases, _place, _loads)


def _place(load: SpatialPointLoad) -> str:
    return ", ".join(f"{value:.12g}" for value in load.point)


def _loads(case: SpatialLoadCase, body: str) -> list[str]:
    lines = ["*CLOAD, OP=NEW"]
    for load in case.loads:
        for freedom, value in enumerate((*load.force, *load.moment), 1):
            if value != 0.0:
                lines.append(f"{node_set(body, load.name)}, {freedom}, {value:.12g}")
    lines.append("*DLOAD, OP=NEW")
    for kind, vector, origin in (
        ("GRAV", case.field(), ""),
        ("CENTRIF", np.array(case.omega), "0., 0., 0., "),
        ("ROTA", np.array(case.alpha), "0., 0., 0., "),
    ):
        size = float(np.linalg.norm(vector))
        if size > 0.0:
            axis = ", ".join(f"{value / size:.12g}" for value in vector)
            lines.append(f"{body}, {kind}, {size**2 if kind == 'CENTRIF' else size:.12g}, {origin}{axis}")
    return lines


WRITERS: dict[str, Callable[[list[SpatialLoadCase]], str]] = {".csv": as_csv, ".json": as_json, ".inp": as_deck}
