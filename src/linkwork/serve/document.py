"""The document that all pages share: a model file, its mechanism, the values of its parameters, undo and redo.

Values are texts such as `200 mm`, so that a file keeps the units in which it is written. What the pages changed and
the file does not say yet survives a change of the file, unless that changes the same parameter. So does a start that
they chose, unless the file changes an estimate.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from linkwork.base.confined import only_inside
from linkwork.base.errors import MechanismError, ModelFileError
from linkwork.base.file_text import read_text, replacing
from linkwork.base.names import suggestion
from linkwork.expression import parse, resolve_parameters
from linkwork.formats.changed_output import with_output
from linkwork.formats.changed_parameters import comments_of, with_more_parameters
from linkwork.formats.model_file import loads
from linkwork.mechanism.dimensions.bare import units_of_bare
from linkwork.mechanism.display_units import DisplayUnits
from linkwork.serve.held_start import Given, hold_at
from linkwork.serve.parameters import SI, described, text_of, with_number
from linkwork.serve.save_start import with_start
from linkwork.serve.start import Start, estimates_of
from linkwork.serve.watch import Signature, signature

MOST_STEPS = 200
"""Steps that can be undone."""
Values = dict[str, str]
Step = tuple[Values, Start | None]
"""What undo brings back. Until a start is chosen it is None everywhere."""


class FileChanged(ModelFileError):
    """The file is no longer what was read, and is to be read again before it is written."""


class Document:
    """One open model file. Everything is done from one thread."""

    def __init__(self, path: str, folder: str | None = None) -> None:
        self.path = path
        self._named_from = os.path.dirname(path) if folder is None else folder
        self.folder = os.path.realpath(os.path.abspath(self._named_from))
        self.follower: Callable[[Values], None] | None = None  # hears the values whenever pages change them
        self._target = os.path.realpath(path)
        self.mechanism: Any = None
        self._meant_of: Any = None
        self._meant_units: Mapping[str, str] = {}
        self.base: Values = {}
        self.values: Values = {}
        self.start: Start | None = None
        self.base_start: Start | None = None  # where the file starts
        self.start_news: tuple[str, str] | None = None  # what became of it when the file was read, and how bad that is
        self._counts_anew: list[str] = []  # joints whose values count from the estimates that were saved
        self._estimates: dict[str, Any] = {}
        self._given: Given | None = None
        self._earlier: tuple[Start | None, str, str] = None, "", ""  # start before the one saved, texts around saving
        self._undo: list[Step] = []
        self._redo: list[Step] = []
        self._before: Values | None = None
        self._comments: dict[str, str] = {}
        self._read = ""
        self._named: dict[str, Signature] = {}

    @property
    def name(self) -> str:
        """The file without its folder."""
        return os.path.basename(self.path)

    @contextmanager
    def confined(self) -> Iterator[None]:
        """While inside, only this file and the files of its folder can be read."""
        with only_inside(self.folder, self._target) as read:
            yield
        self._named = self._named | {path: signature(path) for path in read - {self._target, *self._named}}

    @property
    def others(self) -> tuple[str, ...]:
        """Files that the model names and that were read."""
        return tuple(self._named)

    def same(self) -> bool:
        """Whether the files say what was read from them last."""
        try:
            text = self._text()
        except ModelFileError:
            return False
        return text == self._read and all(signature(path) == known for path, known in self._named.items())

    def _text(self) -> str:
        """The text of a model file; of other files what changes with it."""
        return read_text(self.path) if self.savable else str(signature(self.path))

    # ------------------------------------------------------------------ the file

    def read(self) -> tuple[list[str], list[str]]:
        """Read the file, again if need be; on an error everything stays.

        The parameters whose changes were kept, and those whose changes the file overrules.
        """
        text = self._text()
        mechanism = self._load(text) if self.savable else _other(self.path)
        base = _texts(mechanism)
        kept = {
            name: text
            for name, text in self.values.items()
            if name in base and self.base.get(name) == base[name] != text
        }
        values = base | kept
        try:
            _put(mechanism, values)
        except MechanismError:
            values, kept = base, {}
        old, moved = self.base, self.changed()
        replaced = [name for name, text in moved.items() if values.get(name) != text]
        self.mechanism, self.base, self.values, self._before = mechanism, base, values, None

        def renewed(step: Step) -> Step:
            said = step[0]
            new = {name: said[name] if old.get(name) == text and name in said else text for name, text in base.items()}
            return new, step[1]

        self._read, self._named = text, {}
        self._comments = comments_of(text) if self.savable else {}
        self._undo, self._redo = list(map(renewed, self._undo)), list(map(renewed, self._redo))
        self._given = Given.by(mechanism)
        self._read_start(estimates_of(mechanism))
        self._hold()
        return list(kept), replaced

    def _read_start(self, estimates: dict[str, Any]) -> None:
        """The file was read: a start that was chosen is kept unless the file changed an estimate."""
        gone = [part for part, there in self._estimates.items() if part not in estimates or estimates[part] != there]
        unsaved, self._estimates, self.start_news = self.start is not self.base_start, estimates, None
        if gone:
            self._every_start(lambda _: None)
            self.start = self.base_start = None
        if unsaved:
            lost = f"is lost, for the file changed {gone[0]}" if gone else "is kept"
            self.start_news = f"the start that was not saved {lost}", "warning" if gone else "info"

    def _hold(self) -> None:
        """Let the mechanism hold its values where the start is; from the file's own start on, those of the file."""
        if self._given is not None:
            unsaved = self.start is not None and self.start is not self.base_start
            hold_at(self.mechanism, self._given, self.start.held if unsaved and self.start is not None else {})

    def _every_start(self, new: Callable[[Start | None], Start | None]) -> None:
        """Change the starts of all steps."""
        self._undo, self._redo = ([(said, new(start)) for said, start in steps] for steps in (self._undo, self._redo))

    def changed(self) -> Values:
        """The values that the file does not say yet."""
        return {name: text for name, text in self.values.items() if self.base.get(name) != text}

    def save(self, shown: Start | None = None) -> bool:
        """Put the changed values into the file as it is now; comments, order and units stay.

        Those of included files are put into this one, on top of theirs: other models that include them stay the same.
        A start that was chosen becomes the estimates: that which is `shown`, for sliders may have moved since.
        True when the file says more than what was read last, and is to be read again.
        """
        if not self.savable:
            raise ModelFileError(f"{self.name}: only model files (YAML) can be saved from here")
        changed, (on_disk, there) = self.changed(), self._now()
        started = self.start is not self.base_start
        overruled = [name for name in changed if there.get(name) != self.base.get(name)]
        if overruled:
            raise FileChanged(
                f"{self.name}: not saved, for the file has another value of parameter '{overruled[0]}' by now; "
                "it is read again"
            )
        text = with_more_parameters(on_disk, changed)
        saved = self._load(text)
        wanted = {name: parse(value) for name, value in (there | changed).items()}
        if saved.parameters_by_name != wanted:
            other = next(name for name, value in saved.parameters_by_name.items() if value != wanted.get(name))
            raise ModelFileError(
                f"{self.name}: not saved, for parameter '{other}' would change with it (an alias); edit the file itself"
            )
        plain = text
        if started:
            text, moved = self._with_start(plain, shown)
        try:
            with replacing(self.path) as aside:
                aside.write_text(text, encoding="utf-8", newline="")
        except OSError as error:
            raise ModelFileError(f"{self.name}: the file cannot be written: {error.strerror}") from None
        again = on_disk != self._read or started
        self.base, self._read = dict(self.values), text
        if started:
            self._earlier = self.base_start, plain, text
            self.start = self.base_start = shown or self.start
            self._estimates = estimates_of(self._load(text))
            self._counts_anew = moved
        return again

    def _with_start(self, text: str, shown: Start | None) -> tuple[str, list[str]]:
        """The text with the start as its estimates; joints whose values count from these."""
        choices = [start for start in (shown, self.start) if start is not None]
        earlier, before, after = self._earlier
        words = before if self.start is earlier and text == after else None
        return with_start(self.name, text, choices, self._load, shown, words)

    def told_once(self) -> list[str]:
        """What there is to say of what was saved last."""
        names, self._counts_anew = ", ".join(self._counts_anew), []
        return [f"values of joints that count from the drawing have a new zero: {names}"] if names else []

    def _now(self) -> tuple[str, Values]:
        """The text of the file as it is on the disk, and the values of its parameters."""
        try:
            text = read_text(self.path)
            if text == self._read:
                return text, self.base
            mechanism = self._load(text)
        except MechanismError:
            raise FileChanged(f"{self.name}: not saved, for the file cannot be read as it is; mend it first") from None
        estimates = estimates_of(mechanism)
        moved = [part for part, there in self._estimates.items() if estimates.get(part) != there]
        if moved and self.start is not self.base_start:
            raise FileChanged(
                f"{self.name}: not saved, for the file has another estimate of {moved[0]} by now; it is read again"
            )
        return text, _texts(mechanism)

    def _load(self, text: str) -> Any:
        return loads(text, self.path, self._named_from)

    @property
    def savable(self) -> bool:
        """Whether it is a file of the kind that is written back."""
        return not self.path.lower().endswith((".dyn", ".urdf"))

    def file(self) -> dict[str, Any]:
        """What pages show of the file."""
        writable = (
            self.savable and os.access(self._target, os.W_OK) and os.access(os.path.dirname(self._target), os.W_OK)
        )
        moving = self._before is not None and self._before != self.values
        steps = {"undo": min(len(self._undo) + moving, MOST_STEPS), "redo": 0 if moving else len(self._redo)}
        dirty = self.values != self.base or self.start is not self.base_start
        return {"name": self.name, "dirty": dirty, **steps, "writable": writable}

    # ------------------------------------------------------------------ the values

    def parameters(self) -> list[dict[str, Any]]:
        """All parameters with their sliders."""
        parameters = described(self.values, self.base, self._comments, self._units, self._meant)
        ranges = {} if self.mechanism is None else self.mechanism.output.sliders
        if not ranges:
            return parameters
        env = resolve_parameters(self.mechanism.parameters_by_name)
        return [_ranged(entry, ranges.get(entry["name"]), env) for entry in parameters]

    def keep(self, plots: list[list[str]], sliders: Mapping[str, tuple[float, float]], view: Any) -> None:
        """Write into the file how the page looks: its plots, the ranges of sliders in shown units, and the view."""
        if not self.savable:
            raise ModelFileError(f"{self.name}: only model files (YAML) can be saved from here")
        units = {entry["name"]: entry["unit"] for entry in self.parameters()}
        entries = {"plots": _flow([_flow(map(_word, group)) for group in plots if group])}
        ranges = {name: _flow(f"{end:.6g} {units[name]}".strip() for end in sliders[name]) for name in sliders}
        if ranges:
            entries["sliders"] = f"{{{', '.join(f'{_word(name)}: {pair}' for name, pair in ranges.items())}}}"
        if view is not None:
            entries["view"] = _flow(f"{angle:.4g}" for angle in view)
        on_disk, _ = self._now()
        text = with_output(on_disk, entries)
        self._load(text)
        try:
            with replacing(self.path) as aside:
                aside.write_text(text, encoding="utf-8", newline="")
        except OSError as error:
            raise ModelFileError(f"{self.name}: the file cannot be written: {error.strerror}") from None

    @property
    def _units(self) -> DisplayUnits:
        return SI if self.mechanism is None else self.mechanism.units

    @property
    def _meant(self) -> Mapping[str, str]:
        """The SI units that parameters have by their places; found once for a mechanism."""
        if self._meant_of is not self.mechanism:
            self._meant_of, self._meant_units = self.mechanism, units_of_bare(self.mechanism)
        return self._meant_units

    def set(self, numbers: Mapping[str, float], final: bool) -> None:
        """Take numbers, each in the unit of its parameter; `final` ends a movement, which is one step of undo.

        Values that make no sense together are kept, too, and the mechanism then stays as it was: the error says why.
        """
        for name in numbers:
            if name not in self.values:
                raise ModelFileError(f"parameter '{name}' is not defined{suggestion(name, self.values, 'parameters')}")
        meant = self._meant
        new = {
            name: with_number(name, self.values[name], number, self._units, meant.get(name, ""))
            for name, number in numbers.items()
        }
        if self._before is None:
            self._before = self.values
        self.values = self.values | new
        if final:
            self._finish()
        self.apply()

    def settle(self) -> None:
        """End a movement that nobody ends."""
        self._finish()
        self.apply()

    def _finish(self) -> None:
        """The movement that is under way becomes a step that can be undone."""
        if self._before is not None and self._before != self.values:
            self._done(self._before)
        self._before = None

    def _done(self, before: Values) -> None:
        """A step was made that can be undone."""
        self._undo = [*self._undo[1 - MOST_STEPS :], (before, self.start)]
        self._redo = []

    def begin(self, start: Start, home: Start) -> None:
        """Take a start that was chosen, one step of undo; `home` is the one that the file led to until now."""
        self._finish()
        if self.start is None:
            self.start = self.base_start = home
            self._every_start(lambda _: home)
        self._done(self.values)
        self.start = start
        self._hold()

    def position(self) -> Any:
        """Where to start; None for the estimates of the file."""
        return None if self.start is None or self.start is self.base_start else self.start.position(self.mechanism)

    def undo(self) -> bool:
        """Back to the values before the last step; false when there is none."""
        self._finish()
        return self._step(self._undo, self._redo)

    def redo(self) -> bool:
        """Forward again; false when there is nothing to redo."""
        self._finish()
        return self._step(self._redo, self._undo)

    def _step(self, source: list[Step], target: list[Step]) -> bool:
        if not source:
            return False
        target.append((self.values, self.start))
        self.values, self.start = source.pop()
        self._hold()
        self.apply()
        return True

    def apply(self) -> None:
        """Give the mechanism the values of the document."""
        _put(self.mechanism, self.values)
        if self.follower is not None:
            self.follower(self.values)


def _ranged(entry: dict[str, Any], ends: Any, env: Mapping[str, Any]) -> dict[str, Any]:
    """A parameter with the range of its slider that the file gives."""
    if ends is None:
        return entry
    size = parse(f"1 {entry['unit']}").constant if entry["unit"] else 1.0
    low, high = (float(end.value(env).real) / float(size or 1.0) for end in ends)
    return entry | {"min": min(low, entry["value"]), "max": max(high, entry["value"])}


def _flow(items: Iterable[str]) -> str:
    return f"[{', '.join(items)}]"


def _word(text: str) -> str:
    """A name as YAML has it in a list."""
    return text if re.fullmatch(r"[A-Za-z_][\w.]*", text) else json.dumps(text, ensure_ascii=False)


def _texts(mechanism: Any) -> Values:
    return {name: text_of(value) for name, value in mechanism.parameters_by_name.items()}


def _put(mechanism: Any, values: Values) -> None:
    now = mechanism.parameters_by_name
    changed = {name: text for name, text in values.items() if text_of(now[name]) != text}
    if changed:
        resolve_parameters({name: parse(text) for name, text in values.items()})
        mechanism.set(**changed)


def _other(path: str) -> Any:
    """The mechanism of a file of another program."""
    return _dyn(path) if path.lower().endswith(".dyn") else _urdf(path)


def _dyn(path: str) -> Any:
    from linkwork.formats.dyn import load_dyn

    return load_dyn(path)[0]


def _urdf(path: str) -> Any:
    from linkwork.formats.urdf.load import load_urdf

    return load_urdf(path)
