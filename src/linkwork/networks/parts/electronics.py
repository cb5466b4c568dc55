"""Operational amplifier, pulse-width modulated bridge, coupled inductors, battery."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from linkwork.base.errors import MechanismError
from linkwork.expression import Expression, as_expression, named, parse
from linkwork.expression.number import Number
from linkwork.expression.substitute import substituted
from linkwork.functions.law import Law
from linkwork.networks.branches import Branch, Coupling, Curve, Lowered
from linkwork.networks.domains import ELECTRICAL, REFERENCE
from linkwork.networks.part import BETWEEN, NetworkPart, Surroundings
from linkwork.networks.parts.electrical import HEATS, ElectricalPart, formula, heating
from linkwork.signals.parts import Signal, State

_ONE = as_expression(1)


class OperationalAmplifier(NetworkPart):
    """An ideal operational amplifier: no current into its inputs, and the output such that their voltages are equal."""

    type: Literal["operational_amplifier"] = "operational_amplifier"
    plus: str = Field(description="node of the input that does not invert")
    minus: str = Field(description="node of the input that inverts")
    output: str = Field(description="node of the output")
    limits: tuple[Number, Number] | None = Field(
        default=None, description="least and largest output in V; there its inputs need not be equal"
    )

    def lower(self, name: str, around: Surroundings) -> Lowered:
        given = Branch(f"{name}.input", ELECTRICAL, (self.plus, self.minus), "port")
        ends = (self.output, REFERENCE)
        rows = [Coupling(name, {given.through: _ONE})]
        if self.limits is None:
            out = Branch(f"{name}.output", ELECTRICAL, ends, "port", acts="source")
            return Lowered([given, out], [*rows, Coupling(name, {given.across: _ONE})])
        low, high = (limit.text for limit in self.limits)
        held = parse(f"min(max(z, {low}), {high})")
        curve = Curve(held, equation=named(given.across) - (parse("z") - held))
        out = Branch(f"{name}.output", ELECTRICAL, ends, "curve", curve, acts="source")
        return Lowered([given, out], rows)


class PwmBridge(NetworkPart):
    """A bridge between a supply and a load: v_load = s v_supply, i_supply = -s i_load.

    Averaged, s is the duty; switched, s is 1 or -1 (bipolar), or 1 or 0, by comparison with a triangle.
    """

    type: Literal["pwm_bridge"] = "pwm_bridge"
    supply: tuple[str, str] = BETWEEN
    load: tuple[str, str] = BETWEEN
    duty: Law = Field(description="mean of v_load/v_supply: from -1 to 1, of one polarity from 0 to 1")
    polarity: Literal["both", "one"] = Field(default="both", description="whether the load sees both signs")
    frequency: Number | None = Field(default=None, description="of the switching in Hz; averaged when left out")

    def lower(self, name: str, around: Surroundings) -> Lowered:
        least = "-1" if self.polarity == "both" else "0"
        own = named(name).text
        duty = Signal(value=formula(parse(f"min(max({own}.asked, {least}), 1)")))
        signals = {f"{name}.asked": Signal(value=self.duty), f"{name}.duty": duty}
        word = "duty"
        if self.frequency is not None:
            # a triangle below d is its sine below sin(d pi/2)
            wave = self.frequency * parse("2*pi*t")
            level = f"{own}.duty" if self.polarity == "both" else f"(2*{own}.duty - 1)"
            law = substituted(parse(f"if(sin(wave) < sin(pi/2*{level}), 1, {least})"), {"wave": wave})
            signals[f"{name}.state"] = Signal(value=formula(law))
            word = "state"
        share = named(f"{name}.{word}")
        inlet = f"{name}.supply.{ELECTRICAL.across}"
        outlet = f"{name}.load.{ELECTRICAL.through}"
        load = Branch(f"{name}.load", ELECTRICAL, self.load, "across", formula(share * named(inlet)), acts="port")
        supply = Branch(
            f"{name}.supply", ELECTRICAL, self.supply, "through", formula(-share * named(outlet)), acts="port"
        )
        return Lowered([supply, load], signals=dict(signals))


class CoupledInductors(NetworkPart):
    """Inductors on one core: v = L di/dt with a matrix of inductances."""

    type: Literal["coupled_inductors"] = "coupled_inductors"
    windings: tuple[tuple[str, str], ...] = Field(description="the two nodes of every winding")
    matrix: tuple[tuple[Number, ...], ...] = Field(description="inductances in H: self on the diagonal, mutual beside")

    def lower(self, name: str, around: Surroundings) -> Lowered:
        """v = G D G' di/dt: a transformer with the triangle G and inductances D that are not coupled."""
        count = len(self.windings)
        if len(self.matrix) != count or any(len(row) != count for row in self.matrix):
            raise MechanismError(f"part '{name}': {count} windings need a matrix of {count} rows and columns")
        for n in range(count):
            for m in range(n):
                if self.matrix[n][m] != self.matrix[m][n]:
                    raise MechanismError(f"part '{name}': the matrix is not symmetric in row {n + 1}, column {m + 1}")
        factors, diagonal = _triangle(self.matrix)
        ends = [Branch(f"{name}.winding{n + 1}", ELECTRICAL, nodes, "port") for n, nodes in enumerate(self.windings)]
        lowered = Lowered(list(ends))
        cores = []
        for n, value in enumerate(diagonal):
            node = f"{name}.core{n + 1}"
            inner = Branch(f"{name}.side{n + 1}", ELECTRICAL, (node, REFERENCE), "port")
            core = Branch(
                f"{name}.core{n + 1}",
                ELECTRICAL,
                (node, REFERENCE),
                "inertance",
                value,
                "what is left of its inductance",
                "couplings must be below one",
            )
            cores.append(inner)
            lowered.branches += [inner, core]
        for n in range(count):
            row = {ends[n].across: _ONE} | {cores[m].across: -factors[n][m] for m in range(n + 1)}
            lowered.couplings.append(Coupling(name, row))
            column = {cores[n].through: _ONE} | {ends[m].through: factors[m][n] for m in range(n, count)}
            lowered.couplings.append(Coupling(name, column))
        return lowered


def _triangle(matrix: tuple[tuple[Number, ...], ...]) -> tuple[list[list[Expression]], list[Expression]]:
    """G with ones on its diagonal and D of L = G D G', as formulas."""
    count = len(matrix)
    factors = [[_ONE if n == m else as_expression(0) for m in range(count)] for n in range(count)]
    diagonal: list[Expression] = []
    for n in range(count):
        left = matrix[n][n]
        for m in range(n):
            left = left - factors[n][m] ** 2 * diagonal[m]
        diagonal.append(left)
        for later in range(n + 1, count):
            value = matrix[later][n]
            for m in range(n):
                value = value - factors[later][m] * factors[n][m] * diagonal[m]
            factors[later][n] = value / diagonal[n]
    return factors, diagonal


class Battery(ElectricalPart):
    """A battery: a voltage by its charge, behind a resistance; the first node is its plus."""

    type: Literal["battery"] = "battery"
    voltage: Number = Field(description="without load in V: a number, or a formula of `charge`, from 0 to 1")
    capacity: Number = Field(description="A s from empty to full")
    resistance: Number = Field(description="inside, in ohm")
    charge: Number = Field(default=_ONE, description="at the start, from 0 to 1")
    heats: str | None = HEATS

    def lower(self, name: str, around: Surroundings) -> Lowered:
        first, second = self.between
        inner = f"{name}.inner"
        loss = Branch(f"{name}.inside", ELECTRICAL, (first, inner), "resistance", self.resistance, "resistance")
        charge = named(f"{name}.charge")
        law = formula(substituted(self.voltage, {"charge": charge}))
        cell = Branch(f"{name}.cell", ELECTRICAL, (inner, second), "across", law, acts="store")
        rate = formula(named(cell.through) / self.capacity)
        signals = {
            f"{name}.charge": State(rate=rate, start=self.charge),
            f"{name}.current": Signal(value=formula(named(loss.through)), unit="A"),
        }
        return Lowered([loss, cell, *heating(name, self.heats, loss.power())], signals=dict(signals))
