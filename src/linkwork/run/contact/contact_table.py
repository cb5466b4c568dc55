"""The log of contacts as a table: one line a change, printable, for pandas and for CSV."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from linkwork.base.aside import written_aside
from linkwork.base.errors import AnalysisError
from linkwork.base.names import suggestion
from linkwork.base.notebook_repr import ShowsItself
from linkwork.expression.given import FilePath, public
from linkwork.run.contact.contact_log import ContactEvent

if TYPE_CHECKING:
    from linkwork.run.run import Run

COLUMNS = {
    "t": "s",
    "contact": "",
    "what": "",
    "first": "",
    "second": "",
    "speed_before": "m/s",
    "speed_after": "m/s",
    "slip_before": "m/s",
    "slip_after": "m/s",
    "impulse": "N s",
    "friction_impulse": "N s",
    "energy_lost": "J",
}
"""Columns with their units; `first` and `second` are the elements of the two outlines, from 0."""
_NOISE = 1e-12  # speeds, impulses and energies below this are printed as zero


@public
@dataclass(frozen=True)
class ContactTable(ShowsItself):
    """Lines of a log of contacts."""

    rows: list[dict[str, Any]]

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.rows)

    def __getitem__(self, number: int) -> dict[str, Any]:
        return self.rows[number]

    def __str__(self) -> str:
        return "\n".join(line.removeprefix("  ") for line in self.text().splitlines())

    def text(self) -> str:
        """The table, set in."""
        from linkwork.base.text_tables import table

        if not self.rows:
            return "no contact changed"
        head = [f"{name} ({unit})" if unit else name for name, unit in COLUMNS.items()]
        body = [[_cell(name, row[name]) for name in COLUMNS] for row in self.rows]
        return "\n".join(table(head, body, left=0))

    def __repr__(self) -> str:
        return str(self)

    def to_pandas(self) -> Any:
        """The table as a pandas DataFrame."""
        try:
            import pandas
        except ImportError:
            raise AnalysisError("pandas is not installed; install it with: pip install linkwork[tables]") from None
        return pandas.DataFrame(self.rows, columns=list(COLUMNS))

    def to_csv(self, path: FilePath) -> None:
        """Write the table as a CSV file, in full precision; what a line has not stays empty."""
        with written_aside(path) as beside, beside.open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow([f"{name} ({unit})" if unit else name for name, unit in COLUMNS.items()])
            writer.writerows(["" if row[name] is None else row[name] for name in COLUMNS] for row in self.rows)


def _cell(name: str, value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.9f}" if name == "t" else f"{0.0 if abs(value) < _NOISE else value:.6g}"
    return str(value)


def contact_log(run: Run, names: tuple[str, ...] = ()) -> ContactTable:
    """The changes of these contacts and frictions, or of all."""
    wanted = chosen(run, names)
    return ContactTable([_row(item) for item in run.touches if item.who in wanted])


def _row(item: ContactEvent) -> dict[str, Any]:
    row: dict[str, Any] = dict.fromkeys(COLUMNS)
    row |= {"t": item.t, "contact": item.who, "what": item.kind}
    if item.first >= 0:
        row |= {"first": item.first, "second": item.second}
    if item.kind == "impact":
        row |= {"speed_before": item.before, "speed_after": item.after}
        row |= {"slip_before": item.slip_before, "slip_after": item.slip_after, "impulse": item.impulse}
        row |= {"friction_impulse": item.friction_impulse, "energy_lost": item.lost}
    elif item.kind in ("presses", "parts"):
        row["speed_before"] = item.before
    return row


def chosen(run: Run, names: tuple[str, ...]) -> list[str]:
    """Contact points and frictions of these names, as channels name them; all when none is named."""
    if run.system.stepping is not None:
        rules = run.system.stepping.rules
        raise AnalysisError(
            f"{run.mechanism.name}: time-stepping (method 'moreau') keeps no log of single contacts; "
            f"use channels such as {rules[0] if rules else 'C'}.force, .contacts, .depth and .mode, or simulate with "
            "an event-driven method such as 'dop853'"
        )
    chosen: dict[str, list[str]] = {}
    for name, slot in run.touches.names.points:
        chosen.setdefault(name, []).append(f"{name}[{slot + 1}]" if slot else name)
    chosen |= {name: [name] for name in run.touches.names.friction_names}
    known = {point: [point] for several in chosen.values() for point in several}
    for name in names:
        if name not in chosen and name not in known:
            close = suggestion(name, chosen, "contacts and frictions")
            raise AnalysisError(f"there is no contact '{name}'{close if chosen else '; this mechanism has none'}")
    return [point for name in (names or chosen) for point in (chosen.get(name) or known[name])]
