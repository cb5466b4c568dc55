"""The ends of parts: at which nodes of which domain a part is joined to the rest of its circuit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from linkwork.networks.domains import REFERENCE

if TYPE_CHECKING:
    from linkwork.networks.branches import Branch
    from linkwork.networks.domains import Domain
    from linkwork.networks.lowering import LoweredCircuit


@dataclass(frozen=True)
class Facet:
    """What a part shows in one domain: a motor has one between wires and one on its shaft."""

    part: str
    kind: str
    domain: Domain
    nodes: tuple[str, ...]
    """Its ends in the order in which the part names them; `ground` may stand among them several times."""
    through: str
    """The channel of what goes through it, from the first of its ends; empty where it has none of its own."""
    main: bool
    """Whether this is the domain in which the part shows its own symbol."""


def facets_of(circuit: str, lowered: LoweredCircuit, kinds: Mapping[str, str]) -> list[Facet]:
    """All parts of a circuit by domain, in the order in which they were described."""
    by_part: dict[str, dict[str, list[Branch]]] = {part: {} for part in kinds}
    for branch in lowered.network.branches:
        part = branch.name.removeprefix(f"{circuit}.").partition(".")[0]
        by_part[part].setdefault(branch.domain.name, []).append(branch)
    facets = []
    for part, domains in by_part.items():
        for number, branches in enumerate(domains.values()):
            nodes = _ends(branches, kinds[part])
            if nodes != (REFERENCE,):
                through = _through(f"{circuit}.{part}", branches, nodes[0], lowered)
                facets.append(Facet(part, kinds[part], branches[0].domain, nodes, through, number == 0))
    return facets


def _ends(branches: list[Branch], kind: str) -> tuple[str, ...]:
    """Nodes that have a name of their own; a part that names one alone goes to ground from there."""
    nodes: list[str] = []
    for branch in branches:
        nodes += [node for node in branch.nodes if "." not in node and (node == REFERENCE or node not in nodes)]
    named = [node for node in nodes if node != REFERENCE]
    if kind == "cylinder" and len(named) == 2:  # to ground goes nothing but what its chambers store
        return tuple(named)
    if len(named) < 3:  # one reference is enough to see where it goes
        seen = list(dict.fromkeys(nodes))
        return tuple(seen) if len(seen) > 1 else (*seen, REFERENCE) if named else (REFERENCE,)
    return (*named, REFERENCE) if REFERENCE in nodes else tuple(named)


def _through(whole: str, branches: list[Branch], first: str, lowered: LoweredCircuit) -> str:
    for own in (f"{whole}.{branches[0].domain.through}", f"{whole}.a.piston.flow"):  # of a cylinder: what moves it
        if own in lowered.signals:
            return own
    return next((branch.through for branch in branches if branch.nodes[0] == first), "")
