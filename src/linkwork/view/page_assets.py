"""The scripts and styles of the page, in the order in which they must run."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

VENDOR = ("vendor/three.min.js", "vendor/uplot.min.js")
STAGE = (
    "kit.js",
    "stage-solid.js",
    "stage-extrude.js",
    "stage-belt.js",
    "stage-meet.js",
    "stage-levels.js",
    "stage-plane.js",
    "stage-space.js",
    "stage-lines.js",
    "stage-materials.js",
    "stage-actors.js",
    "stage-soft.js",
    "stage-tints.js",
    "stage-places.js",
    "stage-camera.js",
    "stage-floor.js",
    "stage-road.js",
    "stage-label-places.js",
    "stage-labels.js",
    "stage-overlay.js",
    "stage-traces.js",
    "stage-forces.js",
    "stage-pick.js",
    "stage-outline.js",
    "stage-things.js",
    "stage-pointer.js",
    "stage-detail.js",
    "stage-rest.js",
    "stage-frozen.js",
    "stage-none.js",
    "stage.js",
)
APP = (
    "tools.js",
    "icons.js",
    "player.js",
    "record.js",
    "kept.js",
    "transport.js",
    "timeline.js",
    "plot-style.js",
    "plot-box.js",
    "cross-box.js",
    "plots.js",
    "divider.js",
    "panels.js",
    "panel-channels.js",
    "panel-events.js",
    "bending.js",
    "tint-scale.js",
    "instruments.js",
    "panel-show.js",
    "panel-diagnosis.js",
    "panel-circuit.js",
    "parameter-row.js",
    "panel-design.js",
    "pictures.js",
    "panel-compare.js",
    "panel-export.js",
    "hover-card.js",
    "start-here.js",
    "notices.js",
    "keys.js",
    "unpack.js",
    "link.js",
    "live.js",
    "head.js",
    "app.js",
)
STYLES = (
    "vendor/uplot.css",
    "theme.css",
    "layout.css",
    "controls.css",
    "panels.css",
    "notices.css",
    "plots.css",
    "circuit.css",
)
SCRIPTS = (*VENDOR, *STAGE, *APP)
"""Every script of the page; each is a classic one and adds to the global `LinkworkViewer`."""


@cache
def asset(name: str) -> str:
    """The text of a file of the page."""
    return files("linkwork.view").joinpath("page", *name.split("/")).read_text(encoding="utf-8")


def script_text(names: tuple[str, ...] = SCRIPTS) -> str:
    """Scripts as one text that may stand inside a script element."""
    return "\n".join(asset(name).replace("</script", "<\\/script") for name in names)


def style_text() -> str:
    """The styles as one text that may stand inside a style element."""
    return "\n".join(asset(name) for name in STYLES)
