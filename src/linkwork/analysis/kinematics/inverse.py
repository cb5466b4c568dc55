"""Inverse dynamics: the forces that a known motion needs, and every joint's reaction.

The motion comes from the kinematics; the equations of motion then give the multipliers, and these the force and
torque of every joint and driver on its second body, at the joint's point. Nothing is integrated, unless controllers or
laws have states of their own, or bodies have elastic modes, which drivers do not give.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.analysis.assembly.assemble import Assembly, assemble
from linkwork.analysis.formulation import AUTO, CARTESIAN, JOINT, in_joints, require_known
from linkwork.analysis.given_numbers import require_room
from linkwork.analysis.kinematics.driven_strands import driven_strands
from linkwork.analysis.kinematics.kinematics import asked_times, kinematics, require_drivers
from linkwork.analysis.kinematics.noted_events import noted_events, only_noted
from linkwork.analysis.kinematics.stiff_drivers import require_stiff_drivers
from linkwork.analysis.simulation.driver_jumps import SPEED, beside_jumps, driver_impulses, driver_jumps
from linkwork.analysis.simulation.simulate import simulate
from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.mechanism.beams.strands import strands_of
from linkwork.mechanism.contacts import contact_names
from linkwork.places import layout_kernel as layout
from linkwork.run.loads import ARRAYS, Loads, loads_from, loads_in_joints, loads_of
from linkwork.run.redundancy import settle_reactions
from linkwork.run.run import Run
from linkwork.signals.delay import Delay
from linkwork.signals.parts import Filter, Flag, Pid, Sampled, State
from linkwork.signals.records import DRIVEN, QUADRATURES
from linkwork.system.modal.tables import bodies_with_modes

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism
    from linkwork.system.system import System

__all__ = ["Loads", "inverse_dynamics"]


def inverse_dynamics(
    mechanism: Mechanism,
    until: float,
    points: int = 201,
    *,
    start: float = 0.0,
    hold: Mapping[str, Any] | None = None,
    stiffness: Mapping[str, Any] | None = None,
    formulation: str = "auto",
    branch: Assembly | None = None,
    progress: bool = True,
) -> Run:
    """The kinematic run with driver forces, reactions and energies as channels.

    `stiffness` (N/m by joint) shares the reactions of redundant joints out; see `linkwork.run.redundancy`.
    `formulation` names the coordinates that are solved for; in those of joints reactions follow from the leaves of the
    tree to its root. Contacts and dry friction are followed along the driven motion. `branch` is the assembled position
    to start from, instead of the one found from the estimates.
    """
    require_known(formulation, "inverse_dynamics")
    require_room("inverse_dynamics: points", points, mechanism)
    if bodies_with_modes(mechanism) or strands_of(mechanism):
        given: dict[str, Any] = {"start": start, "hold": hold, "branch": branch, "formulation": formulation}
        return _of_what_bends(mechanism, until, points, stiffness=stiffness, progress=progress, **given)
    system = mechanism.system(dynamics=True)
    joints, _ = in_joints(system, formulation, "inverse_dynamics")
    has_contacts = bool(contact_names(mechanism))
    options: dict[str, Any]
    if has_contacts:
        assembly = branch if branch is not None else assemble(mechanism, hold=hold, at=start)
        require_drivers(mechanism, mechanism.system().with_turns(assembly.wound), assembly)
    else:
        grid = {"start": start, "hold": hold, "branch": branch}
        jumps = [jump for jump in driver_jumps(system, start, until) if jump.kind == SPEED]
        asked = np.linspace(float(start), float(until), max(points, 0))
        times = beside_jumps(asked, jumps) if jumps and points > 1 else None
        options = {**grid, "formulation": formulation, "progress": progress}
        run = kinematics(mechanism, until, points, times=times, **options)
        if run.trail is not None and system.k[layout.REMEMBERING] > 0:  # sensors count turns from point to point
            run = kinematics(mechanism, until, points, times=np.union1d(run.t, _between(run)), **options)
    counts_turns = bool(mechanism.events) and system.k[layout.REMEMBERING] > 0
    integrates = has_contacts or counts_turns or _has_states(mechanism)
    if integrates or mechanism.events:
        options = {"start": start, "hold": hold, "stiffness": stiffness, "progress": progress}
        options["branch"] = branch
        chosen = JOINT if joints else CARTESIAN if formulation == CARTESIAN else AUTO
        simulated = simulate(mechanism, until, points, formulation=chosen, **options)
        if integrates:
            note = "states, controllers, contacts and events are integrated along the driven motion"
            simulated.notes.append(note)
            return simulated
    system = system.with_turns(run.system.wound)
    run.notes += [] if system.wound is None else [note for note in system.wound.told(system) if note not in run.notes]
    run.loads = (loads_in_joints if joints else loads_of)(system, run.t, run.q, run.v)
    impulses = [impulse for impulse in driver_impulses(system, run, jumps) if impulse.t <= run.t[-1]]
    add_work(run.loads, run.t, {impulse.t: impulse.work for impulse in impulses})
    if mechanism.events:
        run.events += noted_events(run, simulated.events)
    run = at_times(run, asked)
    run.impulses = impulses
    settle_reactions(run, stiffness)
    return run


def _of_what_bends(
    mechanism: Mechanism,
    until: float,
    points: int,
    *,
    start: float,
    hold: Mapping[str, Any] | None,
    branch: Assembly | None,
    formulation: str,
    stiffness: Mapping[str, Any] | None,
    progress: bool,
) -> Run:
    """The driven motion with the deflections that it asks for; where that has no answer, they are integrated."""
    from linkwork.analysis.kinematics.driven_modes import driven_modes, mode_names

    grid, strands = asked_times(start, until, points), strands_of(mechanism)
    assembly = branch if branch is not None else assemble(mechanism, hold=hold, at=start)
    system = mechanism.system(dynamics=bool(strands)).with_turns(assembly.wound)
    if strands:
        require_stiff_drivers(mechanism, system, assembly)
        _require_no_jumps(mechanism, system, float(grid[0]), float(grid[-1]))
    else:
        require_drivers(mechanism, system, assembly)
    bending = "the nodes of " + ", ".join(f"'{name}'" for name in strands) if strands else "the modes"
    integrates = bool(contact_names(mechanism) or mechanism.events) or _has_states(mechanism) or branch is not None
    integrates |= any(name in mode_names(mechanism) for name in hold or ())
    integrates |= bool(strands) and bool(int(system.k[layout.REMEMBERING]) or system.rolling)
    if not integrates:
        joints, told = in_joints(mechanism.system(dynamics=True), formulation, "inverse_dynamics")
        followed = (
            driven_strands(mechanism, grid, assembly, joints)
            if strands
            else driven_modes(mechanism, grid, hold, joints)
        )
        if followed is not None:
            run, wrong = followed
            assert run.loads is not None
            run.notes[:0] = told
            run.notes.append(
                f"{bending} deflect as the driven motion asks for, without vibrations of their own "
                f"({wrong:.1g} of the largest deflection is open)"
            )
            add_work(run.loads, run.t)
            settle_reactions(run, stiffness)
            return run
    options: dict[str, Any] = {"start": start, "hold": hold, "branch": branch, "formulation": formulation}
    options |= {"stiffness": stiffness, "progress": progress, "method": "radau"}
    run = simulate(mechanism, until, points, **options)
    run.notes.append(
        f"states, contacts or given modes are integrated along the driven motion, and {bending} with them"
        if integrates
        else f"the drive is too fast for deflections without vibrations: {bending} are integrated along the driven "
        "motion, from their start"
    )
    return run


def _require_no_jumps(mechanism: Mechanism, system: System, start: float, until: float) -> None:
    """Refuse drivers that jump where nodes follow from forces: the impulse would be one of their mesh."""
    jumps = driver_jumps(system, start, until)
    if jumps:
        names = ", ".join(f"'{name}'" for name in strands_of(mechanism))
        raise AnalysisError(
            f"{mechanism.name}: {jumps[0].way()}: {names} would vibrate at all frequencies, and no deflection "
            "follows such a drive; round it off"
        )


def at_times(run: Run, times: Array) -> Run:
    """The run at those of its points that are at these times."""
    assert run.loads is not None
    rows = np.flatnonzero(np.isin(run.t, times))
    if len(rows) == len(run.t):
        return run
    motion = run.q[rows], run.v[rows], run.a[rows]
    chosen_rows = Run(run.system, run.t[rows], *motion, run.sigma[rows], run.memory, run.branch, trail=run.trail)
    chosen_rows.loads = loads_from(run.loads.system, (getattr(run.loads, name)[rows] for name in ARRAYS))
    chosen_rows.events, chosen_rows.notes, chosen_rows.completed = run.events, run.notes, run.completed
    chosen_rows.statistics = {**run.statistics, "points": len(rows)}
    return chosen_rows


def _between(run: Run) -> Array:
    """The times of the trail between the points of a run."""
    assert run.trail is not None
    return run.trail.t[(run.trail.t > run.t[0]) & (run.trail.t < run.t[-1])]


def _has_states(mechanism: Mechanism) -> bool:
    """Whether something in it remembers: then its forces follow from the time before."""
    remembering = (State, Flag, Pid, Filter, Sampled, Delay)
    parts = [*mechanism.signals.values(), *mechanism.forces.values()]
    return not only_noted(mechanism) or any(
        isinstance(part, remembering) or getattr(part, "states", dict)() for part in parts
    )


def add_work(loads: Loads, t: Array, impulses: Mapping[float, Any] | None = None) -> None:
    """The work of forces and drivers, by splines through their powers at the points of the run.

    They are cut where speeds of drivers jump; `blows` gives the work of the drivers at each of these times.
    """
    from scipy.interpolate import CubicSpline

    signals = loads.system.signals
    assert signals is not None
    if len(t) < 2:
        return
    impulses = impulses or {}
    cuts = [0, *np.searchsorted(t, list(impulses)).tolist(), len(t)]
    for number, name in enumerate(QUADRATURES):
        power, place = loads.energy[:, 3 + number], signals.state(name)[0]
        done: Any = 0.0
        for (begin, end), impulse in zip(pairwise(cuts), [0.0, *impulses.values()], strict=True):
            done = done + (impulse if name == DRIVEN else 0.0)
            if end - begin > 1:
                work = CubicSpline(t[begin:end], power[begin:end]).antiderivative()
                loads.memory[begin:end, place] = done + work(t[begin:end]) - work(t[begin])
            else:
                loads.memory[begin:end, place] = done
            done = loads.memory[end - 1, place] if end > begin else done
