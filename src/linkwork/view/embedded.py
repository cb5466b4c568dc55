"""Pictures and the viewer inside another page: a report, a notebook. Each stands for itself and reaches nothing."""

from __future__ import annotations

import base64
import html
import io
from typing import TYPE_CHECKING, Any

from linkwork.view.page import page_text

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_SALT = "linkwork"
_QUOTED = str.maketrans({"&": "&amp;", "'": "&#39;", "<": "&lt;"})


def svg_of(figure: Figure) -> bytes:
    """The figure as SVG, the same for the same figure."""
    import matplotlib

    stream = io.BytesIO()
    with matplotlib.rc_context({"svg.hashsalt": _SALT}):
        figure.savefig(stream, format="svg", metadata={"Date": None}, bbox_inches="tight", pad_inches=0.06)
    return stream.getvalue()


def picture_of(figure: Figure) -> str:
    """The figure as the address of an image: its styles and names stay inside."""
    return f"data:image/svg+xml;base64,{base64.b64encode(svg_of(figure)).decode('ascii')}"


def framed_page(scene: dict[str, Any], title: str, style: str = "") -> str:
    """The viewer with a scene in a frame of its own, which may run its script and do nothing else."""
    page, name = page_text(scene).translate(_QUOTED), html.escape(title)
    look = f' style="{style}"' if style else ""
    return f'<iframe class="motion" title="{name}" sandbox="allow-scripts"{look} srcdoc=\'{page}\'></iframe>'
