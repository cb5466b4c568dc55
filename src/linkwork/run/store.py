"""Runs in files: the model, all arrays, events and the moment from which a simulation can go on.

The file is a zip archive of plain arrays and texts (no pickled objects).
"""

from __future__ import annotations

import json
import os
import zipfile
import zlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.aside import written_aside
from linkwork.base.errors import AnalysisError, LinkworkError
from linkwork.elements.spatial.trail import Trail
from linkwork.expression.given import FilePath, public
from linkwork.functions.kept_laws import Given, NotThoseLaws, reading, writing
from linkwork.places import layout_kernel as layout
from linkwork.run.contact.contact_log import ContactLog, ContactLogNames
from linkwork.run.impulses import Impulse
from linkwork.run.loads import ARRAYS, empty_loads, loads_from
from linkwork.run.run import Event, Run
from linkwork.system.world import world_of

if TYPE_CHECKING:
    from linkwork.system.loop.moment import Loop, LostMoment

FORMAT = 1
_RUN = ("t", "q", "v", "a", "sigma", "memory")
_WHOM = ("points", "rubbing", "elements", "labels")  # of the log of contacts, as the file says them
_MOMENT = ("z", "s", "w", "state", "marks")


_DAMAGE = (
    OSError,
    ValueError,
    KeyError,
    IndexError,
    TypeError,
    AttributeError,
    EOFError,
    RuntimeError,
    MemoryError,
    OverflowError,
    LinkworkError,
    zipfile.BadZipFile,
    zlib.error,
)
"""What reading a file that is not a whole run can raise."""
_LONGEST = 200
_LOST = "the results of this run are whole, but it cannot go on: another version of Linkwork kept its state otherwise"


def save(run: Run, path: Any) -> None:
    """Write a run; the file appears only when it is whole."""
    from linkwork.formats.model_file import dumps

    words, arrays = parts_of(run)
    with writing() as laws:
        words["model"] = dumps(run.mechanism)
    words["laws"] = laws.words
    with written_aside(path) as aside, aside.open("wb") as file:
        np.savez_compressed(file, words=np.frombuffer(json.dumps(words).encode(), np.uint8), **arrays)


def parts_of(run: Run) -> tuple[dict[str, Any], dict[str, Any]]:
    """All of a run but its mechanism: plain data and arrays."""
    arrays = {f"run_{name}": getattr(run, name) for name in _RUN}
    if run.loads is not None:
        arrays |= {f"loads_{name}": getattr(run.loads, name) for name in ARRAYS}
    if run.trail is not None:
        arrays |= {"trail_t": run.trail.t, "trail_turns": run.trail.turns}
    arrays |= {f"followed_{name}": values for name, values in run.followed.items()}
    words: dict[str, Any] = {
        "format": FORMAT,
        "parameters": {name: float(np.real(value)) for name, value in run.system.env.items()},
        "branch": run.branch,
        "events": [[event.t, event.kind, event.text, event.name, event.names] for event in run.events],
        "notes": run.notes,
        "impulses": [vars(impulse) for impulse in run.impulses],
        "statistics": run.statistics,
        "completed": bool(run.completed),
    }
    if run.system.wound is not None:
        words["turned"] = run.system.wound.words()
    if len(run.touches):
        arrays["touches"] = run.touches.lines
        names = run.touches.names
        words["touches"] = dict(
            zip(_WHOM, (names.points, names.friction_names, names.elements, names.labels), strict=True)
        )
    if run.moment is not None:
        lost = getattr(run.moment, "why", "")
        if lost:
            words["lost"] = lost
        else:
            arrays |= {f"moment_{name}": getattr(run.moment, name) for name in _MOMENT}
        words["options"] = vars(run.moment.options)
        words["fired"] = run.moment.fired
    return words, arrays


@public
def load_run(path: FilePath, laws: Mapping[str, Callable[..., Any]] | None = None) -> Run:
    """Read a run; its model is compiled again.

    `laws` are the Python functions of its laws by their names. Without them its results can be read, but it cannot go
    on.
    """
    from linkwork.formats.model_file import loads

    if not os.path.exists(path):
        raise AnalysisError(f"{path}: there is no file of this name")
    if Path(path).is_file() and not zipfile.is_zipfile(path):
        raise AnalysisError(f"{path}: this is no run of Linkwork; give a file that run.save(...) wrote")
    try:
        with Path(path).open("rb") as source, np.load(source, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        words = json.loads(arrays.pop("words").tobytes().decode())
        if words["format"] != FORMAT:
            raise ValueError(f"it was written in format {words['format']}, and {FORMAT} can be read")
        with reading(Given(words.get("laws", {}), laws or {})) as given:
            run = run_of(loads(words["model"]), words, arrays)
        run.notes = [*run.notes, *given.notes()]
        return run
    except NotThoseLaws:
        raise
    except _DAMAGE as error:
        why = str(error).splitlines()[0][:_LONGEST] if str(error) else type(error).__name__
        raise AnalysisError(f"{path}: this is no run of Linkwork, or the file is damaged ({why})") from None


def run_of(mechanism: Any, words: dict[str, Any], arrays: dict[str, Any]) -> Run:
    """The run of a mechanism from what `parts_of` gave."""
    from linkwork.system.tables.compile import compile_system

    dynamic = "loads_energy" in arrays
    stepping = words.get("options", {}).get("method") == "moreau"
    system = compile_system(mechanism, overrides=words["parameters"], dynamics=dynamic, stepping=stepping)
    if "turned" in words:
        system = system.with_turns(world_of(mechanism).wound_as(mechanism, words["turned"]))
    _check_shapes(system, words, arrays)
    t, q, v, a, sigma, memory = (arrays[f"run_{name}"] for name in _RUN)
    trail = Trail(arrays["trail_t"], arrays["trail_turns"]) if "trail_t" in arrays else None
    run = Run(system, t, q, v, a, sigma, memory, words["branch"], trail=trail)
    if dynamic:
        run.loads = loads_from(system, (arrays[f"loads_{name}"] for name in ARRAYS))
        run.loads.points = run.t, run.q
    run.followed = {
        name.removeprefix("followed_"): values for name, values in arrays.items() if name.startswith("followed_")
    }
    run.events = [_event(*event) for event in words["events"]]
    run.impulses = [Impulse(**impulse) for impulse in words.get("impulses", [])]
    run.notes, run.statistics, run.completed = words["notes"], words["statistics"], words["completed"]
    if "touches" in arrays:
        run.touches = ContactLog(_contact_log_names(words["touches"]), arrays["touches"])
    if "moment_z" in arrays or "lost" in words:
        run.moment = _moment(system, words, arrays)
        lost = getattr(run.moment, "why", "")
        run.notes = [*run.notes, *([lost] if lost and lost not in run.notes else [])]
    return run


def _check_words(words: dict[str, Any]) -> None:
    """Refuse plain data that are not those of a run."""
    kinds = {"notes": list, "events": list, "statistics": dict, "completed": bool, "branch": str}
    for name, kind in kinds.items():
        if not isinstance(words[name], kind):
            raise ValueError(f"'{name}' is none of a run")
    if not all(isinstance(note, str) for note in words["notes"]):
        raise ValueError("its notes are no texts")


def _check_shapes(system: Any, words: dict[str, Any], arrays: dict[str, Any]) -> None:
    """Refuse arrays that are not those of a run of this model."""
    _check_words(words)
    count, width = len(arrays["run_t"]), len(system.coordinates)
    wanted = {"run_t": (count,), "run_sigma": (count,)} | {f"run_{name}": (count, width) for name in "qva"}
    if "loads_energy" in arrays:
        wanted |= {f"loads_{name}": getattr(empty_loads(system, count), name).shape for name in ARRAYS}
    wanted |= {name: (count,) for name in arrays if name.startswith("followed_")}
    if "trail_t" in arrays:
        entries = len(arrays["trail_t"])
        wanted |= {"trail_t": (entries,), "trail_turns": (entries, *arrays["trail_turns"].shape[1:])}
        if arrays["trail_turns"].reshape(entries, -1).shape[1] != 7 * len(system.bodies):
            raise ValueError("the trail of its bodies does not fit its model")
    for name, shape in wanted.items():
        if arrays[name].shape != shape or arrays[name].dtype.kind not in "fiu":
            raise ValueError(f"array '{name}' does not fit its model")
    if arrays["run_memory"].shape not in ((0,), (int(system.k[layout.OUT] - system.k[layout.MEMORY]),)):
        raise ValueError("array 'run_memory' does not fit its model")
    if count < 1 or not np.all(np.diff(arrays["run_t"]) >= 0.0):
        raise ValueError("its times do not rise")
    lines = arrays.get("touches")
    if lines is not None and lines.shape[1:] != ContactLog(_contact_log_names(words["touches"])).lines.shape[1:]:
        raise ValueError("its log of contacts does not fit its model")


def _contact_log_names(words: dict[str, Any]) -> ContactLogNames:
    """Whom the log of contacts means."""
    points = tuple((str(name), int(slot)) for name, slot in words["points"])
    return ContactLogNames(points, *(tuple(words[part]) for part in _WHOM[1:]))


def _moment(system: Any, words: dict[str, Any], arrays: dict[str, Any]) -> Loop | LostMoment:
    """The moment with the addresses of compiled code as they are in this process.

    Other versions keep more or fewer numbers of it: then the run has its results, and cannot go on.
    """
    from linkwork.analysis.simulation.time_loop import fresh_loop
    from linkwork.numerics.integrators.integrator import put_to_work
    from linkwork.numerics.integrators.integrator_state_kernel import METHOD
    from linkwork.system.loop.moment import LostMoment, Options

    options, fired = Options(**words["options"]), dict(words["fired"])
    if "lost" in words:
        return LostMoment(options, fired, str(words["lost"]))
    q, v = arrays["run_q"][0], arrays["run_v"][0]
    moment = fresh_loop(system, q, v, 0.0, options)
    for name in _MOMENT:
        own, kept = getattr(moment, name), _lengthened(name, arrays[f"moment_{name}"], len(getattr(moment, name)))
        if kept.ndim != 1 or kept.dtype.kind not in "fiu":
            raise ValueError("its state does not fit its model")
        if own.shape != kept.shape:
            return LostMoment(options, fired, f"{_LOST} ({len(kept)} numbers of '{name}', and {len(own)} are needed)")
        if name == "s":
            put_to_work(own, int(kept[METHOD]))
        addresses = moment.address_places().get(name, [])
        saved = own[addresses].copy()
        own[...] = kept
        own[addresses] = saved
    moment.fired = fired
    moment.branch = words["branch"]
    return moment


def _lengthened(name: str, kept: Any, length: int) -> Any:
    """An array of an earlier version as long as it is now, where what was added since may be zero."""
    from linkwork.system.loop.moment import EARLIER_STATES

    if name != "state" or kept.shape not in [(earlier,) for earlier in EARLIER_STATES]:
        return kept
    return np.concatenate([kept, np.zeros(length - len(kept), kept.dtype)])


def _event(t: float, kind: str, text: str, name: str = "", names: Sequence[str] = ()) -> Event:
    return Event(t, kind, text, name, tuple(names))
