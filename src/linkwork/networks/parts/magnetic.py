"""Magnetic parts: mmf in A (ampere-turns) from the first node to the second, flux in Wb that way, too.

A tube of flux has R = l/(mu0 mu A), and its energy is the integral of its mmf over its flux; an end that moves is drawn
with -dE/dx at a given flux, -phi^2/2 dR/dx.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any, ClassVar, Literal

from pydantic import Field

from linkwork.base.errors import MechanismError
from linkwork.expression import Expression, as_expression, named, parse
from linkwork.expression.derivative import derivative
from linkwork.expression.number import Number
from linkwork.expression.substitute import substituted
from linkwork.functions.expression import Formula
from linkwork.functions.law import Law
from linkwork.functions.table import Table
from linkwork.networks.branches import Branch, Coupling, Lowered, Still, Wanted
from linkwork.networks.domains import ELECTRICAL, MAGNETIC, Domain
from linkwork.networks.part import Surroundings, TwoEnds
from linkwork.networks.parts.electrical import ElectricalPart, formula
from linkwork.networks.parts.transducers import MU_0
from linkwork.networks.rising import RisingTable
from linkwork.signals.parts import Sensor, Signal

_ONE = as_expression(1)
_OPENS = "a gap that a joint or two points open is an air_gap"
_ONLY_X = "how far it is open is x, and nothing else that moves may change it"


class MagneticPart(TwoEnds):
    """A part between two magnetic nodes."""

    domain: ClassVar[Domain] = MAGNETIC


def _put(lowered: Lowered, label: str, value: Expression, unit: str) -> None:
    lowered.signals[label] = Signal(value=formula(value), unit=unit)


def _sizes(lowered: Lowered, name: str, around: Surroundings, **numbers: Expression | None) -> None:
    """Sizes are above zero, and no position may change them: the part tells no force."""
    lowered.bounds += around.above_zero(name, **numbers)
    lowered.still += [Still(name, word, value, _OPENS) for word, value in numbers.items() if value is not None]


class Winding(ElectricalPart):
    """A winding joins an electrical circuit to a magnetic one: v = N dphi/dt, and its mmf is N i; its flux is a state.

    A current above zero drives flux through it from its first magnetic node to the second.
    """

    type: Literal["winding"] = "winding"
    core: tuple[str, str] = Field(description="two magnetic nodes; a current above zero drives flux to the second")
    turns: Number = Field(description="N")
    start: Number | None = Field(default=None, description="flux at the start in Wb; 0 when left out")

    def lower(self, name: str, around: Surroundings) -> Lowered:
        coil = Branch(name, ELECTRICAL, self.between, "port")
        inside = Branch(
            f"{name}.core",
            MAGNETIC,
            self.core,
            "inertance",
            self.turns,
            "turns",
            start=self.start,
            acts="port",
            driven=coil.across,
        )
        row = Coupling(name, {coil.through: self.turns, inside.across: _ONE})
        lowered = Lowered([coil, inside], [row], flows={f"{name}.stored_power": "store"})
        _sizes(lowered, name, around, turns=self.turns)
        _put(lowered, f"{name}.stored_power", named(coil.across) * named(coil.through), "W")
        return lowered


class Reluctance(MagneticPart):
    """A tube of flux that does not saturate, such as a yoke, a gap that stays or the way of leakage: mmf = R phi."""

    type: Literal["reluctance"] = "reluctance"
    reluctance: Number | None = Field(default=None, description="R in A/Wb; or give length and area")
    length: Number | None = Field(default=None, description="l in m along the flux")
    area: Number | None = Field(default=None, description="A in m^2 across it")
    permeability: Number = Field(default=_ONE, description="mu, that of vacuum being 1")

    def lower(self, name: str, around: Surroundings) -> Lowered:
        shaped = self.length is not None and self.area is not None
        if (self.reluctance is None) != shaped or (self.length is None) != (self.area is None):
            raise MechanismError(f"part '{name}': give its reluctance, or its length and its area")
        value = self.reluctance
        if value is None:
            words: dict[str, Any] = {"l": self.length, "A": self.area, "mu": self.permeability}
            value = substituted(parse(f"l/({MU_0}*mu*A)"), words)
        lowered = Lowered([_tube(self, name, value, self.area, around)])
        sizes = {"reluctance": self.reluctance, "length": self.length, "area": self.area}
        _sizes(lowered, name, around, **sizes, permeability=self.permeability)
        flux = named(f"{name}.flux")
        _put(lowered, f"{name}.energy", value * flux * flux / 2, "J")
        if self.area is not None:
            _put(lowered, f"{name}.flux_density", flux / self.area, "T")
        return lowered


def _tube(part: MagneticPart, name: str, value: Expression, area: Expression | None, around: Surroundings) -> Branch:
    """A linear branch where the reluctance is constant, else a formula."""
    if around.constant(value) is not None:
        remedy = "join the two nodes instead"
        return part.branch(name, "resistance", value=value, what="reluctance", remedy=remedy, acts="port")
    size = area if area is not None and around.constant(area) is not None else as_expression(1e-3)
    return part.branch(name, "drop", value=value * parse("flux"), size=size, acts="port")


class AirGap(MagneticPart):
    """A gap that a joint or two points open: R = (g + x)/(mu0 A), or any formula of x; F = -phi^2/2 dR/dx along x."""

    type: Literal["air_gap"] = "air_gap"
    joint: str | None = Field(default=None, description="joint whose position or angle is x; or give points")
    freedom: str | None = Field(default=None, description="freedom of the joint, where it has several")
    points: tuple[str, str] | None = Field(default=None, description="two points of bodies whose distance is x")
    gap: Number | None = Field(default=None, description="g in m where x is zero")
    area: Number | None = Field(default=None, description="A in m^2; may be a formula of x, such as an overlap")
    reluctance: Number | None = Field(default=None, description="R in A/Wb as a formula of x, instead of gap and area")

    def lower(self, name: str, around: Surroundings) -> Lowered:
        if (self.joint is None) == (self.points is None):
            raise MechanismError(
                f"part '{name}': give the joint or the two points that open it, one of them; a gap that stays is a "
                "reluctance with a length and an area"
            )
        value = self._reluctance(name, around)
        lowered = Lowered(bounds=around.above_zero(name, area=self.area))
        sizes = {"gap": self.gap, "area": self.area, "reluctance": self.reluctance}
        other = {"x": parse("t")}  # what is not x
        lowered.still += [
            Still(name, word, substituted(size, other), _ONLY_X) for word, size in sizes.items() if size is not None
        ]
        if self.joint is not None:
            place, rate = (named(channel) for channel in around.motion_of(name, self.joint, self.freedom))
        else:
            first, second = self.points or ("", "")
            lowered.signals[f"{name}.distance"] = Sensor(channel=f"distance({first}, {second})")
            place, rate = named(f"{name}.distance"), named(f"{name}.distance.rate")
        here, flux = {"x": place}, named(f"{name}.flux")
        size = self.area if self.area is not None and around.constant(self.area) is not None else as_expression(1e-3)
        _put(lowered, f"{name}.reluctance", substituted(value, here), "A/Wb")
        drop = substituted(value, here) * parse("flux")
        lowered.branches.append(self.branch(name, "drop", value=drop, size=size, acts="port"))
        slope = substituted(derivative(value, "x"), here)
        _put(lowered, f"{name}.force", -slope * flux * flux / 2, "")
        _put(lowered, f"{name}.energy", substituted(value, here) * flux * flux / 2, "J")
        if self.gap is not None and self.area is not None:
            _put(lowered, f"{name}.gap", self.gap + place, "m")
            _put(lowered, f"{name}.flux_density", flux / substituted(self.area, here), "T")
        power = named(f"{name}.force") * rate
        _put(lowered, f"{name}.delivered_power", power, "W")
        _put(lowered, f"{name}.stored_power", -power, "W")
        lowered.flows = {f"{name}.stored_power": "store", f"{name}.delivered_power": "delivered"}
        if self.joint is not None:
            law = formula(named(f"{name}.force"))
            lowered.forces[name] = Wanted("Actuator", {"joint": self.joint, "freedom": self.freedom, "force": law})
        else:
            lowered.forces[name] = Wanted("Spring", {"between": self.points, "force": formula(-named(f"{name}.force"))})
        return lowered

    def _reluctance(self, name: str, around: Surroundings) -> Expression:
        """R as a formula of x."""
        shaped = self.gap is not None and self.area is not None
        if (self.reluctance is None) != shaped or (self.gap is None) != (self.area is None):
            raise MechanismError(f"part '{name}': give its gap and its area, or its reluctance as a formula of x")
        value = self.reluctance
        if value is None:
            words: dict[str, Any] = {"g": self.gap, "A": self.area}
            value = substituted(parse(f"(g + x)/({MU_0}*A)"), words)
        elif "x" not in value.names:
            raise MechanismError(f"part '{name}': 'x' does not stand in its reluctance '{value.text}'")
        around.require_own(name, "x", "how far its joint or its points are open", value.names)
        return value


class Core(MagneticPart):
    """Iron that saturates: mmf = l H(B), B = phi/A; H = B/(mu0 mu) (1 + (B/Bs)^6), or a law of `flux_density`."""

    type: Literal["core"] = "core"
    length: Number = Field(description="l in m along the flux")
    area: Number = Field(description="A in m^2 across it")
    permeability: Number = Field(default=as_expression(2000), description="mu far from saturation")
    saturation: Number = Field(default=as_expression(1.5), description="Bs in T, at which it takes twice as much")
    field: Law | None = Field(
        default=None,
        description="H in A/m instead: a formula of `flux_density` in T, or a table over it, that may begin at 0",
    )

    def lower(self, name: str, around: Surroundings) -> Lowered:
        lowered = Lowered()
        sizes = {"length": self.length, "area": self.area, "permeability": self.permeability}
        _sizes(lowered, name, around, **sizes, saturation=self.saturation)
        flux = named(f"{name}.flux")
        _put(lowered, f"{name}.flux_density", flux / self.area, "T")
        words = {"l": self.length, "A": self.area, "mu": self.permeability, "Bs": self.saturation}
        if self.field is None:
            law = substituted(parse(f"l*flux/(A*{MU_0}*mu)*(1 + (flux/(A*Bs))^6)"), words)
            stored = substituted(parse(f"l*A/({MU_0}*mu)*(B^2/2 + B^8/(8*Bs^6))"), words)
            dense = {"B": named(f"{name}.flux_density")}
            _put(lowered, f"{name}.energy", substituted(stored, dense), "J")
        else:
            law = self.length * self._field(lowered, name, around)
        lowered.branches.append(self.branch(name, "drop", value=law, size=self.area, acts="port"))
        return lowered

    def _field(self, lowered: Lowered, name: str, around: Surroundings) -> Expression:
        """H by a formula or a table, which goes through its origin to the other side where it begins there."""
        own = f"{name}.flux_density"
        if isinstance(self.field, Formula) and "flux_density" in self.field.value.names:
            value = self.field.value
            around.require_own(name, "flux_density", "the flux density in its field", value.names)
            lowered.still.append(Still(name, "field", substituted(value, {"flux_density": parse("t")}), _OPENS))
            return substituted(value, {"flux_density": parse("flux") / self.area})
        if not isinstance(self.field, Table) or self.field.of not in ("", "flux_density", own):
            lacking = f"; it does not stand in '{self.field.value.text}'" if isinstance(self.field, Formula) else ""
            raise MechanismError(f"part '{name}': field: give a formula of flux_density, or a table over it{lacking}")
        if self.field.cutoff is not None:
            raise MechanismError(f"part '{name}': field: the points of iron are not smoothed; leave the cut-off out")
        given = {word: getattr(self.field, word) for word in ("ends", "outside", "period")}
        over = RisingTable(points=both_sides(name, self.field), of=own, **given)
        lowered.signals[f"{name}.field"] = Signal(value=over, unit="A/m")
        return named(f"{name}.field")


def both_sides(name: str, field: Table) -> tuple[tuple[Expression, Expression], ...]:
    """The points of a table; of one that begins at B = 0, as in data sheets, those of the other side, too."""
    for (before, less), (after, more) in pairwise(field.points):
        if less.constant is not None and more.constant is not None and more.constant < less.constant:
            falls = f"from {less.constant:g} A/m at {before.text} T to {more.constant:g} at {after.text}"
            raise MechanismError(f"part '{name}': field: H must rise with the flux density; it falls {falls}")
    density, first = field.points[0]
    if density.constant != 0.0:
        return field.points
    if first.constant is not None and first.constant != 0.0:
        raise MechanismError(f"part '{name}': field: at B = 0 it is zero, not {first.constant:g} A/m")
    return (*((-b, -h) for b, h in reversed(field.points[1:])), *field.points)


class Magnet(MagneticPart):
    """A permanent magnet: it drives flux from its first node to the second, phi = Br A + mu0 mu A/l times its mmf."""

    type: Literal["magnet"] = "magnet"
    remanence: Number = Field(description="Br in T: its flux density between ends that are joined")
    length: Number = Field(description="l in m along the flux")
    area: Number = Field(description="A in m^2 across it")
    permeability: Number = Field(default=as_expression(1.05), description="mu of its straight line back")

    def lower(self, name: str, around: Surroundings) -> Lowered:
        words = {"Br": self.remanence, "l": self.length, "A": self.area, "mu": self.permeability}
        drives = substituted(parse(f"-Br*l/({MU_0}*mu)"), words)
        value = substituted(parse(f"l/({MU_0}*mu*A)"), words)
        first, last = self.between
        inner = f"{name}.inner"
        source = Branch(f"{name}.drive", MAGNETIC, (first, inner), "across", formula(drives), acts="port")
        body = Branch(
            f"{name}.body", MAGNETIC, (inner, last), "resistance", value, "reluctance", "give it a length", acts="port"
        )
        if around.constant(value) is None:
            raise MechanismError(f"part '{name}': its length, area and permeability must not change during a run")
        lowered = Lowered([source, body])
        lowered.still.append(Still(name, "remanence", self.remanence, _OPENS))
        _sizes(lowered, name, around, length=self.length, area=self.area, permeability=self.permeability)
        flux = named(body.through)
        _put(lowered, f"{name}.flux_density", flux / self.area, "T")
        _put(lowered, f"{name}.energy", value * flux * flux / 2 + drives * flux, "J")
        return lowered
