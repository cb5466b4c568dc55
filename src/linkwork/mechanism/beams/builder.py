"""Beams and cables as a user adds them in Python, and what they become in the mechanism."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from linkwork.base.errors import MechanismError, shown, within
from linkwork.base.late_names import LateNames
from linkwork.base.names import suggestion
from linkwork.expression import as_expression
from linkwork.expression.given import public
from linkwork.mechanism.beams.all_or_none import all_or_none
from linkwork.mechanism.handles import Handle, Num
from linkwork.mechanism.places_given import place

if TYPE_CHECKING:
    from linkwork.bodies import sections
    from linkwork.mechanism.beams import description, handle
    from linkwork.mechanism.beams.handle import BeamHandle
else:
    sections = LateNames("linkwork.bodies.sections")
    description = LateNames("linkwork.mechanism.beams.description")
    handle = LateNames("linkwork.mechanism.beams.handle")


@public
class BeamBuilder:
    """Beams and cables."""

    beams: dict[str, Any]
    cables: dict[str, Any]
    generated: dict[str, str]
    """Bodies and forces that beams became: the name of the beam by the name of the part."""
    bodies_by_name: dict[str, Any]

    def _whole(self) -> Any:
        """The mechanism that it is part of."""
        return self

    @property
    def strand_kinds(self) -> tuple[type[Any], type[Any]]:
        """The classes of beams and cables in this world."""
        raise TypeError("a mechanism says what its beams are")

    def beam(
        self,
        name: str,
        start: Any,
        end: Any,
        *,
        section: Any,
        E: Num | None = None,
        nu: Num = 0.3,
        rho: Num | None = None,
        bend: Num = 0,
        elements: int = 8,
        places: Mapping[str, Num] | None = None,
        damping: Num = 0,
        **orientation: Any,
    ) -> BeamHandle:
        """A beam that bends as far as it will: `section` is a mapping such as {"type": "circle", "radius": 0.01}.

        It becomes bodies, its nodes, and elastic elements between them; `at` of what it returns is where joints, forces
        and sensors are attached.
        """
        kind = self.strand_kinds[0]
        fields = {"start": start, "end": end, "section": section, "E": E, "nu": nu, "rho": rho, **orientation}
        fields |= {"bend": bend, "elements": elements, "places": dict(places or {}), "damping": damping}
        self.add_beam(name, self._whole()._make(kind, f"beam '{name}'", **fields))
        return handle.BeamHandle(self, name)

    def cable(
        self,
        name: str,
        start: Any,
        end: Any,
        *,
        axial_stiffness: Num,
        line_density: Num,
        length: Num | None = None,
        bend: Num = 0,
        elements: int = 8,
        places: Mapping[str, Num] | None = None,
        damping: Num = 0,
        **orientation: Any,
    ) -> BeamHandle:
        """A cable without bending stiffness; `length` is that without load, the one drawn when left out."""
        kind = self.strand_kinds[1]
        fields = {"start": start, "end": end, "axial_stiffness": axial_stiffness, "line_density": line_density}
        fields |= {"length": length, "bend": bend, "elements": elements, "places": dict(places or {})}
        self.add_cable(name, self._whole()._make(kind, f"cable '{name}'", **fields, **orientation, damping=damping))
        return handle.BeamHandle(self, name)

    def beam_slide(
        self, name: str, beam: BeamHandle | Handle | str, point: Any, *, position: Num | None = None
    ) -> None:
        """A joint by which a point of a body slides along a beam, however that bends; the body turns freely.

        `position` is about how far the point is from the root, in m along the beam; left out, it is the place nearest
        to the point as drawn. Two such joints a little apart on one body make a sleeve.
        """
        m = self._whole()
        given = {} if position is None else {"position": position}
        m.joint(name, self.slide_kind, beam=str(beam), point=place(point), **given)

    @property
    def slide_kind(self) -> type[Any]:
        """The class of joints along beams in this world."""
        raise TypeError("a mechanism says how things slide along its beams")

    def beam_load(self, name: str, beam: BeamHandle | Handle | str, **load: Num | str) -> None:
        """A load along a beam in N/m, as forces on its nodes: x, y, in space z, each a formula; `follows` as of force.

        It becomes the forces `<name>_root`, `<name>_1`, ..., on a beam by Ritz functions `<name>_s1`, ...; a model file
        holds these.
        """
        follows = bool(load.pop("follows", False))
        described = getattr(self.bodies_by_name.get(str(beam)), "ritz", None)
        if described is not None:
            self._load_stations(name, str(beam), described, load, follows)
            return
        known = {**self.beams, **self.cables}
        if str(beam) not in known:
            raise MechanismError(f"load '{name}': there is no beam '{beam}'{suggestion(str(beam), known, 'beams')}")
        strand = known[str(beam)]
        for node in strand.nodes():
            share = sections.folded(strand.whole_length() * node.share)
            laws = {axis: as_expression(value) * share for axis, value in load.items()}
            self._whole().force(f"{name}_{node.label}", description.node_name(str(beam), node), **laws, follows=follows)

    def _load_stations(self, name: str, beam: str, described: Any, load: Mapping[str, Any], follows: bool) -> None:
        """A load along a beam by Ritz functions, as forces at the Gauss points of its length."""
        from linkwork.bodies.ritz.expand import stations

        _, shares = stations(described)
        if not len(shares):
            raise MechanismError(f"load '{name}': body '{beam}' has no stations; give it some, as in stations=4")
        for number, share in enumerate(shares):
            part = sections.folded(described.length * float(share))
            laws = {axis: as_expression(value) * part for axis, value in load.items()}
            place = self._whole().handle_kind(self._whole(), beam).at(f"s{number + 1}")
            self._whole().force(f"{name}_s{number + 1}", place, **laws, follows=follows)

    def piezo(self, name: str, beam: Any, patch: str, moment: Num | str) -> None:
        """A pair of patches on a beam by Ritz functions that bends it by a moment, a formula of t and any channel.

        The moment is constant along the patches; it becomes the torques `<name>_begin` and `<name>_end` on the
        beam.
        """
        described = self._ritz(f"piezo '{name}'", beam)
        if patch not in described.patches:
            known = suggestion(patch, described.patches, f"patches of '{beam}'")
            raise MechanismError(f"piezo '{name}': body '{beam}' has no patch '{patch}'{known}")
        body = self._whole().handle_kind(self._whole(), str(beam))
        for side, sign in (("begin", -1), ("end", 1)):
            law = as_expression(moment) * sign
            torque = law if self._whole().world.dimensions == 2 else (0, 0, law)
            self._whole().force(f"{name}_{side}", body.at(f"{patch}_{side}"), torque=torque, follows=True)

    def _ritz(self, what: str, beam: Any) -> Any:
        """The description of a beam by Ritz functions."""
        ritz = getattr(self.bodies_by_name.get(str(beam)), "ritz", None)
        if ritz is None:
            raise MechanismError(f"{what}: body '{beam}' is no beam by Ritz functions (ritz_beam)")
        return ritz

    def add_beam(self, name: str, beam: Any) -> None:
        """Add a beam that is already described."""
        self._expand("beam", name, beam)
        self.beams[name] = beam

    def add_cable(self, name: str, cable: Any) -> None:
        """Add a cable that is already described."""
        self._expand("cable", name, cable)
        self.cables[name] = cable

    def _expand(self, what: str, name: str, strand: Any) -> None:
        """Its nodes and elements; a node that is described already, but for place and mass, keeps what it has on it."""
        m = self._whole()
        kind = self.strand_kinds[0 if what == "beam" else 1]
        if not isinstance(strand, kind):
            raise MechanismError(f"{what} '{name}': expected a {kind.__name__}; found {shown(strand)}")
        m._free_name(what, name, *m._named_parts(), self.beams, self.cables)
        with within(f"{what} '{name}'"), all_or_none(m):
            bodies, forces = strand.parts(name)
            taken = {**m.joints, **m.drivers, **m.forces, **m.signals}
            for part in (*bodies, *forces):
                if part in taken or (part in forces and part in self.bodies_by_name):
                    raise MechanismError(f"its part '{part}' has a name that is already taken; choose another name")
            for node, body in bodies.items():
                known = self.bodies_by_name.get(node)
                if known is not None and (known.estimate is not None or known.mass is not None):
                    raise MechanismError(
                        f"body '{node}' is a node of it: place and mass come from the beam; leave out both"
                    )
                own = {} if known is None else {field: getattr(known, field) for field in known.model_fields_set}
                more = {field: value for field, value in own.items() if value is not None}
                self.bodies_by_name[node] = body.model_copy(update=more)
        m.described_forces.update(forces)
        self.generated.update(dict.fromkeys((*bodies, *forces), name))
        m._changed()
