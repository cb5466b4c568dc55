"""The scripts and styles of the page, in the order in which they must run."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

VENDOR = ("vendor/three.min.js", "vendor/uplot.min.js")
STAGE = (
    "kit.js",
    "stage-solid.js",
    "stage-extrude.js",
    "stage-levels.js",
    "stage-plane.js",
    "stage-space.js",
    "stage-actors.js",
    "stage-places.js",
    "stage-camera.js",
    "stage-floor.js",
    "stage-labels.js",
    "stage-overlay.js",
    "stage-traces.js",
    "stage-forces.js",
    "stage-pick.js",
    "stage-pointer.js",
    "stage.js",
)
SCRIPTS = (*VENDOR, *STAGE)
"""Every script of the page; each is a classic one and adds to the global `LinkworkViewer`."""


@cache
def asset(name: str) -> str:
    """The text of a file of the page."""
    return files("linkwork.view").joinpath("page", *name.split("/")).read_text(encoding="utf-8")


def script_text(names: tuple[str, ...] = SCRIPTS) -> str:
    """Scripts as one text that may stand inside a script element."""
    return "\n".join(asset(name).replace("</script", "<\\/script") for name in names)
