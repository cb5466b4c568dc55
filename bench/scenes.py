"""Random scenes with contacts, each by its seed: what the audit finds in them, and what stops.

Polygons, hollow outlines, discs, outlines of arcs and splines (in space balls, boxes, capsules, cylinders, convex
meshes) fall, slide and turn on floors, fixed bars and each other; some hang in joints, some are driven. Every scene
draws a formulation and a method that take contacts. A `told` fault is what the audit puts into a note: an overlap, a
contact held at a distance, energy that no impulse accounts for. `silent` is energy that is missing between events
without a note, or an exception that is no error of Linkwork's own. A `stop` is a run that ends early, with its reason;
`refused` a scene that is not begun. Behind each kind stand the numbers of its first scenes.

`LINKWORK_SCENES` says how many in the plane and in space (1000 each), `LINKWORK_FIRST_SCENE` where to begin.
"""

from __future__ import annotations

import os
import re
import time
import warnings
from collections.abc import Callable, Iterator
from typing import Any

from bench.scene_models import Scene, planar_scene, spatial_scene
from linkwork.analysis.simulation.simulation_text import missing_energy
from linkwork.base.errors import LinkworkError

Row = dict[str, Any]
SILENT = 1e-3  # of the greatest energy, missing between events: more than the tolerances explain
WORLDS: dict[str, Callable[[int], Scene]] = {"plane": planar_scene, "space": spatial_scene}
SHOWN = 12  # numbers of scenes that stand behind a kind


def judged(scene: Scene) -> tuple[str, str]:
    """What becomes of a scene: fine, told, silent, stop or refused; and the kind in words."""
    try:
        run = scene.run()
    except LinkworkError as error:
        return "refused", plain(str(error))
    except Exception as error:  # whatever it is, it is a fault of the program, and the next scene must run
        return "silent", f"{type(error).__name__}: {plain(str(error))}"
    told = [finding.what for finding in run.audit.findings] if run.audit is not None else []
    if told:
        return "told", ", ".join(dict.fromkeys(told))
    if not run.completed:
        return "stop", plain(run.events[-1].text)
    missing = missing_energy(run)[1]
    if missing > SILENT and not any("energy" in note for note in run.notes):
        return "silent", "energy missing between events"
    return "fine", ""


def plain(text: str) -> str:
    """A message without what differs from scene to scene."""
    text = re.sub(r"^(plane|space) scene \d+: |stopped at t = \S+ s: ", "", text)
    return re.sub(r"-?\d+(\.\d+)?(e[-+]\d+)?", "#", re.sub(r"'[^']*'", "'*'", text))[:90]


def sorted_scenes(world: str, seeds: range) -> dict[tuple[str, str], list[Scene]]:
    """The scenes of some seeds by what becomes of them."""
    found: dict[tuple[str, str], list[Scene]] = {}
    for seed in seeds:
        scene = WORLDS[world](seed)
        found.setdefault(judged(scene), []).append(scene)
    return found


def rows() -> Iterator[Row]:
    """One row a kind of end, with how many and which; then the shares of silent faults and of stops."""
    warnings.simplefilter("ignore")
    count, first = (int(os.environ.get(name, usual)) for name, usual in _ASKED.items())
    for world in WORLDS:
        begin = time.process_time()
        found = sorted_scenes(world, range(first, first + count))
        spent = time.process_time() - begin
        for (end, kind), scenes in sorted(found.items(), key=lambda one: (one[0][0], -len(one[1]))):
            shown = " ".join(f"{scene.seed}:{scene.method}/{scene.formulation}" for scene in scenes[:SHOWN])
            yield {"problem": world, "end": end, "scenes": len(scenes), "kind": kind, "which": shown if kind else ""}
        number = {end: sum(len(scenes) for (one, _), scenes in found.items() if one == end) for end in _ENDS}
        shares = {f"{end}_share": number[end] / count for end in _ENDS}
        yield {"problem": world, "scenes": count, **shares, "cpu_s": spent}


_ASKED = {"LINKWORK_SCENES": "1000", "LINKWORK_FIRST_SCENE": "0"}
_ENDS = ("fine", "told", "silent", "stop", "refused")
