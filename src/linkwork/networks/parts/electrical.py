"""Electrical parts: voltages in V from the first node to the second, currents in A that way, too."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from pydantic import Field

from linkwork.base.errors import MechanismError
from linkwork.expression import Expression, as_expression, named, parse
from linkwork.expression.number import Number
from linkwork.functions.expression import Formula
from linkwork.functions.law import Law
from linkwork.networks.branches import Branch, Coupling, Ideal, Lowered, Wanted
from linkwork.networks.domains import ELECTRICAL, REFERENCE, ROTATION, THERMAL, Domain
from linkwork.networks.part import BETWEEN, NetworkPart, Surroundings, TwoEnds
from linkwork.signals.parts import Signal, SignalPart

_ONE = as_expression(1)
HEATS = Field(default=None, description="thermal node that its loss heats")


class ElectricalPart(TwoEnds):
    """A part between two electrical nodes."""

    domain: ClassVar[Domain] = ELECTRICAL


def heating(name: str, node: str | None, power: Expression) -> list[Branch]:
    """A source of heat that brings a loss into a thermal node."""
    if node is None:
        return []
    return [Branch(f"{name}.heating", THERMAL, (REFERENCE, node), "through", formula(power))]


def formula(value: Any) -> Formula:
    """A law that is an expression."""
    return Formula(value=value)


def expression_of(law: Any) -> Expression | None:
    """The expression of a law; nothing where it is a table or a function."""
    return law.value if isinstance(law, Formula) else None


class Resistor(ElectricalPart):
    """A resistor: v = R i. Its resistance may follow a formula of any channel, such as a temperature."""

    type: Literal["resistor"] = "resistor"
    resistance: Law = Field(description="V/A: a number, or a formula of t and channels")
    heats: str | None = HEATS

    def lower(self, name: str, around: Surroundings) -> Lowered:
        fixed = around.constant(self.resistance)
        if fixed is not None:
            remedy = "join the two nodes instead"
            branch = self.branch(name, "resistance", value=fixed, what="resistance", remedy=remedy)
            return Lowered([branch, *heating(name, self.heats, branch.power())])
        varying = expression_of(self.resistance)
        extra: dict[str, SignalPart] = {}
        if varying is None:
            varying = named(f"{name}.resistance")
            extra = {f"{name}.resistance": Signal(value=self.resistance, unit="V/A")}
        branch = self.branch(name, "law", value=parse("voltage") / varying)
        return Lowered([branch, *heating(name, self.heats, branch.power())], signals=extra)


class Capacitor(ElectricalPart):
    """A capacitor: i = C dv/dt; its voltage is a state."""

    type: Literal["capacitor"] = "capacitor"
    capacitance: Number = Field(description="A s/V: a number, or dq/dv as a formula of its voltage and channels")
    start: Number | None = Field(default=None, description="voltage at the start in V; 0 when left out")

    def lower(self, name: str, around: Surroundings) -> Lowered:
        return Lowered([self.branch(name, "capacity", value=self.capacitance, what="capacitance", start=self.start)])


class Inductor(ElectricalPart):
    """An inductor: v = L di/dt; its current is a state."""

    type: Literal["inductor"] = "inductor"
    inductance: Number = Field(description="V s/A: a number, or dflux/di as a formula of its current and channels")
    start: Number | None = Field(default=None, description="current at the start in A; 0 when left out")

    def lower(self, name: str, around: Surroundings) -> Lowered:
        return Lowered([self.branch(name, "inertance", value=self.inductance, what="inductance", start=self.start)])


class VoltageSource(ElectricalPart):
    """An ideal source of a voltage that follows any law; the first node is its plus."""

    type: Literal["voltage_source"] = "voltage_source"
    voltage: Law = Field(description="V: a law of t and any channel")

    def lower(self, name: str, around: Surroundings) -> Lowered:
        return Lowered([self.branch(name, "across", value=self.voltage)])


class CurrentSource(ElectricalPart):
    """An ideal source of a current that follows any law, through it from the first node to the second."""

    type: Literal["current_source"] = "current_source"
    current: Law = Field(description="A: a law of t and any channel")

    def lower(self, name: str, around: Surroundings) -> Lowered:
        return Lowered([self.branch(name, "through", value=self.current)])


class Transformer(NetworkPart):
    """An ideal transformer: v1 = n v2, n i1 + i2 = 0."""

    type: Literal["transformer"] = "transformer"
    primary: tuple[str, str] = BETWEEN
    secondary: tuple[str, str] = BETWEEN
    ratio: Number = Field(description="turns of the primary over turns of the secondary")

    def lower(self, name: str, around: Surroundings) -> Lowered:
        first = Branch(f"{name}.primary", ELECTRICAL, self.primary, "port")
        second = Branch(f"{name}.secondary", ELECTRICAL, self.secondary, "port")
        rows = [
            Coupling(name, {first.across: _ONE, second.across: -self.ratio}),
            Coupling(name, {second.through: _ONE, first.through: self.ratio}),
        ]
        return Lowered([first, second], rows)


class Diode(ElectricalPart):
    """A diode that conducts from the first node to the second: smooth by Shockley's law, or two straight lines."""

    type: Literal["diode"] = "diode"
    saturation: Number = Field(default=as_expression(1e-12), description="saturation current in A, of the smooth one")
    thermal_voltage: Number = Field(default=as_expression(0.02585), description="n k T/q in V, of the smooth one")
    forward: Number | None = Field(
        default=None, description="resistance in V/A when it conducts: the law then is two lines that meet in an event"
    )
    blocking: Number = Field(default=as_expression(1e6), description="resistance in V/A when it blocks, of two lines")
    ideal: bool = Field(default=False, description="no voltage when it conducts, no current when it blocks")

    def lower(self, name: str, around: Surroundings) -> Lowered:
        if self.ideal:
            return Lowered([self.branch(name, "ideal", value=Ideal())])
        if self.forward is None:
            law = self.saturation * (parse(f"exp(voltage/({self.thermal_voltage.text}))") - 1)
        else:
            law = parse(f"if(voltage > 0, voltage/({self.forward.text}), voltage/({self.blocking.text}))")
        return Lowered([self.branch(name, "law", value=law)])


class Switch(ElectricalPart):
    """A switch: closed while its law is above zero, with a small resistance; open with a large one."""

    type: Literal["switch"] = "switch"
    closed: Law = Field(description="a number above zero where it is closed: a formula of t, channels and flags")
    on: Number = Field(default=as_expression(1e-3), description="resistance in V/A when closed")
    off: Number = Field(default=as_expression(1e6), description="resistance in V/A when open")
    ideal: bool = Field(default=False, description="no voltage when closed, no current when open")

    def lower(self, name: str, around: Surroundings) -> Lowered:
        closed = f"{name}.closed"
        if self.ideal:
            ideal = self.branch(name, "ideal", value=Ideal(closed))
            return Lowered([ideal], signals={closed: Signal(value=self.closed)})
        law = parse(f"if({named(closed).text} > 0, voltage/({self.on.text}), voltage/({self.off.text}))")
        return Lowered([self.branch(name, "law", value=law)], signals={closed: Signal(value=self.closed)})


class Conductor(ElectricalPart):
    """A part whose current is any formula of its voltage, of t and of channels."""

    type: Literal["conductor"] = "conductor"
    current: Number = Field(description="A: a formula in which `voltage` stands, such as 0.01*voltage^3")

    def lower(self, name: str, around: Surroundings) -> Lowered:
        return Lowered([self.branch(name, "law", value=self.current)])


class DcMotor(ElectricalPart):
    """A motor with permanent magnets: v = k w + R i + L di/dt, torque k i less friction, on a joint or on a shaft."""

    type: Literal["dc_motor"] = "dc_motor"
    joint: str | None = Field(default=None, description="joint that it drives; or give a shaft")
    freedom: str | None = Field(default=None, description="freedom of the joint, where it has several")
    shaft: str | None = Field(default=None, description="rotational node that it drives")
    constant: Number = Field(description="k in V s/rad, the same as N m/A")
    resistance: Number = Field(description="R of the winding in V/A")
    inductance: Number | None = Field(default=None, description="L of the winding in V s/A; none when left out")
    friction: Number = Field(default=as_expression(0), description="viscous friction in N m s/rad")
    gear: Number = Field(default=_ONE, description="turns of the motor for one of the joint or shaft")
    start: Number | None = Field(default=None, description="current at the start in A, with an inductance")
    heats: str | None = HEATS

    def lower(self, name: str, around: Surroundings) -> Lowered:
        if (self.joint is None) == (self.shaft is None):
            raise MechanismError(f"part '{name}': give the joint or the shaft that it drives, one of them")
        first, last = self.between
        inside, coil = f"{name}.emf", f"{name}.coil"
        at = (first, inside) if self.inductance is None else (first, coil)
        winding = Branch(f"{name}.winding", ELECTRICAL, at, "resistance", self.resistance, "resistance")
        lowered = Lowered([winding, *heating(name, self.heats, winding.power())])
        if self.inductance is not None:
            ends = (coil, inside)
            store = Branch(
                f"{name}.inductance", ELECTRICAL, ends, "inertance", self.inductance, "inductance", "", self.start
            )
            lowered.branches.append(store)
        per_turn = self.constant * self.gear
        drag = self.friction * self.gear * self.gear
        current = named(winding.through)
        if self.joint is not None:
            omega = named(around.motion_of(name, self.joint, self.freedom)[1])
            emf = Branch(
                f"{name}.emf", ELECTRICAL, (inside, last), "across", formula(per_turn * omega), acts="delivered"
            )
            torque = per_turn * current - drag * omega
            lowered.branches.append(emf)
            lowered.forces[name] = Wanted(
                "Actuator", {"joint": self.joint, "freedom": self.freedom, "force": formula(named(f"{name}.torque"))}
            )
        else:
            emf = Branch(f"{name}.emf", ELECTRICAL, (inside, last), "port")
            turning = Branch(f"{name}.shaft", ROTATION, (str(self.shaft), REFERENCE), "port")
            lowered.branches += [emf, turning]
            lowered.couplings += [
                Coupling(name, {emf.across: _ONE, turning.across: -per_turn}),
                Coupling(name, {turning.through: _ONE, emf.through: per_turn}),
            ]
            torque = -named(turning.through)
            if self.friction.constant != 0.0:
                ends = (str(self.shaft), REFERENCE)
                lowered.branches.append(
                    Branch(f"{name}.friction", ROTATION, ends, "law", drag * parse("omega"), "friction")
                )
        lowered.signals = {
            f"{name}.current": Signal(value=formula(current), unit="A"),
            f"{name}.torque": Signal(value=formula(torque), unit="N m"),
        }
        return lowered


class MovingPlate(ElectricalPart):
    """A capacitor with a plate that a joint moves: q = C(x) v, and the force dC/dx v^2/2 acts in the joint."""

    type: Literal["moving_plate"] = "moving_plate"
    joint: str = Field(description="joint whose position moves the plate")
    freedom: str | None = Field(default=None, description="freedom of the joint, where it has several")
    area: Number = Field(description="permittivity times area in A s m/V: C = area/(gap + x)")
    gap: Number = Field(description="distance of the plates in m where the joint's position x is zero")
    start: Number | None = Field(default=None, description="voltage at the start in V; 0 when left out")

    def lower(self, name: str, around: Surroundings) -> Lowered:
        place, rate = around.motion_of(name, self.joint, self.freedom)
        wide = named(f"{name}.gap")
        value = self.area / wide
        slope = -self.area / (wide * wide)
        voltage = named(f"{name}.voltage")
        moved = slope * named(rate) * voltage
        branch = self.branch(name, "capacity", value=value, what="capacitance", start=self.start, other=moved)
        force = formula(slope * voltage * voltage / 2)
        return Lowered(
            [branch],
            signals={
                f"{name}.gap": Signal(value=formula(self.gap + named(place)), unit="m"),
                f"{name}.force": Signal(value=force, unit="N"),
            },
            forces={
                name: Wanted(
                    "Actuator", {"joint": self.joint, "freedom": self.freedom, "force": formula(named(f"{name}.force"))}
                )
            },
        )
