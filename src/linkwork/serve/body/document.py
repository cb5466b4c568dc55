"""The files of a trial while a page shows them, and the values of the sliders, with undo and redo."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from linkwork.base.confined import only_inside
from linkwork.base.errors import AnalysisError
from linkwork.base.names import suggestion
from linkwork.serve.body.sliders import Values, described, first_values, moved
from linkwork.serve.body.trial import Subject, Trial, read_subject
from linkwork.serve.watch import Signature, signature

MOST_STEPS = 200


class BodyDocument:
    """A trial that is open. Everything is done from one thread."""

    def __init__(self, trial: Trial) -> None:
        self.trial, self.path = trial, trial.model
        self.subject: Subject | None = None
        self.base: Values = {}
        self.values: Values = {}
        self._files = tuple(os.path.realpath(name) for name in trial.files)
        self._signed: dict[str, Signature] = {}
        self._undo: list[Values] = []
        self._redo: list[Values] = []
        self._before: Values | None = None

    @property
    def name(self) -> str:
        """The file of the skeleton without its folder."""
        return os.path.basename(self.path)

    @property
    def others(self) -> tuple[str, ...]:
        """All other files that were read."""
        return tuple(name for name in self._signed if name != os.path.realpath(self.path))

    @contextmanager
    def confined(self) -> Iterator[None]:
        """While inside, only the files that were named and those of the folder of the model can be read."""
        with only_inside(os.path.dirname(self._files[0]), *self._folders()) as read:
            yield
        self._signed |= {name: signature(name) for name in read}

    def _folders(self) -> tuple[str, ...]:
        """The files that were named, and what lies beside the set-up of the plates."""
        if self.trial.plates is None:
            return self._files
        folder = os.path.dirname(os.path.realpath(self.trial.plates))
        try:
            beside = os.listdir(folder or ".")
        except OSError:  # it is gone; the file that is read from it says so
            beside = []
        return (*self._files, *(os.path.join(folder, name) for name in beside))

    def read(self) -> None:
        """Read the files, again if need be; on an error everything stays. Values that were moved stay."""
        subject = read_subject(self.trial)
        base = first_values(subject, self.trial)
        kept = {name: value for name, value in self.values.items() if self.base.get(name) == base.get(name) != value}
        self.subject, self.base, self.values, self._before = subject, base, base | kept, None
        self._undo = [base | {name: step[name] for name in base if name in step} for step in self._undo]
        self._redo = [base | {name: step[name] for name in base if name in step} for step in self._redo]

    def same(self) -> bool:
        """Whether the files are those that were read last."""
        return all(signature(name) == known for name, known in self._signed.items())

    def file(self) -> dict[str, Any]:
        """What pages show of the file; nothing is written back into it."""
        moving = self._before is not None and self._before != self.values
        steps = {"undo": min(len(self._undo) + moving, MOST_STEPS), "redo": 0 if moving else len(self._redo)}
        return {"name": self.name, "dirty": False, **steps, "writable": False}

    def parameters(self, measured: bool) -> list[dict[str, Any]]:
        """The sliders of an analysis of the measured motion, or of the pose."""
        return [] if self.subject is None else described(self.subject, self.values, self.base, measured)

    def set(self, numbers: Mapping[str, float], final: bool) -> None:
        """Take numbers in shown units; `final` ends a movement, which is one step of undo."""
        for name in numbers:
            if name not in self.values:
                raise AnalysisError(f"there is no '{name}' to be moved{suggestion(name, self.values, 'sliders')}")
        if self._before is None:
            self._before = self.values
        self.values = moved(self.values, dict(numbers))
        if final:
            self.settle()

    def settle(self) -> None:
        """The movement that is under way becomes a step that can be undone."""
        if self._before is not None and self._before != self.values:
            self._undo = [*self._undo[1 - MOST_STEPS :], self._before]
            self._redo = []
        self._before = None

    def undo(self) -> bool:
        """Back to the values before the last step; false when there is none."""
        self.settle()
        return self._step(self._undo, self._redo)

    def redo(self) -> bool:
        """Forward again; false when there is nothing to redo."""
        self.settle()
        return self._step(self._redo, self._undo)

    def _step(self, source: list[Values], target: list[Values]) -> bool:
        if not source:
            return False
        target.append(self.values)
        self.values = source.pop()
        return True
