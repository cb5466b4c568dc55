"""Between the mechanism of Python and the data of a model file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from linkwork.base.errors import MechanismError
from linkwork.expression.number import written
from linkwork.expression.part import plain

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from linkwork.mechanism.mechanism import Mechanism
    from linkwork.mechanism.model import Model

FORMAT = 1
Kind = TypeVar("Kind", bound="Mechanism")


def from_model(model: Model, kind: type[Kind], folder: str | None = None) -> Kind:
    """The mechanism that the data describe, every name checked; files that they name lie in `folder`."""
    mechanism = kind(model.name, model.description)
    mechanism.folder = folder
    if "self" in model.parameters:
        raise MechanismError("parameter 'self': the name is not usable; choose another")
    mechanism.parameters(**model.parameters)
    mechanism.take_own(model)
    sections: tuple[tuple[Mapping[str, Any], Callable[[str, Any], Any]], ...] = (
        (model.bodies, mechanism.add_body),
        (model.beams, mechanism.add_beam),
        (model.cables, mechanism.add_cable),
        (model.hyperelastic, mechanism.add_hyperelastic),
        (model.joints, mechanism.add_joint),
        (model.drivers, mechanism.add_driver),
        (model.forces, mechanism.add_force),
        (model.signals, mechanism.add_signal),
        (model.circuits, mechanism.add_circuit),
        (model.events, mechanism.add_event),
        (model.contacts, mechanism.add_contact),
        (model.contact_groups, mechanism.add_contact_group),
        (model.clearances, mechanism.add_clearance),
        (model.frictions, mechanism.add_friction),
        (model.channels, mechanism.channel),
    )
    for parts, add in sections:
        for name, part in parts.items():
            add(name, part)
    mechanism.impact_request = model.impacts
    mechanism.gravity = model.gravity
    mechanism.units = model.units
    mechanism.initial.update(model.initial)
    mechanism.tree_request = model.tree
    mechanism.analysis, mechanism.output = model.analysis, model.output
    return mechanism


def to_data(mechanism: Mechanism) -> dict[str, Any]:
    """The mechanism as plain data, ready to be written as a model file."""
    world = {"world": mechanism.world_name} if mechanism.world_name != "plane" else {}
    data: dict[str, Any] = {"linkwork": FORMAT, **world, "name": mechanism.name}
    if mechanism.description:
        data["description"] = mechanism.description
    sections = {
        "units": mechanism.units.preset if plain(mechanism.units).keys() == {"preset"} else plain(mechanism.units),
        "parameters": {name: written(value) for name, value in mechanism.parameters_by_name.items()},
        **mechanism.own_data(),
        "bodies": {
            name: _own(mechanism, name, body)
            for name, body in mechanism.bodies_by_name.items()
            if (name != "ground" and name not in mechanism.generated) or _own(mechanism, name, body)
        },
        "beams": {name: plain(beam) for name, beam in mechanism.beams.items()},
        "cables": {name: plain(cable) for name, cable in mechanism.cables.items()},
        "hyperelastic": {name: plain(solid) for name, solid in mechanism.solids.items()},
        "joints": {name: _typed(joint) for name, joint in mechanism.joints.items() if name not in mechanism.generated},
        "drivers": {name: _typed(driver) for name, driver in mechanism.drivers.items()},
        "forces": {
            name: _typed(force) for name, force in mechanism.described_forces.items() if name not in mechanism.generated
        },
        "signals": {name: _typed(signal) for name, signal in mechanism.described_signals.items()},
        "circuits": {
            name: plain(circuit.model_copy(update={"parts": {}}))
            | {"parts": {label: _typed(part) for label, part in circuit.parts.items()}}
            for name, circuit in mechanism.circuits.items()
        },
        "events": {name: plain(event) for name, event in mechanism.events.items()},
        "contacts": {name: plain(contact) for name, contact in mechanism.contacts.items()},
        "contact_groups": {name: plain(group) for name, group in mechanism.contact_groups.items()},
        "clearances": {name: _typed(clearance) for name, clearance in mechanism.clearances.items()},
        "frictions": {name: plain(friction) for name, friction in mechanism.frictions.items()},
        "impacts": plain(mechanism.impact_request),
        "gravity": [written(value) for value in mechanism.gravity or ()],
        "channels": dict(mechanism.computed),
        "initial": {name: written(value) for name, value in mechanism.initial.items()},
        "tree": plain(mechanism.tree_request),
        "analysis": plain(mechanism.analysis),
        "output": plain(mechanism.output),
    }
    data.update({name: content for name, content in sections.items() if content})
    return data


def _own(mechanism: Mechanism, name: str, body: Any) -> dict[str, Any]:
    """What a file says of a body; place and mass of a node follow from its beam or solid."""
    follows = ("estimate", "mass") if name in mechanism.generated else ()
    return {field: value for field, value in plain(body).items() if field not in follows}


def _typed(element: Any) -> dict[str, Any]:
    return {"type": element.type} | plain(element)
