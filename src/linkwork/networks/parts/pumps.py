"""Pump or motor on a joint or a shaft: variable, with leakage and friction or with measured efficiencies."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from linkwork.base.errors import MechanismError
from linkwork.expression import Expression, as_expression, named, parse
from linkwork.expression.number import Number
from linkwork.expression.substitute import substituted
from linkwork.functions.law import Law
from linkwork.networks.branches import Branch, Lowered, Role, Wanted
from linkwork.networks.domains import HYDRAULIC, REFERENCE, ROTATION
from linkwork.networks.part import Surroundings
from linkwork.networks.parts.electrical import formula
from linkwork.networks.parts.hydraulic import HydraulicPart
from linkwork.networks.parts.maps import EfficiencyMap, map_value
from linkwork.signals.parts import Signal

_ZERO = as_expression(0)
_ONE = as_expression(1)
_MAP = "a formula of `speed` in rad/s and `pressure` in Pa, both without sign, or a map over them"


class PumpMotor(HydraulicPart):
    """A pump or motor on a joint or a shaft with a displacement that may be set, leakage and friction.

    Q = s D w - G p - Ql from the first node to the second, and the torque on the shaft is -s D p - d w - Tl, p how far
    the second node is above the first. By efficiencies, as a pump: Ql = (1 - ev) s D w, Tl = (1/em - 1) s D p; as a
    motor: Ql = (1/ev - 1) s D w, Tl = (1 - em) s D p.
    """

    type: Literal["pump_motor"] = "pump_motor"
    joint: str | None = Field(default=None, description="joint that turns it; or give a shaft")
    freedom: str | None = Field(default=None, description="freedom of the joint, where it has several")
    shaft: str | None = Field(default=None, description="rotational node that turns it")
    displacement: Number = Field(description="D in m^3/rad")
    setting: Law = Field(default=formula(_ONE), description="s from -1 to 1: a law of t and any channel")
    leakage: Number = Field(default=_ZERO, description="G in m^3/(s Pa)")
    friction: Number = Field(default=_ZERO, description="d in N m s/rad")
    volumetric_efficiency: Number | EfficiencyMap | None = Field(default=None, description=f"ev: {_MAP}")
    mechanical_efficiency: Number | EfficiencyMap | None = Field(default=None, description=f"em: {_MAP}")
    slow: Number = Field(default=as_expression(1), description="rad/s, below which losses by efficiencies go to zero")
    laminar: Number = Field(default=as_expression(1e4), description="Pa, below which losses by efficiencies go to zero")

    def lower(self, name: str, around: Surroundings) -> Lowered:
        if (self.joint is None) == (self.shaft is None):
            raise MechanismError(f"part '{name}': give the joint or the shaft that turns it, one of them")
        set_to = named(f"{name}.setting") * self.displacement
        lowered = Lowered(signals={f"{name}.setting": Signal(value=self.setting)})
        if self.joint is not None:
            rate = named(around.motion_of(name, self.joint, self.freedom)[1])
        else:
            rate = named(f"{name.partition('.')[0]}.{self.shaft}.{ROTATION.across}")
        role: Role = "delivered" if self.joint else "port"
        body = Branch(f"{name}.body", HYDRAULIC, self.between, "through", formula(set_to * rate), acts=role)
        lowered.branches.append(body)
        if self.leakage.constant != 0.0:
            lowered.branches.append(
                Branch(f"{name}.leakage", HYDRAULIC, self.between, "resistance", 1 / self.leakage, "1/leakage")
            )
        drag = self._losses(lowered, around, name, set_to, rate, named(body.across))
        torque: Expression = set_to * named(body.across)
        if self.joint is not None:
            whole = torque - self.friction * rate - (_ZERO if drag is None else drag)
            lowered.signals[f"{name}.torque"] = Signal(value=formula(whole), unit="N m")
            law = formula(named(f"{name}.torque"))
            fields = {"joint": self.joint, "freedom": self.freedom, "force": law}
            lowered.forces[name] = Wanted("Actuator", fields)
            return lowered
        ends = (REFERENCE, str(self.shaft))
        lowered.branches.append(Branch(f"{name}.shaft", ROTATION, ends, "through", formula(torque), acts="port"))
        ends = (str(self.shaft), REFERENCE)
        if self.friction.constant != 0.0:
            lowered.branches.append(
                Branch(f"{name}.friction", ROTATION, ends, "law", self.friction * parse("omega"), "friction")
            )
        if drag is not None:
            lowered.branches.append(Branch(f"{name}.drag", ROTATION, ends, "through", formula(drag), acts="loss"))
        return lowered

    def _losses(
        self,
        lowered: Lowered,
        around: Surroundings,
        name: str,
        set_to: Expression,
        rate: Expression,
        across: Expression,
    ) -> Expression | None:
        """The leakage by an efficiency as a branch; the torque that turning takes by another one.

        What is lost has the sign of the pressure or of the speed, smoothed about zero; so has the change from pump to
        motor. `across` is that of the first node above the second.
        """
        if self.volumetric_efficiency is None and self.mechanical_efficiency is None:
            return None
        lowered.bounds += around.above_zero(name, slow=self.slow, laminar=self.laminar)
        own = named(name).text
        words = {"w": rate, "p": -across, "ws": self.slow, "ps": self.laminar, "D": set_to}
        lowered.signals |= {
            f"{name}.{label}": Signal(value=formula(substituted(parse(text), words)), unit=unit)
            for label, text, unit in (
                ("turning", "w/sqrt(w^2 + ws^2)", ""),
                ("pressing", "p/sqrt(p^2 + ps^2)", ""),
                ("turning_speed", "w^2/sqrt(w^2 + ws^2)", "rad/s"),
                ("pressure", "p^2/sqrt(p^2 + ps^2)", "Pa"),
                ("pumps", f"(1 + {own}.pressing*D*w/sqrt((D*w)^2 + (D*ws)^2 + 1e-30))/2", ""),
            )
        }
        leaks, drags = (
            None
            if given is None
            else map_value(lowered, around, f"{name}.{label}", given, f"{name}.turning_speed", f"{name}.pressure")
            for label, given in (
                ("volumetric_efficiency", self.volumetric_efficiency),
                ("mechanical_efficiency", self.mechanical_efficiency),
            )
        )
        if leaks is not None:
            text = f"sqrt((D*w)^2 + 1e-30)*({own}.pumps*(1 - e) + (1 - {own}.pumps)*(1/e - 1))*{own}.pressing"
            slips = substituted(parse(text), words | {"e": leaks})
            ends = (self.between[1], self.between[0])
            lowered.branches.append(Branch(f"{name}.slip", HYDRAULIC, ends, "through", formula(slips), acts="loss"))
        if drags is None:
            return None
        text = f"sqrt((D*p)^2 + 1e-30)*({own}.pumps*(1/e - 1) + (1 - {own}.pumps)*(1 - e))*{own}.turning"
        return substituted(parse(text), words | {"e": drags})
