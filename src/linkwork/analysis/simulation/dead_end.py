"""Why a simulation stopped: a position in which the mechanism locks is told from trouble with forces."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from linkwork.base.arrays import Array
from linkwork.run.run import Event, Run
from linkwork.system.constraints.equations import Equations
from linkwork.system.constraints.rank import rank_of
from linkwork.system.system import System, part_name

if TYPE_CHECKING:
    from linkwork.system.loop.moment import Options

_SINGULAR = 3e-2  # of the largest singular value: a position this close to a singular one is called so
_TAKES_PART = 0.3  # of the largest share in the failing combination of equations
_SURE = ("joint", "canonical")  # formulations that pass singular positions best


def lock_up(run: Run, q: Array, t: float, options: Options) -> Event | None:
    """The event of a run that ended in a singular position at t, where the coordinates were q; none elsewhere."""
    system = run.system
    equations = Equations(system)
    equations.evaluate(run.q[0], float(run.t[0]))
    rank = rank_of(equations.jacobian())
    equations.evaluate(q, t)
    rows = equations.jacobian()
    if rank and np.all(np.isfinite(rows)):
        left, values, _ = np.linalg.svd(rows)
        if values[rank - 1] < _SINGULAR * values[0]:
            return _lock_up(system, t, left[:, rank - 1], float(values[rank - 1] / values[0]), options)
    return None


def _lock_up(system: System, t: float, combination: Array, value: float, options: Options) -> Event:
    """The event of a dead end, naming the drivers and joints whose equations become dependent there."""
    large = np.abs(combination) >= _TAKES_PART * np.max(np.abs(combination))
    drivers: list[str] = []
    joints: list[str] = []
    for equation, takes_part in zip(system.equations, large, strict=True):
        names = drivers if equation.driver else joints
        name = part_name(equation.element, equation.driver)
        if takes_part and name not in names:
            names.append(name)
    if not drivers and any(equation.driver for equation in system.equations):
        share = [abs(float(x)) if e.driver else -1.0 for e, x in zip(system.equations, combination, strict=True)]
        if max(share) > 1e-3 * float(np.max(np.abs(combination))):
            drivers = [part_name(system.equations[int(np.argmax(share))].element, True)]
    there = f"in a singular position (singular value {value:.1g})"
    parts = [e.element for e in system.equations if part_name(e.element, e.driver) in (*drivers, *joints)]
    if drivers:
        text = (
            f"the mechanism locks {there}: {', '.join(drivers)} asks for a motion that "
            f"{', '.join(joints) or 'the joints'} cannot follow; end its motion before, change lengths, or drive "
            "another coordinate"
        )
    else:
        text = (
            f"{there} the equations of {', '.join(joints)} become dependent: more than one motion may go on from "
            f"there, and formulation '{options.formulation}' with method '{options.method}' finds none; "
            f"{_way_out(options)}"
        )
    text = f"stopped at t = {t:.6g} s: {text}"
    return Event(t, "lock-up", text, names=tuple(dict.fromkeys(parts)))


def _way_out(options: Options) -> str:
    """What to take instead, where a motion may go on that was not found."""
    if options.method != "dop853":
        return "take method 'dop853', or lengths with which it is not met"
    others = " or ".join(f"'{name}'" for name in _SURE if name != options.formulation)
    return f"take formulation {others}, or lengths with which it is not met"
