"""What a simulation says: events, why it ended early, whether its energy adds up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.analysis.inside_out import turned_end
from linkwork.analysis.simulation.contact_text import contact_chatters, contact_grows, contact_stopped
from linkwork.analysis.simulation.culprit import culprit, stopped
from linkwork.analysis.simulation.dead_end import lock_up
from linkwork.analysis.simulation.driver_jumps import VALUE
from linkwork.analysis.simulation.energy_scale import energy_scale
from linkwork.analysis.simulation.stepping_text import stepping_reason
from linkwork.numerics.jit import EntryByName
from linkwork.places import layout_kernel as layout
from linkwork.run.loads import ENERGIES, energy_balance, integral_places
from linkwork.run.run import ENDED_BY_EVENT, Event, Run
from linkwork.signals.records import Switch

if TYPE_CHECKING:
    from linkwork.system.loop.moment import Loop

__all__ = ["ended", "energy_note", "event_text", "missing_energy", "stopped"]
_energy_missed = EntryByName("linkwork.system.dynamics.energy_balance_kernel", "energy_missed")
_OF_ENERGY = "of the largest energy"
_LEAST = 1e-12  # of an energy typical of the mechanism: less of it is none
_ROUNDING = 1e-13  # of the energy itself, for every step: what adding up may lose
DOUBTFUL, SUSPICIOUS = 1e-4, 1e-2  # share of the energy that is missing: when asked; said unasked
IN_CONTACT = 1e-3  # the same, said unasked of a run with contacts, whose audit knows what they took


def event_text(switch: Switch, on: bool) -> str:
    """An event or a switch of a law in words."""
    if switch.kind:
        return f"event '{switch.owner}': its number {'rises' if on else 'falls'} through zero"
    if switch.whole:
        return f"{switch.owner}: {switch.text}"
    return f"{switch.owner}: {switch.text} {'begins' if on else 'ends'}"


def ended(run: Run, moment: Loop, status: int) -> Event:
    """Why the simulation did not reach its end."""
    from linkwork.numerics.integrators import integrator_state_kernel as place
    from linkwork.system.loop import simulation_state_kernel as loop

    t = float(moment.z[place.T].real)
    if status == loop.ENDED:
        by = next(event for event in reversed(run.events) if event.kind == "event")
        return Event(by.t, ENDED_BY_EVENT, f"ended at t = {t:.6g} s by event '{by.name}'", by.name)
    if run.events and run.events[-1].kind == VALUE and run.events[-1].t.real == t:
        jump = run.events[-1]
        return Event(t, "stopped", f"stopped at t = {t:.6g} s: {jump.text}; make the driver continuous", jump.name)
    if status == loop.CHATTERING:
        if not run.events or run.events[-1].kind == "contact":
            return contact_chatters(run, t)
        last = run.events[-1]
        asked = run.mechanism.events.get(last.name) if last.kind == "event" else None
        if asked is not None and asked.strikes:
            text = (
                f"stopped at t = {t:.9g} s: event '{last.name}' happens again and again without time passing: "
                "the motion comes to rest there; end it with times=... or with an event that stops"
            )
            return Event(t, "chattering", text, last.name)
        text = (
            f"stopped at t = {t:.6g} s: {last.text}, and back again, without time passing; the motion would slide on "
            "this decision: make the law smooth around it, or end the run there with an event"
        )
        return Event(t, "chattering", text, last.name)
    turned = turned_end(moment)
    if turned is not None:
        return turned
    at_contact = contact_stopped(moment)
    if at_contact is not None:
        return at_contact
    full = stepping_reason(moment)
    if full is not None:
        return Event(t, "stopped", f"stopped at t = {t:.6g} s: {full}; the results up to there are kept")
    growing_contact = contact_grows(run, t)
    if growing_contact is not None:
        return growing_contact
    at_fault, growing = culprit(moment), "; a force may grow without bound or jump there"
    accurate = "; try a shorter step" if moment.options.step else "; tighten rtol: the step follows from it"
    reasons = {
        place.STEP_TOO_SMALL: f"the step length went to zero{at_fault or growing}",
        place.NOT_CONVERGED: f"the iteration of the implicit method does not converge{at_fault or accurate}",
        place.NOT_FINITE: f"a force or an acceleration is not finite{at_fault}",
    }
    why = reasons.get(int(moment.s[place.STATUS]), "the constraints could not be kept; the mechanism may lock there")
    q = _position(moment)
    named = int(moment.s[place.STATUS]) == place.NOT_FINITE and at_fault
    locked = None if named else lock_up(run, q, t, moment.options)
    return locked or Event(t, "stopped", f"stopped at t = {t:.6g} s: {why}; the results up to there are kept")


def _position(moment: Loop) -> Any:
    """The coordinates at the present time."""
    from linkwork.numerics.integrators import integrator_state_kernel as place
    from linkwork.system.loop import simulation_state_kernel as loop
    from linkwork.system.loop.simulation_start_kernel import seen

    system, n = moment.system, len(moment.system.coordinates)
    y = moment.z[moment.s[place.Y] :]
    if moment.state[loop.SEE] != 0:
        y = np.zeros(2 * n + int(system.k[layout.STATES]))
        seen(system.k, system.p, moment.w, moment.z, moment.s, moment.state, y)
    return system.world.position(system, moment.w, y[:n])


def missing_energy(run: Run) -> tuple[float, float]:
    """Energy that neither forces nor drivers account for, at most: in J and as a share of the largest energy.

    What jumps at events of contacts is told by the audit, by name; here counts what is lost between them.
    """
    loads = run.loads
    assert loads is not None
    if run.audit is None and run.system.scalar == "real":
        balance, low, high, kinetic = _energy_missed(loads.energy, loads.memory, *integral_places(loads))
    else:
        drift, total = energy_balance(loads)
        if run.audit is not None:
            drift = drift - run.audit.jumped(run.t)
        balance, kinetic = float(np.abs(drift).max()), float(loads.energy[:, ENERGIES["kinetic"]].max())
        low, high = float(total.min()), float(total.max())
    least = _LEAST * energy_scale(run.system, run.v[0])
    size = max(kinetic, high - low, least)
    added = max(abs(low), abs(high), _of_no_mass(run))
    rounding = _ROUNDING * (1 + run.statistics.get("steps", 0)) * added
    return balance, max(balance - rounding, 0.0) / size


def _of_no_mass(run: Run) -> float:
    """The energy that a unit of mass would have where no body has one: of it reactions there are the rounding."""
    k, p = run.system.k, run.system.p
    if int(k[layout.MASSES]) > 0 or not run.v.size:
        return 0.0
    return float(p[int(k[layout.MASS_SCALE])].real) * float(np.abs(run.v).max()) ** 2


def energy_note(missing: float, share: float, remedy: str = "tighten rtol") -> str:
    """Whether the change of energy is the work of forces and drivers, by what `missing_energy` tells.

    `remedy` is what makes the method more accurate.
    """
    verdict = "adds up" if share <= DOUBTFUL else f"does NOT add up: {remedy}, or look for a law that jumps"
    return f"energy {verdict}: {missing:.3g} J missing at most, {share:.2g} {_OF_ENERGY}"


def is_energy_note(note: str) -> bool:
    """Whether a note is that of `energy_note`."""
    return note.startswith("energy ") and note.endswith(_OF_ENERGY)
