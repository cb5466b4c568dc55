"""What a body looks like: plain data for pictures, from its `geometry` or else from the shapes that give its mass.

link: {geometry: [{type: box, size: [0.1, 0.02, 0.02], colour: steelblue},
                  {type: mesh, file: link.stl, scale: 0.001, at: [0, 0, 0.1]}]}
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.base.errors import within
from linkwork.base.late_dataclass import dataclass
from linkwork.bodies.spatial.mass import SpatialMass
from linkwork.bodies.spatial.shapes import Mesh, Shape
from linkwork.places.base_row import BaseRow
from linkwork.places.base_scope import BaseScope


@dataclass(frozen=True)
class Figure:
    """A shape on a body: its kind and sizes, and where its own frame sits (axes as columns)."""

    type: str
    at: NDArray[np.float64]
    axes: NDArray[np.float64]
    sizes: dict[str, Any] = field(default_factory=dict)
    colour: str | None = None
    file: str | None = None
    hole: bool = False


def figures(geometry: Sequence[Shape], mass: SpatialMass | None, scope: BaseScope, row: BaseRow) -> list[Figure]:
    """The figures of a body: those of its geometry, else the shapes of its mass."""
    shapes: Sequence[Shape] = geometry or (mass.parts() if mass is not None else ())
    return [_figure(shape, n, scope, row) for n, shape in enumerate(shapes, 1)]


def _figure(shape: Shape, n: int, scope: BaseScope, row: BaseRow) -> Figure:
    place = BaseRow(scope, f"{row.where}: shape {n} ({shape.type})", row.name)
    with within(place.where):
        at, axes = shape.frame(place)
        sizes = {name: np.asarray(value).real.tolist() for name, value in shape.sizes(place).items()}
        file = shape.path(place) if isinstance(shape, Mesh) else None
    return Figure(shape.type, np.real(at), np.real(axes), sizes, shape.colour, file, shape.hole)


def check_figures(geometry: Sequence[Shape], scope: BaseScope, row: BaseRow) -> None:
    """Refuse shapes that cannot be shown; what is in mesh files is left for those who show them."""
    for figure in figures(geometry, None, scope, row):
        if figure.file is not None and not os.path.isfile(figure.file):
            row.fail(f"the mesh file '{figure.file}' of its geometry is missing; check the name and the folder")
