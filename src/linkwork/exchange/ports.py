"""Nodes of circuits as ports: what comes through from outside goes in, the across variable and its integral come out.

Across variables play the part of velocities, what goes through that of forces: current and voltage, flow and pressure,
heat and temperature, torque and speed. So ports are glued as points are: the current is sought at which the voltages,
and their integrals, are the same on both sides.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from linkwork.base.names import suggestion
from linkwork.exchange.subsystem import CouplingError, Interface
from linkwork.expression.part import made
from linkwork.networks.domains import REFERENCE, Domain
from linkwork.networks.part import Surroundings
from linkwork.networks.parts.electrical import CurrentSource
from linkwork.networks.parts.hydraulic import Pump
from linkwork.networks.parts.mechanical import TorqueSource
from linkwork.networks.parts.thermal import HeatSource

_SOURCES: dict[str, Callable[[str, str], tuple[type[Any], dict[str, Any]]]] = {
    "electrical": lambda node, law: (CurrentSource, {"between": (REFERENCE, node), "current": law}),
    "hydraulic": lambda node, law: (Pump, {"between": (REFERENCE, node), "flow": law}),
    "thermal": lambda node, law: (HeatSource, {"at": node, "heat": law}),
    "rotational": lambda node, law: (TorqueSource, {"at": node, "torque": law}),
    "translational": lambda node, law: (TorqueSource, {"at": node, "torque": law, "motion": "translation"}),
}


def add_port(own: Any, name: str, place: str, law: Callable[[str], str]) -> tuple[Interface, dict[str, str]]:
    """A source at a node whose law comes from outside; the interface, and the channels of its outputs."""
    circuit, _, node = place.partition(".")
    if circuit not in own.circuits:
        known = suggestion(circuit, own.circuits, "circuits")
        raise CouplingError(f"{own.name}: port '{name}': there is no circuit '{circuit}'{known}")
    domains = _domains(own.circuits[circuit])
    if node not in domains:
        known = suggestion(node, domains, "nodes")
        raise CouplingError(f"{own.name}: port '{name}': circuit '{circuit}' has no node '{node}'{known}")
    domain = domains[node]
    if domain.name not in _SOURCES:
        raise CouplingError(
            f"{own.name}: port '{name}': node '{node}' is {domain.name}; ports are {', '.join(_SOURCES)}"
        )
    through, across, integral = f"{name}.{domain.through}", f"{name}.{domain.across}", f"{name}.integral"
    kind, fields = _SOURCES[domain.name](node, law(through))
    source, kept = f"coupled_{name}", f"coupled_integral_{name}"
    own._add_part(circuit, source, made(kind, f"port '{name}'", **fields))
    channel = f"{circuit}.{node}.{domain.across}"
    own.state(kept, rate=channel)
    units = (f"{domain.across_unit} s",)
    face = Interface("force", (through,), (integral,), (across,), "port", units, scale=domain.size)
    return face, {integral: kept, across: channel}


def _domains(circuit: Any) -> dict[str, Domain]:
    """The domain of every node; parts are looked at one by one, since the circuit is not whole without its port."""
    around = Surroundings(set(), lambda *_: ("t", "t"))
    return {
        node: branch.domain
        for name, part in circuit.parts.items()
        for branch in part.lower(name, around).branches
        for node in branch.nodes
        if node != REFERENCE
    }
