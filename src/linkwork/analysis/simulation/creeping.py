"""Notes of tyres: where one without relaxation lengths has to hold at rest, and what of a tyre file is not used.

At rest a tyre without relaxation lengths is a damper, and creeps.
"""

from __future__ import annotations

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.local_file import beside
from linkwork.base.names import GROUND
from linkwork.elements.spatial.forces.magic_formula.coefficients import NEW, one_sided
from linkwork.elements.spatial.forces.magic_formula.tir import read_tyre_file
from linkwork.elements.spatial.forces.tyre import Tyre
from linkwork.run.run import Run

_SLOW = 0.2  # of the low speed of a tyre: a wheel below it for the last part of a run stands
_HOLDS = 1e-3  # of the load: a smaller force in the plane of the road is none
_LAST = 0.25  # of the time of a run: its last part, of at least
_FEWEST = 3  # points
_STEADY = 0.2  # of the speed: what changes more in the last part does not creep, it speeds up or stops
_SLIDES = 0.1  # of the speed: a tyre that slides by it within this does not roll, nor spin where it stands


def has_tyres(run: Run) -> bool:
    """Whether the mechanism has any."""
    return any(isinstance(force, Tyre) for force in run.mechanism.forces.values())


def creeping_notes(run: Run) -> list[str]:
    """One sentence for all such tyres, with the force and the speed of the one that creeps fastest at the end."""
    if run.mechanism.world.dimensions != 3 or run.loads is None or len(run.t) < _FEWEST:
        return []
    tyres = {name: force for name, force in run.mechanism.forces.items() if isinstance(force, Tyre)}
    if not tyres:
        return []
    creeping: list[tuple[float, float, str]] = []
    last, scope = _last_part(run.t), run.mechanism.scope(dict(run.system.env))
    for name, tyre in tyres.items():
        if tyre.road.body != GROUND:
            continue
        lags = [tyre.relaxation_along, tyre.relaxation_across]
        ways = [way for way, lag in zip(("along", "across"), lags, strict=True) if lag is None]
        if not ways:
            continue
        force = max(abs(float(run[f"{name}.{way}"][-1].real)) for way in ways)
        speed = _speed(run, tyre.wheel.body)[last]
        low = float(scope.number(tyre.low_speed).real)
        if not speed[-1] > 0.0 or np.max(speed) > _SLOW * low or np.ptp(speed) > _STEADY * speed[-1]:
            continue
        slides = np.abs(_sliding(run, name, ways, low)[last] - speed) <= _SLIDES * speed
        if np.all(slides) and force > _HOLDS * _load(run, name):
            creeping.append((float(speed[-1]), force, name))
    if not creeping:
        return []
    fastest, force, name = max(creeping)
    others = f" and {len(creeping) - 1} more" if len(creeping) > 1 else ""
    return [
        f"tyre '{name}'{others}: at rest without a relaxation length it is a damper, not a spring: at the end it holds "
        f"{force:.3g} N and creeps with {fastest:.3g} m/s; give relaxation_along and relaxation_across"
    ]


def tyre_file_notes(run: Run) -> list[str]:
    """What tyre files hold that the formulas do not use, once for every file."""
    files = {force.file for force in run.mechanism.forces.values() if isinstance(force, Tyre) and force.file}
    notes = []
    for file in sorted(files):
        notes += [f"{file}: {note}" for note in read_tyre_file(beside(run.mechanism, file)).notes]
    return notes


def tyre_side_notes(run: Run) -> list[str]:
    """Tyres that push to one side, of which only one is known: where they were measured, or where they are mounted."""
    scope, notes = run.mechanism.scope(dict(run.system.env)), []
    for name, tyre in run.mechanism.forces.items():
        if not isinstance(tyre, Tyre) or tyre.model != "coefficients":
            continue
        measured_on, numbers = tyre.measured_on, dict[str, float]()
        if tyre.file is not None:
            file = read_tyre_file(beside(run.mechanism, tyre.file))
            measured_on, numbers = file.side or measured_on, file.coefficients
        elif tyre.coefficients is not None:
            numbers = {key: float(scope.number(value).real) for key, value in tyre.coefficients.items()}
        odd = one_sided(numbers, numbers.get("FITTYP", 0.0) >= NEW)
        if (tyre.side is None) == (measured_on is None) or not any(numbers[key] != 0.0 for key in odd):
            continue
        known, to_give = (
            (f"its coefficients hold for the {measured_on} side", "side")
            if tyre.side is None
            else (f"it is mounted on the {tyre.side}", "measured_on (in a file TYRESIDE)")
        )
        notes.append(f"tyre '{name}': {known}, and it pushes to one side by itself; it is not mirrored: give {to_give}")
    return notes


def _last_part(t: Array) -> slice:
    """The points of the last part of a run."""
    return slice(min(int(np.searchsorted(t, t[-1] - _LAST * (t[-1] - t[0]))), len(t) - _FEWEST), None)


def _speed(run: Run, body: str) -> Array:
    """Of a wheel, at all times."""
    return np.linalg.norm([run[f"{body}.{axis}"].real for axis in ("vx", "vy", "vz")], axis=0)


def _sliding(run: Run, name: str, ways: list[str], low: float) -> Array:
    """Speed of the tyre's surface over the road in these ways, from the slips of a wheel far below the low speed."""
    slips = {"along": run[f"{name}.slip_ratio"].real, "across": np.tan(run[f"{name}.slip_angle"].real)}
    return low * np.linalg.norm([slips[way] for way in ways], axis=0)


def _load(run: Run, name: str) -> float:
    return abs(float(run[f"{name}.load"][-1].real))
