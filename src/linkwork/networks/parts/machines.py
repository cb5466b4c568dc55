"""Three-phase machines, in phases and in the frame of the rotor, and their supply.

The star points are inside and joined to nothing: two currents of three are states, for the third is minus their sum.
Torques are the derivatives of the co-energy by the angle of the rotor.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from linkwork.expression import Expression, as_expression, named, parse
from linkwork.expression.number import Number
from linkwork.expression.substitute import substituted
from linkwork.functions.expression import Formula
from linkwork.networks.branches import Branch, Lowered
from linkwork.networks.domains import ELECTRICAL, REFERENCE
from linkwork.networks.fields import Move, Port, from_coenergy
from linkwork.networks.part import NetworkPart, Surroundings
from linkwork.networks.parts.electrical import HEATS, formula, heating
from linkwork.networks.parts.turning import Drive
from linkwork.signals.parts import Signal, State

_ONE = as_expression(1)
_ZERO = as_expression(0)
_THIRD = "2*pi/3"
TERMINALS = Field(description="nodes of the three phases; the star point is inside")
JOINT = Field(default=None, description="joint that it drives; or give a shaft")
FREEDOM = Field(default=None, description="freedom of the joint, where it has several")
SHAFT = Field(default=None, description="rotational node that it drives")
GEAR = Field(default=_ONE, description="turns of the motor for one of the joint or shaft")
PAIRS = Field(default=_ONE, description="pairs of poles p; the electrical angle is p times that of the rotor")


class Machine(NetworkPart):
    """A machine with three phases on a joint or a shaft."""

    terminals: tuple[str, str, str] = TERMINALS
    joint: str | None = JOINT
    freedom: str | None = FREEDOM
    shaft: str | None = SHAFT
    resistance: Number = Field(description="of a winding of the stator in ohm")
    pole_pairs: Number = PAIRS
    gear: Number = GEAR
    heats: str | None = HEATS

    def _windings(self, name: str) -> tuple[Lowered, list[str]]:
        """The resistances of the stator, and the nodes behind them."""
        windings, inner, losses = Lowered(), list[str](), list[Expression]()
        for label, node in zip("abc", self.terminals, strict=True):
            inner.append(f"{name}.inner_{label}")
            one = Branch(f"{name}.{label}", ELECTRICAL, (node, inner[-1]), "resistance", self.resistance, "resistance")
            windings.branches.append(one)
            losses.append(one.power())
        windings.branches += heating(name, self.heats, losses[0] + losses[1] + losses[2])
        return windings, inner

    def _drive(self, name: str, around: Surroundings) -> tuple[Drive, Move]:
        drive = Drive.of(name, self.joint, self.freedom, self.shaft, around)
        return drive, Move("turn", drive.angle * self.gear, drive.rate * self.gear)


class ThreePhaseSource(NetworkPart):
    """Three voltages of one amplitude, each a third of a period behind the one before."""

    type: Literal["three_phase_source"] = "three_phase_source"
    terminals: tuple[str, str, str] = Field(description="nodes of the three phases")
    neutral: str = Field(default=REFERENCE, description="node of the star point")
    rms: Number = Field(description="effective value of the voltage from a phase to the star point in V")
    frequency: Number = Field(description="Hz: a number, or a law of channels")
    phase: Number = Field(default=_ZERO, description="angle of the first phase at the start in rad")

    def lower(self, name: str, around: Surroundings) -> Lowered:
        lowered = Lowered()
        angle = named(f"{name}.angle")
        rate = formula(self.frequency * parse("2*pi"))
        fixed = around.constant(self.frequency) is not None
        turned = Signal(value=formula(self.frequency * parse("2*pi*t") + self.phase), unit="rad")
        lowered.signals[f"{name}.angle"] = turned if fixed else State(rate=rate, start=self.phase, unit="rad")
        for number, (label, node) in enumerate(zip("abc", self.terminals, strict=True)):
            law = substituted(
                parse(f"sqrt(2)*size*sin(turned - {number}*{_THIRD})"), {"turned": angle, "size": self.rms}
            )
            lowered.branches.append(Branch(f"{name}.{label}", ELECTRICAL, (node, self.neutral), "across", formula(law)))
        return lowered


class InductionMotor(Machine):
    """An asynchronous motor, star-star with the rotor shorted, by inductances that depend on the angle of the rotor."""

    type: Literal["induction_motor"] = "induction_motor"
    rotor_resistance: Number = Field(description="of a winding of the rotor in ohm")
    self_inductance: Number = Field(description="of a winding of the stator in H, leakage included")
    rotor_inductance: Number = Field(description="of a winding of the rotor in H, leakage included")
    mutual_inductance: Number = Field(description="between windings of stator and rotor in line, in H")
    stator_mutual: Number | None = Field(
        default=None, description="between two windings of the stator in H, below zero; minus half of the mutual one"
    )
    rotor_mutual: Number | None = Field(default=None, description="the same of the rotor")

    def lower(self, name: str, around: Surroundings) -> Lowered:
        lowered, inner = self._windings(name)
        drive, move = self._drive(name, around)
        rotor = []
        for label in "abc":
            rotor.append(f"{name}.rotor_{label}")
            lowered.branches.append(
                Branch(
                    f"{name}.bar_{label}",
                    ELECTRICAL,
                    (REFERENCE, rotor[-1]),
                    "resistance",
                    self.rotor_resistance,
                    "rotor_resistance",
                )
            )
        ports = [
            Port(label, ELECTRICAL, nodes, "inertance")
            for label, nodes in (
                ("ia", (inner[0], inner[2])),
                ("ib", (inner[1], inner[2])),
                ("ja", (rotor[0], rotor[2])),
                ("jb", (rotor[1], rotor[2])),
            )
        ]
        field = from_coenergy(name, ports, [move], self._coenergy())
        _join(lowered, field.lowered)
        drive.brings(lowered, field.forces["turn"], self.gear)
        return lowered

    def _coenergy(self) -> Expression:
        """Of two currents a side: the third is minus their sum, so that L - M counts in each winding."""
        half = self.mutual_inductance / 2
        stator = self.self_inductance + (half if self.stator_mutual is None else -self.stator_mutual)
        rotor = self.rotor_inductance + (half if self.rotor_mutual is None else -self.rotor_mutual)
        one = parse("ia^2 + ib^2 + ia*ib")
        two = parse("ja^2 + jb^2 + ja*jb")
        # sum of cos(el + (k - j) 2 pi/3) i_j j_k over three windings each, with i_c = -i_a - i_b, j_c = -j_a - j_b
        linked = parse(
            f"ia*(ja*cos(el) + jb*cos(el + {_THIRD}) - (ja + jb)*cos(el - {_THIRD})) "
            f"+ ib*(ja*cos(el - {_THIRD}) + jb*cos(el) - (ja + jb)*cos(el + {_THIRD})) "
            f"- (ia + ib)*(ja*cos(el + {_THIRD}) + jb*cos(el - {_THIRD}) - (ja + jb)*cos(el))"
        )
        linked = substituted(linked, {"el": self.pole_pairs * parse("turn")})
        return stator * one + rotor * two + self.mutual_inductance * linked


class SynchronousMotor(Machine):
    """A synchronous or brushless motor with magnets.

    v_d = L_d di_d/dt - w_e L_q i_q, v_q = L_q di_q/dt + w_e (L_d i_d + psi), behind the resistance of the windings.
    """

    type: Literal["synchronous_motor"] = "synchronous_motor"
    frame: Literal["rotor", "phases"] = Field(
        default="rotor", description="whether its states are currents of the rotor's frame (dq) or of the phases"
    )
    flux: Number = Field(description="psi of the magnets in Wb: amplitude of the flux in a phase")
    inductance_d: Number = Field(description="L_d along the magnets in H")
    inductance_q: Number = Field(description="L_q square to them in H")

    def lower(self, name: str, around: Surroundings) -> Lowered:
        lowered, inner = self._windings(name)
        drive, move = self._drive(name, around)
        ends = ((inner[0], inner[2]), (inner[1], inner[2]))
        if self.frame == "phases":
            ports = [
                Port(label, ELECTRICAL, nodes, "inertance") for label, nodes in zip(("ia", "ib"), ends, strict=True)
            ]
            field = from_coenergy(name, ports, [move], self._coenergy())
            _join(lowered, field.lowered)
            drive.brings(lowered, field.forces["turn"], self.gear)
            return lowered
        self._in_rotor(name, lowered, ends, move, drive)
        return lowered

    def _coenergy(self) -> Expression:
        e = self.pole_pairs * parse("turn")
        along = substituted(
            parse(f"2/3*(ia*(cos(el) - cos(el + {_THIRD})) + ib*(cos(el - {_THIRD}) - cos(el + {_THIRD})))"), {"el": e}
        )
        square = substituted(
            parse(f"-2/3*(ia*(sin(el) - sin(el + {_THIRD})) + ib*(sin(el - {_THIRD}) - sin(el + {_THIRD})))"), {"el": e}
        )
        stored = self.inductance_d * along**2 / 2 + self.inductance_q * square**2 / 2
        return parse("3/2") * (stored + self.flux * along)

    def _in_rotor(
        self, name: str, lowered: Lowered, ends: tuple[tuple[str, str], ...], move: Move, drive: Drive
    ) -> None:
        e = self.pole_pairs * move.position
        spin = self.pole_pairs * move.rate
        d, q = (named(f"{name}.current_{axis}") for axis in "dq")
        first, second = (
            Branch(f"{name}.phase_{label}", ELECTRICAL, nodes, "through", formula(law), acts="port")
            for label, nodes, law in (
                ("a", ends[0], substituted(parse("d*cos(el) - q*sin(el)"), {"d": d, "q": q, "el": e})),
                (
                    "b",
                    ends[1],
                    substituted(parse(f"d*cos(el - {_THIRD}) - q*sin(el - {_THIRD})"), {"d": d, "q": q, "el": e}),
                ),
            )
        )
        lowered.branches += [first, second]
        known = {"va": named(first.across), "vb": named(second.across), "el": e}
        voltage_d = substituted(parse(f"2/3*(va*cos(el) + vb*cos(el - {_THIRD}))"), known)
        voltage_q = substituted(parse(f"-2/3*(va*sin(el) + vb*sin(el - {_THIRD}))"), known)
        rate_d = (voltage_d + spin * self.inductance_q * q) / self.inductance_d
        rate_q = (voltage_q - spin * (self.inductance_d * d + self.flux)) / self.inductance_q
        rates = {"d": rate_d, "q": rate_q}
        for axis, rate in rates.items():
            lowered.signals[f"{name}.rate_{axis}"] = Signal(value=Formula(value=rate), unit="A/s")
            law = Formula(value=named(f"{name}.rate_{axis}"))
            lowered.signals[f"{name}.current_{axis}"] = State(rate=law, start=_ZERO, unit="A")
        torque = parse("3/2") * self.pole_pairs * q * (self.flux + (self.inductance_d - self.inductance_q) * d)
        stored = self.inductance_d * d * named(f"{name}.rate_d") + self.inductance_q * q * named(f"{name}.rate_q")
        lowered.signals[f"{name}.stored_power"] = Signal(value=formula(parse("3/2") * stored), unit="W")
        lowered.signals[f"{name}.delivered_power"] = Signal(value=formula(torque * move.rate), unit="W")
        lowered.flows = {f"{name}.stored_power": "store", f"{name}.delivered_power": "delivered"}
        drive.brings(lowered, torque, self.gear)


def _join(lowered: Lowered, other: Lowered) -> None:
    lowered.branches += other.branches
    lowered.signals |= other.signals
    lowered.flows |= other.flows
