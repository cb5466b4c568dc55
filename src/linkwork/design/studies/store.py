"""Store: the folder of a study. Finished variants are kept as they come, and found again after any interruption.

    study.json        what is studied: the plan, the model, the analysis, the responses, the versions
    part-000000.parquet ...   a thousand variants each, in their order
    open.parquet      variants of parts that are not full yet
    notes.json        what single runs had to say, and how many of them; not there where none had
    lock              held by the process that writes

Every file is written aside and then renamed, so that it is whole or not there. A part that cannot be read, or is not of
this study, is removed and computed again.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from linkwork.base.aside import written_aside
from linkwork.base.errors import AnalysisError
from linkwork.design.studies.lock import FolderLock
from linkwork.design.studies.parts import Part, read_part, write_part
from linkwork.design.studies.task import Outcome
from linkwork.design.studies.told_notes import ToldNotes

PART = 1000
"""Variants in a part."""
INTERVAL = 0.5
"""Seconds between two writings of variants of parts that are not full."""
FORMAT = 1
_WORDS = "study.json"
OPEN = "open.parquet"
NOTES = "notes.json"
_SAYS = {
    "linkwork": "the version of linkwork",
    "model": "the model",
    "names": "the parameters that vary",
    "responses": "the responses",
    "plan": "the plan",
}


class Store:
    """What is finished of a study; `missing` is what is not."""

    def __init__(self, folder: Path, words: dict[str, Any], total: int, grows: bool) -> None:
        self.folder, self.words, self.total = folder, words, total
        self.identity = identity(words, grows)
        self.columns = (tuple(words["task"]["names"]), tuple(words["task"]["responses"]))
        self.notes: list[str] = []
        self.told = ToldNotes()
        self._open: dict[int, dict[int, tuple[list[float], Outcome]]] = {}
        self._full: set[int] = set()
        self._unwritten = False
        self._written = time.perf_counter()
        self._lock = FolderLock(folder)

    def __enter__(self) -> Store:
        _make(self.folder)
        self._refuse_others()
        self._lock.take()
        try:
            self._begin()
            self._find()
        except BaseException:
            self._lock.release()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        try:
            self.flush()
        finally:
            self._lock.release()

    @property
    def done(self) -> int:
        """How many variants are finished."""
        return sum(self._length(part) for part in self._full) + sum(map(len, self._open.values()))

    def missing(self, first: int, last: int) -> Iterator[int]:
        """Numbers of variants that are not finished, in their order."""
        for number in range(first, last):
            part = number // PART
            if part not in self._full and number not in self._open.get(part, {}):
                yield number

    def add(self, number: int, values: list[float], outcome: Outcome) -> None:
        """Keep a finished variant; one that is there already stays as it is."""
        part = number // PART
        if part in self._full or number in self._open.setdefault(part, {}):
            return
        self._open[part][number] = values, outcome
        self._unwritten = True
        if len(self._open[part]) == self._length(part):
            rows = self._open[part]
            self._write(self._path(part), rows)
            self._full.add(part)
            del self._open[part]

    def flush_if_due(self) -> None:
        """Write what is finished, not more often than every half second."""
        if self._unwritten and time.perf_counter() - self._written > INTERVAL:
            self.flush()

    def flush(self) -> None:
        """Write what is finished."""
        if not self._unwritten:
            return
        rows = {number: row for part in sorted(self._open) for number, row in self._open[part].items()}
        if rows:
            self._write(self.folder / OPEN, rows)
        else:
            (self.folder / OPEN).unlink(missing_ok=True)
        write_notes(self.folder, self.identity, self.told)
        self._unwritten, self._written = False, time.perf_counter()

    def _write(self, path: Path, rows: dict[int, tuple[list[float], Outcome]]) -> None:
        write_part(path, self.columns, self.identity, dict(sorted(rows.items())))

    def _length(self, part: int) -> int:
        return min(PART, self.total - part * PART)

    def _path(self, part: int) -> Path:
        return self.folder / f"part-{part:06d}.parquet"

    def _refuse_others(self) -> None:
        """Refuse a folder of something else, before anything is written into it."""
        there = read_words(self.folder)
        if there is None and any(path.name != FolderLock.NAME for path in self.folder.iterdir()):
            raise AnalysisError(
                f"study: the folder '{self.folder}' holds other files and no study; name an empty or a new one"
            )
        if there is not None and there["identity"] != self.identity:
            raise AnalysisError(
                f"study: the folder '{self.folder}' holds another study ({_difference(there, self.words)}); "
                "name another folder, or empty this one"
            )

    def _begin(self) -> None:
        """Write what is studied, or find it there."""
        there = read_words(self.folder)
        if there is None or there["total"] < self.total:
            with written_aside(self.folder / _WORDS) as aside:
                words = {"format": FORMAT, "identity": self.identity, "total": self.total, **self.words}
                aside.write_text(json.dumps(words, indent=1), encoding="utf-8")

    def _find(self) -> None:
        """What earlier runs of this study have finished."""
        self.told.join(read_notes(self.folder, self.identity))
        partial: list[Path] = []
        for path in part_files(self.folder):
            part = read_part(path, self.columns, self.identity)
            if part is None or not self._fits(path, part):
                self.notes.append(f"{path.name} was damaged or not of this study; its variants are computed again")
                path.unlink()
                continue
            if not self._take(path, part):
                partial.append(path)
        if partial:  # the plan has grown, and these parts with it
            self._unwritten = True
            self.flush()
            for path in partial:
                path.unlink()

    def _fits(self, path: Path, part: Part) -> bool:
        """Whether a part holds the variants that its name says."""
        if path.name == OPEN:
            return True
        return len(part) > 0 and path == self._path(part.numbers[0] // PART) and part.in_one(PART)

    def _take(self, path: Path, part: Part) -> bool:
        """Take what a file holds; whether it may stay as it is."""
        number = part.numbers[0] // PART if len(part) else 0
        if number * PART >= self.total:
            return True
        if path.name != OPEN and len(part) >= self._length(number):
            self._full.add(number)
            return True
        for place, row in part.rows():
            if place // PART not in self._full and place < self.total:
                self._open.setdefault(place // PART, {})[place] = row
        return path.name == OPEN


def identity(words: dict[str, Any], grows: bool) -> str:
    """What tells one study from another: not the count of a plan that grows, nor where the model's own files lie."""
    task = {name: value for name, value in words["task"].items() if name != "folder"}
    plan = {name: value for name, value in words["plan"].items() if not (grows and name == "count")}
    text = json.dumps({"task": task, "plan": plan, "part": PART}, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def part_files(folder: Path) -> list[Path]:
    """Files with variants: full parts first."""
    open_one = folder / OPEN
    return [*sorted(folder.glob("part-*.parquet")), *([open_one] if open_one.exists() else [])]


def read_words(folder: Path) -> dict[str, Any] | None:
    """What the folder says is studied in it; None where it says nothing."""
    path = folder / _WORDS
    try:
        words = json.loads(path.read_text(encoding="utf-8"))
        if words["format"] != FORMAT:
            raise AnalysisError(f"study: '{path}' is of format {words['format']}, and {FORMAT} can be read")
        if not {"identity", "total", "plan", "task"} <= words.keys():
            raise KeyError
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError):
        raise AnalysisError(f"study: '{path}' cannot be read as a study; name another folder") from None
    return dict(words)


def write_notes(folder: Path, identity: str, told: ToldNotes) -> None:
    """Write what single runs had to say, if they had."""
    if told.known:
        with written_aside(folder / NOTES) as aside:
            aside.write_text(json.dumps({"identity": identity, "told": told.known}, indent=1), encoding="utf-8")


def read_notes(folder: Path, identity: str) -> dict[str, tuple[str, int]]:
    """What single runs of a study had to say; nothing where no file of this study tells it."""
    try:
        words = json.loads((folder / NOTES).read_text(encoding="utf-8"))
        told = {str(kind): (str(note), int(count)) for kind, (note, count) in words["told"].items()}
        return told if words["identity"] == identity else {}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise AnalysisError(f"study: the folder '{folder}' cannot be made: {error.strerror}") from None


def _difference(there: dict[str, Any], here: dict[str, Any]) -> str:
    """The first thing in which two studies differ, in words."""
    old, new = {**there["task"], "plan": there["plan"]}, {**here["task"], "plan": here["plan"]}
    for name, words in _SAYS.items():
        if old.get(name) != new.get(name):
            return f"{words}: {_short(old.get(name))} there, {_short(new.get(name))} here"
    name = next((name for name in new if old.get(name) != new[name]), "its contents")
    return f"{name}: {_short(old.get(name))} there, {_short(new.get(name))} here"


def _short(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value)
    line = " ".join(text.split())
    return line if len(line) <= 60 else f"{line[:57]}..."
