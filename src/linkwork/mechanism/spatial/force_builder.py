"""The forces of a spatial mechanism as a user adds them in Python: one method a kind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from linkwork.base.errors import MechanismError, shown
from linkwork.base.late_names import LateNames
from linkwork.expression.given import public
from linkwork.expression.part import plain_values
from linkwork.mechanism.common_force_builder import CommonForceBuilder
from linkwork.mechanism.handles import Handle, Num
from linkwork.mechanism.places_given import place, places
from linkwork.mechanism.spatial.joint_builder import Drawn, Where

if TYPE_CHECKING:
    from linkwork.elements.spatial import force_catalogue as library
else:
    library = LateNames("linkwork.elements.spatial.force_catalogue")


@public
class SpatialForceBuilder(CommonForceBuilder):
    """Springs, bushings, tyres, motors, stops, forces and torques in space."""

    @staticmethod
    def _forces() -> Any:
        return library

    @staticmethod
    def _muscle_kind() -> Any:
        return library.SpatialMuscle

    def torsion_spring(
        self,
        name: str,
        first: Where,
        second: Where,
        at: Drawn = None,
        axis: Drawn = None,
        x: Drawn = None,
        *,
        stiffness: Num = 0,
        free_angle: Num = 0,
        damping: Num = 0,
        torque: Any = 0,
        only: str = "both",
        clipped: bool = False,
    ) -> None:
        """A rotational spring, damper and actuator about an axis; the torque's law knows angle and speed."""
        fields = {"stiffness": stiffness, "free_angle": free_angle, "damping": damping, "torque": torque}
        ends = {"between": places(first, second), "at": at, "axis": axis, "x": x}
        self._force(name, library.TorsionSpring, **ends, only=only, clipped=clipped, **fields)

    def bushing(
        self,
        name: str,
        first: Where,
        second: Where,
        at: Drawn = None,
        axis: Drawn = None,
        x: Drawn = None,
        *,
        stiffness: Any = (0, 0, 0, 0, 0, 0),
        damping: Any = (0, 0, 0, 0, 0, 0),
        curves: dict[str, Any] | None = None,
    ) -> None:
        """Six springs and dampers between two frames, along and about x'', y'', z''; `curves` adds laws."""
        ends = {"between": places(first, second), "at": at, "axis": axis, "x": x}
        more = {} if curves is None else {"curves": curves}
        self._force(name, library.Bushing, **ends, stiffness=stiffness, damping=damping, **more)

    def beam_element(self, name: str, first: Handle | str, second: Handle | str, **fields: Any) -> None:
        """An elastic piece of a beam between the frames of two bodies whose x axes lie along it: length, bend,
        axial_stiffness, shear_stiffness, torsional_stiffness, bending_stiffness, damping."""
        self._force(name, library.SpatialBeamElement, between=(str(first), str(second)), **fields)

    def cable_element(self, name: str, first: Handle | str, second: Handle | str, **fields: Any) -> None:
        """An elastic piece of a cable between the origins of two bodies: length, axial_stiffness, damping."""
        self._force(name, library.SpatialCableElement, between=(str(first), str(second)), **fields)

    def solid_element(
        self,
        name: str,
        nodes: Sequence[Handle | str],
        places: Sequence[Sequence[Num]],
        youngs_modulus: Num,
        **fields: Any,
    ) -> None:
        """A tetrahedron of a hyperelastic solid between four bodies: poissons_ratio, law, damping, holding."""
        self._cell(name, library.SpatialSolidElement, nodes, places, youngs_modulus, **fields)

    def isoparametric_element(
        self,
        name: str,
        nodes: Sequence[Handle | str],
        places: Sequence[Sequence[Num]],
        youngs_modulus: Num,
        **fields: Any,
    ) -> None:
        """A cell of a hyperelastic solid between 8, 10 or 20 bodies, of second order but for 8; fields as there.

        Its corners come first, then the nodes in the middle of the edges between them, in the order of VTK.
        """
        self._cell(name, library.SpatialIsoparametricElement, nodes, places, youngs_modulus, **fields)

    def force(
        self,
        name: str,
        on: Where,
        x: Any = 0,
        y: Any = 0,
        z: Any = 0,
        *,
        torque: Any = (0, 0, 0),
        follows: bool = False,
    ) -> None:
        """A force at a point and a torque, in world directions or following the body; each component is a law."""
        given = plain_values(torque)
        if not isinstance(given, list | tuple) or len(given) != 3:
            raise MechanismError(f"force '{name}': torque takes its three components (x, y, z); found {shown(torque)}")
        turning = dict(zip(("torque_x", "torque_y", "torque_z"), given, strict=True))
        self._force(name, library.PointForce, on=place(on), x=x, y=y, z=z, **turning, follows=follows)

    def torque(self, name: str, axis: Where, on: Handle | str, torque: Any) -> None:
        """A torque on the body `on` about an axis of another body, or of the ground, and the opposite on that one."""
        self._force(name, library.Torque, axis=place(axis), on=str(on), torque=torque)

    def tyre(self, name: str, road: Where, wheel: Where, **fields: Any) -> None:
        """A tyre on a plane road: radius, stiffness, friction, and the numbers of its `model` of slip forces."""
        self._force(name, library.Tyre, road=place(road), wheel=place(wheel), **fields)
