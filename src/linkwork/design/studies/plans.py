"""Plans of a study, as `linkwork.plans`: `plans.grid(l=[2, 2.5, 3])`, `plans.monte_carlo(1000, l="2 +- 0.05")`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from linkwork.base.errors import MechanismError
from linkwork.design.studies.grid import Grid, Listed
from linkwork.design.studies.plan import Plan
from linkwork.design.studies.sampled import LatinHypercube, MonteCarlo, Sampled, Sobol
from linkwork.design.studies.tolerance import Tolerance
from linkwork.design.studies.worst_case import WorstCase
from linkwork.expression.given import public

__all__ = ["Plan", "Tolerance", "designs", "grid", "latin_hypercube", "monte_carlo", "sobol", "worst_case"]

SAMPLED: dict[str, type[Sampled]] = {kind.kind: kind for kind in (MonteCarlo, LatinHypercube, Sobol)}
KINDS = (Grid.kind, Listed.kind, *SAMPLED, WorstCase.kind)


@public
def grid(**values: Any) -> Plan:
    """All combinations of the values given: `grid(l=[2, 2.5, 3], r="0.5:1:11")`."""
    return Grid(values)


@public
def designs(values: Iterable[Mapping[str, Any]]) -> Plan:
    """Designs one by one: `designs([{"l": 2, "r": 0.5}, {"l": 3, "r": 0.7}])`."""
    return Listed(values)


@public
def monte_carlo(count: int, seed: int = 1, **spreads: Any) -> Plan:
    """Random values within tolerances: `monte_carlo(1000, l="2 +- 0.05", r="+- 1 % uniform")`."""
    return MonteCarlo(count, seed, spreads)


@public
def latin_hypercube(count: int, seed: int = 1, **spreads: Any) -> Plan:
    """Random values of which each parameter has one in every layer: `latin_hypercube(100, l=(2, 3), r=(0.5, 1))`."""
    return LatinHypercube(count, seed, spreads)


@public
def sobol(count: int, seed: int = 1, **spreads: Any) -> Plan:
    """Values that fill the ranges evenly, best with a power of two: `sobol(1024, l=(2, 3), r=(0.5, 1))`."""
    return Sobol(count, seed, spreads)


@public
def worst_case(**spreads: Any) -> Plan:
    """The corners of tolerances: `worst_case(l="2 +- 0.05", r="1 +0.01/-0.02")`."""
    return WorstCase(spreads)


def plan_from(data: Mapping[str, Any]) -> Plan:
    """The plan that a file holds."""
    kind = data.get("kind")
    if kind == Grid.kind:
        return Grid(data["values"])
    if kind == Listed.kind:
        return Listed(data["designs"])
    if kind == WorstCase.kind:
        return WorstCase(data["spreads"])
    if kind in SAMPLED:
        return SAMPLED[kind](data["count"], data["seed"], data["spreads"])
    raise MechanismError(f"plan '{kind}' is not known; plans are: {', '.join(KINDS)}")
