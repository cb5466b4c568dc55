"""The files that a page is made of: these and no others are served."""

from __future__ import annotations

from importlib.resources import files

STYLES = ("viewer.css",)
SCRIPTS = ("viewer.js", "viewer3d.js", "page/live.js")


def assets() -> dict[str, bytes]:
    """The content of every file by its name."""
    folder = files("linkwork.view")
    return {name: folder.joinpath(name).read_bytes() for name in (*STYLES, *SCRIPTS)}
