"""Kinematics: move a driven mechanism over a time grid.

The compiled loop does the work; this module starts it, shows progress, and when the loop cannot go on says why: it
follows the motion by arc length to the lock-up, or names the bifurcation, and ends the run cleanly there.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linkwork.analysis.assembly.assemble import Assembly, assemble, require_start
from linkwork.analysis.check.check_text import advice
from linkwork.analysis.formulation import in_joints
from linkwork.analysis.given_numbers import require_room
from linkwork.analysis.kinematics.contact_motion import continue_contacts
from linkwork.analysis.kinematics.continuation import continue_motion
from linkwork.analysis.kinematics.diagnosis import explain_crossing, explain_lock_up, explain_stop
from linkwork.analysis.kinematics.driving import check_functions, far_side_gears
from linkwork.analysis.kinematics.filled import fill_in
from linkwork.analysis.kinematics.joint_continuation import continue_in_joints
from linkwork.analysis.kinematics.unwound import require_unwound
from linkwork.analysis.simulation.driver_jumps import tell_jumps
from linkwork.analysis.times import evenly
from linkwork.base.errors import AnalysisError
from linkwork.base.late_text import unread
from linkwork.elements.spatial.trail import FULL
from linkwork.run.run import Run
from linkwork.system.loop import kinematics_kernel as loop
from linkwork.system.system import System

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism


def kinematics(
    mechanism: Mechanism,
    until: float,
    points: int = 201,
    *,
    start: float = 0.0,
    hold: Mapping[str, Any] | None = None,
    times: Any = None,
    branch: Assembly | None = None,
    formulation: str = "auto",
    progress: bool = True,
) -> Run:
    """Positions, velocities and accelerations on a time grid from `start` to `until` (or on `times`).

    `branch` is one of the assemblies that `branches` found at the start time; `formulation` names the coordinates that
    are solved for. Contacts switch by geometry alone: driven bodies push others, which lie still before.
    """
    require_room("kinematics: points", points, mechanism)
    if len(mechanism.bodies_by_name) == 1:
        raise AnalysisError(f"{mechanism.name}: it has no bodies whose motion could be prescribed; use simulate")
    grid = asked_times(start, until, points, times)
    assembly = branch if branch is not None else assemble(mechanism, hold=hold, at=float(grid[0]))
    require_start(mechanism, assembly, float(grid[0]))
    if not assembly.ok:
        raise AnalysisError(f"{assembly.text()}\n{_driver_advice(mechanism)}".rstrip())
    system = mechanism.system().with_turns(assembly.wound)
    if any(contact.force is None for contact in mechanism.contacts.values()):
        check_functions(system, grid)
        require_unwound(mechanism, assembly, "kinematics with contacts")
        run = continue_contacts(mechanism, assembly, grid, progress)
        tell_jumps(run)
        return run
    require_drivers(mechanism, system, assembly)
    check_functions(system, grid)
    joints, notes = in_joints(system, formulation, "kinematics")
    run = move(system, assembly, grid, progress, joints)
    run.notes[:0] = notes
    run.notes += [_unseen_events(mechanism)] if mechanism.events else []
    tell_jumps(run)
    return run


def _unseen_events(mechanism: Mechanism) -> str:
    """What kinematics says of events: their numbers may ask for forces, which it does not know."""
    return f"events are not looked for in kinematics; inverse_dynamics sees {', '.join(map(repr, mechanism.events))}"


def _driver_advice(mechanism: Mechanism) -> str:
    """Which drivers ask for what is fixed already, when that keeps the mechanism from closing."""
    from linkwork.analysis.check.check import check

    report = check(mechanism) if mechanism.drivers else None
    return f"what to do: {advice(report)}" if report is not None and report.redundant_drivers else ""


def asked_times(start: float, until: float, points: int, times: Any = None) -> NDArray[np.float64]:
    """The times of a run, or why there can be none."""
    if times is not None:
        grid = np.asarray(times, float)
    else:
        if points < 2:
            raise AnalysisError(f"a time grid needs at least 2 points; {points} were asked for")
        grid = evenly(float(start), float(until), points)
    rises = grid.ndim == 1 and len(grid) > 0 and bool((grid[1:] > grid[:-1]).all())
    if not rises or not math.isfinite(grid[0]) or not math.isfinite(grid[-1]):
        raise AnalysisError("the time points must be finite and rise: check start, until and times")
    return grid


def require_drivers(mechanism: Mechanism, system: System, assembly: Assembly) -> None:
    """Refuse a mechanism that can still move, or whose drivers fight each other."""
    from linkwork.system.constraints.rank import freedoms

    left = freedoms(system, assembly.q, assembly.t)
    if left == 0:
        return
    from linkwork.analysis.check.check import check

    report = check(mechanism)
    if report.missing_drivers and report.elastic:
        strands = ", ".join(f"'{name}'" for name in report.elastic)
        raise AnalysisError(
            f"{mechanism.name}: {strands} moves under forces only; use inverse_dynamics for drivers, simulate, "
            "equilibrium or linearise"
        )
    if report.missing_drivers:
        more = f"{report.missing_drivers} more driver{'s are' if report.missing_drivers > 1 else ' is'} needed"
        raise AnalysisError(f"{mechanism.name}: {more}; could be driven: {', '.join(report.suggestions)}")
    raise AnalysisError(
        f"{mechanism.name}: the start position is singular with these drivers; `check` explains it: {advice(report)}"
    )


def move(
    system: System, assembly: Assembly, grid: NDArray[np.float64], progress: bool = True, joints: bool = False
) -> Run:
    """The run over a grid from an assembled position, with what happened on the way explained."""
    way = continue_in_joints(system, assembly.q, grid, progress) if joints else None
    handed_over = joints and way is None
    if way is None:
        way = continue_motion(system, assembly.q, grid, progress)
    done, state = way.done, way.state
    if done == 0:
        raise AnalysisError(
            f"{system.mechanism.name}: no motion can start from the position at t = {grid[0]:g} s: it is singular with "
            "these drivers, or so nearly that its branch is not clear; start at another time, or drive another joint"
        )
    motion = (way.q[:done], way.v[:done], way.a[:done])
    branch = unread(assembly, "branch")
    run = Run(system, grid[:done], *motion, way.sigma[:done], way.memory, branch, trail=way.trail)
    run.notes += assembly.notes
    if way.trail is not None and way.trail.full:
        run.notes.append(FULL)
    if handed_over:
        run.notes.append("followed in the coordinates of the bodies, for it passes or ends at a singular position")
    run.statistics = {
        "points": done,
        "iterations": int(state[loop.ITERATIONS]),
        "rejected steps": int(state[loop.REJECTED]),
        "iterations per point": int(state[loop.ITERATIONS]) / done,
    }
    reversed_gears = far_side_gears(system, run.q[-1], float(run.t[-1]))
    run.notes += [f"gear '{name}' ends on the far side: its line of centres is reversed" for name in reversed_gears]
    for first, last in way.gaps:
        fill_in(run, first, last)
    for first, last in way.crossings:
        explain_crossing(run, first, last)
    run.events.sort(key=lambda event: event.t)
    if way.lock is not None:
        explain_lock_up(run, way.lock.t, way.lock.q)
    elif done < len(grid):
        explain_stop(run, float(grid[done]))
    return run
