"""Parts of one-dimensional mechanics as a user adds them in Python."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from linkwork.expression.given import public
from linkwork.networks.builders.base import Num, PartBuilder
from linkwork.networks.parts import mechanical


@public
class MechanicalBuilder(PartBuilder):
    """Shafts (or masses on a line): nodes have a speed, torques go through parts."""

    def inertia(self, name: str, at: str, inertia: Num, start: Num | None = None, motion: str | None = None) -> None:
        """An inertia at a node: torque = J dw/dt."""
        self._part(name, mechanical.Inertia, at=at, inertia=inertia, start=start, motion=motion)

    def shaft_spring(
        self,
        name: str,
        first: str,
        second: str,
        stiffness: Num,
        damping: Num | None = None,
        start: Num | None = None,
        motion: str | None = None,
    ) -> None:
        """A spring between two nodes, with a damper beside it where `damping` is given; its torque is a state."""
        fields = {"stiffness": stiffness, "damping": damping, "start": start, "motion": motion}
        self._part(name, mechanical.ShaftSpring, between=(first, second), **fields)

    def shaft_damper(self, name: str, first: str, second: str, damping: Num, motion: str | None = None) -> None:
        """A damper between two nodes."""
        self._part(name, mechanical.ShaftDamper, between=(first, second), damping=damping, motion=motion)

    def shaft_gear(self, name: str, first: str, second: str, ratio: Num) -> None:
        """An ideal gear: w1 = n w2."""
        self._part(name, mechanical.ShaftGear, first=first, second=second, ratio=ratio)

    def torque_source(self, name: str, at: str, torque: Any, motion: str | None = None) -> None:
        """A torque on a node by any law."""
        self._part(name, mechanical.TorqueSource, at=at, torque=torque, motion=motion)

    def speed_source(self, name: str, at: str, speed: Any, motion: str | None = None) -> None:
        """A node whose speed follows any law."""
        self._part(name, mechanical.SpeedSource, at=at, speed=speed, motion=motion)

    def joint_port(self, name: str, at: str, joint: str, freedom: str | None = None, motion: str | None = None) -> None:
        """A node that moves with a joint of the mechanism; the torque through it acts in the joint."""
        self._part(name, mechanical.JointPort, at=at, joint=joint, freedom=freedom, motion=motion)

    def shaft_belt(
        self,
        name: str,
        first: str,
        second: str,
        radii: Sequence[Any],
        stiffness: Num,
        damping: Num | None = None,
        crossed: bool | None = None,
    ) -> None:
        """A belt over two pulleys with a stiffness in N/m."""
        fields = {"radii": tuple(radii), "stiffness": stiffness, "damping": damping, "crossed": crossed}
        self._part(name, mechanical.ShaftBelt, first=first, second=second, **fields)

    def clutch(
        self,
        name: str,
        first: str,
        second: str,
        torque: Any,
        stick_speed: Num | None = None,
        motion: str | None = None,
    ) -> None:
        """A dry clutch between two nodes (a brake where one is the ground): it slips with `torque`, or sticks."""
        fields = {"torque": torque, "stick_speed": stick_speed, "motion": motion}
        self._part(name, mechanical.Clutch, between=(first, second), **fields)
