"""Linearise: small motions about a state, in independent coordinates: x' = A x + B u, y = C x + D u.

The states are independent coordinates z and their rates. Positions, velocities and accelerations near the state are
those of the whole nonlinear mechanism, solved in complex numbers, so that A, B, C and D are exact to round-off.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.analysis.assembly.assemble import Assembly, assemble
from linkwork.analysis.equilibrium.contact_rest import in_contact_at
from linkwork.analysis.equilibrium.rest_result import Equilibrium
from linkwork.analysis.formulation import CARTESIAN, dynamics_in
from linkwork.analysis.kinematics.unwound import require_unwound
from linkwork.analysis.linear.chart import Chart
from linkwork.analysis.linear.kinks import flexible_notes, kink_notes
from linkwork.analysis.linear.linear_about import About
from linkwork.analysis.linear.linear_at_rest import columns_at_rest
from linkwork.analysis.linear.linear_coordinates import directions, joint_coordinates, named_coordinates, with_rates
from linkwork.analysis.linear.linear_inputs import find_input
from linkwork.analysis.linear.linear_model import LinearModel
from linkwork.analysis.simulation.spinning_rods import refuse_idle_spins
from linkwork.analysis.simulation.start import starting_rates
from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError, shown
from linkwork.mechanism.contacts import refuse_contacts
from linkwork.run.run import Run
from linkwork.system.constraints.independent import wanted
from linkwork.system.dynamics.dynamics import Dynamics, dynamics_of
from linkwork.system.rods.spatial.idle_spins import idle_spins

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

_LATEST = 1e100  # s


def linearise(
    mechanism: Mechanism,
    at: Any = None,
    inputs: Sequence[str] = (),
    outputs: Sequence[str] = (),
    coordinates: Sequence[str] = (),
    formulation: str = "auto",
) -> LinearModel:
    """The linear model about an equilibrium, an assembly, a time, or a point (run, time) of a run.

    In formulation "joint" its coordinates, where none are named, are those of joints.
    """
    at = mechanism.equilibrium() if at is None else at
    about, dynamics, where, notes = _near(mechanism, at, inputs, outputs, coordinates, formulation)
    notes += [*kink_notes(about, dynamics), *flexible_notes(about, dynamics)]
    return about.model(mechanism, dynamics, where, notes)


def decay_rates(mechanism: Mechanism, at: Any) -> Array:
    """How fast small motions about a point die out, in 1/s: the eigenvalues alone, without any channel of a model.

    Where bodies move along they are those about the point as if it stood still; fast ones are hardly others.
    """
    about, dynamics, _, _ = _near(mechanism, at, (), (), (), "auto", alone=True)
    count = len(about.x0)
    columns = columns_at_rest(about, dynamics)
    columns = about.columns_of() if columns is None else columns
    return -np.real(np.linalg.eigvals(np.real(columns[:count, :count])))


def _near(
    mechanism: Mechanism,
    at: Any,
    inputs: Sequence[str],
    outputs: Sequence[str],
    coordinates: Sequence[str],
    formulation: str,
    alone: bool = False,
) -> tuple[About, Dynamics, str, list[str]]:
    """The mechanism near a state, where that is in words, and notes; `alone`: its rates without anything measured."""
    _refuse_contacts(mechanism, at)
    q, v, t, states, where = _state(mechanism, dynamics_of(mechanism), at)
    if isinstance(at, Equilibrium) and at.contacts:
        dynamics: Dynamics = in_contact_at(mechanism, q, t, list(at.contacts))
        notes = [f"closed contacts stay so: {', '.join(at.contacts)}"]
    else:
        dynamics, notes = dynamics_in(mechanism, q, formulation, "linearise")
    signals = dynamics.whole.signals
    sampled = [sampler.owner for sampler in signals.samplers] if signals is not None else []
    if sampled:
        notes.append(
            f"sampled controllers and delays by the past hold the output they start with: {', '.join(sampled)}"
        )
    dynamics = dynamics.about(q)
    chart = Chart(dynamics, dynamics.gathered(q)[0], t, named=True, wanted=_wanted(dynamics))
    _require_masses(mechanism, chart, dynamics)
    dynamics.evaluate(chart.q0, t)
    driven = bool(np.any(dynamics.velocity_side() != 0.0))
    started = v is None and driven
    if v is None:
        v = _driven_start(mechanism, at, q, t) if driven else np.zeros(len(q))
    chosen = [find_input(dynamics, name, q, v, t) for name in inputs]
    measured = named_coordinates(dynamics.whole, q, coordinates)
    along = dynamics.whole.world.name == "space" and bool(np.any(v)) and not measured and not alone
    if not measured and not alone and not dynamics.whole.rolling and (driven or along):
        measured = joint_coordinates(dynamics.whole, q)
    shown = (*outputs, *with_rates(dynamics.whole, measured))
    sides, rates = directions(dynamics, chart), dynamics.gathered(q, v)[1]
    about = About(chart, dynamics.twin(), sides, rates, states, chosen, shown)
    about.measured, about.must = tuple(measured), bool(coordinates)
    about.base, about.moves, about.started = q if along else None, bool(np.any(v)), started
    return about, dynamics, where, notes


def _refuse_contacts(mechanism: Mechanism, at: Any) -> None:
    """Refuse closed contacts and dry friction; an equilibrium knows its contacts, and a run may have all open."""
    if isinstance(at, Equilibrium):
        return
    if isinstance(at, tuple) and len(at) == 2 and isinstance(at[0], Run) and not mechanism.frictions:
        modes = [name for name in at[0].channels() if name.endswith(".mode")]
        index = _point_of(at[0], at[1])[0]
        if not any(at[0][name][index] for name in modes):
            return
    instead = "give an equilibrium, a point (run, time) at which all contacts are open, or a force law"
    refuse_contacts(mechanism, "a linear model", instead)


def _state(mechanism: Mechanism, dynamics: Dynamics, at: Any) -> tuple[Array, Array | None, float, Array, str]:
    """Position, velocity (none: at rest but for the drivers), time, own states, and where that is in words."""
    states = dynamics.states()
    if isinstance(at, Assembly):
        if isinstance(at, Equilibrium) and len(at.own_states) == len(states):
            states = at.own_states
        require_unwound(mechanism, at, "linearise")
        what = f"{at.stability} equilibrium" if isinstance(at, Equilibrium) else "assembled position"
        return at.q, None, at.t, states, f"{what} at t = {at.t:g} s"
    if isinstance(at, tuple) and len(at) == 2 and isinstance(at[0], Run):
        run, index, where = at[0], *_point_of(at[0], at[1])
        t = float(run.t[index])
        if run.loads is not None and run.system.signals is not None:
            first = run.system.signals.first_state
            states = run.loads.memory[index, first : first + len(states)]
        return run.q[index], run.v[index], t, states, where
    if isinstance(at, int | float):
        if not abs(at) <= _LATEST:
            raise AnalysisError(f"linearise: the time must be a number of seconds, not {shown(at)}")
        assembly = assemble(mechanism, at=float(at))
        if not assembly.ok:
            raise AnalysisError(assembly.text())
        require_unwound(mechanism, assembly, "linearise")
        return assembly.q, None, float(at), states, f"assembled position at t = {at:g} s"
    raise AnalysisError(f"linearise: give an equilibrium, a time, or (run, time); found {shown(at)}")


def _point_of(run: Run, time: Any) -> tuple[int, str]:
    """The output point of a run nearest to a time, and which that is in words."""
    try:
        asked = float(time)
    except (TypeError, ValueError):
        raise AnalysisError(f"linearise: (run, time) needs a time in seconds, not {shown(time)}") from None
    first, last = float(np.min(run.t)), float(np.max(run.t))
    room = 1e-9 * max(abs(first), abs(last))
    if not first - room <= asked <= last + room:
        raise AnalysisError(
            f"linearise: t = {asked:g} s is not in the run, which goes from {first:g} s to {last:g} s; "
            "choose a time in between"
        )
    index = int(np.argmin(np.abs(run.t - asked)))
    t = float(run.t[index])
    near = "" if abs(t - asked) <= room else f" (the output point nearest to {asked:g} s)"
    return index, f"state of a run at t = {t:g} s{near}"


def _driven_start(mechanism: Mechanism, at: Any, q: Array, t: float) -> Array:
    """The velocities with which a simulation would start there; an equilibrium has none where drivers move."""
    if isinstance(at, Equilibrium):
        raise AnalysisError(
            f"{mechanism.name}: a driver moves at t = {t:g} s, so that it does not rest in an equilibrium; "
            "linearise about a state of a run, as in linearise((run, 0.5)), or make the driver constant"
        )
    return starting_rates(mechanism, Assembly(mechanism.system(), q, True, t, ""), {})[0]


def _wanted(dynamics: Dynamics) -> list[str]:
    """The joint coordinates that the user wants independent."""
    if dynamics.bodies is dynamics:
        return []
    return [name for name, mark in zip(dynamics.system.coordinates, wanted(dynamics.whole), strict=True) if mark]


def _require_masses(mechanism: Mechanism, chart: Chart, dynamics: Dynamics) -> None:
    dynamics.place(chart.q0, chart.t)
    shapes = chart.speed_shapes(dynamics)
    reduced = shapes.T @ dynamics.masses() @ shapes
    if chart.speeds == 0:
        if dynamics.state_names():
            return
        raise AnalysisError(f"{mechanism.name}: joints and drivers leave nothing to move; remove a driver to linearise")
    if np.linalg.eigvalsh(reduced)[0] <= 1e-12 * max(float(np.max(np.abs(reduced))), 1e-300):
        if dynamics.bodies is dynamics and (idle := idle_spins(dynamics.whole)):
            refuse_idle_spins(mechanism, idle, CARTESIAN)
        raise AnalysisError(f"{mechanism.name}: some motion moves no mass; give masses to the bodies that move freely")
