"""Results of analyses as plain text for the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linkwork.base.plural import plural
from linkwork.base.text_tables import table

if TYPE_CHECKING:
    from linkwork.analysis.assembly.assemble import Assembly
    from linkwork.analysis.check.check import Report


def _number(value: float, noise: float) -> str:
    """Six digits; round-off as zero."""
    return "0" if abs(value) < noise else f"{value:.6g}"


def assembly_text(assembly: Assembly) -> str:
    """The assembled position, or what keeps the mechanism from closing."""
    name = assembly.system.mechanism.name
    lines = [f"{name}: assembled at t = {assembly.t:g} s" if assembly.ok else f"{name}: cannot be assembled"]
    if assembly.ok:
        lines.append(f"branch: {assembly.branch}")
    else:
        lines += [f"  with all others closed, {gap}" for gap in assembly.gathered]
        lines += [f"  at the closest position {gap}" for gap in assembly.gaps]
        lines.append("  the closest position found is below; change a length, or give estimates nearer to a solution")
    noise, world = 1e-12 * assembly.system.length, assembly.system.world
    shown = assembly.system.mechanism.units.shown
    units = [shown("m" if n < world.dimensions else "rad") for n in range(len(world.body_coordinates))]
    rows = [
        [body, *(_number(factor * value, factor * noise) for (factor, _), value in zip(units, pose, strict=True))]
        for body, pose in assembly.poses.items()
    ]
    head = [f"{name} ({unit})" for name, (_, unit) in zip(world.body_coordinates, units, strict=True)]
    lines += table(["body", *head], rows)
    own = assembly.system.coordinates[assembly.system.body_columns :]
    lines += [f"  {coordinate} = {assembly[coordinate]:.6g}" for coordinate in own]
    lines += [f"note: {note}" for note in assembly.notes]
    return "\n".join(lines)


def report_text(report: Report) -> str:
    """Freedoms, redundancies, drivers, warnings, and what to do."""
    own = f" and {len(report.own)} of contacts" if report.own else ""
    own += f" and {len(report.modes)} of elastic modes, held where no forces act" if report.modes else ""
    bodies = report.coordinates - len(report.own) - len(report.modes)
    lines = [f"{report.name}: {plural(len(report.bodies), 'body')}, {len(report.rows)} joints and drivers", ""]
    lines += table(["name", "kind", "between", "equations"], [[n, k, b, str(c)] for n, k, b, c in report.rows], left=3)
    lines += ["", f"coordinates  {report.coordinates} ({bodies} of bodies{own})"]
    lines.append(f"equations    {report.equations}, and {report.drivers} of drivers")
    lines.append(f"mobility     {report.count_mobility} by count{_by_rank(report)}")
    lines += elastic_lines(report)
    lines += [f"Haug's count {report.book_count}"] if report.book_count else []
    lines += [report.gravity] if report.gravity else []
    lines += freedom_lines(report)
    lines += report.flexible
    lines += [f"warning: {warning}" for warning in report.warnings]
    lines += [f"not there: {problem}" for problem in report.output]
    if report.assembly is not None:
        lines += ["", assembly_text(report.assembly)]
    lines += ["", f"what to do: {advice(report)}"]
    return "\n".join(lines)


def elastic_lines(report: Report) -> list[str]:
    """What the nodes of beams and cables have to do with the count."""
    return [
        f"'{name}' has {count} of the coordinates in its nodes: its elements carry them, and nothing has to drive them"
        for name, count in report.elastic.items()
    ]


def freedom_lines(report: Report) -> list[str]:
    """Contacts, redundancies, drivers, and what can be chosen freely, a line each."""
    lines = _contact_lines(report) + _redundancy_lines(report) + _driver_lines(report)
    if report.independent:
        lines.append(f"coordinates that can be chosen freely: {', '.join(report.independent)}")
    return lines


def _contact_lines(report: Report) -> list[str]:
    """Equations of contacts, and what the closed ones leave."""
    lines = [str(contact) for contact in report.contacts]
    if any(contact.closed for contact in report.contacts):
        free = report.count_mobility if report.mobility is None else report.mobility
        lines.append(
            f"mobility with contacts: {free} while all are open; every point that closes takes 1 of them, if it can"
        )
    return lines


def _by_rank(report: Report) -> str:
    return "" if report.mobility is None else f", {report.mobility} by rank"


def _redundancy_lines(report: Report) -> list[str]:
    lines = []
    if report.isolated:
        lines.append("this position is singular: rows are dependent here but not at positions nearby")
    if report.stretched:
        lines.append(
            "it is stretched to its limit: its rows are dependent here and no position nearby closes its joints"
        )
    if report.no_grip:
        lines.append("the drivers have no grip at this position: it is a dead centre for them, though not nearby")
    if report.redundant:
        lines.append(f"redundant: {plural(len(report.redundant), 'equation')} more than needed")
    for group in report.redundant:
        lines.append(f"  of these {len(group.equations)} one follows from the others: {group}")
    return lines


def _driver_lines(report: Report) -> list[str]:
    from linkwork.analysis.check.check import Redundancy

    lines = [
        f"driver too many: {group.equations[-1]} is fixed already by: {Redundancy(group.equations[:-1])}"
        for group in report.redundant_drivers
    ]
    if report.missing_drivers and report.by_forces and not report.elastic:
        lines.append(f"{plural(report.missing_drivers, 'freedom')} left to the forces")
    elif report.missing_drivers and not report.elastic:
        count = plural(report.missing_drivers, "more driver")
        lines.append(f"{count} needed; could be driven: {', '.join(report.suggestions)}")
    lines += [f"  free: {motion}" for motion in report.motions]
    return lines


def advice(report: Report) -> str:
    """One sentence on what to do next."""
    if report.redundant_drivers:
        names = ", ".join(dict.fromkeys(group.equations[-1].element for group in report.redundant_drivers))
        return f"remove driver {names}: what it moves is fixed already by the joints and the other drivers"
    if report.assembly is None or not report.assembly.ok:
        return "mend the joint that stays open (a length, a place), or give estimates nearer to the drawing"
    if report.stretched:
        return "change a length a little: as it is, it cannot move from here"
    if report.no_grip:
        return "start from another value of the driver, or drive another joint: the drivers cannot move it from here"
    if report.missing_drivers and not report.by_forces:
        under_forces = "; or simulate it: it has masses" if report.heavy else ""
        places = ", ".join(report.suggestions)
        return f"add {plural(report.missing_drivers, 'driver')}, for instance on {places}{under_forces}"
    if report.output:
        return "mend the names of channels that are not there: a run would not find them either"
    if any("jump in the value" in warning for warning in report.warnings):
        return "make the driver continuous: a run ends where its value jumps"
    if report.isolated:
        return "start from a position a little away from this singular one, so that the branch is clear"
    if report.redundant:
        return "nothing must be done: analyses work through redundant constraints; reactions in them are not unique"
    if report.elastic:
        return "nothing: it is ready for simulate, equilibrium and linearise; what bends moves under forces only"
    return "nothing: it is ready to run"
