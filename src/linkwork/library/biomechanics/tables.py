"""Tables over time: motions and forces (`.mot`, `.sto`) and measured markers (`.trc`). Errors have file and line."""

from __future__ import annotations

import codecs
import math
import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.aside import written_aside
from linkwork.base.errors import AnalysisError, MechanismError, ModelFileError
from linkwork.base.local_file import read_bytes
from linkwork.base.plain_numbers import plain_float
from linkwork.expression.given import FilePath, public, publicly_made, takes

LARGEST = 256 * 1024 * 1024
FAR = 200.0  # m from the origin at which nobody is measured
UNITS = {"mm": 1e-3, "cm": 1e-2, "m": 1.0}


@public
@publicly_made
@dataclass(frozen=True)
class Table:
    """Columns over time. `degrees` says that angles in it are in degrees."""

    time: Array
    names: tuple[str, ...]
    values: Array
    degrees: bool = False
    source: str = "table"

    def __post_init__(self) -> None:
        if np.ndim(self.time) != 1:
            raise AnalysisError(f"{self.source}: time is a row of numbers; found one of shape {np.shape(self.time)}")
        if np.shape(self.values) != (len(self.time), len(self.names)):
            raise AnalysisError(
                f"{self.source}: {len(self.time)} times and {len(self.names)} names do not fit values of shape "
                f"{np.shape(self.values)}"
            )
        if not np.all(np.diff(self.time) > 0):
            raise AnalysisError(f"{self.source}: time does not rise")

    @public
    def __getitem__(self, name: str) -> Array:
        """The column of that name."""
        if name not in self.names:
            raise AnalysisError(f"{self.source}: there is no column '{name}'; columns are: {', '.join(self.names)}")
        return self.values[:, self.names.index(name)]

    @public
    @takes(start="TIME", end="TIME")
    def between(self, start: float, end: float) -> Table:
        """The rows from one time to another (s)."""
        rows = _rows_between(self.source, self.time, start, end)
        return Table(self.time[rows], self.names, self.values[rows], self.degrees, self.source)

    def write(self, path: FilePath, title: str = "motion") -> None:
        """Write it as `.mot` or `.sto`, with all digits."""
        head = f"{title}\nversion=1\nnRows={len(self.time)}\nnColumns={len(self.names) + 1}\n"
        head += f"inDegrees={'yes' if self.degrees else 'no'}\nendheader\n"
        rows = ["\t".join(("time", *self.names))]
        rows += ["\t".join(map(repr, row)) for row in np.column_stack([self.time, self.values]).tolist()]
        with written_aside(path) as aside:
            aside.write_text(head + "\n".join(rows) + "\n", encoding="utf-8")


@public
@publicly_made
@dataclass(frozen=True)
class Markers:
    """Measured places of markers in m: places[frame, marker]; not a number where one was not seen."""

    time: Array
    names: tuple[str, ...]
    places: Array
    source: str = "markers"

    def __post_init__(self) -> None:
        if np.ndim(self.time) != 1 or np.shape(self.places) != (len(self.time), len(self.names), 3):
            raise AnalysisError(f"{self.source}: places have the shape {np.shape(self.places)}, not frames, markers, 3")
        twice = sorted({name for name in self.names if self.names.count(name) > 1})
        if twice:
            raise AnalysisError(f"{self.source}: marker '{twice[0]}' stands there twice")
        late = np.flatnonzero(~np.isfinite(self.time))
        if len(late):
            raise AnalysisError(f"{self.source}: frame {late[0] + 1}: its time is {self.time[late[0]]:g}")
        back = np.flatnonzero(np.diff(self.time) <= 0)
        if len(back):
            one, two = self.time[back[0]], self.time[back[0] + 1]
            raise AnalysisError(f"{self.source}: frame {back[0] + 2}: times rise, not from {one:g} to {two:g} s")
        if _torn(self.places).any() or np.isinf(self.places).any():
            raise AnalysisError(f"{self.source}: a marker has three finite numbers, or none where it was not seen")

    @public
    @takes(start="TIME", end="TIME")
    def between(self, start: float, end: float) -> Markers:
        """The frames from one time to another (s)."""
        rows = _rows_between(self.source, self.time, start, end)
        return Markers(self.time[rows], self.names, self.places[rows], self.source)

    @public
    def write(self, path: FilePath) -> None:
        """Write them as `.trc`, in m and with all digits; a marker that was not seen has empty cells."""
        many = len(self.names)
        spoilt = [name for name in self.names if not name.strip() or set(name) & set("\t\r\n")]
        if spoilt:
            raise AnalysisError(f"{self.source}: marker {spoilt[0]!r}: its name cannot stand in a .trc file")
        rate = repr((len(self.time) - 1) / float(self.time[-1] - self.time[0])) if len(self.time) > 1 else "1"
        head = [
            f"PathFileType\t4\t(X/Y/Z)\t{os.path.basename(os.fspath(path))}",
            "DataRate\tCameraRate\tNumFrames\tNumMarkers\tUnits\tOrigDataRate\tOrigDataStartFrame\tOrigNumFrames",
            f"{rate}\t{rate}\t{len(self.time)}\t{many}\tm\t{rate}\t1\t{len(self.time)}",
            "Frame#\tTime\t" + "\t\t\t".join(self.names),
            "\t\t" + "\t".join(f"{axis}{k + 1}" for k in range(many) for axis in "XYZ"),
            "",
        ]
        rows = np.column_stack([self.time, self.places.reshape(len(self.time), -1)]).tolist()
        cells = [["" if math.isnan(one) else repr(one) for one in row] for row in rows]
        lines = ["\t".join((str(k + 1), *row)) for k, row in enumerate(cells)]
        with written_aside(path) as aside:
            aside.write_text("\n".join([*head, *lines]) + "\n", encoding="utf-8")


def _rows_between(source: str, time: Array, start: float, end: float) -> Array:
    """Which times lie between two, to a millionth of a second."""
    rows: Array = np.flatnonzero((time >= start - 1e-6) & (time <= end + 1e-6))
    if not len(rows):
        known = f"it goes from {time[0]:g} to {time[-1]:g} s" if len(time) else "it has no rows"
        raise AnalysisError(f"{source}: there is nothing from {start:g} to {end:g} s; {known}")
    return rows


def _torn(places: Array) -> Array:
    """Of which markers in which frames some numbers are lost and others not."""
    x, y, z = np.moveaxis(np.isnan(places), 2, 0)
    torn: Array = (x != y) | (x != z)
    return torn


@public
def read_table(path: FilePath) -> Table:
    """The table of a `.mot` or `.sto` file."""
    lines = _Lines(path, "a table over time (.mot or .sto)")
    degrees, declared = False, None
    while (text := lines.next("'endheader'")).strip().lower() != "endheader":
        key, _, value = text.partition("=")
        if key.strip().lower() == "indegrees":
            degrees = value.strip().lower() in ("yes", "true", "1")
        if key.strip().lower() == "nrows" and value.strip().isdecimal():
            declared = int(value)
    names = lines.next("the names of the columns").split()
    if not names or names[0].lower() != "time":
        lines.fail("the first column is not 'time'")
    data, _ = lines.rows(len(names), False)
    if declared is not None and declared != len(data):
        lines.fail(f"the file ends after {len(data)} rows, its head promises {declared}; it is torn")
    _over_time(data, lines)
    return Table(data[:, 0], tuple(names[1:]), data[:, 1:], degrees, lines.name)


@public
def read_markers(path: FilePath) -> Markers:
    """The markers of a `.trc` file."""
    lines = _Lines(path, "a file of markers (.trc)")
    if not lines.next("'PathFileType'").startswith("PathFileType"):
        lines.fail("the file does not begin with 'PathFileType'; it is no .trc file")
    keys, values = lines.next("the head").split(), lines.next("the head's values").split()
    head, of_head = dict(zip(keys, values, strict=False)), lines.number
    unit = head.get("Units", "")
    if unit not in UNITS:
        lines.fail(f"the unit '{unit}' is not known; units are: {', '.join(UNITS)}")
    names = [name for name in lines.next("the names of the markers").split("\t")[2:] if name.strip()]
    promised = head.get("NumMarkers", "")
    if not names or (promised.isdecimal() and int(promised) != len(names)):
        lines.fail(f"there are {len(names)} names of markers, the head promises {promised or 'some'}")
    lines.next("the names of the components")
    data, numbers = lines.rows(1 + 3 * len(names), True)
    if head.get("NumFrames", "").isdecimal() and int(head["NumFrames"]) != len(data):
        lines.fail(f"the file ends after {len(data)} frames, its head promises {head['NumFrames']}; it is torn")
    _over_time(data, lines)
    places = UNITS[unit] * data[:, 1:].reshape(len(data), len(names), 3)
    torn = np.argwhere(_torn(places))
    if len(torn):
        row, marker = torn[0]
        lines.number = numbers[row]
        lines.fail(f"marker '{names[marker].strip()}' lacks some of its 3 numbers; the line is torn")
    far = np.abs(places) > FAR
    if far.any():
        row, marker, _ = np.argwhere(far)[0]
        away = np.abs(places[row, marker]).max()
        lines.number = of_head
        lines.fail(
            f"frame {row + 1}: marker '{names[marker].strip()}' lies {away:.3g} m away: the unit '{unit}' is wrong"
        )
    return Markers(data[:, 0], tuple(name.strip() for name in names), places, lines.name)


def _over_time(data: Array, lines: _Lines) -> None:
    if not len(data):
        lines.fail("there are no rows of numbers")
    back = np.flatnonzero(~(np.diff(data[:, 0]) > 0))
    if len(back):
        raise ModelFileError(f"{lines.name}: time does not rise after {data[back[0], 0]:g} s (row {back[0] + 2})")


class _Lines:
    """The lines of a file, one after the other, with their number."""

    def __init__(self, path: FilePath, kind: str) -> None:
        self.name, self.number, self.at = os.fspath(path), 0, 0
        try:
            content = read_bytes(self.name, LARGEST, kind)
            if not content.isascii():
                content = content.removeprefix(codecs.BOM_UTF8)
                content.decode()
            self.text = content.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        except MechanismError as error:
            raise ModelFileError(str(error)) from None
        except UnicodeDecodeError:
            raise ModelFileError(f"{self.name}: this is not {kind}: it is not text") from None

    def fail(self, message: str) -> NoReturn:
        raise ModelFileError(f"{self.name}:{max(self.number, 1)}: {message}")

    def next(self, wanted: str) -> str:
        if self.at >= len(self.text):
            self.fail(f"the file ends before {wanted}")
        end = self.text.find(b"\n", self.at)
        line = self.text[self.at : end if end >= 0 else None]
        self.at += len(line) + 1
        self.number += 1
        return line.decode()

    def more(self) -> str | None:
        """The next line that is not empty."""
        while self.at < len(self.text):
            if (line := self.next("its end")).strip():
                return line
        return None

    def rows(self, count: int, cells: bool) -> tuple[Array, list[int]]:
        """So many numbers of every line that is left, and the numbers of those lines.

        Cells end at tabs, the first of a line is passed over, and an empty one is a gap.
        """
        block = self._block(count, cells)
        if block is not None:
            return block
        rows, numbers = list[list[float]](), list[int]()
        while (line := self.more()) is not None:
            words = line.split()
            if cells:
                words = line.split("\t")[1 : 1 + count]
                words += [""] * (count - len(words))
            rows.append(self.numbers(words, count, gaps=cells))
            numbers.append(self.number)
        return np.asarray(rows), numbers

    def _block(self, count: int, cells: bool) -> tuple[Array, list[int]] | None:
        """All rows at once; none, and no line read, where something is amiss."""
        from linkwork.library.biomechanics.files.numbers_kernel import read_rows

        text = self.text[self.at :].rstrip(b"\n") + b"\n"
        most = text.count(b"\n")
        rows, marked = np.empty((most, count)), np.empty((min(most * count, len(text)), 4), np.int64)
        line_of = np.empty(most, np.int64)
        count, left = read_rows(np.frombuffer(text, np.uint8), cells, rows, line_of, marked)
        if count < 0:
            return None
        for row, column, begin, end in marked[:left].tolist():  # many digits, or far from 1
            rows[row, column] = float(text[begin:end])
        rows = rows[:count]
        if np.isinf(rows).any():
            return None
        numbers: list[int] = (self.number + 1 + line_of[:count]).tolist()
        self.number, self.at = self.number + most, len(self.text)
        return rows, numbers

    def numbers(self, cells: Sequence[str], count: int, gaps: bool = False) -> list[float]:
        if len(cells) != count:
            self.fail(f"there are {len(cells)} numbers, not {count}")
        row: list[float] = []
        for cell in cells:
            text = cell.strip()
            try:
                row.append(plain_float(text) if text or not gaps else math.nan)
            except ValueError:
                self.fail(f"'{text}' is not a number")
            if math.isinf(row[-1]) or (not gaps and math.isnan(row[-1])):
                self.fail(f"'{text}' is not a finite number")
        return row
