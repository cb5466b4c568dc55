"""Forces as a user adds them in Python that are the same in the plane and in space: springs, and those in joints."""

from __future__ import annotations

from typing import Any

from linkwork.elements.base import Element
from linkwork.expression.given import public
from linkwork.mechanism.handles import Num
from linkwork.mechanism.places_given import place, places


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
    ) -> None:
        """A spring, damper and actuator between two points; tension is positive.

        `force` is a law of t, length, speed and any channel: a number, an expression, a table or a Python function.
        """
        fields = {"stiffness": stiffness, "free_length": free_length, "damping": damping, "force": force}
        self._force(name, self._forces().Spring, between=places(first, second), only=only, clipped=clipped, **fields)

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
