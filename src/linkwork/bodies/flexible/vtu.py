"""Files of VTK (.vtu) that ParaView and others show: a mesh with numbers at its nodes, as text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from xml.sax.saxutils import quoteattr

import numpy as np

from linkwork.bodies.flexible.cells import Floats
from linkwork.bodies.flexible.structure import Structure

_KINDS = {
    "line": 3,
    "triangle": 5,
    "quad": 9,
    "tetra": 10,
    "hexahedron": 12,
    "triangle6": 22,
    "quad8": 23,
    "tetra10": 24,
    "hexahedron20": 25,
    "vertex": 1,
}


def mesh_text(places: Floats, cells: Mapping[str, Any], fields: Mapping[str, Floats]) -> str:
    """A mesh with fields at its nodes (n, or n x components)."""
    points = _three(places)
    flat = [node for nodes in cells.values() for row in nodes for node in row]
    ends = np.cumsum([nodes.shape[1] for nodes in cells.values() for _ in nodes])
    kinds = [_KINDS[name] for name, nodes in cells.items() for _ in nodes]
    data = "".join(_array(name, values, "Float64") for name, values in fields.items())
    return (
        '<?xml version="1.0"?>\n<VTKFile type="UnstructuredGrid" version="0.1" byte_order="LittleEndian">\n'
        f'<UnstructuredGrid>\n<Piece NumberOfPoints="{len(points)}" NumberOfCells="{len(kinds)}">\n'
        f"<Points>\n{_array('Points', points, 'Float64')}</Points>\n<Cells>\n"
        f"{_array('connectivity', np.array(flat), 'Int64')}{_array('offsets', ends, 'Int64')}"
        f"{_array('types', np.array(kinds), 'UInt8')}</Cells>\n<PointData>\n{data}</PointData>\n"
        "</Piece>\n</UnstructuredGrid>\n</VTKFile>\n"
    )


def cells_of(structure: Structure) -> dict[str, Any]:
    """The cells of a structure: of one without a mesh lines along it, or points."""
    if structure.mesh is not None:
        cells: dict[str, Any] = structure.mesh.cells
        return cells
    n = len(structure.points)
    if structure.recovery is not None:  # a beam: nodes in a row
        return {"line": np.stack([np.arange(n - 1), np.arange(1, n)], axis=1)}
    return {"vertex": np.arange(n).reshape(-1, 1)}


def _three(vectors: Floats) -> Floats:
    """Vectors of the plane with a zero behind them."""
    return vectors if vectors.shape[1] == 3 else np.column_stack([vectors, np.zeros(len(vectors))])


def _array(name: str, values: Any, kind: str) -> str:
    count = f' NumberOfComponents="{values.shape[1]}"' if values.ndim == 2 else ""
    shown = "%d" if kind != "Float64" else "%.9g"
    rows = values if values.ndim == 2 else values.reshape(-1, 1)
    text = "\n".join(" ".join(shown % value for value in row) for row in rows.tolist())
    return f'<DataArray type="{kind}" Name={quoteattr(name)}{count} format="ascii">\n{text}\n</DataArray>\n'
