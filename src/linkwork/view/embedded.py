"""Pictures and the viewer inside another page: a report, a notebook. Each stands for itself and reaches nothing."""

from __future__ import annotations

import base64
import html
import io
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from linkwork.view.page import page_text

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FINE = 180  # dots an inch of a picture in pixels
MOST_FACES = 800
_SALT = "linkwork"
_QUOTED = str.maketrans({"&": "&amp;", "'": "&#39;", "<": "&lt;"})


@contextmanager
def boxes_for_unknown_letters() -> Iterator[None]:
    """Letters that the font lacks are drawn as boxes, without a warning for each."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", r"Glyph .* missing from font", UserWarning)
        warnings.filterwarnings("ignore", r"Matplotlib currently does not support", UserWarning)
        yield


def svg_of(figure: Figure) -> bytes:
    """The figure as SVG, the same for the same figure."""
    import matplotlib

    stream = io.BytesIO()
    with matplotlib.rc_context({"svg.hashsalt": _SALT}), boxes_for_unknown_letters():
        figure.savefig(stream, format="svg", metadata={"Date": None}, bbox_inches="tight", pad_inches=0.06)
    return stream.getvalue()


def png_of(figure: Figure) -> bytes:
    """The figure as PNG, fine enough for paper."""
    stream = io.BytesIO()
    with boxes_for_unknown_letters():
        figure.savefig(
            stream, format="png", dpi=FINE, bbox_inches="tight", pad_inches=0.06, metadata={"Software": None}
        )
    return stream.getvalue()


def is_heavy(figure: Figure) -> bool:
    """Whether the figure has so many faces, as drawings in space have, that pixels are smaller than lines."""
    return sum(len(each.get_paths()) for axes in figure.axes for each in axes.collections) > MOST_FACES


def picture_of(figure: Figure) -> str:
    """The figure as the address of an image: its styles and names stay inside."""
    kind, content = ("png", png_of(figure)) if is_heavy(figure) else ("svg+xml", svg_of(figure))
    return f"data:image/{kind};base64,{base64.b64encode(content).decode('ascii')}"


def framed_page(scene: dict[str, Any], title: str, style: str = "") -> str:
    """The viewer with a scene in a frame of its own, which may run its script and do nothing else."""
    page, name = page_text(scene).translate(_QUOTED), html.escape(title)
    look = f' style="{style}"' if style else ""
    return f'<iframe class="motion" title="{name}" sandbox="allow-scripts"{look} srcdoc=\'{page}\'></iframe>'
