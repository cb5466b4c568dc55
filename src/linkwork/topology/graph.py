"""The graph of a mechanism: bodies are its nodes, joints, drivers and forces its edges.

networkx is imported when a graph is made, so that describing a mechanism stays light.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linkwork.mechanism.expression import resolve_parameters
from linkwork.system.row import Row
from linkwork.system.scope import GROUND, Scope

if TYPE_CHECKING:
    from networkx import MultiGraph

    from linkwork.mechanism.planar import Planar


def graph_of(mechanism: Planar) -> MultiGraph:
    """The bodies, the ground among them, and an edge for every joint, driver and force (its name is the edge's key)."""
    from networkx import MultiGraph

    scope = Scope(mechanism, resolve_parameters(mechanism.parameters_by_name))
    graph: Any = MultiGraph()
    graph.add_nodes_from(mechanism.bodies_by_name)
    groups = (("joint", mechanism.joints), ("driver", mechanism.drivers), ("force", mechanism.forces))
    for kind, elements in groups:
        for name, element in elements.items():
            first, second = element.ends(Row(scope, f"{kind} '{name}'", name))
            graph.add_edge(first, second, key=name, element=element, driver=kind == "driver")
    return graph


def islands(graph: MultiGraph) -> list[list[str]]:
    """Groups of bodies that hang together but not on the ground, each in the order of the description."""
    from networkx import connected_components

    order = list(graph)
    groups = [sorted(group, key=order.index) for group in connected_components(graph) if GROUND not in group]
    return sorted(groups, key=lambda group: order.index(group[0]))
