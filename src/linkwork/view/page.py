"""Write a Scene as one self-contained HTML page with an interactive viewer; it needs no network."""

from __future__ import annotations

import html
import json
import os
import re
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.base.aside import written_aside
from linkwork.view.display import arrange
from linkwork.view.motion import Scene, spread
from linkwork.view.packing import packed_display, packed_numbers
from linkwork.view.page_assets import asset, script_text, style_text
from linkwork.view.rounding import on_grid, rounded, rounded_series

MAX_FRAMES = 1500
TREATED = (
    "times",
    "poses",
    "channels",
    "events",
    "touching",
    "forces",
    "unit",
    "bodies",
    "symbols",
    "circuits",
    "soft",
    "tints",
    "controls",
)
ESCAPES = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}


def write_page(scene: Scene, path: str | os.PathLike[str]) -> None:
    """Write the page: play, scrub, zoom, traces, names and channel plots in any browser."""
    text = page_text(scene)
    with written_aside(path) as aside:
        aside.write_text(text, encoding="utf-8", newline="\n")


def page_text(scene: Scene) -> str:
    """The page as text: template, style, viewer and payload put together in one pass."""
    pieces = {
        "title": html.escape(str(scene["name"])),
        "style": style_text(),
        "viewer": script_text(),
        "payload": embedded(payload(scene)),
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda match: pieces[match.group(1)], asset("page_template.html"))


def payload(scene: Scene, packed: bool = False) -> dict[str, Any]:
    """What the viewer gets: the scene, thinned and rounded, and its display list; `packed` if it is to be read soon."""
    keep = spread(len(scene["poses"]), MAX_FRAMES)
    channels = {
        str(name): rounded_series([values[i] for i in keep if i < len(values)])
        for name, values in scene.get("channels", {}).items()
    }
    shown = {
        **rounded({key: scene[key] for key in scene if key not in TREATED}),
        **_only_names(scene),
        "touching": _contacts(scene, keep),
        "forces": _forces(scene, keep),
        **_circuits(scene, keep),
        **_bending(scene, keep),
        **_tints(scene, keep),
        **_controls(scene, keep),
        "events": [{"t": float(e["t"]), "text": str(e["text"])} for e in scene.get("events", [])],
        "times": rounded_series([scene["times"][i] for i in keep]),
        "poses": (packed_numbers if packed else _rounded_poses)(np.array([scene["poses"][i] for i in keep], float)),
        "channels": channels,
    }
    return {"scene": shown, "display": (packed_display if packed else rounded)(_without_rods(scene, _display(scene)))}


def _contacts(scene: Scene, keep: list[int]) -> list[dict[str, Any]]:
    """Contact points at the frames kept."""
    return [
        {
            **{name: point[name] for name in ("name", "plane") if name in point},
            **{axis: rounded_series([point[axis][i] for i in keep]) for axis in "xyz" if axis in point},
            "mode": [point["mode"][i] for i in keep],
        }
        for point in scene.get("touching", [])
    ]


def _forces(scene: Scene, keep: list[int]) -> dict[str, Any] | None:
    """Arrows of forces at the frames kept."""
    given = scene.get("forces")
    if not given:
        return None

    def column(values: Any) -> Any:
        return rounded_series([values[i] for i in keep]) if isinstance(values, list) else rounded(values)

    vectors = ("at", "force", "torque")
    items = [{**item, **{key: [column(one) for one in item[key]] for key in vectors}} for item in given["items"]]
    units = {"units": given["units"]} if "units" in given else {}
    largest = {key: given[key] for key in ("force", "torque", "tyre") if key in given}
    return {"items": items, **units, **rounded(largest)}


def _bending(scene: Scene, keep: list[int]) -> dict[str, Any]:
    """What bends: skins, shapes and amplitudes as bytes; stress as shares of its largest."""
    if "soft" not in scene:
        return {}
    from linkwork.view.soft.packed import packed_soft

    return {"soft": [packed_soft(one, keep) for one in scene["soft"]]}


def _tints(scene: Scene, keep: list[int]) -> dict[str, Any]:
    """Colours that change, at the frames kept."""
    if "tints" not in scene:
        return {}
    return {"tints": [{**one, "shares": rounded_series([one["shares"][i] for i in keep])} for one in scene["tints"]]}


def _controls(scene: Scene, keep: list[int]) -> dict[str, Any]:
    """Instruments, at the frames kept."""
    if "controls" not in scene:
        return {}
    thinned = [{**one, "values": rounded_series([one["values"][i] for i in keep])} for one in scene["controls"]]
    return {"controls": thinned}


def _without_rods(scene: Scene, display: dict[str, Any]) -> dict[str, Any]:
    """The display without what stands for bodies whose own shape is shown; the view still holds their places."""
    hidden = {name for one in scene.get("soft", ()) for name in one.hides}
    if not hidden:
        return display
    numbers = {number for number, body in enumerate(scene["bodies"]) if hidden & {body["name"], body.get("of")}}

    def stays(part: dict[str, Any]) -> bool:
        if "corners" not in part:  # of the plane
            return True
        return part["name"] not in hidden and (
            part["body"] not in numbers or part["kind"] not in ("lump", "mass", "link")
        )

    kept = {"parts": [part for part in display["parts"] if stays(part)]}
    if "connections" in display:
        kept["connections"] = [one for one in display["connections"] if one["name"] not in hidden]
    return {**display, **kept}


def _circuits(scene: Scene, keep: list[int]) -> dict[str, Any]:
    """Diagrams of circuits with the series at the frames kept."""
    if "circuits" not in scene:
        return {}
    thinned = []
    for circuit in scene["circuits"]:
        series = {name: rounded_series([values[i] for i in keep]) for name, values in circuit["series"].items()}
        thinned.append({**rounded({key: circuit[key] for key in circuit if key != "series"}), "series": series})
    return {"circuits": thinned}


def _in_space(scene: Scene) -> bool:
    return bool(scene.get("world") == "space")


def _only_names(scene: Scene) -> dict[str, Any]:
    """Bodies by name: what they look like is in the display, and their files are nobody's."""
    bodies = [{key: body[key] for key in ("name", "plane", "of") if key in body} for body in scene["bodies"]]
    return {"bodies": bodies} | ({"symbols": []} if _in_space(scene) else {})


def _display(scene: Scene) -> dict[str, Any]:
    if not _in_space(scene):
        return arrange(scene).plain()
    from linkwork.view.spatial.camera import camera
    from linkwork.view.spatial.display import arrange as arrange_solids

    display = arrange_solids(scene)
    rows = camera(scene.get("view", "iso"), display.up, display.flat)
    return {**display.plain(), "camera": rows.tolist()}


def _rounded_poses(poses: NDArray[np.float64]) -> list[Any]:
    """Positions and angles rounded column by column."""
    return on_grid(poses).tolist() if np.isfinite(poses).all() else rounded(poses)


def embedded(value: Any) -> str:
    """JSON that stays data inside a script element, whatever the names in it contain."""
    text = json.dumps(value, separators=(",", ":"), allow_nan=False, ensure_ascii=False)
    return re.sub("[<>&\u2028\u2029]", lambda match: ESCAPES[match.group()], text)
