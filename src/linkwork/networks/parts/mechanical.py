"""Mechanics in one dimension: a node turns at a speed in rad/s (or moves in m/s), torques in N m go through parts."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from linkwork.expression import as_expression, named, parse
from linkwork.expression.number import Number
from linkwork.expression.substitute import substituted
from linkwork.functions.expression import Formula
from linkwork.functions.law import Law
from linkwork.networks.branches import Branch, Coupling, Curve, Lowered, Wanted
from linkwork.networks.domains import REFERENCE, ROTATION, TRANSLATION, Domain
from linkwork.networks.part import BETWEEN, NetworkPart, Surroundings
from linkwork.signals.parts import Signal

_ONE = as_expression(1)
MOTION: dict[str, Domain] = {"rotation": ROTATION, "translation": TRANSLATION}
Motion = Literal["rotation", "translation"]
STICK_TIME = 1.0
"""s, in which the rest of the slip of a clutch that sticks goes to 1/e."""


class OneDimensional(NetworkPart):
    """A part of one-dimensional mechanics."""

    motion: Motion = Field(default="rotation", description="whether its nodes turn or move along a line")

    @property
    def domain(self) -> Domain:
        """Rotation or translation."""
        return MOTION[self.motion]


class Inertia(OneDimensional):
    """An inertia (or mass) at a node: torque = J dw/dt; its speed is a state."""

    type: Literal["inertia"] = "inertia"
    at: str = Field(description="the node whose speed it has")
    inertia: Number = Field(description="kg m^2; of translation a mass in kg")
    start: Number | None = Field(default=None, description="speed at the start; 0 when left out")

    def lower(self, name: str, around: Surroundings) -> Lowered:
        ends = (self.at, REFERENCE)
        return Lowered([Branch(name, self.domain, ends, "capacity", self.inertia, "inertia", "", self.start)])


class ShaftSpring(OneDimensional):
    """A spring between two nodes: torque = k times the integral of the difference of speeds; its torque is a state."""

    type: Literal["shaft_spring"] = "shaft_spring"
    between: tuple[str, str] = BETWEEN
    stiffness: Number = Field(description="N m/rad; of translation N/m")
    damping: Number | None = Field(default=None, description="of a damper beside it in N m s/rad; none when left out")
    start: Number | None = Field(default=None, description="torque at the start; 0 when left out")

    def lower(self, name: str, around: Surroundings) -> Lowered:
        store = (1 / self.stiffness, "1/stiffness", "", self.start)
        if self.damping is None:
            return Lowered([Branch(name, self.domain, self.between, "inertance", *store)])
        spring = Branch(f"{name}.spring", self.domain, self.between, "inertance", *store)
        damper = Branch(f"{name}.damper", self.domain, self.between, "resistance", 1 / self.damping, "1/damping")
        both = Formula(value=named(spring.through) + named(damper.through))
        total = Signal(value=both, unit=self.domain.through_unit)
        return Lowered([spring, damper], signals={f"{name}.{self.domain.through}": total})


class ShaftDamper(OneDimensional):
    """A damper between two nodes: torque = d times the difference of speeds."""

    type: Literal["shaft_damper"] = "shaft_damper"
    between: tuple[str, str] = BETWEEN
    damping: Number = Field(description="N m s/rad; of translation N s/m")

    def lower(self, name: str, around: Surroundings) -> Lowered:
        value = 1 / self.damping
        return Lowered([Branch(name, self.domain, self.between, "resistance", value, "1/damping", "leave it out")])


class ShaftGear(NetworkPart):
    """An ideal gear between two nodes: w1 = n w2, the torques so that no power is lost."""

    type: Literal["shaft_gear"] = "shaft_gear"
    first: str = Field(description="node of the first shaft")
    second: str = Field(description="node of the second shaft")
    ratio: Number = Field(
        description="turns of the first for one of the second; negative where they turn against each other"
    )

    def lower(self, name: str, around: Surroundings) -> Lowered:
        first = Branch(f"{name}.first", ROTATION, (self.first, REFERENCE), "port")
        second = Branch(f"{name}.second", ROTATION, (self.second, REFERENCE), "port")
        rows = [
            Coupling(name, {first.across: _ONE, second.across: -self.ratio}),
            Coupling(name, {second.through: _ONE, first.through: self.ratio}),
        ]
        return Lowered([first, second], rows)


class ShaftBelt(NetworkPart):
    """A belt over two pulleys: r1 w1 and r2 w2 differ by how fast it stretches."""

    type: Literal["shaft_belt"] = "shaft_belt"
    first: str = Field(description="node of the first shaft")
    second: str = Field(description="node of the second shaft")
    radii: tuple[Number, Number] = Field(description="of the pulleys in m")
    stiffness: Number = Field(description="of the belt in N/m")
    damping: Number | None = Field(default=None, description="of the belt in N s/m; none when left out")
    crossed: bool = Field(default=False, description="whether the second pulley turns the other way")

    def lower(self, name: str, around: Surroundings) -> Lowered:
        lowered = Lowered()
        for label, node, radius in (("first", self.first, self.radii[0]), ("second", self.second, self.radii[1])):
            sign = as_expression(-1 if self.crossed and label == "second" else 1)
            turning = Branch(f"{name}.{label}", ROTATION, (node, REFERENCE), "port")
            moving = Branch(f"{name}.{label}_side", TRANSLATION, (f"{name}.{label}_side", REFERENCE), "port")
            lowered.branches += [turning, moving]
            lowered.couplings += [
                Coupling(name, {moving.across: _ONE, turning.across: -sign * radius}),
                Coupling(name, {turning.through: _ONE, moving.through: sign * radius}),
            ]
        ends = (f"{name}.first_side", f"{name}.second_side")
        lowered.branches.append(
            Branch(f"{name}.spring", TRANSLATION, ends, "inertance", 1 / self.stiffness, "1/stiffness")
        )
        if self.damping is not None:
            lowered.branches.append(
                Branch(f"{name}.damper", TRANSLATION, ends, "resistance", 1 / self.damping, "1/damping")
            )
        return lowered


class Clutch(OneDimensional):
    """A dry clutch, or to the ground a brake: it slips with its torque and sticks where less holds it.

    Within a tiny speed it is stuck: the torque is that which takes the rest of the slip away, up to its limit.
    """

    type: Literal["clutch"] = "clutch"
    between: tuple[str, str] = BETWEEN
    torque: Law = Field(description="largest torque in N m (of translation a force in N): a law of t and any channel")
    stick_speed: Number = Field(
        default=as_expression(1e-8), description="slip below which it is stuck, rad/s; it then goes to zero"
    )

    def lower(self, name: str, around: Surroundings) -> Lowered:
        own = named(name).text
        limit, slip = f"{own}.limit", f"{own}.{self.domain.across}"
        held = f"min(max(z, -{limit}), {limit})"
        zones = f"if({slip} > s, {{0}}, if({slip} < -s, {{1}}, {{2}}))"
        known = {"s": self.stick_speed}
        through = parse(zones.format(limit, f"-{limit}", held))
        hold = f"{own}.slip_rate + {slip}/{STICK_TIME} - (z - {held})"
        equation = parse(zones.format(f"z - {limit}", f"z + {limit}", hold))
        curve = Curve(through=substituted(through, known), equation=substituted(equation, known))
        branch = Branch(name, self.domain, self.between, "curve", curve)
        return Lowered([branch], signals={f"{name}.limit": Signal(value=self.torque)}, rates=[name])


class TorqueSource(OneDimensional):
    """A torque (or force) on a node by any law."""

    type: Literal["torque_source"] = "torque_source"
    at: str = Field(description="the node that it drives")
    torque: Law = Field(description="N m; of translation N")

    def lower(self, name: str, around: Surroundings) -> Lowered:
        return Lowered([Branch(name, self.domain, (REFERENCE, self.at), "through", self.torque)])


class SpeedSource(OneDimensional):
    """A node whose speed follows any law."""

    type: Literal["speed_source"] = "speed_source"
    at: str = Field(description="the node")
    speed: Law = Field(description="rad/s; of translation m/s")

    def lower(self, name: str, around: Surroundings) -> Lowered:
        return Lowered([Branch(name, self.domain, (self.at, REFERENCE), "across", self.speed)])


class JointPort(OneDimensional):
    """A node that moves with a joint of the mechanism; what goes through it acts in the joint."""

    type: Literal["joint_port"] = "joint_port"
    at: str = Field(description="the node")
    joint: str = Field(description="the joint")
    freedom: str | None = Field(default=None, description="freedom of the joint, where it has several")

    def lower(self, name: str, around: Surroundings) -> Lowered:
        rate = Formula(value=named(around.motion_of(name, self.joint, self.freedom)[1]))
        branch = Branch(name, self.domain, (self.at, REFERENCE), "across", rate, acts="delivered")
        law = Formula(value=named(branch.through))
        return Lowered(
            [branch], forces={name: Wanted("Actuator", {"joint": self.joint, "freedom": self.freedom, "force": law})}
        )
