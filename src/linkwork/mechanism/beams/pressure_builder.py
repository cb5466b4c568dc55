"""Pressure on a face of a flexible body, as forces at the interface of its nodes."""

from __future__ import annotations

from typing import Any

from linkwork.base.errors import MechanismError, within
from linkwork.base.names import suggestion
from linkwork.expression import Expression, as_expression
from linkwork.expression.given import public
from linkwork.mechanism.beams.all_or_none import all_or_none
from linkwork.mechanism.handles import Handle, Num
from linkwork.places.interfaces import interface_name, is_interface, owner_of, seat_of


@public
class PressureBuilder:
    """Loads on faces of flexible bodies."""

    bodies_by_name: dict[str, Any]

    def _loaded(self) -> Any:
        """The mechanism that it is part of."""
        return self

    def pressure(self, name: str, interface: Handle | str, pressure: Num | str) -> None:
        """A pressure in Pa, a formula of t and any channel, on the face of a flexible body that an interface names.

        The interface ties a flat face by its mean (`tie: mean`): every node then bears its share of the area; or a face
        of any form by its normals (`tie: normal`). It becomes the force `<name>` there, which goes with the body, in a
        cavity also `<name>_seat`; a model file holds these.
        """
        m = self._loaded()
        with within(f"pressure '{name}'"):
            parts, thick = self._parts(str(interface))
        push, loads = as_expression(pressure) * thick, {}
        for at, (force, torque) in parts.items():
            laws: dict[str, Any] = {axis: push * -float(one) for axis, one in zip("xyz", force, strict=False) if one}
            if torque.any():
                turned = [push * -float(one) for one in torque]
                laws["torque"] = turned[0] if len(turned) == 1 else tuple(turned)
            loads[name if at == str(interface) else seat_of(name)] = at, laws
        with all_or_none(m):
            for label, (at, laws) in loads.items():
                m.force(label, at, **laws, follows=True)

    def _parts(self, interface: str) -> tuple[dict[str, tuple[Any, Any]], Expression]:
        """By frame the force and torque of a tension of 1 Pa; what they are multiplied by in the plane.

        That is the thickness of the body, of a frame the width of its section.
        """
        import numpy as np

        from linkwork.bodies.flexible.expand import reduced_body
        from linkwork.bodies.flexible.frames import FrameRecovery

        m = self._loaded()
        body, label = owner_of(interface), interface.partition("@")[2]
        described = getattr(self.bodies_by_name.get(body), "flexible", None)
        if not is_interface(interface) or described is None:
            raise MechanismError(f"'{interface}' is no interface of a flexible body from finite elements")
        if label not in described.interfaces:
            known = suggestion(label, described.interfaces, f"interfaces of '{body}'")
            raise MechanismError(f"body '{body}' has no interface '{label}'{known}")
        if described.interfaces[label].tie == "rigid":
            raise MechanismError(
                f"interface '{label}' holds its face rigid; tie it by the mean (tie: mean), or by its normals where it "
                "is not flat (tie: normal)"
            )
        dimensions = m.world.dimensions
        made = reduced_body(described, m.scope(), dimensions).reduced
        tie = next(tie for tie in made.ties if tie.name == label)
        recovery = made.structure.recovery
        if dimensions == 3:
            thick = as_expression(1)
        else:
            thick = as_expression(recovery.width) if isinstance(recovery, FrameRecovery) else described.thickness
        pushed, none = tie.pushed, np.zeros(made.structure.turns)
        if pushed is None:
            return {interface: (_of_flat_face(body, label, made.structure, tie), none)}, thick
        pull = pushed.size * pushed.along
        if not pushed.closed:
            return {interface: (pull, pushed.torque)}, thick
        return {interface: (pull, none), interface_name(body, seat_of(label)): (-pull, pushed.torque)}, thick


def _of_flat_face(body: str, label: str, structure: Any, tie: Any) -> Any:
    """The sum of the normals of a face that is tied by its mean."""
    import numpy as np

    from linkwork.bodies.flexible.faces import face_of

    if structure.mesh is None:
        raise MechanismError(f"body '{body}' has no mesh whose faces are known; give a shape or a mesh")
    face = face_of(structure.mesh, tie.nodes)
    if not face.area:
        raise MechanismError(f"the nodes of interface '{label}' are no face of the mesh; take one face")
    if not face.flat:
        raise MechanismError(
            f"the nodes of interface '{label}' make a face that is not flat; tie it by its normals: tie: normal"
        )
    centre = face.shares @ structure.points[tie.nodes] / face.area
    if np.linalg.norm(centre - tie.at) > 1e-6 * np.sqrt(face.area):
        raise MechanismError(f"interface '{label}' is not in the middle of its face; leave out its 'at'")
    return face.normal
