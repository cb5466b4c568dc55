"""What drives a joint or a shaft: its angle and rate, and the torque that a machine brings there."""

from __future__ import annotations

from dataclasses import dataclass

from linkwork.base.errors import MechanismError
from linkwork.expression import Expression, as_expression, named
from linkwork.functions.expression import Formula
from linkwork.networks.branches import Branch, Lowered, Wanted
from linkwork.networks.domains import REFERENCE, ROTATION
from linkwork.networks.part import Surroundings
from linkwork.signals.parts import Signal, State


@dataclass(frozen=True)
class Drive:
    """The joint or the rotational node of a machine."""

    name: str
    joint: str | None
    freedom: str | None
    shaft: str | None
    angle: Expression
    rate: Expression

    @classmethod
    def of(cls, name: str, joint: str | None, freedom: str | None, shaft: str | None, around: Surroundings) -> Drive:
        """What a machine drives; an error where it is not one of both."""
        if (joint is None) == (shaft is None):
            raise MechanismError(f"part '{name}': give the joint or the shaft that it drives, one of them")
        if joint is not None:
            place, rate = around.motion_of(name, joint, freedom)
            return cls(name, joint, freedom, None, named(place), named(rate))
        omega = named(f"{name.partition('.')[0]}.{shaft}.{ROTATION.across}")
        return cls(name, None, None, shaft, named(f"{name}.angle"), omega)

    def brings(self, lowered: Lowered, torque: Expression, per_turn: Expression) -> None:
        """Bring a torque of the machine there; `per_turn` are its turns for one of the joint or shaft."""
        label = f"{self.name}.torque"
        lowered.signals[label] = Signal(value=Formula(value=torque), unit="N m")
        law = Formula(value=per_turn * named(label))
        if self.joint is not None:
            lowered.forces[self.name] = Wanted("Actuator", {"joint": self.joint, "freedom": self.freedom, "force": law})
            return
        ends = (REFERENCE, str(self.shaft))
        lowered.branches.append(Branch(f"{self.name}.shaft", ROTATION, ends, "through", law, acts="port"))
        lowered.signals[f"{self.name}.angle"] = State(rate=Formula(value=self.rate), start=as_expression(0), unit="rad")
        lowered.flows.pop(f"{self.name}.delivered_power", None)
