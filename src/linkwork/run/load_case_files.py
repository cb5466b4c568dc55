"""The files of load cases: a table, JSON, and a deck for Abaqus and CalculiX."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from linkwork.run.load_case import LoadCase

_HEADING = ("case", "t (s)", "what", "kind", "x (m)", "y (m)", "fx (N)", "fy (N)", "torque (N m)")
_FIELD = ("gravity x (m/s2)", "gravity y (m/s2)", "acceleration x (m/s2)", "acceleration y (m/s2)")


def as_csv(cases: list[LoadCase]) -> str:
    """One line a point load with the field of its case beside it, in full precision."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*_HEADING, *_FIELD, "omega (rad/s)", "alpha (rad/s2)"])
    for number, case in enumerate(cases, 1):
        field = (*case.gravity, *case.acceleration, case.omega, case.alpha)
        for load in case.loads:
            numbers = (load.x, load.y, load.fx, load.fy, load.torque)
            writer.writerow([number, case.t, load.name, load.kind, *numbers, *field])
    return text.getvalue()


def as_json(cases: list[LoadCase]) -> str:
    """Everything, with units and the balance of each case."""
    units = {"x": "m", "fx": "N", "torque": "N m", "gravity": "m/s^2", "omega": "rad/s", "alpha": "rad/s^2"}
    listed = [{**asdict(case), "imbalance": case.imbalance()} for case in cases]
    data = {"frame": f"of body '{cases[0].body}'", "units": units, "cases": listed}
    return json.dumps(data, indent=2) + "\n"


def as_deck(cases: list[LoadCase]) -> str:
    """One static step a case: *CLOAD at a node set each point load, *DLOAD with gravity, spin and turning."""
    return deck(cases, lambda load: f"{load.x:.12g}, {load.y:.12g}", _loads)


def deck(cases: list[Any], place: Callable[[Any], str], loads: Callable[[Any, str], list[str]]) -> str:
    """The deck of load cases of which `place` writes where a load acts and `loads` the lines of a step."""
    body = label(cases[0].body)
    sets = dict.fromkeys(node_set(body, load.name) for case in cases for load in case.loads)
    lines = [
        f"** load cases of body '{cases[0].body}' in its own frame, units m, N, kg, s",
        f"** needed from the model: element set {body} (with density), and these node sets, each one",
        "** reference node tied to its hole or face, at the place given with each case:",
        *(f"**   {name}" for name in sets),
        "** The loads are in balance: hold the part only against rigid motion.",
        "** ROTA (turning faster or slower) is Abaqus; CalculiX needs it as nodal forces -alpha x r.",
    ]
    for number, case in enumerate(cases, 1):
        lines += [f"** case {number}: t = {case.t:.12g} s, {case.why}; imbalance {case.imbalance():.1e}"]
        lines += [f"**   {node_set(body, load.name)} at {place(load)}" for load in case.loads]
        lines += ["*STEP", "*STATIC", *loads(case, body), "*END STEP"]
    return "\n".join(lines) + "\n"


def _loads(case: LoadCase, body: str) -> list[str]:
    lines = ["*CLOAD, OP=NEW"]
    for load in case.loads:
        for freedom, value in ((1, load.fx), (2, load.fy), (6, load.torque)):
            if value != 0.0:
                lines.append(f"{node_set(body, load.name)}, {freedom}, {value:.12g}")
    bx, by = case.field()
    size = math.hypot(bx, by)
    lines.append("*DLOAD, OP=NEW")
    if size > 0.0:
        lines.append(f"{body}, GRAV, {size:.12g}, {bx / size:.12g}, {by / size:.12g}, 0.")
    if case.omega != 0.0:
        lines.append(f"{body}, CENTRIF, {case.omega**2:.12g}, 0., 0., 0., 0., 0., 1.")
    if case.alpha != 0.0:
        lines.append(f"{body}, ROTA, {case.alpha:.12g}, 0., 0., 0., 0., 0., 1.")
    return lines


def label(name: str) -> str:
    """A name as decks can have it."""
    return "".join(letter if letter.isalnum() else "_" for letter in name).upper()


def node_set(body: str, name: str) -> str:
    """The name of the nodes on which a load acts."""
    return f"{body}_{label(name)}"


WRITERS: dict[str, Callable[[list[LoadCase]], str]] = {".csv": as_csv, ".json": as_json, ".inp": as_deck}
