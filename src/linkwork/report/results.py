"""What a run found, as tables: events, reactions with their peaks, drivers, energy, constraint errors, statistics."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linkwork.places.interfaces import is_interface
from linkwork.report.format_values import moments, number, numbers, times
from linkwork.report.parts import Part, Table, Words
from linkwork.run.driver_efforts import driver_efforts
from linkwork.run.reactions import required

if TYPE_CHECKING:
    from linkwork.run.run import Run

MOST_EVENTS = 200
_NEAR = 1e-12  # of the model's length: nearer places are the same
_CANCELLED = 1e-12  # of the work that went in and out: what is left of it below that is rounding
_NOISE = 1e-10  # of the largest reaction: smaller ones are shown as zero


def event_parts(run: Run) -> list[Part]:
    """What happened when: without the switches of laws, and of contacts the first ones."""
    told = [event for event in run.events if event.kind != "switch"]
    switches = len(run.events) - len(told)
    shown = told[:MOST_EVENTS]
    when = moments([float(event.t.real) for event in shown])
    rows = [(t, event.kind, event.text) for t, event in zip(when, shown, strict=True)]
    parts: list[Part] = [Table(("t (s)", "kind", "what happened"), rows, "rll")] if rows else []
    if len(told) > MOST_EVENTS:
        parts.append(Words(f"And {len(told) - MOST_EVENTS} more; run.events and run.contact_log() have them all."))
    if switches:
        parts.append(Words(f"Laws changed over {'once' if switches == 1 else f'{switches} times'}."))
    return parts or [Words("Nothing happened: no event, no lock-up, no change of a contact.")]


def reaction_parts(run: Run) -> list[Part]:
    """The largest force and torque of every joint and driver: components, place and time."""
    loads = required(run)
    if not loads.system.elements:
        return []
    doubtful, d = loads.unique.doubtful(), loads.system.world.dimensions
    noise = _NOISE * float(np.max(np.abs(loads.wrenches), initial=0.0))
    names, forces, torques = ("ground", *loads.system.bodies), [], []
    (of_force, in_force), (of_torque, in_torque), (of_length, in_length) = map(
        run.mechanism.units.shown, ("N", "N m", "m")
    )
    for placed in loads.system.elements:
        wrench = np.real(loads.reaction(placed.name))
        shown, body = placed.name + (" *" if placed.name in doubtful else ""), names[placed.ends[1]]
        i, force = _peak(wrench[:, :d])
        j, torque = _peak(wrench[:, d:])
        if force > noise:
            parts, place = (
                numbers(of_force * wrench[i, :d], of_force * noise),
                numbers(of_length * _place(run, placed, body)[i], of_length * _NEAR * run.system.length),
            )
            forces.append((shown, body, number(of_force * force), parts, place, times(run.t[i])))
        if torque > noise:
            turning = of_torque * wrench[j, d:]
            components = number(turning[0]) if d == 2 else numbers(turning, of_torque * noise)
            torques.append((shown, body, number(of_torque * torque), components, times(run.t[j])))
    axes = ", ".join(f"f{axis}" for axis in "xyz"[:d])
    head = ("joint", "on body", f"peak ({in_force})", f"{axes} ({in_force})", f"at ({in_length})", "t (s)")
    turned = (
        "joint",
        "on body",
        f"peak ({in_torque})",
        f"{'torque' if d == 2 else 'tx, ty, tz'} ({in_torque})",
        "t (s)",
    )
    reaction_parts = [Table(head, forces, "llrrrr", "Forces"), Table(turned, torques, "llrrr", "Torques")]
    return [*(table for table in reaction_parts if table.rows), *_doubts(doubtful)]


def _peak(values: Any) -> tuple[int, float]:
    sizes = np.linalg.norm(values, axis=1)
    index = int(np.argmax(sizes))
    return index, float(sizes[index])


def _place(run: Run, placed: Any, body: str) -> Any:
    """Where the force acts, in the world, over the run."""
    row = run.system.row(placed.name)
    on = placed.element.ends(row)[1]
    return np.real(run.motion.point(on if is_interface(on) else body, placed.element.reaction_point(row))[0])


def _doubts(doubtful: dict[str, tuple[str, ...]]) -> list[Part]:
    if not doubtful:
        return []
    names = "; ".join(f"{name}: {', '.join(labels)}" for name, labels in doubtful.items())
    text = "* Not unique, for the constraints are redundant: the least set that carries the loads is given. Of "
    return [Words(f"{text}{names}.", "warning")]


def driver_parts(run: Run) -> list[Part]:
    """Effort, power and work of every driver."""
    rows = []
    (of_power, in_power), (of_work, in_work) = map(run.mechanism.units.shown, ("W", "J"))
    for driver in driver_efforts(run):
        high, low = int(np.argmax(driver.effort)), int(np.argmin(driver.effort))
        top = int(np.argmax(np.abs(driver.power)))
        factor, unit = run.mechanism.units.shown(driver.unit)
        rows.append(
            (
                f"{driver.name} ({unit})",
                number(factor * driver.effort[high]),
                times(run.t[high]),
                number(factor * driver.effort[low]),
                times(run.t[low]),
                number(of_power * driver.power[top]),
                times(run.t[top]),
                number(of_work * _work(run, driver.power), of_work * _CANCELLED * _work(run, np.abs(driver.power))),
            )
        )
    head = ("driver", "largest", "t (s)", "least", "t (s)", f"peak power ({in_power})", "t (s)", f"work ({in_work})")
    note = "Force or torque along the driven value; power above zero goes into the mechanism."
    return [Table(head, rows, "lrrrrrrr", note=note)] if rows else []


def _work(run: Run, power: NDArray[np.float64]) -> float:
    """The integral of a power, by the trapezoidal rule over the points of the run."""
    return float(np.sum(0.5 * (power[1:] + power[:-1]) * np.diff(run.t)))


def energy_parts(run: Run) -> list[Part]:
    """Energies at the start and the end, what went in and out, and what is missing in the balance."""
    words = {
        "kinetic": "kinetic",
        "gravity": "of gravity",
        "elastic": "elastic",
        "total": "all of these",
        "driven": "given by drivers",
        "given": "given by forces",
        "lost": "lost",
        "balance": "missing",
    }
    factor, unit = run.mechanism.units.shown("J")
    series = {name: factor * np.real(run[f"energy.{name}"]) for name in words}
    scale = max(float(np.max(np.abs(values), initial=0.0)) for values in series.values())
    rows = [
        (words[name], *(number(value, 1e-14 * scale) for value in (values[0], values[-1], values.min(), values.max())))
        for name, values in series.items()
    ]
    missing = float(np.max(np.abs(series["balance"])))
    share = f", {missing / scale:.1g} of the largest energy" if scale > 0.0 else ""
    note = f"At most {missing:.3g} {unit} are missing in the balance{share}."
    note += " Work is integrated over the points of the run." if run.moment is None else ""
    return [Table((f"energy ({unit})", "at the start", "at the end", "least", "largest"), rows, "lrrrr", note=note)]


def violation_parts(run: Run) -> list[Part]:
    """The largest constraint errors."""
    units = {"violation.position": "model lengths and rad", "violation.velocity": "the same per second"}
    rows = []
    for name, unit in units.items():
        if name in run.channels():
            values = np.real(run[name])
            index = int(np.argmax(values))
            rows.append((name.partition(".")[2], f"{values[index]:.2g}", times(run.t[index]), unit))
    return [Table(("error of the constraints", "largest", "t (s)", "in"), rows, "lrrl")] if rows else []


def solver_parts(run: Run) -> list[Part]:
    """How the motion was computed, at what effort, and what the solver noted."""
    rows = [*_options(run), *((name, f"{value:.6g}") for name, value in run.statistics.items())]
    parts: list[Part] = [Table(("solver", ""), [(name, str(value)) for name, value in rows], "ll")] if rows else []
    return parts + [Words(f"Note: {note}.") for note in run.notes]


def _options(run: Run) -> Iterator[tuple[str, str]]:
    yield "branch", run.branch
    options = getattr(run.moment, "options", None)
    if options is None:
        return
    yield "method", options.method
    yield "formulation", options.formulation
    if options.step:
        yield "step (s)", f"{options.step:g}"
    yield "rtol, atol", f"{options.rtol:g}, {options.atol:g}"
