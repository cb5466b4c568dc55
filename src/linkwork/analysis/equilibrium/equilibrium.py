"""Equilibrium: where a mechanism rests under its forces, with the reactions and whether it stays there (Haug 6.5, 7.5).

    energy     downhill on the potential energy: ends in the minimum whose valley the start is in
    equations  Newton's method on the equilibrium equations: finds saddles and maxima too, and says so
    settle     lets the mechanism move with added damping; for forces that have no potential

Drivers are held at the values that they have at the time asked for, and forces of time act as they do then.
Own states of filters, controllers and motors that act on forces come to rest together with the bodies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.analysis.algebraic_start import require_values
from linkwork.analysis.assembly.assemble import Assembly, assemble
from linkwork.analysis.assembly.branch import branch_of
from linkwork.analysis.equilibrium.balance import Balance, Rest
from linkwork.analysis.equilibrium.bent_laws import bent_notes
from linkwork.analysis.equilibrium.contact_rest import hard_contacts, rest_on_contacts, softened, stiff_enough
from linkwork.analysis.equilibrium.kinks import kinks
from linkwork.analysis.equilibrium.rest import EXACT, downhill, newton, settled, size_of
from linkwork.analysis.equilibrium.rest_result import Equilibrium
from linkwork.analysis.equilibrium.rest_states import acting_states, stiffness_with_states
from linkwork.analysis.formulation import CARTESIAN, JOINT, dynamics_in
from linkwork.analysis.kept import kept
from linkwork.analysis.kinematics.unwound import require_unwound
from linkwork.analysis.linear.chart import split_rows
from linkwork.analysis.simulation.circuit_notes import circuit_notes
from linkwork.analysis.simulation.start import starting_rates
from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.elements.plastic import Stepped
from linkwork.mechanism.beams.strands import strands_of
from linkwork.mechanism.contacts import refuse_contacts
from linkwork.run.flexible.tension import tension_notes
from linkwork.signals.parts import Flag, Input
from linkwork.system.dynamics.dynamics import Dynamics, NoSlope

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

METHODS = ("auto", "energy", "equations", "settle")
_WAYS: dict[str, Callable[[Balance, Array], Rest]] = {"energy": downhill, "equations": newton, "settle": settled}
_SINGULAR = 1e-4  # of the largest singular value: below this small motions are not what they seem
_SETTLE = "simulate until it rests, with damping where there is none, or give the contact a force law"
_CELLS = "take smaller cells, or let the load grow from nothing (load_path)"
_CREEP = 1e-12  # model lengths and radians per second
_FLAT = 1e-12  # of the size of forces: a stiffness below this is round-off (a slender beam bends at 1e-10)


def equilibrium(
    mechanism: Mechanism,
    method: str = "auto",
    near: Mapping[str, Any] | Assembly | None = None,
    at: float = 0.0,
    moving: Mapping[str, Any] | None = None,
    formulation: str = "auto",
) -> Equilibrium:
    """The position of rest near the assembled one, sought in the coordinates of a formulation.

    Laws that switch with the sign of a speed are ambiguous at rest; `moving`, such as {"slider.vx": 1}, says which way
    the mechanism is about to move. What was found near the assembled position is kept until something changes: an
    optimisation asks for it again when it wants the derivatives there.
    """
    if method not in METHODS:
        raise AnalysisError(f"equilibrium: there is no method '{method}'; methods are: {', '.join(METHODS)}")
    if near or moving:
        return _sought(mechanism, method, near, at, moving, formulation)
    mechanism.validate()
    asked = {"method": method, "at": at, "formulation": formulation}
    return kept(
        mechanism, "equilibrium", asked, partial(_sought, mechanism, method, None, at, None, formulation)
    ).copy()


def _sought(
    mechanism: Mechanism,
    method: str,
    near: Mapping[str, Any] | Assembly | None,
    at: float,
    moving: Mapping[str, Any] | None,
    formulation: str,
) -> Equilibrium:
    hard = hard_contacts(mechanism)
    if hard:
        return _on_contacts(mechanism, hard, method, near, at, moving)
    balance, q, notes = start_of(mechanism, near, at, formulation)
    if moving:
        creep(balance, mechanism, q, at, moving)
        notes.append(
            f"laws act as if it began to move: {', '.join(f'{name} = {rate}' for name, rate in moving.items())}"
        )
    if balance.acting and method in ("auto", "energy"):
        return _telling_of_others(balance, _with_states(balance, q, notes), None)
    chosen = _method(balance, method, q)
    rest = _WAYS[chosen](balance, q)
    pulls, away = kinks(balance, rest)
    if chosen == "energy" and away is not None and min(pulls.values()) < 0.0:
        notes.append(f"stepped off the zero length of spring {names_of(pulls)}, which pushes there")
        rest = downhill(balance, away)
    looks = not isinstance(near, Assembly) and not balance.acting and not balance.without_potential(q)
    return _telling_of_others(balance, describe(balance, rest, chosen, notes), rest if looks else None)


def _telling_of_others(balance: Balance, telling: Equilibrium, rest: Rest | None) -> Equilibrium:
    """With a note where it is unstable: which stable one lies below it, for a position from which to go downhill."""
    if telling.stability != "unstable":
        return telling
    note = "it is unstable: the mechanism does not stay here, and others may exist"
    if rest is not None:
        try:
            below = describe(balance, downhill(balance, rest.q), "energy", [])
            place = ", ".join(f"{name} = {value:.6g}" for name, value in below.held().items())
            note = (
                f"it is unstable: downhill from here lies another one, {below.stability}, at {place} "
                f"({below.potential_energy:.6g} J); method='energy' leads there"
            )
        except AnalysisError:
            note += "; downhill from here none was found"
    telling.notes = [*telling.notes, f"{note}; `equilibria` looks for all"]
    return telling


def _on_contacts(
    mechanism: Mechanism,
    hard: list[str],
    method: str,
    near: Mapping[str, Any] | Assembly | None,
    at: float,
    moving: Mapping[str, Any] | None,
) -> Equilibrium:
    """Rest where contacts may be closed, sought in the coordinates of the bodies."""
    if moving:
        raise AnalysisError(f"{mechanism.name}: 'moving' is for laws that switch with a speed, not for contacts")
    balance, q, notes = start_of(softened(mechanism, 1.0), near, at, CARTESIAN)
    balance, q, notes = start_of(softened(mechanism, stiff_enough(balance, q)), near, at, CARTESIAN)
    chosen = _method(balance, method, q)
    rest = _WAYS[chosen](balance, q)
    balance, rest, forces = rest_on_contacts(balance, rest, hard, downhill if chosen == "energy" else newton)
    resting = describe(balance, rest, chosen, notes)
    resting.system, resting.contacts = mechanism.system(dynamics=True), forces
    return _telling_of_others(balance, resting, None)


def names_of(names: Iterable[str]) -> str:
    """Names as a user reads them."""
    return ", ".join(f"'{name}'" for name in names)


def _with_states(balance: Balance, q: Array, notes: list[str]) -> Equilibrium:
    """By the equations, for own states have no potential; by settling where that finds no stable rest."""
    resting, problem = None, None
    try:
        resting = describe(balance, newton(balance, q), "equations", notes)
    except AnalysisError as error:
        problem = error
    if resting is not None and resting.stability != "unstable":
        return resting
    balance.hold(balance.start)
    try:
        return describe(balance, settled(balance, q), "settle", notes)
    except AnalysisError:
        if resting is None:
            raise (problem or AnalysisError("no equilibrium")) from None
    return resting


def start_of(
    mechanism: Mechanism, near: Mapping[str, Any] | Assembly | None, at: float, formulation: str = "cartesian"
) -> tuple[Balance, Array, list[str]]:
    """Statics at a time, the closed position to begin with, and what the user should know about it."""
    refuse_contacts(mechanism, "a search for all positions of rest", _SETTLE)
    first = near if isinstance(near, Assembly) else assemble(mechanism, hold=near, at=at)
    if not first.ok:
        raise AnalysisError(first.text())
    require_unwound(mechanism, first, "equilibrium")
    if formulation == "auto" and strands_of(mechanism):
        formulation = CARTESIAN  # every node is free: the coordinates of the joints are no fewer
    place = first.q[: len(mechanism.system(dynamics=True).coordinates)]
    dynamics, chosen = dynamics_in(mechanism, place, formulation, "equilibrium")
    require_values(dynamics.whole, place, np.zeros(len(place)), at)
    balance = Balance(mechanism, at, dynamics)
    q = balance.close(dynamics.gathered(place)[0])
    if q is None:
        if balance.cells.barred(place):
            raise AnalysisError(f"{mechanism.name}: where it begins, {balance.cells.told(place)}; begin elsewhere")
        raise AnalysisError(f"{mechanism.name}: the joints cannot be closed at t = {at:g} s near the position given")
    notes = [*first.notes, *(chosen if formulation != CARTESIAN else [])]
    notes += [f"force '{name}' depends on time; it acts as at t = {at:g} s" for name in balance.moving_forces(q)]
    balance.acting = acting_states(balance, q)
    signals = dynamics.whole.signals
    sampled = [sampler.owner for sampler in signals.samplers] if signals is not None else []
    if sampled:
        notes.append(f"sampled controllers hold the output they start with: {names_of(sampled)}")
    for kind, what in ((Flag, "flags"), (Input, "inputs")):
        names = [name for name, part in mechanism.signals.items() if isinstance(part, kind)]
        if names:
            notes.append(f"{what} keep the value they start with: {names_of(names)}")
    yielding = [name for name, force in mechanism.forces.items() if isinstance(force, Stepped)]
    if yielding:
        notes.append(f"at rest what can yield is elastic, above its first level too: {names_of(yielding)}")
    dynamics.place(q, at)
    if np.max(np.abs(dynamics.velocity_side()), initial=0.0) > 0.0:
        notes.append(f"moving drivers are held at their values at t = {at:g} s")
    return balance, q, notes


def creep(balance: Balance, mechanism: Mechanism, q: Array, at: float, moving: Mapping[str, Any]) -> None:
    """Give every position a velocity in the direction asked for, too small to matter but for its signs."""
    place = balance.dynamics.spread(q)[0]
    v, _ = starting_rates(mechanism, Assembly(mechanism.system(), place, True, at, ""), moving)
    size = float(np.max(np.abs(v / balance.dynamics.whole.column_scale), initial=0.0))
    if size == 0.0:
        raise AnalysisError(f"{mechanism.name}: {', '.join(moving)} moves nothing; name a speed that is not zero")
    rates = _CREEP * v / size
    for dynamics in (balance.dynamics, balance.twin):
        dynamics.bodies.creep = rates
        dynamics.creep = balance.dynamics.gathered(place, rates)[1]


def _method(balance: Balance, method: str, q: Array) -> str:
    """The method to use: downhill where every force has a potential."""
    bad = balance.without_potential(q)
    if bad and method == "energy":
        raise AnalysisError(
            f"{balance.mechanism.name}: no potential energy exists for: {', '.join(bad)}; "
            "use method='settle', or method='equations' from a start near the equilibrium"
        )
    return method if method != "auto" else "settle" if bad else "energy"


def describe(balance: Balance, rest: Rest, method: str, notes: list[str]) -> Equilibrium:
    """The result for a position of rest."""
    dynamics = balance.dynamics
    turned = balance.cells.told(rest.place)
    if balance.cells.barred(rest.place):
        raise AnalysisError(
            f"{balance.mechanism.name}: no equilibrium found: where the search ended, {turned}; {_CELLS}"
        )
    notes = [*notes, f"{turned}, which no body can be: {_CELLS}"] if turned else notes
    balance.hold(rest.states)
    stiffness = stiffness_with_states(balance, rest) if balance.acting else balance.stiffness(rest)
    values, shapes = np.linalg.eig(stiffness) if rest.freedoms else (np.zeros(0), np.zeros((0, 0)))
    if rest.freedoms and np.max(np.abs(stiffness - stiffness.T)) <= 1e-8 * size_of(rest, stiffness):
        values, shapes = np.linalg.eigh(0.5 * (stiffness + stiffness.T))
    elif rest.freedoms and not dynamics.whole.rolling:
        notes = [*notes, "some force has no potential: the stiffness does not tell of flutter, `linearise` does"]
    if dynamics.whole.rolling:
        notes = [
            *notes,
            f"{names_of(dynamics.whole.rolling)} rolls or slides along a blade: positions of rest come in families, "
            "and this is the one to which it rolls from the start",
        ]
    order = np.argsort(values.real)
    values, shapes = values[order].real, shapes[:, order]
    softest, amount = _motion(balance, rest, shapes[:, 0].real) if rest.freedoms else ("", 1.0)
    dynamics.place(rest.q, balance.t)
    energies = dynamics.energies()
    left = float(np.max(np.abs(rest.left), initial=0.0))
    if left > 1e3 * EXACT * size_of(rest, stiffness):
        notes = [*notes, f"a force of {left:.2g} N m is left over"]
    stability = _stability(values, size_of(rest, stiffness)) if rest.grip > _SINGULAR else "singular"
    pulls, _ = kinks(balance, rest)
    if pulls:
        notes = [*notes, f"spring {names_of(pulls)} has no length here, so that its force has no direction"]
        stability = "unstable" if min(pulls.values()) < 0.0 else "singular"
    elif stability == "neutral":
        notes = [*notes, *bent_notes(balance, rest)]
    dynamics.place(rest.q, balance.t)
    multipliers = least(dynamics, dynamics.multipliers_of_all(rest.multipliers))
    resting = Equilibrium(
        dynamics.whole,
        rest.place,
        True,
        balance.t,
        branch_of(balance.mechanism.system(), rest.place, balance.t),
        notes=notes,
        method=method,
        stability=stability,
        potential_energy=float(energies[1] + energies[2]),
        stiffness=values,
        softest=softest,
        softest_stiffness=float(values[0]) / amount**2 if rest.freedoms else 0.0,
        left_over=left,
        multipliers=multipliers * dynamics.whole.row_scale,
        wrenches=dynamics.bodies.reactions(multipliers),
        own_states=rest.states,
        kinks=pulls,
    )
    resting.notes += tension_notes(balance.mechanism, dynamics.whole, rest.place, resting.__getitem__)
    resting.notes += circuit_notes(balance.mechanism, resting.__getitem__, balance.t)
    known = stability in ("stable", "unstable", "neutral") and not pulls
    if known and (balance.acting or dynamics.whole.rolling):
        resting.stability = _stability_with_states(balance, resting)
    return resting


def least(dynamics: Dynamics, multipliers: Array) -> Array:
    """The smallest multipliers that do the same to the bodies, where some are idle."""
    if dynamics.bodies is dynamics or split_rows(dynamics.jacobian())[0].shape[1] == dynamics.m:
        return multipliers
    used = split_rows(dynamics.bodies.jacobian())[0]
    least: Array = used @ (used.T @ multipliers)
    return least


def _stability_with_states(balance: Balance, equilibrium: Equilibrium) -> str:
    """From the eigenvalues of the small motions, for controllers can shake what the stiffness holds.

    So can rolling: where it carries a load, its forces need not be those of a potential.
    """
    from linkwork.analysis.linear.linearise import linearise

    try:
        model = linearise(balance.mechanism, equilibrium, formulation=CARTESIAN if balance.plain else JOINT)
    except NoSlope as error:
        equilibrium.notes.append(f"stability is that of slow motions: {error}")
        return equilibrium.stability
    except AnalysisError:
        equilibrium.notes.append("stability is that of slow motions: masses are needed to tell of others")
        return equilibrium.stability
    equilibrium.eigenvalues = model.eigenvalues
    growth, fastest = float(np.max(equilibrium.eigenvalues.real)), float(np.max(np.abs(equilibrium.eigenvalues)))
    if growth > 1e-9 * fastest:
        return "unstable"
    family = model.chart.freedoms - model.chart.speeds  # what rolls can always be put elsewhere
    still = int(np.sum(np.abs(equilibrium.eigenvalues) <= 1e-9 * fastest))
    return "neutral" if still > family else "stable"


def _stability(values: Array, size: float) -> str:
    if len(values) == 0:
        return "held"
    if values[0] < -_FLAT * size:
        return "unstable"
    return "neutral" if values[0] <= _FLAT * size else "stable"


def _motion(balance: Balance, rest: Rest, shape: Array) -> tuple[str, float]:
    """A small motion by the coordinate that moves most, and how much that moves, in m or rad."""
    moved, whole = np.abs(rest.shapes @ shape), balance.dynamics.whole
    column = int(np.argmax(np.round(moved / np.max(moved), 6)))
    return whole.coordinates[column], float(moved[column] * whole.column_scale[column])
