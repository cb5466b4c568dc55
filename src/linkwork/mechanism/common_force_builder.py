"""Forces as a user adds them in Python that are the same in the plane and in space: springs, and those in joints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from linkwork.elements.base import Element
from linkwork.expression.given import public
from linkwork.mechanism.handles import Num
from linkwork.mechanism.places_given import place, places

if TYPE_CHECKING:
    from linkwork.mechanism.hydraulic_cylinder import HydraulicCylinder


@public
class CommonForceBuilder:
    """Springs between points, and springs, actuators, motors and stops of joints."""

    def add_force(self, name: str, force: Element) -> None:
        """Add a force that is already described."""
        raise TypeError("a mechanism says how a force is added")

    @staticmethod
    def _make(kind: type[Any], where: str, **fields: Any) -> Any:
        raise TypeError("a mechanism says how a part is made")

    @staticmethod
    def _forces() -> Any:
        """The module with the forces of this world."""
        raise TypeError("a mechanism says which forces it has")

    def _force(self, name: str, kind: type[Element], **fields: Any) -> None:
        self.add_force(name, self._make(kind, f"force '{name}'", **fields))

    def _cell(
        self, name: str, kind: type[Element], nodes: Sequence[Any], places: Any, modulus: Num, **fields: Any
    ) -> None:
        """A cell of a solid between bodies, its nodes."""
        self._force(name, kind, nodes=tuple(map(str, nodes)), places=places, youngs_modulus=modulus, **fields)

    def spring(
        self,
        name: str,
        first: Any,
        second: Any,
        stiffness: Num = 0,
        free_length: Num = 0,
        damping: Num = 0,
        force: Any = 0,
        only: str = "both",
        clipped: bool = False,
        look: str | None = None,
    ) -> None:
        """A spring, damper and actuator between two points; tension is positive.

        `force` is a law of t, length, speed and any channel: a number, an expression, a table or a Python function.
        `look` says how it is drawn: spring, cylinder, gas_strut, damper or none; left out, as a damper where it only
        damps, else as a spring.
        """
        fields = {"stiffness": stiffness, "free_length": free_length, "damping": damping, "force": force, "look": look}
        self._force(name, self._forces().Spring, between=places(first, second), only=only, clipped=clipped, **fields)

    def hydraulic_cylinder(
        self,
        name: str,
        first: Any,
        second: Any,
        *,
        bore: Num,
        rod: Num,
        closed: Num,
        stroke: Num,
        pressure: Any = None,
        back_pressure: Any = 0,
        length: Any = None,
        damping: Num = 0,
        stop_stiffness: Num = "50 kN/mm",
        stop_damping: Num = 0,
        modulus: Num = "210 GPa",
    ) -> HydraulicCylinder:
        """A hydraulic cylinder of tube and rod between two points, its mass left out, drawn as one.

        `bore` and `rod` are diameters, `closed` is the length between the points with the rod in, and from there it
        goes out by `stroke`: beyond, stiff stops push back. Either `pressure` on the piston is given, with a
        `back_pressure` on the ring about the rod, both laws of t and channels, or the `length` as a function of t.
        Channels: `<name>_push` the force that it pushes with, `<name>_pressure` what that takes on the piston,
        `<name>_buckling` Euler's load of the rod over the whole length, hinged at both ends.
        """
        from linkwork.mechanism.hydraulic_cylinder import add_cylinder

        given = {"bore": bore, "rod": rod, "closed": closed, "stroke": stroke, "pressure": pressure, "length": length}
        given |= {"back_pressure": back_pressure, "damping": damping, "modulus": modulus}
        given |= {"stop_stiffness": stop_stiffness, "stop_damping": stop_damping}
        return add_cylinder(self, name, first, second, given)

    def muscle(
        self,
        name: str,
        path: Sequence[Any],
        *,
        strength: Num,
        optimal_length: Num,
        tendon_length: Num = 0,
        excitation: Any = 0,
        **fields: Any,
    ) -> None:
        """A muscle along a path from origin to insertion: points, and between two of them a surface to go round.

        A surface is a mapping such as {"round": thigh.at(0, -0.4), "radius": 0.03, "side": "left"}. `excitation` is a
        law between 0 and 1 of t and any channel. Further fields: pennation, largest_speed, activation and strain at
        the start, least_activation, tendon ("elastic" or "stiff"), law such as {"type": "de_groote"}.
        """
        stations = [
            {key: place(value) for key, value in one.items()} if isinstance(one, dict) else place(one) for one in path
        ]
        given = {"strength": strength, "optimal_length": optimal_length, "tendon_length": tendon_length}
        self._force(name, self._muscle_kind(), path=stations, excitation=excitation, **given, **fields)

    @staticmethod
    def _muscle_kind() -> Any:
        """The class of muscles of this world."""
        raise TypeError("a mechanism says which muscles it has")

    def slide_spring(
        self,
        name: str,
        line: Any,
        pin: Any,
        stiffness: Num = 0,
        free_position: Num = 0,
        damping: Num = 0,
        force: Any = 0,
        only: str = "both",
        clipped: bool = False,
    ) -> None:
        """A spring, damper and actuator along a line or an axis of the first body, with a signed position."""
        fields = {"stiffness": stiffness, "free_position": free_position, "damping": damping, "force": force}
        ends = {"line": place(line), "pin": place(pin)}
        self._force(name, self._forces().SlideSpring, **ends, only=only, clipped=clipped, **fields)

    def joint_spring(
        self,
        name: str,
        joint: str,
        stiffness: Num = 0,
        free: Num = 0,
        damping: Num = 0,
        force: Any = 0,
        freedom: str | None = None,
        only: str = "both",
        clipped: bool = False,
    ) -> None:
        """A spring, damper and actuator inside a freedom of a joint; the law knows value and speed."""
        fields = {"stiffness": stiffness, "free": free, "damping": damping, "force": force, "freedom": freedom}
        self._force(name, self._forces().JointSpring, joint=joint, only=only, clipped=clipped, **fields)

    def actuator(self, name: str, joint: str, force: Any, freedom: str | None = None) -> None:
        """A force or torque inside a freedom of a joint that pushes its value up."""
        self._force(name, self._forces().Actuator, joint=joint, force=force, freedom=freedom)

    def motor(
        self,
        name: str,
        joint: str,
        *,
        position: Any = None,
        speed: Any = None,
        proportional: Num = 0,
        derivative: Num = 0,
        integral: Num = 0,
        limit: Num = 0,
        freedom: str | None = None,
    ) -> None:
        """A motor with a servo that drives a joint towards a position or a speed, each a function of t."""
        gains = {"proportional": proportional, "derivative": derivative, "integral": integral, "limit": limit}
        self._force(name, self._forces().Motor, joint=joint, position=position, speed=speed, freedom=freedom, **gains)

    def end_stop(
        self,
        name: str,
        joint: str,
        *,
        lower: Num | None = None,
        upper: Num | None = None,
        stiffness: Num,
        damping: Num = 0,
        freedom: str | None = None,
    ) -> None:
        """End stops of a joint: stiff springs beyond its limits."""
        fields = {"lower": lower, "upper": upper, "stiffness": stiffness, "damping": damping, "freedom": freedom}
        self._force(name, self._forces().EndStop, joint=joint, **fields)

    def absorber(
        self,
        name: str,
        first: Any,
        second: Any,
        *,
        stiffness: Num,
        levels: Sequence[Num],
        reach: Sequence[Num] = (),
        slopes: Sequence[Num] | None = None,
        free_length: Num = 0,
        tension: Num | None = None,
    ) -> None:
        """An absorber between two points that yields at `levels` of force and remembers how far it was crushed.

        A level ends at its `reach` of crush. Without `tension` it only pushes; with it, it yields at that pull too.
        """
        fields = {"stiffness": stiffness, "levels": tuple(levels), "reach": tuple(reach), "free_length": free_length}
        rises = None if slopes is None else tuple(slopes)
        kind = self._forces().Absorber
        self._force(name, kind, between=places(first, second), slopes=rises, tension=tension, **fields)

    def plastic_hinge(
        self,
        name: str,
        joint: str,
        *,
        stiffness: Num,
        levels: Sequence[Num],
        reach: Sequence[Num] = (),
        slopes: Sequence[Num] | None = None,
        free: Num = 0,
        back: Num | None = None,
        freedom: str | None = None,
    ) -> None:
        """A moment in a joint that yields at `levels` as the angle grows, and at `back` (or the first) as it falls."""
        fields = {"stiffness": stiffness, "levels": tuple(levels), "reach": tuple(reach), "free": free}
        rises = None if slopes is None else tuple(slopes)
        kind = self._forces().PlasticHinge
        self._force(name, kind, joint=joint, slopes=rises, back=back, freedom=freedom, **fields)
