"""Mobility and redundancy in words, as `check` finds them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linkwork.analysis.check.check_text import advice, freedom_lines
from linkwork.report.parts import Level, Part, Table, Words

if TYPE_CHECKING:
    from linkwork.analysis.check.check import Report

_ALARMING = ("driver too many", "redundant", "this position is singular", "it is stretched", "the drivers have no grip")


def freedom_parts(report: Report, failed: bool = False) -> list[Part]:
    """Counts as a table, then what they mean; of an analysis that `failed` it is not said that nothing need be done."""
    counts = [
        ("coordinates", str(report.coordinates)),
        ("equations of joints", str(report.equations)),
        ("equations of drivers", str(report.drivers)),
        ("mobility by count", str(report.count_mobility)),
    ]
    if report.mobility is not None:
        counts.append(("mobility by rank", str(report.mobility)))
    parts: list[Part] = [Table(("freedoms", "number"), counts, "lr"), Words(mobility_words(report))]
    parts += [Words(_sentence(f"Haug's count: {report.book_count}"))] if report.book_count else []
    parts += [Words(_sentence(line.strip()), _level(line)) for line in freedom_lines(report)]
    parts += [Words(_sentence(warning), "warning") for warning in report.warnings]
    parts += unclosed(report)
    what = advice(report)
    return parts if failed and what.startswith("nothing") else [*parts, Words(_sentence(f"What to do: {what}"))]


def mobility_words(report: Report) -> str:
    """Mobility in a sentence."""
    free = report.count_mobility if report.mobility is None else report.mobility
    freedoms = "nothing can move" if free == 0 else "one freedom is left" if free == 1 else f"{free} freedoms are left"
    text = f"{report.coordinates} coordinates less {report.equations} equations of joints: {report.count_mobility}. "
    if report.mobility is not None and report.mobility != report.count_mobility:
        text += f"The rank of the equations says {report.mobility}, for some of them follow from others. "
    by = ", moved by drivers" if report.drivers and not report.missing_drivers and free else ""
    return f"{text}In all, {freedoms}{by}."


def unclosed(report: Report) -> list[Part]:
    """What keeps the mechanism from closing."""
    assembly = report.assembly
    if assembly is None or assembly.ok:
        return []
    parts: list[Part] = [Words(_sentence(f"with all others closed, {gap}"), "error") for gap in assembly.gathered]
    return parts + [Words(_sentence(f"at the closest position {gap}"), "error") for gap in assembly.gaps]


def _level(line: str) -> Level:
    return "warning" if line.strip().startswith(_ALARMING) else "plain"


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:].rstrip('.')}."
