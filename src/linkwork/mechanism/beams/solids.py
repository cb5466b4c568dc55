"""Hyperelastic solids: a mesh whose nodes are bodies, in the coordinates of the world."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from linkwork.base.errors import MechanismError, shown, within
from linkwork.base.names import suggestion
from linkwork.expression import as_expression
from linkwork.expression.given import public
from linkwork.mechanism.beams.all_or_none import all_or_none
from linkwork.mechanism.handles import Handle, Num

if TYPE_CHECKING:
    from linkwork.mechanism.beams.hyperelastic import Hyperelastic
    from linkwork.mechanism.beams.solid_mesh import SolidMesh


@public
class SolidHandle:
    """A hyperelastic solid: its nodes, and the sets of nodes that were named."""

    def __init__(self, mechanism: Any, name: str) -> None:
        self._mechanism, self.name = mechanism, name

    def __repr__(self) -> str:
        return f"<hyperelastic solid '{self.name}' of {len(self.nodes)} nodes>"

    def __str__(self) -> str:
        return self.name

    @property
    def _mesh(self) -> SolidMesh:
        return self._mechanism.solid_meshes[self.name]

    @property
    def nodes(self) -> list[str]:
        """Names of all nodes, which are bodies."""
        return [f"{self.name}_{number}" for number in range(len(self._mesh.points))]

    def set(self, label: str) -> list[str]:
        """Names of the nodes of a set."""
        sets = self._mesh.sets
        if label not in sets:
            known = suggestion(label, sets, f"sets of nodes of '{self.name}'")
            raise MechanismError(f"solid '{self.name}' has no set of nodes '{label}'{known}")
        return [f"{self.name}_{number}" for number in sets[label]]

    def attach(self, label: str, body: Handle | str) -> list[str]:
        """Join all nodes of a set to a body, each by a joint at its place as drawn; the names of the joints."""
        m = self._mechanism
        self.set(label)
        described = m.solids[self.name]
        if label in described.attached:
            other = described.attached[label]
            raise MechanismError(f"solid '{self.name}': its set '{label}' is joined to '{other}' already")
        with within(f"solid '{self.name}'"):
            _refuse_turning(m, self.name, self._mesh, label, str(body))
        with all_or_none(m):
            joints = m._attach_solid(self.name, label, str(body))
        m.solids[self.name] = described.model_copy(update={"attached": {**described.attached, label: str(body)}})
        return joints


@public
class SolidBuilder:
    """Hyperelastic solids."""

    solids: dict[str, Any]
    """By name, as described."""
    solid_meshes: dict[str, SolidMesh]
    """The nodes and cells of each."""

    def _elastic(self) -> Any:
        """The mechanism that it is part of."""
        return self

    def hyperelastic(
        self,
        name: str,
        *,
        material: Any,
        shape: Any = None,
        mesh: Any = None,
        sets: Mapping[str, Any] | None = None,
        attached: Mapping[str, Any] | None = None,
        order: int = 1,
        law: str = "neo-hooke",
        thickness: Num = 1,
        damping: Num = 0,
    ) -> SolidHandle:
        """A solid that is deformed as far as it will: nodes `<name>_0`, ..., and an element for every cell.

        `shape` or `mesh` and `material` are as of a flexible body; a shape has cells of first or second `order`. `sets`
        names nodes as interfaces do, `attached` joins them to bodies. In the plane it is in plane strain.
        """
        from linkwork.mechanism.beams.hyperelastic import Hyperelastic

        fields: dict[str, Any] = {"shape": shape, "mesh": mesh, "material": material, "law": law, "damping": damping}
        fields |= {"order": order} if shape is not None or order != 1 else {}
        fields |= {"thickness": thickness, "sets": dict(sets or {})}
        fields["attached"] = {label: str(body) for label, body in (attached or {}).items()}
        fields = {field: value for field, value in fields.items() if value is not None}
        self.add_hyperelastic(name, self._elastic()._make(Hyperelastic, f"solid '{name}'", **fields))
        return SolidHandle(self._elastic(), name)

    def solid(self, name: str) -> SolidHandle:
        """The hyperelastic solid of that name, as one that a file describes."""
        if name not in self.solids:
            raise MechanismError(f"there is no solid '{name}'{suggestion(name, self.solids, 'solids')}")
        return SolidHandle(self._elastic(), name)

    def add_hyperelastic(self, name: str, solid: Any) -> None:
        """Add a solid that is already described."""
        from linkwork.mechanism.beams.hyperelastic import Hyperelastic
        from linkwork.mechanism.beams.solid_mesh import meshed

        m = self._elastic()
        if not isinstance(solid, Hyperelastic):
            raise MechanismError(f"solid '{name}': expected a Hyperelastic; found {shown(solid)}")
        m._free_name("solid", name, *m._named_parts(), m.bodies_by_name, m.beams, m.cables, self.solids)
        with within(f"solid '{name}'"):
            mesh = meshed(m, solid)
            for label, body in solid.attached.items():
                m.scope().drawn_pose(body)  # refuses a body that does not exist
                _refuse_turning(m, name, mesh, label, body)
        with all_or_none(m):
            self._add_nodes(name, solid, mesh)
            self._add_cells(name, solid, mesh)
            self.solids[name], self.solid_meshes[name] = solid, mesh
            for label, body in solid.attached.items():
                self._attach_solid(name, label, body)

    def _add_nodes(self, name: str, solid: Hyperelastic, mesh: SolidMesh) -> None:
        m, plane = self._elastic(), mesh.points.shape[1] == 2
        heavy = as_expression(solid.material.density) * (as_expression(solid.thickness) if plane else 1)
        for number, place in enumerate(mesh.points):
            mass, where = heavy * float(mesh.shares[number]), tuple(map(float, place))
            turning = mass * mesh.reach**2
            given = {"mass": mass, "inertia": turning if plane else (turning,) * 3}
            known = m.bodies_by_name.pop(f"{name}_{number}", None)
            if known is not None and (known.estimate is not None or known.mass is not None):
                raise MechanismError(
                    f"solid '{name}': body '{name}_{number}' is a node of it: place and mass come from the solid; "
                    "leave out both"
                )
            m.body(f"{name}_{number}", (*where, 0) if plane else where, mass=given)
            if known is not None:
                own = {field: getattr(known, field) for field in known.model_fields_set}
                more = {field: value for field, value in own.items() if value is not None}
                m.bodies_by_name[f"{name}_{number}"] = m.bodies_by_name[f"{name}_{number}"].model_copy(update=more)
            self._elastic().generated[f"{name}_{number}"] = name

    def _add_cells(self, name: str, solid: Hyperelastic, mesh: SolidMesh) -> None:
        m, ratio = self._elastic(), as_expression(solid.material.poissons_ratio)
        more: dict[str, Any] = {"poissons_ratio": ratio, "law": solid.law, "damping": solid.damping}
        more |= {"holding": mesh.holding(ratio)} | ({"thickness": solid.thickness} if mesh.points.shape[1] == 2 else {})
        number, before = 0, set(m.described_forces)
        for kind, cells in mesh.cells.items():
            add = m.solid_element if kind in ("triangle", "tetra") else m.isoparametric_element
            for cell in cells:
                nodes = [f"{name}_{node}" for node in cell]
                places = [tuple(map(float, mesh.points[node])) for node in cell]
                add(f"{name}_cell{number}", nodes, places, solid.material.youngs_modulus, **more)
                number += 1
        m.generated.update(dict.fromkeys(set(m.described_forces) - before, name))

    def _attach_solid(self, name: str, label: str, body: str) -> list[str]:
        """Joints between the nodes of a set and a body."""
        m, mesh, joints = self._elastic(), self.solid_meshes[name], []
        plane = m.world.dimensions == 2
        m.scope().drawn_pose(body)  # refuses a body that does not exist
        holder = type(m.ground)(m, body)
        for number in mesh.sets[label]:
            place, node = tuple(map(float, mesh.points[number])), f"{name}_{number}"
            joints.append(f"{node}_{label}")
            pin = m.revolute if plane else m.spherical
            pin(joints[-1], holder.drawn(*place), type(m.ground)(m, node).at(*(0,) * len(place)))
            m.generated[joints[-1]] = name
        return joints


def _refuse_turning(m: Any, name: str, mesh: SolidMesh, label: str, body: str) -> None:
    """Refuse a joint beside the origin of another solid's node: its pull would turn that point."""
    from linkwork.elements.planar.forces.solid_nodes import STILL, turning_words

    other = m.solid_meshes.get(m.generated.get(body, ""))
    if other is None:
        return
    d, origin = mesh.points.shape[1], other.points[int(body.rpartition("_")[2])]
    for number in mesh.sets[label]:
        if abs(mesh.points[number] - origin).max() > STILL * other.reach:
            kind = "revolute" if d == 2 else "spherical"
            raise MechanismError(turning_words(f"{name}_{number}_{label}", kind, body, d))
