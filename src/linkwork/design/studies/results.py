"""Results of a study: read from its folder when they are asked for, so that memory holds only what is looked at."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.base.errors import AnalysisError, shown
from linkwork.base.names import suggestion
from linkwork.base.notebook_repr import ShowsItself
from linkwork.design.studies import store
from linkwork.design.studies.contributions import Contributions, contributions
from linkwork.design.studies.parts import FAILURE, VARIANT, arrow
from linkwork.design.studies.plan import Plan
from linkwork.design.studies.statistics import PERCENTILES, Statistics, statistics
from linkwork.design.studies.store import OPEN, part_files, read_notes, read_words
from linkwork.design.studies.told_notes import ToldNotes
from linkwork.design.studies.worst_case import WorstCase
from linkwork.expression.given import FilePath, public

Limits = tuple[float | None, float | None] | None


@public
@dataclass
class Results(ShowsItself):
    """Parameters and responses by variant: `results["max(A.force)"]`, `results.to_pandas()`, `results.failed`."""

    folder: Path
    plan: Plan
    responses: tuple[str, ...]
    count: int
    interrupted: bool
    notes: list[str]
    kept: Any = None  # a folder that is gone with the results
    way: str = ""
    """How variants were evaluated, `in compiled batches` or `one by one`, and why so; nothing where it is not known."""

    @property
    def names(self) -> tuple[str, ...]:
        """The parameters that vary."""
        return self.plan.names

    def __repr__(self) -> str:
        return f"<Results of a study: {len(self)} of {self.count} variants, {len(self.failed)} failed>"

    def __len__(self) -> int:
        """How many variants are finished."""
        return sum(len(numbers) for numbers, _ in self._columns(()))

    @property
    def complete(self) -> bool:
        """Whether all variants are finished."""
        return len(self) == self.count

    @property
    def failed(self) -> dict[int, str]:
        """Numbers of the variants without values, with the reasons."""
        failed: dict[int, str] = {}
        for numbers, (reasons,) in self._columns((FAILURE,)):
            failed |= {number: reason for number, reason in zip(numbers, reasons, strict=True) if reason is not None}
        return dict(sorted(failed.items()))

    @public
    def __getitem__(self, name: str) -> NDArray[np.float64]:
        """A parameter or a response of the variants that have values, in their order."""
        values, good = self.column(name), np.isfinite(self.column(self.responses[0]))
        return values[good]

    def column(self, name: str) -> NDArray[np.float64]:
        """A parameter or a response of all variants by number; not a number where it failed or is not finished."""
        self._check(name)
        values = np.full(self.count, np.nan)
        for numbers, (cells,) in self._columns((name,)):
            values[numbers] = np.array([np.nan if value is None else value for value in cells])
        return values

    def variant(self, number: int) -> dict[str, float]:
        """The parameter values of a variant."""
        if not 0 <= number < self.count:
            raise AnalysisError(f"study: there is no variant {number}; they are 0 to {self.count - 1}")
        return {name: float(self.column(name)[number]) for name in self.names}

    def to_pandas(self) -> Any:
        """All finished variants as a DataFrame, in their order."""
        try:
            import pandas
        except ImportError:
            raise AnalysisError("pandas is not installed; install it with: pip install linkwork[tables]") from None
        wanted = (*self.names, *self.responses, FAILURE)
        frames = [
            pandas.DataFrame(dict(zip(wanted, columns, strict=True)), index=pandas.Index(numbers, name=VARIANT))
            for numbers, columns in self._columns(wanted)
        ]
        if not frames:
            frames = [pandas.DataFrame(columns=list(wanted), index=pandas.Index([], dtype=int, name=VARIANT))]
        frame = pandas.concat(frames) if len(frames) > 1 else frames[0]
        kinds: dict[str, type] = dict.fromkeys((*self.names, *self.responses), float)
        frame = frame.sort_index().astype(kinds | {FAILURE: object})
        frame[FAILURE] = frame[FAILURE].where(frame[FAILURE].notna(), None)
        return frame

    # ------------------------------------------------------------------ what they say

    def statistics(
        self, response: str, limits: Limits = None, percentiles: tuple[float, ...] = PERCENTILES
    ) -> Statistics:
        """Mean, deviation, percentiles and the share inside limits (low, high) of a response."""
        return statistics(response, self.column(response), limits, percentiles)

    def extremes(self, response: str) -> tuple[int, int]:
        """Numbers of the variants with the smallest and the largest value of a response."""
        values = self.column(response)
        statistics(response, values)
        return int(np.nanargmin(values)), int(np.nanargmax(values))

    def contributions(self, response: str, slopes: Any = None) -> Contributions:
        """How much of a response's deviation comes from each parameter: by the plane that fits the variants best.

        `slopes` are exact derivatives instead: by name, or what `sensitivity` found.
        """
        return contributions(self, response, slopes)

    def text(self, limits: Mapping[str, Limits] | None = None) -> str:
        """How many variants are finished, why others failed, and the statistics of every response; limits by name."""
        failed = self.failed
        lines = [f"study of {len(self)} variants out of {self.count}, {len(failed)} failed"]
        lines += [f"evaluated {self.way}"] if self.way else []
        lines += [f"note: {note}" for note in self.notes]
        for reason, count in _most_frequent(failed):
            lines.append(f"failed {count} x: {reason}")
        good = len(self) - len(failed)
        for name in self.responses if good else ():
            lines += self._told(name, (limits or {}).get(name))
            lines += [self._at(word, number) for word, number in zip(_ENDS, self.extremes(name), strict=True)]
            if hasattr(self.plan, "tolerances") and good > len(self.names) + 1:
                shares = [f"{part.name} {100 * part.share:.1f} %" for part in self.contributions(name)]
                lines.append(f"  the deviation comes from: {', '.join(shares[:_MOST_SHARES])}")
        return "\n".join(lines)

    def _told(self, name: str, limits: Limits) -> list[str]:
        """Statistics of a response; of corners only the ends mean something."""
        spread = self.statistics(name, limits)
        if not isinstance(self.plan, WorstCase):
            return [spread.text()]
        nominal = self.column(name)[0]
        return [f"{name}: nominally {nominal:.6g}, in the corners from {spread.smallest:.6g} to {spread.largest:.6g}"]

    def _at(self, word: str, number: int) -> str:
        values = ", ".join(f"{name} = {value:.6g}" for name, value in self.variant(number).items())
        return f"  {word} in variant {number}: {values}"

    # ------------------------------------------------------------------ pictures

    def plot(self, x: str, y: str, path: FilePath | None = None) -> Any:
        """One column over another, a dot a variant."""
        from linkwork.view.figures.study_figure import scatter

        return scatter(self, x, y, path)

    def histogram(self, response: str, limits: Limits = None, path: FilePath | None = None) -> Any:
        """How often a response has which value, with its mean, deviation, percentiles and the share inside limits."""
        from linkwork.view.figures.study_figure import histogram

        return histogram(self, response, limits, path)

    def scatter_matrix(self, *names: str, path: FilePath | None = None) -> Any:
        """Every column over every other; left out, all parameters and responses."""
        from linkwork.view.figures.study_figure import scatter_matrix

        return scatter_matrix(self, names or (*self.names, *self.responses), path)

    # ------------------------------------------------------------------ inside

    def _check(self, name: str) -> None:
        known = (*self.names, *self.responses)
        if name not in known:
            raise AnalysisError(f"study: there is no column {shown(name)}{suggestion(name, known, 'columns')}")

    def _columns(self, names: tuple[str, ...]) -> Iterator[tuple[list[int], list[list[Any]]]]:
        """Numbers and columns, a file at a time; a variant in two files is told once."""
        pa = arrow()
        parts: list[int] = []
        for path in part_files(self.folder):
            try:
                table = pa.parquet.read_table(path, columns=[VARIANT, *names])
            except (OSError, ValueError, pa.ArrowException):
                raise AnalysisError(f"study: '{path}' is damaged; the same study in this folder mends it") from None
            numbers = np.asarray(table.column(VARIANT))
            good = numbers < self.count
            if path.name == OPEN:
                good &= ~np.isin(numbers // store.PART, parts)
            else:
                parts.append(int(numbers[0]) // store.PART)
            table = table.filter(pa.array(good))
            yield numbers[good].tolist(), [table.column(name).to_pylist() for name in names]


_ENDS = ("smallest", "largest")
_NUMBER = re.compile(r"\d[\d.]*(?:e[+-]?\d+)?")
_MOST_REASONS = 5
_MOST_SHARES = 6


def _most_frequent(failed: dict[int, str]) -> list[tuple[str, int]]:
    """The most frequent reasons, an example each of those that differ in numbers only."""
    kinds = Counter(_NUMBER.sub("#", reason) for reason in failed.values())
    examples = {_NUMBER.sub("#", reason): reason for reason in reversed(failed.values())}
    return [(examples[kind], count) for kind, count in kinds.most_common(_MOST_REASONS)]


@public
def load_study(folder: FilePath) -> Results:
    """The results of a study that was made in a folder, also of one that is not finished."""
    from linkwork.design.studies.plans import plan_from

    path = Path(folder)
    words = read_words(path)
    if words is None:
        raise AnalysisError(f"study: the folder '{path}' holds no study; give one that study(folder=...) wrote")
    told = ToldNotes(read_notes(path, words["identity"])).lines()
    return Results(path, plan_from(words["plan"]), tuple(words["task"]["responses"]), words["total"], False, told)
