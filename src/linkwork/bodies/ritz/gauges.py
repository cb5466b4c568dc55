"""Curvature, twist and strain at the places of a beam by Ritz functions, as sums of its modes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.polynomial import legendre

from linkwork.base.errors import MechanismError
from linkwork.bodies.ritz.description import RitzBeam
from linkwork.bodies.ritz.expand import counts_of, stations

_KINDS = {"curvature": "v2", "curvature_z": "v3", "twist": "twist", "strain": "v2", "strain_z": "v3"}
_UNITS = {"curvature": "1/m", "curvature_z": "1/m", "twist": "rad/m", "strain": "", "strain_z": ""}
_SIZES = {"height": 0.5, "radius": 1.0, "outer": 1.0}, {"width": 0.5, "radius": 1.0, "outer": 1.0}
"""Fields of sections that tell how far their faces are from the axis, along y and along z, and times what."""


def places_of(described: RitzBeam) -> dict[str, float]:
    """All places that have a name, from 0 at the root to 1 at the tip."""
    places = {"root": 0.0} | {name: float(at.constant or 0.0) for name, at in described.places.items()}
    places |= {f"s{number + 1}": float(at) for number, at in enumerate(stations(described)[0])}
    for name, patch in described.patches.items():
        places |= {f"{name}_{side}": float(getattr(patch, side).constant or 0.0) for side in ("begin", "end")}
    return places | {"tip": 1.0}


def names_at(described: RitzBeam, dimensions: int) -> tuple[str, ...]:
    """What can be read at every place beside its deflection."""
    columns = counts_of(described, dimensions).columns()
    return tuple(name for name, kind in _KINDS.items() if columns[kind] and not _without_face(described, name))


def factors_at(
    described: RitzBeam, number: Callable[[Any], Any], dimensions: int, place: str, quantity: str
) -> tuple[tuple[Any, ...], str] | None:
    """What multiplies every mode, and the unit; none where there is no such place or number."""
    places = places_of(described)
    if place not in places:
        return None
    counts = counts_of(described, dimensions)
    columns = counts.columns().get(_KINDS.get(quantity, ""), [])
    if not columns:
        return None
    face = _without_face(described, quantity)
    if face:
        raise MechanismError(face)
    factors: list[Any] = [0.0] * counts.total
    scale = -number(_face(described, quantity)) if quantity.startswith("strain") else 1.0
    values = legendre.legvander(np.array([2.0 * places[place] - 1.0]), len(columns) - 1)[0]
    for column, value in zip(columns, values, strict=True):
        factors[column] = scale * float(value)
    return tuple(factors), _UNITS[quantity]


def _face(described: RitzBeam, quantity: str) -> Any:
    """How far the face that a strain is of is from the axis, as a formula; none where the section does not say it."""
    for field, share in _SIZES[quantity == "strain_z"].items():
        size = getattr(described.section, field, None)
        if size is not None:
            return share * size
    return None


def _without_face(described: RitzBeam, quantity: str) -> str:
    if quantity.startswith("strain") and _face(described, quantity) is None:
        kind = described.section.type
        return f"a section of type {kind} does not say where its faces are: read the curvature, times their distance"
    return ""
