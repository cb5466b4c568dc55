"""Figures written to files, in a format that their ending names."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from linkwork.base.aside import written_aside
from linkwork.base.errors import LinkworkError

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def written(figure: Figure, path: str | os.PathLike[str] | None, **options: Any) -> Figure:
    """The figure, also written to a file when a path is given."""
    if path is None:
        return figure
    ending = Path(path).suffix.lower().removeprefix(".") or "png"
    known = figure.canvas.get_supported_filetypes()
    if ending not in known:
        raise LinkworkError(f"figure '{Path(path).name}': the ending '.{ending}' is not known; use .png, .svg or .pdf")
    with written_aside(path) as aside:
        figure.savefig(aside, format=ending, **options)
    return figure
