"""Mechanism: what a planar and a spatial mechanism have in common, as a user describes them in Python.

It holds plain validated data and knows no numerics.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self

from linkwork.base.errors import ExpressionError, MechanismError
from linkwork.base.names import GROUND
from linkwork.base.plural import plural
from linkwork.base.provided import provided
from linkwork.elements.base import Element
from linkwork.elements.impact_request import ImpactRequest
from linkwork.expression import Expression, as_expression, resolve_parameters, symbol
from linkwork.expression.given import FilePath, public
from linkwork.expression.part import Part, made
from linkwork.mechanism.beams.builder import BeamBuilder
from linkwork.mechanism.beams.pressure_builder import PressureBuilder
from linkwork.mechanism.beams.solids import SolidBuilder
from linkwork.mechanism.circuit_builder import CircuitBuilder
from linkwork.mechanism.contact_builder import ContactBuilder
from linkwork.mechanism.display_units import DisplayUnits
from linkwork.mechanism.handles import Handle, Names, Num
from linkwork.mechanism.model_requests import AnalysisRequest, OutputRequest, TreeRequest
from linkwork.mechanism.names import check_law_name, check_name, check_title
from linkwork.mechanism.signal_builder import SignalBuilder

if TYPE_CHECKING:
    from linkwork.elements.clearance_base import Clearance
    from linkwork.elements.contacts import Contact, ContactGroup, ContactPart, Friction
    from linkwork.mechanism.model import Model
    from linkwork.networks.catalogue import Circuit
    from linkwork.signals.parts import SignalPart, When
    from linkwork.verbs import Verbs
else:
    Verbs = provided("Verbs")


@public
class Mechanism(Verbs, SignalBuilder, ContactBuilder, BeamBuilder, PressureBuilder, SolidBuilder, CircuitBuilder):
    """Bodies, joints, drivers, forces and signals, each with a name; `ground` is always there."""

    world_name: ClassVar[str]
    """What a model file says as its `world`."""
    body_kind: ClassVar[type[Part]]
    handle_kind: ClassVar[type[Handle]]

    bodies_by_name: dict[str, Any]
    gravity: Any

    def __init__(self, name: str = "mechanism", description: str = "") -> None:
        self.name = check_title(name)
        self.description = description
        self.folder: str | None = None
        self.parameters_by_name: dict[str, Expression] = {}
        self.bodies_by_name = {GROUND: self.body_kind.model_construct()}
        self.joints: dict[str, Element] = {}
        self.drivers: dict[str, Element] = {}
        self.beams: dict[str, Any] = {}
        self.cables: dict[str, Any] = {}
        self.solids: dict[str, Any] = {}
        self.solid_meshes: dict[str, Any] = {}
        self.generated: dict[str, str] = {}
        self.circuits: dict[str, Circuit] = {}
        self.described_forces: dict[str, Element] = {}
        self.described_signals: dict[str, SignalPart] = {}
        self.events: dict[str, When] = {}
        self.contacts: dict[str, Contact] = {}
        self.contact_groups: dict[str, ContactGroup] = {}
        self.clearances: dict[str, Clearance] = {}
        self.frictions: dict[str, Friction] = {}
        self.impact_request = ImpactRequest.model_construct()
        self.gravity = None
        self.units = DisplayUnits.model_construct()
        self.computed: dict[str, str] = {}
        self.initial: dict[str, Expression] = {}
        self.tree_request = TreeRequest.model_construct()
        self.analysis = AnalysisRequest.model_construct()
        self.output = OutputRequest.model_construct()
        self.fitting: Any = None  # parts whose dimensions were found to fit
        self._changed()

    def __repr__(self) -> str:
        parts = ("body", len(self.bodies_by_name) - 1), ("joint", len(self.joints)), ("driver", len(self.drivers))
        counts = ", ".join(plural(count, noun) for noun, count in parts)
        return f"<{type(self).__name__} {self.name!r}: {counts}>"

    def _repr_html_(self) -> str:
        from linkwork.report.notebook import mechanism_html

        return mechanism_html(self)

    def show(self, height: int = 560) -> Any:
        """In a notebook: the viewer with the mechanism as assembled, so many pixels high."""
        from linkwork.report.notebook import show_mechanism

        return show_mechanism(self, height)

    @property
    def world(self) -> Any:
        """What differs between the plane and space: names and number of a body's coordinates, how it moves."""
        raise TypeError("a mechanism says in which world it is")

    def scope(self, env: dict[str, Any] | None = None) -> Any:
        """The meaning of its words for these parameter values, or for its own."""
        return self.world.scope_class(self, resolve_parameters(self.parameters_by_name) if env is None else env)

    @property
    def row_class(self) -> Any:
        """The class of the table rows of its elements."""
        return self.world.row_class

    @property
    def rules(self) -> Any:
        """What this kind of mechanism is checked for."""
        raise TypeError("a mechanism says what it is checked for")

    @property
    def ground(self) -> Any:
        """The body that never moves."""
        return self.handle_kind(self, GROUND)

    def set_units(self, preset: str | None = None, **units: str) -> None:
        """In which units numbers are shown: `set_units("mm-N-s")`, `set_units(length="mm", speed="rpm")`."""
        self.units = made(DisplayUnits, "units", preset=preset, **units)

    # ------------------------------------------------------------------ parameters, bodies

    def parameters(self, /, **values: Num) -> Any:
        """Define parameters; returns them (one, or a tuple in the order given) for use in expressions."""
        for name in values:
            check_law_name("parameter", name)
            if name in self.parameters_by_name:
                raise MechanismError(f"parameter '{name}' is defined twice; use set({name}=...) to change it")
        self.parameters_by_name.update(_definitions(values))
        self._changed()
        symbols = tuple(symbol(name) for name in values)
        return symbols[0] if len(symbols) == 1 else symbols

    def set(self, /, **values: Num) -> None:
        """Change parameters: all, or none when a value makes no sense. Tables are refilled, nothing is compiled."""
        for name in values:
            if name not in self.parameters_by_name:
                from linkwork.base.names import suggestion

                known = suggestion(name, self.parameters_by_name, "parameters")
                raise MechanismError(f"parameter '{name}' is not defined{known}")
        new = _definitions(values)
        if any(self.parameters_by_name[name] != value for name, value in new.items()):  # what was found stays
            self._change_parameters(self.parameters_by_name | new)

    def body(self, name: str) -> Any:
        """Add a body."""
        raise TypeError("a mechanism says what its bodies are")

    def bodies(self, *names: str) -> tuple[Any, ...]:
        """Add several bodies at once."""
        return tuple(self.body(name) for name in names)

    def add_point(self, body: str, name: str, where: Any) -> None:
        """Name a point of a body."""
        points = self._described(body).points
        self._free_name(f"point of '{body}'", name, points)
        self._update_body(body, points={**points, name: where})

    def initially(self, **values: Num) -> None:
        """Hold values while assembling only: `initially(slider_x=0)` holds `slider.x`."""
        held = {}
        for name, value in values.items():
            body, _, quantity = name.rpartition("_")
            held[f"{body}.{quantity}"] = _expression(f"initial value '{body}.{quantity}'", value)
        self.initial.update(held)
        self._valid = False

    def tree(
        self,
        cut: Names = (),
        keep: Names = (),
        remove: Names = "all",
        independent: Names = (),
        cut_translation: Names = (),
        cut_rotation: Names = (),
    ) -> None:
        """Say how joint coordinates describe the mechanism: joints to cut, joints to keep in the tree, rods to remove.

        `remove` is "all" (every rod that can go), "none", or names; `independent` names joints, or single freedoms of
        them such as "O.angle" or "free(base).x", that are to be independent coordinates. `cut_translation`
        and `cut_rotation` name joints that are cut in the tree of that motion alone; simulations follow them.
        """
        given = {"cut": cut, "keep": keep, "remove": remove, "independent": independent}
        given |= {"cut_translation": cut_translation, "cut_rotation": cut_rotation}
        self.tree_request = self._make(TreeRequest, "tree", **given)
        self._changed()

    # ------------------------------------------------------------------ ready-made parts

    def joint(self, name: str, kind: type[Element], **fields: Any) -> None:
        """Add a joint of any class of the library; the methods below are shorthand for this."""
        self.add_joint(name, self._make(kind, f"joint '{name}'", **fields))

    def add_body(self, name: str, body: Any) -> None:
        """Add a body that is already described."""
        if name != GROUND:
            self._free_name("body", name, self.bodies_by_name)
        self.bodies_by_name[name] = self._meshed(name, body)
        self._changed()

    def add_joint(self, name: str, joint: Element) -> None:
        """Add a joint that is already described."""
        self._free_name("joint", name, self.bodies_by_name, self.joints, self.drivers)
        self.joints[name] = joint
        self._changed()

    def add_force(self, name: str, force: Element) -> None:
        """Add a force that is already described."""
        self._free_name("force", name, *self._named_parts())
        companions = force.companions(name) if hasattr(force, "companions") else {}
        for part in companions:
            self._free_name("force", part, *self._named_parts())
        self.described_forces.update({name: force, **companions})
        self.generated.update(dict.fromkeys(companions, name))
        self._changed()

    def add_signal(self, name: str, signal: SignalPart) -> None:
        """Add a signal that is already described."""
        check_law_name("signal", name)
        self._free_name("signal", name, self.parameters_by_name, *self._named_parts())
        self.described_signals[name] = signal
        self._changed()

    def add_circuit(self, name: str, circuit: Circuit) -> None:
        """Add a circuit that is already described."""
        check_law_name("circuit", name)
        self._free_name("circuit", name, self.parameters_by_name, *self._named_parts())
        self.circuits[name] = circuit
        self._changed()

    def channel(self, name: str, formula: str) -> None:
        """A channel computed from others in every run: `m.channel("pressure", "lift.force/area")`."""
        check_name("channel", name)
        self._free_name("channel", name, self.computed, self.parameters_by_name, *self._named_parts())
        self.computed[name] = formula

    def add_event(self, name: str, event: When) -> None:
        """Add an event that is already described."""
        self._free_name("event", name, self.events)
        self.events[name] = event
        self._changed()

    def add_contact(self, name: str, contact: Contact) -> None:
        """Add a contact that is already described."""
        self._free_name("contact", name, *self._named_parts())
        self.contacts[name] = contact
        self._changed()

    def add_contact_group(self, name: str, group: ContactGroup) -> None:
        """Add a group of contacts that is already described."""
        self._free_name("contacts", name, *self._named_parts())
        self.contact_groups[name] = group
        self._changed()

    def add_clearance(self, name: str, clearance: Clearance) -> None:
        """Add a joint with clearance that is already described."""
        self._free_name("clearance", name, *self._named_parts())
        self.clearances[name] = self._on_rigid(clearance)
        self._changed()

    @property
    def touching_parts(self) -> dict[str, ContactPart]:
        """Contacts and joints with clearance."""
        return {**self.contacts, **self.clearances}

    def add_friction(self, name: str, friction: Friction) -> None:
        """Add a friction that is already described."""
        self._free_name("friction", name, *self._named_parts())
        if friction.joint in self.joints:
            self.joints[friction.joint] = self._on_rigid(self.joints[friction.joint])
        self.frictions[name] = friction
        self._changed()

    def _on_rigid(self, part: Any) -> Any:
        """A joint or clearance whose places at interfaces of bodies that bend lie on bodies without mass there."""
        if not any(body.modes is not None for body in self.bodies_by_name.values()):
            return part
        from linkwork.mechanism.beams.shoes import on_shoes

        return on_shoes(self, part)

    def add_driver(self, name: str, driver: Element) -> None:
        """Add a driver that is already described."""
        self._free_name("driver", name, self.bodies_by_name, self.joints, self.drivers)
        self.drivers[name] = driver
        self._changed()

    # ------------------------------------------------------------------ files

    @classmethod
    def from_model(cls, model: Model, folder: str | None = None) -> Self:
        """The mechanism that a model file describes; files that it names lie in `folder`."""
        from linkwork.mechanism.convert import from_model

        return from_model(model, cls, folder)

    @classmethod
    def load(cls, path: FilePath) -> Self:
        """Read a model file."""
        from linkwork.formats.model_file import load

        mechanism = load(path)
        if not isinstance(mechanism, cls):
            raise MechanismError(
                f"{path}: the file describes a {type(mechanism).__name__}, not a {cls.__name__}; use linkwork.load"
            )
        return mechanism

    def save(self, path: FilePath) -> None:
        """Write a model file; comments of a file that is already there are kept."""
        from linkwork.formats.model_file import save

        save(self, path)

    def take_own(self, model: Model) -> None:
        """Take from a model file what only this kind of mechanism has."""

    def own_data(self) -> dict[str, Any]:
        """The sections of a model file that only this kind of mechanism has."""
        return {}

    # ------------------------------------------------------------------ inside

    def _changed(self) -> None:
        self._together = None
        super()._changed()

    def _named_parts(self) -> tuple[dict[str, Any], ...]:
        """All that has channels under its name."""
        joints = self.bodies_by_name, self.joints, self.drivers
        acting = self.described_forces, self.described_signals, self.circuits
        return *joints, *acting, self.contacts, self.contact_groups, self.clearances, self.frictions

    def _described(self, body: str) -> Any:
        """The description of a body, by its name."""
        if body not in self.bodies_by_name:
            raise MechanismError(f"body '{body}' is not defined")
        return self.bodies_by_name[body]

    def _meshed(self, name: str, body: Any) -> Any:
        """A flexible body with the mass and the modes of its finite elements or functions; any other as it is."""
        if body.flexible is None and body.ritz is None:
            return body
        fields = {field: getattr(body, field) for field in self.body_kind.model_fields}
        expanded = self._expanded(name, body)
        made = self._make(self.body_kind, f"body '{name}'", **fields | expanded)
        if any(
            given is not None and given != mine for given, mine in ((body.mass, made.mass), (body.modes, made.modes))
        ):
            raise MechanismError(
                f"body '{name}': mass and modes come from its {'functions' if body.ritz else 'finite elements'}; "
                "leave out what is given"
            )
        return made

    def _expanded(self, name: str, body: Any) -> dict[str, Any]:
        """Mass and modes of a flexible body."""
        if body.ritz is None:
            from linkwork.bodies.flexible.expand import expanded as from_elements

            return from_elements(name, body.flexible, self.scope(), self.world.dimensions)
        if body.flexible is not None:
            raise MechanismError(f"body '{name}': give 'flexible' or 'ritz', not both")
        from linkwork.bodies.ritz.expand import expanded as from_functions

        return from_functions(name, body.ritz, self.world.dimensions)

    def _update_body(self, name: str, **fields: Any) -> None:
        current = self._described(name)
        other = self._make(self.body_kind, f"body '{name}'", **fields)
        self.bodies_by_name[name] = current.model_copy(update={field: getattr(other, field) for field in fields})
        self._changed()

    @staticmethod
    def _make(kind: type[Any], where: str, **fields: Any) -> Any:
        return made(kind, where, **fields)

    @staticmethod
    def _free_name(what: str, name: str, *taken: dict[str, Any]) -> None:
        check_name(what, name)
        if any(name in names for names in taken):
            raise MechanismError(f"{what} '{name}': the name is already taken; choose another")


def _definitions(values: dict[str, Any]) -> dict[str, Expression]:
    """The values of parameters as expressions, with errors that name the parameter."""
    return {name: _expression(f"parameter '{name}'", value) for name, value in values.items()}


def _expression(where: str, value: Any) -> Expression:
    try:
        return as_expression(value)
    except ExpressionError as error:
        raise ExpressionError(f"{where}: {error}", error.column) from None
