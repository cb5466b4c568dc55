"""Curves that lie beside those of a run: of another run, of a model that is run for it, or measured ones."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError, LinkworkError, shown
from linkwork.base.late_dataclass import dataclass
from linkwork.base.local_file import beside as beside_model
from linkwork.base.names import suggestion
from linkwork.run.comparison.measured_table import read_table
from linkwork.run.computed import with_formulas
from linkwork.run.export import asked_for
from linkwork.run.run import Run

Beside = Mapping[str, Any] | Sequence[Any] | str | os.PathLike[str] | Run | None
_MODELS = (".yaml", ".yml")


@dataclass(frozen=True)
class Curves:
    """Times and channels in SI units under one label; what was measured is drawn as points."""

    label: str
    t: Array
    channels: Mapping[str, Array] | Run
    measured: bool = False

    def has(self, name: str) -> bool:
        """Whether there is such a channel."""
        if not isinstance(self.channels, Run):
            return name in self.channels
        try:
            self.channels.unit(name)
        except LinkworkError:
            return False
        return True

    def shown(self, run: Run, name: str) -> Array:
        """A channel in the unit in which this run shows it."""
        factor = 1.0 if name == "t" else run.mechanism.units.shown(run.unit(name))[0]
        return np.asarray(factor * np.real(self.channels[name]), float)


def beside_of(run: Run, given: Beside) -> list[Curves]:
    """All that lies beside a run: by label, in a list, or one thing; None is what the model's output section names."""
    if given is None:
        named = run.mechanism.output.beside if run.mechanism.folder is not None else {}
        given = {label: beside_model(run.mechanism, file) for label, file in named.items()}
    if isinstance(given, Mapping) and not _is_table(given):
        return [_curves(run, str(label), each) for label, each in given.items()]
    listed: list[Any] = [given]
    if isinstance(given, Sequence) and not isinstance(given, str) and not _is_table(given):
        listed = list(given)
    return [_curves(run, _label(each, number), each) for number, each in enumerate(listed, 1)]


def _is_table(given: Any) -> bool:
    """Whether it is one table of measured channels, not a mapping of labels."""
    if hasattr(given, "columns"):
        return True
    return isinstance(given, Mapping) and any(str(name).partition(" ")[0] in ("t", "time") for name in given)


def _label(each: Any, number: int) -> str:
    if isinstance(each, str | os.PathLike):
        return Path(each).stem
    return f"{each.mechanism.name} {number}" if isinstance(each, Run) else f"measured {number}"


def _curves(run: Run, label: str, each: Any) -> Curves:
    if isinstance(each, Curves):
        return each
    if isinstance(each, str | os.PathLike):
        file = Path(each)
        if file.suffix.lower() in _MODELS:
            from linkwork.formats.model_file import load

            each = load(file).run(progress=False)
        elif os.path.isfile(file) and zipfile.is_zipfile(file):
            from linkwork.run.store import load_run

            each = load_run(file)
    if isinstance(each, Run):
        return Curves(label, each.t, _with_channels(run, label, each))
    table = read_table(each, lambda name: unit_in(run, name))
    if "t" not in table or len(table) < 2:
        raise AnalysisError(f"'{label}': a table to compare with has the times as 't' and channels such as 'slider.x'")
    columns = [name for name in table if name != "t"]
    if all(unit_in(run, name) is None for name in columns):
        there = suggestion(columns[0], run.channels(), "channels")
        raise AnalysisError(f"'{label}': no column is named like a channel; the first is {shown(columns[0])}{there}")
    return Curves(label, table["t"], table, measured=True)


def _with_channels(run: Run, label: str, other: Run) -> Run:
    """Another run with the computed channels of this one; those shown that it cannot have are told in a note."""
    if not run.mechanism.computed:
        return other
    other = with_formulas(other, run.mechanism.computed)
    for name in asked_for(run):
        if name not in run.mechanism.computed:
            continue
        try:
            other.unit(name)
        except LinkworkError as error:
            note = f"beside: '{label}' does not have the {error}"
            if note not in run.notes:
                run.notes.append(note)
    return other


def unit_in(run: Run, name: str) -> str | None:
    """The unit of a channel of the run, None of what is no channel of it."""
    try:
        return run.unit(name)
    except LinkworkError:
        return None


def beside_figure(run: Run, given: Beside, names: Sequence[str]) -> list[Curves]:
    """What lies beside a run in a figure of these channels; all of it, where one has a channel: each keeps its colour.

    Refused where it is given for this figure, not read before for several of them, and has none of the channels.
    """
    others = beside_of(run, given)
    for_one = given is not None and not (isinstance(given, list) and all(isinstance(each, Curves) for each in given))
    fitting = [each for each in others if any(each.has(name) for name in names)]
    if for_one and names and others and not fitting:
        first = others[0]
        known = [] if isinstance(first.channels, Run) else [name for name in first.channels if name != "t"]
        there = suggestion(names[0], known, "channels")
        raise AnalysisError(f"'{first.label}' has no channel {shown(names[0])} to compare with{there}")
    return list(others) if fitting else []
