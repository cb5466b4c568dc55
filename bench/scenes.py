"""Random scenes with contacts, each by its seed: what the audit finds in them, and what stops.

Polygons, hollow outlines, discs, outlines of arcs and splines (in space balls, boxes, capsules, cylinders, convex
meshes) fall, slide and turn on floors, fixed bars and each other; some hang in joints, some are driven. Every scene
draws a formulation and a method that take contacts. A `told` fault is what the audit puts into a note: an overlap, a
contact held at a distance, energy that no impulse accounts for. `silent` is energy that is missing between events
without a note, or an exception that is no error of Linkwork's own. A `stop` is a run that ends early, told or not, with
its reason, or takes longer than `LINKWORK_SCENE_SECONDS` (60) of processor time; `refused` a scene that is not begun.

Every scene that is not fine has a line as soon as it has ended; at the end stand the kinds with the numbers of their
first scenes, and the shares. `LINKWORK_SCENES` says how many in the plane and in space (1000 each),
`LINKWORK_FIRST_SCENE` where to begin, `LINKWORK_SCENE_WORLDS` in which worlds. `LINKWORK_SCENES_FILE` names a file
that keeps one line a scene: what stands there already is not run again, so that a run that was broken off goes on.
"""

from __future__ import annotations

import json
import os
import re
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from bench.scene_models import Scene, planar_scene, spatial_scene
from bench.watched_child import TOO_SLOW, WatchedChild
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
    words = ", ".join(dict.fromkeys(told))
    if not run.completed:
        return "stop", plain(run.events[-1].text) + (f" (told: {words})" if told else "")
    if told:
        return "told", words
    missing = missing_energy(run)[1]
    if missing > SILENT and not any("energy" in note for note in run.notes):
        return "silent", "energy missing between events"
    return "fine", ""


def plain(text: str) -> str:
    """A message without what differs from scene to scene."""
    text = re.sub(r"^(plane|space) scene \d+: |stopped at t = \S+ s: ", "", text)
    return re.sub(r"-?\d+(\.\d+)?(e[-+]\d+)?", "#", re.sub(r"'[^']*'", "'*'", text))[:90]


def told(world: str, seed: int) -> Row:
    """One scene from its seed to its end, as a line of the file."""
    warnings.simplefilter("ignore")
    begin, scene = time.process_time(), WORLDS[world](seed)
    end, kind = judged(scene)
    spent = round(time.process_time() - begin, 3)
    return _line(world, seed, scene, end, kind, spent)


def _line(world: str, seed: int, scene: Scene, end: str, kind: str, spent: float) -> Row:
    by = f"{scene.method}/{scene.formulation}"
    return {"world": world, "seed": seed, "by": by, "end": end, "kind": kind, "cpu_s": spent}


def each(world: str, seeds: range, seconds: float, kept: Path | None) -> Iterator[tuple[Row, bool]]:
    """The lines of some scenes, and whether each is new; they run in a process of their own, which may hang or die."""
    known = {line["seed"]: line for line in _read(kept) if line["world"] == world}
    with WatchedChild("bench.scenes", "told", seconds) as child:
        for seed in seeds:
            if seed in known:
                yield known[seed], False
                continue
            line = child.ask(world, seed)
            if isinstance(line, str):  # why there is no answer
                end = "stop" if line == TOO_SLOW else "silent"
                line = _line(world, seed, WORLDS[world](seed), end, line, seconds)
            if kept is not None:
                with kept.open("a") as file:
                    file.write("\n" + json.dumps(line))
            yield line, True


def _read(kept: Path | None) -> list[Row]:
    """The lines of a file that has been begun; the last one may have been cut off."""
    lines = []
    for text in kept.read_text().splitlines() if kept is not None and kept.exists() else []:
        try:
            lines.append(json.loads(text))
        except json.JSONDecodeError:
            continue
    return lines


def rows() -> Iterator[Row]:
    """What is not fine as it comes; one row a kind of end, with how many and which; the shares of the ends."""
    count, first, seconds = (int(os.environ.get(name, usual)) for name, usual in _ASKED.items())
    worlds = os.environ.get("LINKWORK_SCENE_WORLDS", " ".join(WORLDS)).split()
    kept = os.environ.get("LINKWORK_SCENES_FILE")
    for world in worlds:
        ends: dict[tuple[str, str], list[Row]] = {}
        for line, new in each(world, range(first, first + count), seconds, Path(kept) if kept else None):
            ends.setdefault((line["end"], line["kind"]), []).append(line)
            if new and line["end"] != "fine":
                yield {"problem": f"{world} scene {line['seed']}", **{key: line[key] for key in ("by", "end", "kind")}}
        for (end, kind), lines in sorted(ends.items(), key=lambda one: (one[0][0], -len(one[1]))):
            shown = " ".join(f"{line['seed']}:{line['by']}" for line in lines[:SHOWN])
            yield {"problem": world, "end": end, "scenes": len(lines), "kind": kind, "which": shown if kind else ""}
        yield {"problem": world, "scenes": count, **_shares(ends, count)}


def _shares(ends: dict[tuple[str, str], list[Row]], count: int) -> dict[str, float]:
    """How large a part of all scenes ends in each way, and their processor time."""
    number = {end: sum(len(lines) for (one, _), lines in ends.items() if one == end) for end in _ENDS}
    spent = sum(line["cpu_s"] for lines in ends.values() for line in lines)
    return {**{f"{end}_share": number[end] / count for end in _ENDS}, "cpu_s": spent}


_ASKED = {"LINKWORK_SCENES": "1000", "LINKWORK_FIRST_SCENE": "0", "LINKWORK_SCENE_SECONDS": "60"}
_ENDS = ("fine", "told", "silent", "stop", "refused")
