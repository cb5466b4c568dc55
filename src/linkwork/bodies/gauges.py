"""Gauges on bodies with elastic modes: numbers that are a sum of the modes, which laws, sensors and results read.

rod.q1                                     a mode
rod.pin.dx                                 deflection of an interface, to first order
rod.fibre.dx  rod.fibre.strain_xx          deflection, strain and stress at a named node of a flexible body
arm.grip.curvature  arm.grip.strain        of a beam by Ritz functions
"""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import MechanismError
from linkwork.base.late_dataclass import dataclass

AXES = ("dx", "dy", "dz")


@dataclass(frozen=True)
class Gauge:
    """What multiplies every mode, and the unit of the sum."""

    factors: tuple[Any, ...]
    unit: str


def gauge(scope: Any, body: str, quantity: str) -> Gauge | None:
    """The gauge of a body by the name behind its own, `root.strain_xx`; none where it has none of that name."""
    described = scope.mechanism.bodies_by_name[body]
    if described.modes is None:
        return None
    labels = described.modes.labels
    if quantity in labels:
        return Gauge(tuple(float(label == quantity) for label in labels), "")
    place, dot, last = quantity.rpartition(".")
    if not dot:
        return None
    if described.flexible is not None and place in described.flexible.places:
        return _of_node(described.flexible, scope, place, last)
    if place in described.modes.interfaces and last in AXES[: scope.mechanism.world.dimensions]:
        return _of_interface(described.modes, scope, place, AXES.index(last))
    return None if described.ritz is None else _of_ritz(described.ritz, scope, place, last)


def gauge_names(scope: Any, body: str) -> list[str]:
    """All gauges of a body but the modes themselves, by the names behind its own."""
    described, dimensions = scope.mechanism.bodies_by_name[body], scope.mechanism.world.dimensions
    places = dict.fromkeys(described.modes.interfaces, AXES[:dimensions])
    if described.flexible is not None:
        from linkwork.bodies.flexible.expand import reduced_body
        from linkwork.bodies.flexible.stress import names_of

        known = AXES[:dimensions]
        if described.flexible.matrices is None:
            parts = names_of(reduced_body(described.flexible, scope, dimensions))
            known += tuple(f"{kind}_{part}" for kind in ("stress", "strain") for part in parts)
        places |= dict.fromkeys(described.flexible.places, known)
    if described.ritz is not None:
        from linkwork.bodies.ritz.gauges import names_at

        more = names_at(described.ritz, dimensions)
        places = {place: known + more for place, known in places.items()}
    return [f"{place}.{one}" for place, known in places.items() for one in known]


def _of_interface(modes: Any, scope: Any, place: str, axis: int) -> Gauge:
    """Deflection of an interface, to first order."""
    rows = modes.interfaces[place].translation
    return Gauge(tuple(scope.number(row[axis]) for row in rows) or (0.0,) * len(modes.labels), "m")


def _of_node(described: Any, scope: Any, place: str, last: str) -> Gauge | None:
    """At the node of a flexible body that is nearest to one of its places."""
    from linkwork.bodies.flexible.expand import reduced_body
    from linkwork.bodies.flexible.stress import names_at, strain_modes, stress_modes

    dimensions = scope.mechanism.world.dimensions
    kind, _, component = last.partition("_")
    if last not in AXES[:dimensions] and kind not in ("stress", "strain"):
        return None
    reduced = reduced_body(described, scope, dimensions)
    structure = reduced.reduced.structure
    at = np.array([scope.number(value).real for value in described.places[place]])
    node = int(np.argmin(np.linalg.norm(structure.points - at, axis=1)))
    if last in AXES:
        each = len(structure.freedoms)
        return Gauge(_plain(reduced.reduced.shapes[each * node + AXES.index(last)]), "m")
    if structure.recovery is None:
        raise MechanismError("matrices hold no stress; give the mesh and its material for that")
    names = names_at(reduced, node)
    if component not in names:
        return None
    number = names.index(component)
    if kind == "strain":
        return Gauge(_plain(strain_modes(reduced)[node, number]), "")
    modulus = scope.number(described.material.youngs_modulus)
    return Gauge(tuple(modulus * value for value in _plain(stress_modes(reduced)[node, number])), "Pa")


def _of_ritz(described: Any, scope: Any, place: str, last: str) -> Gauge | None:
    from linkwork.bodies.ritz.gauges import factors_at

    factors = factors_at(described, scope.number, scope.mechanism.world.dimensions, place, last)
    return None if factors is None else Gauge(*factors)


def _plain(values: Array) -> tuple[float, ...]:
    return tuple(float(value) for value in values)
