"""The data of a mechanism as tables: parameters, bodies, joints, drivers, forces, contacts and all the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linkwork.expression import resolve_parameters
from linkwork.expression.part import plain
from linkwork.mechanism.dimensions.bare import units_of_bare
from linkwork.report.format_values import fields, number, numbers, si_unit, told
from linkwork.report.parts import Part, Table, Words

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

_OF_BODIES = ("kg", "m", "kg m²")
_KINDS = {
    "drivers": ("Drivers", "driver"),
    "forces": ("Forces", "force"),
    "contacts": ("Contacts", "contact"),
    "contact_groups": ("Groups of contacts", "group"),
    "clearances": ("Joints with clearance", "joint"),
    "frictions": ("Dry friction", "friction"),
    "signals": ("Signals", "signal"),
    "events": ("Events", "event"),
}

_DESCRIBED = {"forces": "described_forces", "signals": "described_signals"}
"""Without what circuits become, which are told as such."""


def data_tables(mechanism: Mechanism) -> list[Part]:
    """All tables of the data, those without a row left out."""
    from linkwork.analysis.check.check import gravity_words

    parts: list[Part] = [parameters_table(mechanism), bodies_table(mechanism), joints_table(mechanism)]
    parts += [parts_table(mechanism, kind) for kind in _KINDS]
    parts += [_circuit(name, circuit) for name, circuit in mechanism.circuits.items()]
    parts = [part for part in parts if not isinstance(part, Table) or part.rows]
    words = [gravity_words(mechanism)] if gravity_words(mechanism) else []
    words += [f"held while assembling: {fields(_written(mechanism.initial))}"] if mechanism.initial else []
    words += [f"impacts: {fields(plain(mechanism.impact_request))}"] if plain(mechanism.impact_request) else []
    return [*parts, *(Words(f"{text[0].upper()}{text[1:]}.") for text in words)]


def parameters_table(mechanism: Mechanism) -> Table:
    """Each parameter as given, its value in SI units, and the unit where the text or its places tell it."""
    values, meant = resolve_parameters(mechanism.parameters_by_name), units_of_bare(mechanism)
    rows = []
    for name, definition in mechanism.parameters_by_name.items():
        given = definition.text if definition.plain is None else ""
        factor, unit = mechanism.units.shown(si_unit(definition.text) or meant.get(name, ""))
        rows.append((name, given, number(factor * values[name]), unit))
    note = "Values are in SI units unless a unit is named: the model's, or that of the places they are used in."
    return Table(("parameter", "formula or unit given", "value", "unit"), rows, "llrl", "Parameters", note)


def bodies_table(mechanism: Mechanism) -> Table:
    """Mass, mass centre and inertia of every body, as the program uses them."""
    space = mechanism.world.dimensions == 3
    rows = [_body(mechanism, name, space) for name in mechanism.bodies_by_name if name != "ground"]
    mass, length, inertia = (mechanism.units.shown(unit)[1] for unit in _OF_BODIES)
    centre, note = f"mass centre ({length})", "Mass centre in the body's frame, inertia about it."
    if not space:
        return Table(("body", f"mass ({mass})", centre, f"inertia ({inertia})"), rows, "lrrr", "Bodies", note)
    head = ("body", f"mass ({mass})", centre, f"Jxx, Jyy, Jzz ({inertia})", f"Jxy, Jyz, Jzx ({inertia})")
    return Table(head, rows, "lrrrr", "Bodies", f"{note} Products are entries of the matrix: minus the integrals.")


def _body(mechanism: Any, name: str, space: bool) -> tuple[str, ...]:
    if mechanism.bodies_by_name[name].mass is None:
        return (name, "massless", *[""] * (3 if space else 2))
    mass_properties: Any = mechanism.mass_properties(name)
    of_mass, of_length, of_inertia = (mechanism.units.shown(unit)[0] for unit in _OF_BODIES)
    if space:
        m, x, y, z, *j = mass_properties.numbers()
        centre, inertia = [of_length * each for each in (x, y, z)], [of_inertia * each for each in j]
        return (name, number(of_mass * m), numbers(centre), numbers(inertia[:3]), numbers(inertia[3:]))
    centre = [of_length * mass_properties.x, of_length * mass_properties.y]
    return (name, number(of_mass * mass_properties.mass), numbers(centre), number(of_inertia * mass_properties.inertia))


def joints_table(mechanism: Mechanism) -> Table:
    """Every joint: its kind, the places it joins, and what else was given."""
    rows = []
    for name, joint in mechanism.joints.items():
        data = plain(joint)
        places = " - ".join(told(place) for place in data.get("between", ()))
        rows.append((name, _kind(joint), places, fields(data, ("between", "type"))))
    if not any(row[3] for row in rows):
        return Table(("joint", "kind", "between"), [row[:3] for row in rows], "lll", "Joints")
    return Table(("joint", "kind", "between", "data"), rows, "llll", "Joints")


def parts_table(mechanism: Mechanism, kind: str) -> Table:
    """Every part of a kind, such as `drivers`, with what was given."""
    title, one = _KINDS[kind]
    given = getattr(mechanism, _DESCRIBED.get(kind, kind))
    rows = [(name, _kind(part), _data(part)) for name, part in given.items()]
    if any(row[1] for row in rows):
        return Table((one, "kind", "data"), rows, "lll", title)
    return Table((one, "data"), [(row[0], row[2]) for row in rows], "ll", title)


def _circuit(name: str, circuit: Any) -> Table:
    """The parts of a circuit with what was given."""
    rows = [(label, _kind(part), _data(part)) for label, part in circuit.parts.items()]
    return Table(("part", "kind", "data"), rows, "lll", f"Circuit {name}")


def _kind(part: Any) -> str:
    return str(getattr(part, "type", "")).replace("_", " ")


def _data(part: Any) -> str:
    return fields(plain(part), ("type",))


def _written(values: dict[str, Any]) -> dict[str, Any]:
    from linkwork.expression.number import written

    return {name: written(value) for name, value in values.items()}
