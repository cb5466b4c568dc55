"""Elements of Haug's chapter 9 alone: as in its examples body 1 is the ground and body 2 at Euler parameters p."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from elements.spatial.spatial_tables import Place, Rows, Table, at, drawing, joint, parameters
from linkwork.mechanism.spatial.spatial import Spatial

S = float(np.sqrt(0.5))
X, Y, Z = [1, 0, 0], [0, 1, 0], [0, 0, 1]
F_2, G_2, H_2 = [S, -S, 0], [S, S, 0], [0, 0, 1]
"""The axes x'', y'', z'' of Ex. 9.4.1 in body 2."""


def two(position: Any = (0, 0, 0), vector: Any = (0, 0, 0)) -> Spatial:
    """Body 2 beside the ground."""
    return drawing(body=(position, vector))


def element(drawn: Spatial | None = None, /, **fields: Any) -> Table:
    """A joint between the ground and body 2."""
    return Table(drawn or two(), joint(**fields))


def rows(table: Table, place: Place, twist: Any = None) -> Rows:
    """What it says with body 2 at this place."""
    speed = np.zeros(6) if twist is None else np.asarray(twist, float)
    places = {"ground": (at(), np.zeros(6)), "body": (place, speed)}
    return table.rows([places[name][0] for name in table.bodies], np.concatenate([places[n][1] for n in table.bodies]))


def jacobian(tables: list[Table], place: Place) -> NDArray:
    """Rows of several elements against the six columns of body 2."""
    found = []
    for table in tables:
        column = 6 * table.bodies.index("body")
        found.append(rows(table, place).jacobian[:, column : column + 6])
    return np.vstack(found)


def random_places(count: int = 20) -> list[Place]:
    """Body 2 anywhere."""
    random = np.random.default_rng(9)
    return [at(random.normal(size=3), p / np.linalg.norm(p)) for p in random.normal(size=(count, 4))]


__all__ = [
    "F_2",
    "G_2",
    "H_2",
    "X",
    "Y",
    "Z",
    "at",
    "element",
    "jacobian",
    "parameters",
    "random_places",
    "rows",
    "two",
]
