"""Axis and sections of a beam as functions of its coordinates, to first or second order (Martins et al. 2005).

Coordinates q are curvatures: v2'' = sum q_k P_k(s), likewise v3'', the twist alpha' and, times the length, the shears
phi12, phi13, with Legendre polynomials P_k of the place s from 0 to 1. The turn of a section is I + R_1 + R_2 with

    R_1 = [0, -v2', -v3'; v2', 0, -alpha; v3', alpha, 0],   R_2 = int R_1 K~

and the axis int R (1, phi12, phi13): it shortens by int (v2'^2 + v3'^2) / 2 + v2' phi12 + v3' phi13. A field holds of a
vector r(s; q) = r_0 + S q + q B q / 2 the arrays r_0, S and B by points.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from linkwork.base.arrays import Array
from linkwork.bodies.ritz.line import Line

if TYPE_CHECKING:
    from linkwork.bodies.ritz.expand import Counts


@dataclass(frozen=True)
class Field:
    """A vector along the beam: points by 3, points by modes by 3, points by modes by modes by 3."""

    place: Array
    slope: Array
    bend: Array

    def at(self, line: Line, places: Array) -> Field:
        """The same at other places."""
        return Field(*(line.at(places, part) for part in (self.place, self.slope, self.bend)))

    def moved(self, along: Field, distance: float | Array) -> Field:
        """Farther by a distance along another vector; every point by its own where there are several."""
        parts = zip(self._parts(), along._parts(), strict=True)
        return Field(*(one + (other.T * distance).T for one, other in parts))

    def _parts(self) -> tuple[Array, Array, Array]:
        return self.place, self.slope, self.bend


@dataclass(frozen=True)
class Fields:
    """The axis, and the three axes of the sections."""

    axis: Field
    first: Field
    second: Field
    third: Field

    def turn(self) -> tuple[Array, Array]:
        """The rotation vector of the sections by the modes, and by every pair of modes: the antisymmetric part of R."""
        columns = self.first, self.second, self.third

        def half(one: tuple[int, int], other: tuple[int, int]) -> tuple[Array, Array]:
            (a, b), (c, d) = one, other
            slope = 0.5 * (columns[b].slope[..., a] - columns[d].slope[..., c])
            return slope, 0.5 * (columns[b].bend[..., a] - columns[d].bend[..., c])

        parts = [half((2, 1), (1, 2)), half((0, 2), (2, 0)), half((1, 0), (0, 1))]
        return np.stack([part[0] for part in parts], axis=-1), np.stack([part[1] for part in parts], axis=-1)

    def at(self, line: Line, places: Array) -> Fields:
        """The same at other places."""
        return Fields(*(part.at(line, places) for part in (self.axis, self.first, self.second, self.third)))


def fields_of(line: Line, length: float, root: float, counts: Counts, order: int) -> Fields:
    """Axis and sections of a beam that begins at x = root."""
    points, n = len(line.points), counts.total
    kinds = {name: np.zeros((points, n)) for name in ("v2", "v3", "twist", "phi2", "phi3")}
    for name, columns in counts.columns().items():
        kinds[name][:, columns] = line.functions(len(columns)) * (length if name.startswith("phi") else 1.0)

    def integral(values: Array) -> Array:
        return length * line.integral(values)

    def product(one: Array, other: Array) -> Array:
        """q one . other q as the symmetric matrix whose half is meant by it."""
        product = np.einsum("pk,pl->pkl", one, other)
        return product + product.swapaxes(1, 2)

    b2, b3, twist = kinds["v2"], kinds["v3"], kinds["twist"]
    phi2, phi3 = kinds["phi2"], kinds["phi3"]
    slope2, slope3, alpha = integral(b2), integral(b3), integral(twist)
    zero = np.zeros((points, n))
    along3, along2 = integral(product(alpha, b3)), integral(product(alpha, b2))

    def field(place: list[float], slope: list[Array], bend: list[Array]) -> Field:
        shown = np.stack(bend, axis=-1) if order == 2 else np.zeros((points, n, n, 3))
        return Field(np.tile(np.asarray(place), (points, 1)), np.stack(slope, axis=-1), shown)

    short = 0.5 * (product(slope2, slope2) + product(slope3, slope3))
    axis = field(
        [root, 0.0, 0.0],
        [zero, integral(slope2 + phi2), integral(slope3 + phi3)],
        [
            -integral(short + product(slope2, phi2) + product(slope3, phi3)),
            -integral(along3 + product(alpha, phi3)),
            integral(along2 + product(alpha, phi2)),
        ],
    )
    axis.place[:, 0] += length * line.points
    half2, half3 = 0.5 * product(slope2, slope2), 0.5 * product(slope3, slope3)
    twisted = 0.5 * product(alpha, alpha)
    return Fields(
        axis,
        field([1.0, 0.0, 0.0], [zero, slope2, slope3], [-short, -along3, along2]),
        field(
            [0.0, 1.0, 0.0],
            [-slope2, zero, alpha],
            [-integral(product(slope3, twist)), -half2 - twisted, -integral(product(slope3, b2))],
        ),
        field(
            [0.0, 0.0, 1.0],
            [-slope3, -alpha, zero],
            [integral(product(slope2, twist)), -integral(product(slope2, b3)), -half3 - twisted],
        ),
    )
