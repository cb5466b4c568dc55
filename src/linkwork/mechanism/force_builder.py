"""The forces of a mechanism as a user adds them in Python: one method a kind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from linkwork.base.errors import MechanismError
from linkwork.base.late_names import LateNames
from linkwork.elements.base import Element
from linkwork.expression.given import public
from linkwork.mechanism.common_force_builder import CommonForceBuilder
from linkwork.mechanism.handles import BodyHandle, Num, Pair, vector
from linkwork.mechanism.places_given import place, places
from linkwork.places.places import Line, Point, Vector

if TYPE_CHECKING:
    from linkwork.elements.planar import catalogue as library
    from linkwork.elements.planar.forces import forces
else:
    library = LateNames("linkwork.elements.planar.catalogue")
    forces = LateNames("linkwork.elements.planar.forces.forces")

Where = Point | BodyHandle | str
Sliding = Line | BodyHandle | str


@public
class ForceBuilder(CommonForceBuilder):
    """Springs, motors, stops and forces."""

    gravity: Vector | None

    def add_joint(self, name: str, joint: Element) -> None:
        """Add a joint that is already described."""
        raise TypeError("a mechanism says how a joint is added")

    def _changed(self) -> None:
        raise TypeError("a mechanism says what a change means")

    @staticmethod
    def _forces() -> Any:
        return forces

    @staticmethod
    def _muscle_kind() -> Any:
        return library.Muscle

    def set_gravity(self, x: Num, y: Num) -> None:
        """The field of gravity in m/s^2; there is none unless it is given."""
        self.gravity = vector((x, y))
        self._changed()

    def torsion_spring(
        self,
        name: str,
        first: BodyHandle | str,
        second: BodyHandle | str,
        stiffness: Num = 0,
        free_angle: Num = 0,
        damping: Num = 0,
        torque: Any = 0,
        only: str = "both",
        clipped: bool = False,
    ) -> None:
        """A rotational spring, damper and actuator between two bodies; the torque's law knows angle and speed."""
        fields = {"stiffness": stiffness, "free_angle": free_angle, "damping": damping, "torque": torque}
        self._force(name, forces.TorsionSpring, between=(str(first), str(second)), only=only, clipped=clipped, **fields)

    def bushing(
        self,
        name: str,
        first: Sliding,
        second: Sliding,
        at: Pair | None = None,
        along: Pair | None = None,
        *,
        stiffness: Any = (0, 0, 0),
        damping: Any = (0, 0, 0),
        curves: dict[str, Any] | None = None,
    ) -> None:
        """Three springs and dampers between two frames, along x'', y'' and about z''; `curves` adds laws.

        A frame is a line of its body, or drawn by `at` for both, with x'' `along` a direction or along x.
        """
        ends = {"between": places(first, second), "at": at, "along": along}
        more = {} if curves is None else {"curves": curves}
        self._force(name, library.Bushing, **ends, stiffness=stiffness, damping=damping, **more)

    def beam_element(self, name: str, first: BodyHandle | str, second: BodyHandle | str, **fields: Any) -> None:
        """An elastic piece of a beam between the frames of two bodies whose x axes lie along it: length, bend,
        axial_stiffness, shear_stiffness, bending_stiffness, damping."""
        self._force(name, library.BeamElement, between=(str(first), str(second)), **fields)

    def cable_element(self, name: str, first: BodyHandle | str, second: BodyHandle | str, **fields: Any) -> None:
        """An elastic piece of a cable between the origins of two bodies: length, axial_stiffness, damping."""
        self._force(name, library.CableElement, between=(str(first), str(second)), **fields)

    def solid_element(
        self, name: str, nodes: Sequence[BodyHandle | str], places: Sequence[Pair], youngs_modulus: Num, **fields: Any
    ) -> None:
        """A triangle of a hyperelastic solid between three bodies: poissons_ratio, law, damping, thickness, holding."""
        self._cell(name, library.SolidElement, nodes, places, youngs_modulus, **fields)

    def isoparametric_element(
        self, name: str, nodes: Sequence[BodyHandle | str], places: Sequence[Pair], youngs_modulus: Num, **fields: Any
    ) -> None:
        """A cell of a hyperelastic solid between 4, 6 or 8 bodies, second order but for 4; fields as of solid_element.

        Its corners come first, in turn, then the nodes in the middle of the edges between them.
        """
        self._cell(name, library.IsoparametricElement, nodes, places, youngs_modulus, **fields)

    def belt(
        self,
        name: str,
        first: Where,
        second: Where,
        radii: Pair,
        *,
        crossed: bool = False,
        rigid: bool = False,
        stiffness: Num = 0,
        damping: Num = 0,
        preload: Num = 0,
        centre_distance: Num | None = None,
    ) -> None:
        """A belt or chain around two pulleys, open or crossed, without slip.

        Stiffness and damping are those of one strand; as drawn both strands have the tension `preload`. With `rigid`
        the belt does not stretch: it is then a joint, and other joints hold the distance of the centres.
        """
        fields: dict[str, Any] = {"between": places(first, second), "radii": radii, "crossed": crossed}
        elastic = {"stiffness": stiffness, "damping": damping, "preload": preload}
        if not rigid:
            self._force(name, library.Belt, **fields, **elastic, centre_distance=centre_distance)
            return
        if centre_distance is not None or any(value != 0 for value in elastic.values()):
            raise MechanismError(f"belt '{name}': a rigid belt takes no stiffness, damping, preload or distance")
        self.add_joint(name, self._make(library.BeltDrive, f"joint '{name}'", **fields))

    def force(self, name: str, on: Where, x: Any = 0, y: Any = 0, torque: Any = 0, follows: bool = False) -> None:
        """A force at a point and a torque, in world directions or following the body.

        Each is a law of t, the point's x, y, vx, vy, the body's angle and omega, and any channel.
        """
        self._force(name, forces.PointForce, on=place(on), x=x, y=y, torque=torque, follows=follows)
