"""A circuit as signals and forces of the mechanism: states, algebraic variables, sums, laws and powers by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from linkwork.base.errors import MechanismError
from linkwork.base.names import suggestion
from linkwork.expression import Expression, as_expression, named
from linkwork.expression.substitute import substituted
from linkwork.functions.expression import Formula
from linkwork.networks.branches import Branch, Curve, Formulation, Lowered, Role, Still, Wanted
from linkwork.networks.circles import untangle
from linkwork.networks.domains import REFERENCE
from linkwork.networks.ideal import ideal_signals
from linkwork.networks.linear import Linear, Power, StoreState, Total
from linkwork.networks.network import Network
from linkwork.networks.part import NetworkPart, Surroundings
from linkwork.signals.parts import Algebraic, Signal, SignalPart, State

_ZERO = as_expression(0)
_TOTALS: dict[str, tuple[Role, int]] = {
    "given_power": ("source", -1),
    "lost_power": ("loss", 1),
    "stored_power": ("store", 1),
    "delivered_power": ("delivered", 1),
}


@dataclass
class LoweredCircuit:
    """What a circuit becomes in the mechanism."""

    network: Network
    signals: dict[str, SignalPart] = field(default_factory=dict)
    forces: dict[str, Wanted] = field(default_factory=dict)
    still: list[Still] = field(default_factory=list)


def lowered(
    circuit: str,
    parts: Mapping[str, NetworkPart],
    around: Surroundings,
    formulation: Formulation = "state",
    tree: Sequence[str] = (),
) -> LoweredCircuit:
    """The equations of a circuit, solved as far as they are linear, as parts of the mechanism."""
    if not parts:
        raise MechanismError(f"circuit '{circuit}' has no parts")
    for name in tree:
        if name.partition(".")[0] not in parts:
            known = suggestion(name, parts, "parts")
            raise MechanismError(f"circuit '{circuit}': tree: there is no part '{name}'{known}")
    whole = Lowered()
    for name, part in parts.items():
        one = part.lower(f"{circuit}.{name}", around)
        whole.branches += one.branches
        whole.couplings += one.couplings
        whole.signals |= one.signals
        whole.forces |= one.forces
        whole.flows |= one.flows
        whole.rates += one.rates
        whole.bounds += one.bounds
        whole.still += one.still
    ideal = next((branch for branch in whole.branches if branch.kind == "ideal"), None)
    if ideal is not None and formulation != "state":
        raise MechanismError(
            f"circuit '{circuit}': formulation '{formulation}': '{ideal.name}' is ideal, and the combinations of ideal "
            "parts are those of formulation 'state'"
        )
    network = Network(circuit, whole.branches, whole.couplings, around.fixed, formulation, tree, whole.bounds)
    _refuse_names(network, parts)
    lowered = LoweredCircuit(network, forces=dict(whole.forces), still=whole.still)
    for branch in whole.branches:
        lowered.signals |= _variables(network, branch)
    lowered.signals |= ideal_signals(network)
    lowered.signals |= whole.signals
    lowered.signals |= _nodes(network)
    for name in whole.rates:
        lowered.signals |= _rate(network, name)
    lowered.signals |= _powers(circuit, whole.branches, parts, whole.flows)
    untangle(lowered.signals, [channel for one in whole.branches for channel in (one.across, one.through)])
    return lowered


def _refuse_names(network: Network, parts: Mapping[str, NetworkPart]) -> None:
    for node in network.graph.domains:
        if node in parts:
            raise MechanismError(
                f"circuit '{network.name}': '{node}' is a part and a node; their channels would have one name"
            )


def _variables(network: Network, branch: Branch) -> dict[str, SignalPart]:
    """Both variables of a branch."""
    units = {branch.across: branch.domain.across_unit, branch.through: branch.domain.through_unit}
    variables: dict[str, SignalPart] = {
        name: Linear(network=network, variable=name, unit=unit) for name, unit in units.items()
    }
    if branch.kind in ("across", "through"):
        name = branch.across if branch.kind == "across" else branch.through
        variables[name] = Signal(value=branch.value, unit=units[name])
    elif branch.name in network.state_names:
        _state(network, branch, variables)
    elif branch.kind == "curve":
        _curve(branch, network.curves[branch.name], variables)
    elif branch.name in network.kept:
        name = getattr(branch, network.kept[branch.name])
        size = as_expression(branch.domain.size)
        if name == branch.through:
            size = size / branch.value
        equation = Formula(value=named(branch.across) - branch.value * named(branch.through))
        variables[name] = Algebraic(equation=equation, start=_ZERO, size=size, unit=units[name])
    elif branch.kind == "drop":
        _drop(network, branch, variables)
    elif branch.kind == "law":
        _refuse_ambiguous(network, branch, branch.domain.across)
        law = substituted(branch.value, {branch.domain.across: named(branch.across)})
        if branch.name in network.explicit_names:
            variables[branch.through] = Signal(value=Formula(value=law), unit=units[branch.through])
        else:
            equation = Formula(value=named(branch.through) - law)
            size = as_expression(branch.domain.size)
            variables[branch.across] = Algebraic(equation=equation, start=_ZERO, size=size, unit=units[branch.across])
    return variables


def _state(network: Network, branch: Branch, signals: dict[str, SignalPart]) -> None:
    capacity = branch.kind == "capacity"
    name, other = branch.across if capacity else branch.through, branch.feeds
    stores = named(other) if branch.other is None else named(other) - branch.other
    own = branch.domain.across if capacity else branch.domain.through
    _refuse_ambiguous(network, branch, own)
    value = substituted(branch.value, {own: named(name)})
    unit = branch.domain.across_unit if capacity else branch.domain.through_unit
    rate, start = Formula(value=stores / value), branch.start or _start(branch)
    if branch.other is None and not value.names - network.fixed:
        ends: dict[str, Any] = {"network": network, "branch": branch, "variable": other}
        counts = 1.0 if capacity else branch.domain.through_size
        signals[name] = StoreState(rate=rate, start=start, unit=unit, counts=counts, **ends)
        return
    signals[name] = State(rate=rate, start=start, unit=unit)


def _refuse_ambiguous(network: Network, branch: Branch, own: str) -> None:
    """Refuse a formula in which a word is the part's own variable and a parameter alike."""
    if own in branch.value.names and own in network.fixed:
        raise MechanismError(
            f"part '{branch.name}': '{own}' in its formula is the part's own {own}, and a parameter has the same name; "
            "give the parameter another"
        )


def _rate(network: Network, name: str) -> dict[str, SignalPart]:
    """The rate of the across variable of a branch from those of the states on which it depends."""
    branch = next(one for one in network.branches if one.name == name)
    states = {one.across if one.kind == "capacity" else one.through: one for one in network.states}
    rate: dict[str, SignalPart] = {}
    for channel in network.reads(branch.across):
        if channel not in states:
            raise MechanismError(
                f"part '{name}': its {branch.domain.across} follows from '{channel}', whose rate is not known; "
                "put an inertia at its end, and a spring between that and what moves it"
            )
        own: dict[str, SignalPart] = {}
        _state(network, states[channel], own)
        state = own[channel]
        assert isinstance(state, State) and state.rate is not None
        rate[f"{channel}.rate"] = Signal(value=state.rate)
    return rate | {f"{name}.slip_rate": Linear(network=network, variable=branch.across, suffix=".rate")}


def _curve(branch: Branch, way: str, signals: dict[str, SignalPart]) -> None:
    """The variable that its formula gives, and what is looked for so that the other one fits."""
    side = f"{branch.name}.side"
    curve: Curve = branch.value

    def of(formula: Expression) -> Expression:
        return substituted(formula, {"z": named(side)})

    other = "across" if way == "through" else "through"
    given, wanted = getattr(curve, way), getattr(curve, other)
    channel = getattr(branch, way)
    signals[channel] = Signal(value=Formula(value=of(given)), unit=getattr(branch.domain, f"{way}_unit"))
    equation = curve.equation if curve.equation is not None else named(getattr(branch, other)) - wanted
    signals[side] = Algebraic(equation=Formula(value=of(equation)), size=as_expression(branch.domain.size))


def _drop(network: Network, branch: Branch, signals: dict[str, SignalPart]) -> None:
    """Its across variable by its formula; where that follows from others, its through variable is looked for."""
    _refuse_ambiguous(network, branch, branch.domain.through)
    across = substituted(branch.value, {branch.domain.through: named(branch.through)})
    if network.curves[branch.name] == "across":
        signals[branch.across] = Signal(value=Formula(value=across), unit=branch.domain.across_unit)
        return
    equation, unit = Formula(value=named(branch.across) - across), branch.domain.through_unit
    signals[branch.through] = Algebraic(equation=equation, size=branch.size or as_expression(1), unit=unit)


def _start(branch: Branch) -> Expression:
    return as_expression(branch.domain.start) if branch.kind == "capacity" else _ZERO


def _nodes(network: Network) -> dict[str, SignalPart]:
    """The across variable of every node that has a name of its own."""
    return {
        f"{network.name}.{node}.{domain.across}": Linear(
            network=network, variable=(domain.name, node), unit=domain.across_unit
        )
        for node, domain in network.graph.domains.items()
        if "." not in node and node != REFERENCE
    }


def _powers(
    circuit: str, branches: list[Branch], parts: Mapping[str, NetworkPart], flows: Mapping[str, Role]
) -> dict[str, SignalPart]:
    """The power into every branch and every part, and what becomes of the power in the circuit."""
    powers: dict[str, SignalPart] = {}
    inside: dict[str, list[str]] = {name: [] for name in parts}
    branches = [branch for branch in branches if branch.domain.powers]
    for branch in branches:
        name = f"{branch.name}.power"
        powers[name] = Power(value=Formula(value=branch.power()), unit="W")
        owner, _, label = branch.name.removeprefix(f"{circuit}.").partition(".")
        if label != "heating":
            inside[owner].append(name)
    for owner, names in inside.items():
        if names and names != [f"{circuit}.{owner}.power"]:
            powers[f"{circuit}.{owner}.power"] = Total(terms=_signed(names, 1), unit="W")
    for word, (role, sign) in _TOTALS.items():
        names = [f"{one.name}.power" for one in branches if one.role == role and not one.domain.heat]
        names += [name for name, becomes in flows.items() if becomes == role]
        powers[f"{circuit}.{word}"] = Total(terms=_signed(names, sign), unit="W")
    first, *others = (f"{circuit}.{word}" for word in _TOTALS)
    powers[f"{circuit}.balance"] = Total(terms=((first, 1), *_signed(others, -1)), unit="W")
    return powers


def _signed(names: list[str], sign: int) -> tuple[tuple[str, int], ...]:
    return tuple((name, sign) for name in names)
