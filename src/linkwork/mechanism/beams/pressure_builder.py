"""Pressure on a face of a flexible body, as a force at the interface of its nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linkwork.base.errors import MechanismError, within
from linkwork.base.names import suggestion
from linkwork.expression import Expression, as_expression
from linkwork.expression.given import public
from linkwork.mechanism.handles import Handle, Num
from linkwork.places.interfaces import is_interface, owner_of

if TYPE_CHECKING:
    from linkwork.bodies.flexible.faces import Face


@public
class PressureBuilder:
    """Loads on faces of flexible bodies."""

    bodies_by_name: dict[str, Any]

    def _loaded(self) -> Any:
        """The mechanism that it is part of."""
        return self

    def pressure(self, name: str, interface: Handle | str, pressure: Num | str) -> None:
        """A pressure in Pa, a formula of t and any channel, on the face of a flexible body that an interface names.

        The interface ties a flat face by its mean (`tie: mean`): every node then bears its share of the area. It
        becomes the force `<name>` there, which goes with the body; a model file holds that.
        """
        m = self._loaded()
        with within(f"pressure '{name}'"):
            face, thick = self._face(str(interface))
        push = as_expression(pressure) * thick
        laws = {axis: push * -float(part) for axis, part in zip("xyz", face.normal, strict=False)}
        m.force(name, str(interface), **laws, follows=True)

    def _face(self, interface: str) -> tuple[Face, Expression]:
        """The face, and in the plane the thickness of the body, of a frame the width of its section."""
        import numpy as np

        from linkwork.bodies.flexible.expand import reduced_body
        from linkwork.bodies.flexible.faces import face_of
        from linkwork.bodies.flexible.frames import FrameRecovery

        m = self._loaded()
        body, label = owner_of(interface), interface.partition("@")[2]
        described = getattr(self.bodies_by_name.get(body), "flexible", None)
        if not is_interface(interface) or described is None:
            raise MechanismError(f"'{interface}' is no interface of a flexible body from finite elements")
        if label not in described.interfaces:
            known = suggestion(label, described.interfaces, f"interfaces of '{body}'")
            raise MechanismError(f"body '{body}' has no interface '{label}'{known}")
        if described.interfaces[label].tie != "mean":
            raise MechanismError(f"interface '{label}' holds its face rigid; tie it by the mean: tie: mean")
        dimensions = m.world.dimensions
        made = reduced_body(described, m.scope(), dimensions).reduced
        tie = next(tie for tie in made.ties if tie.name == label)
        if made.structure.mesh is None:
            raise MechanismError(f"body '{body}' has no mesh whose faces are known; give a shape or a mesh")
        face = face_of(made.structure.mesh, tie.nodes)
        if not face.flat:
            what = "are no face of the mesh" if not face.area else "make a face that is not flat"
            raise MechanismError(f"the nodes of interface '{label}' {what}; take one flat face for each pressure")
        centre = face.shares @ made.structure.points[tie.nodes] / face.area
        if np.linalg.norm(centre - tie.at) > 1e-6 * np.sqrt(face.area):
            raise MechanismError(f"interface '{label}' is not in the middle of its face; leave out its 'at'")
        if dimensions == 3:
            return face, as_expression(1)
        recovery = made.structure.recovery
        return face, as_expression(recovery.width) if isinstance(recovery, FrameRecovery) else described.thickness
