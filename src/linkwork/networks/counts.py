"""How large the equations of a circuit are: its tree, its chords, and what became of every variable."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from linkwork.networks.branches import Branch
from linkwork.networks.network import Network
from linkwork.networks.part import NetworkPart
from linkwork.networks.parts.bonds import BondGraph
from linkwork.signals.parts import Algebraic, SignalPart, State


def circuit_counts(
    network: Network, parts: Mapping[str, NetworkPart], signals: Mapping[str, SignalPart]
) -> dict[str, Any]:
    """Tree, chords, states (also those that parts keep by themselves, as machines do), algebraic variables and what was
    eliminated, as plain data; causality of bond graphs."""
    channels = {channel for one in network.branches for channel in (one.across, one.through)}
    states = [one.across if one.kind == "capacity" else one.through for one in network.states]
    states += [name for name, part in signals.items() if isinstance(part, State) and name not in states]
    algebraic = [one.across for one in network.algebraic]
    algebraic += [getattr(one, network.kept[one.name]) for one in network.branches if one.name in network.kept]
    algebraic += [name for name, part in signals.items() if isinstance(part, Algebraic) and name not in algebraic]
    prefix = f"{network.name}."

    def short(branches: list[Branch]) -> list[str]:
        return [branch.name.removeprefix(prefix) for branch in branches]

    return {
        "nodes": len(network.graph.domains),
        "branches": len(network.branches),
        "tree": short(network.graph.twigs),
        "chords": short(network.graph.chords),
        "variables": len(channels),
        "states": states,
        "dependent": short(network.dependent),
        "formulation": network.formulation,
        "algebraic": algebraic,
        "eliminated": len(channels - {*states, *algebraic}),
        "bonds": {name: part.causality.words() for name, part in parts.items() if isinstance(part, BondGraph)},
    }


def circuit_words(name: str, counts: dict[str, Any]) -> list[str]:
    """The same in words."""
    lines = [
        f"circuit {name}: {counts['nodes']} nodes and the ground, {counts['branches']} branches, {counts['variables']} "
        f"variables: {len(counts['states'])} states, {len(counts['algebraic'])} algebraic, {counts['eliminated']} "
        "eliminated" + ("" if counts["formulation"] == "state" else f"; formulation {counts['formulation']}"),
        f"  tree {', '.join(counts['tree'])}; chords {', '.join(counts['chords']) or 'none'}",
    ]
    words = {"states": "states", "algebraic": "found from equations", "dependent": "stores that follow from others"}
    lines += [f"  {words[key]}: {', '.join(counts[key])}" for key in words if counts[key]]
    for part, bonds in counts["bonds"].items():
        lines += [f"  bonds of {part}; the end at the stroke has the effort imposed on it:", *bonds]
    return lines
