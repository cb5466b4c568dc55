"""The diagnosis panel: freedoms, redundant constraints, singular positions, notes and figures of the solver."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.analysis.check.check import Report
from linkwork.analysis.check.check_text import advice
from linkwork.run.display import notes_to_act_on
from linkwork.serve.solve import Solution

_SINGULAR = ("lock-up", "singular", "bifurcation")
_APART = 1e-6
"""Of the model's length, or rad: positions further apart are two."""


def diagnosis(report: Report, solution: Solution) -> dict[str, Any]:
    """All of it, in words and numbers."""
    return {
        "headline": _headline(report, solution),
        "mobility": _mobility(report),
        "redundant": [
            {"names": group.elements(), "text": f"one of these {len(group.equations)} follows from the others: {group}"}
            for group in report.redundant
        ],
        "singular": _singular(report, solution),
        "notes": _notes(report, solution),
        "statistics": _statistics(solution),
    }


def _headline(report: Report, solution: Solution) -> dict[str, Any]:
    """The one thing to know first."""
    run = solution.run
    if run is not None and not run.completed:
        if run.events:
            return {"level": "error", "text": run.events[-1].text, "names": list(run.events[-1].names)}
        return {"level": "error", "text": f"the run ended early, at t = {run.t[-1]:.6g} s", "names": []}
    if report.redundant_drivers:
        names = [name for group in report.redundant_drivers for name in group.elements()]
        return {"level": "error", "text": advice(report), "names": list(dict.fromkeys(names))}
    if report.stretched or report.no_grip:
        return {"level": "error", "text": advice(report), "names": []}
    if report.redundant:
        count = len(report.redundant)
        text = f"{count} redundant {'equation' if count == 1 else 'equations'}: {advice(report)}"
        return {"level": "warning", "text": text, "names": []}  # needs no action: without names it stays off the stage
    if report.isolated or report.warnings:
        return {"level": "warning", "text": report.warnings[0] if report.warnings else advice(report), "names": []}
    if report.missing_drivers and run is None:
        return {"level": "warning", "text": advice(report), "names": []}
    return {"level": "ok", "text": _well(report, solution), "names": []}


def _well(report: Report, solution: Solution) -> str:
    freedoms = report.count_mobility if report.mobility is None else report.mobility
    moved = "it moves" if solution.run is not None else "it is assembled"
    return f"{moved}; {freedoms} {'freedom' if freedoms == 1 else 'freedoms'}, no redundant constraints"


def _mobility(report: Report) -> dict[str, Any]:
    count = report.count_mobility if report.mobility is None else report.mobility
    left = max(count - report.drivers, 0)
    words = f"{report.coordinates} coordinates \N{MINUS SIGN} {report.equations} equations"
    words += f" = {report.count_mobility} by count"
    words += "" if report.mobility is None else f", {report.mobility} by rank"
    words += f"; {report.drivers} driven, {left} left" if report.drivers else ""
    numbers = {"coordinates": report.coordinates, "equations": report.equations, "drivers": report.drivers}
    return {"count": count, "by_count": report.count_mobility, "words": words, **numbers, "free": report.independent}


def _singular(report: Report, solution: Solution) -> list[dict[str, Any]]:
    singular = []
    if report.isolated:
        text = "this position is singular: its equations are dependent here, but not nearby"
        singular.append({"t": solution.assembly.t, "text": text})
    for event in solution.run.events if solution.run is not None else ():
        if event.kind in _SINGULAR:
            singular.append({"t": float(event.t), "text": event.text})
    return singular


def _notes(report: Report, solution: Solution) -> list[str]:
    notes = [*report.warnings, *(notes_to_act_on(solution.run.notes) if solution.run is not None else solution.notes)]
    notes += [f"free: {motion}" for motion in report.motions] + ([report.gravity] if report.gravity else [])
    assembly = report.assembly
    if assembly is not None and assembly.ok and _elsewhere(assembly, solution):
        notes.append(
            "shown on the branch that sliders or a chosen start led to; the estimates in the file lead to another one"
        )
    return list(dict.fromkeys(notes))


def _elsewhere(assembly: Any, solution: Solution) -> bool:
    """Whether the estimates lead to another position than the one shown, both driven to the same place."""
    shown = solution.assembly
    if shown.t != assembly.t or shown.system.env != assembly.system.env or not shown.system.mechanism.drivers:
        return False
    step = shown.system.difference(shown.q, assembly.q).real / shown.system.column_scale
    return bool(np.max(np.abs(step), initial=0.0) > _APART)


def _statistics(solution: Solution) -> dict[str, float]:
    run = solution.run
    if run is None:
        return {}
    statistics = {"points": float(len(run.t))} | {name: float(value) for name, value in run.statistics.items()}
    smallest = float(np.min(np.abs(run.sigma))) if len(run.sigma) else 0.0
    statistics |= {"smallest singular value": smallest} if np.isfinite(smallest) and smallest else {}
    return {name: value for name, value in statistics.items() if np.isfinite(value)}
