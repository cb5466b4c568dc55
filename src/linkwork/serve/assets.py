"""The files that a page is made of: these and no others are served."""

from __future__ import annotations

from linkwork.view.page_assets import SCRIPTS as VIEWER
from linkwork.view.page_assets import STYLES, asset

SCRIPTS = (*VIEWER, "boot.js")


def assets() -> dict[str, bytes]:
    """The content of every file by its name."""
    return {name: asset(name).encode() for name in (*STYLES, *SCRIPTS)}
