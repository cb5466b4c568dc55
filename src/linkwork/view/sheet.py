"""A sheet of paper: a figure of matplotlib that a notebook shows, though pyplot knows nothing of it."""

from __future__ import annotations

import io

from matplotlib.figure import Figure


class PaperSheet(Figure):
    """A figure that is not kept by pyplot, so that none piles up, and that shows itself in a notebook."""

    def _repr_png_(self) -> bytes:
        stream = io.BytesIO()
        self.savefig(stream, format="png")
        return stream.getvalue()
