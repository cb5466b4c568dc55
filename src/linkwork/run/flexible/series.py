"""Files .vtu of one thing over the times of a run, and the .pvd file that names them."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.base.errors import AnalysisError
from linkwork.base.file_text import replacing
from linkwork.bodies.flexible.vtu import mesh_text

Floats = NDArray[np.float64]


def save_series(
    folder: Any,
    name: str,
    times: Floats,
    every: int,
    points: Floats,
    cells: Mapping[str, Any],
    fields: Callable[[int], Mapping[str, Floats]],
) -> list[str]:
    """Write a .vtu file for each so many-th time into a folder with the fields at the nodes, and a .pvd file."""
    if every < 1:
        raise AnalysisError(f"save_vtu: 'every' counts times from 1 on; found {every}")
    target = os.fspath(folder)
    try:
        os.makedirs(target, exist_ok=True)
    except OSError as error:
        raise AnalysisError(f"{target}: the folder cannot be made: {error.strerror}") from None
    files, listed = [], []
    for number in range(0, len(times), every):
        told = {label: _three(values) for label, values in fields(number).items()}
        path = os.path.join(target, f"{name}_{number:05d}.vtu")
        _write(path, mesh_text(points, cells, told))
        files.append(path)
        listed.append(f'<DataSet timestep="{times[number]:.9g}" file="{os.path.basename(path)}"/>')
    joined = "\n".join(listed)
    text = f'<?xml version="1.0"?>\n<VTKFile type="Collection" version="0.1">\n<Collection>\n{joined}\n'
    _write(os.path.join(target, f"{name}.pvd"), f"{text}</Collection>\n</VTKFile>\n")
    return files


def _three(values: Floats) -> Floats:
    """Vectors of the plane with a zero behind them; single numbers as they are."""
    return values if values.ndim == 1 or values.shape[1] == 3 else np.column_stack([values, np.zeros(len(values))])


def _write(path: str, text: str) -> None:
    try:
        with replacing(path) as aside:
            aside.write_text(text)
    except OSError as error:
        raise AnalysisError(f"{path}: the file cannot be written: {error.strerror}") from None
