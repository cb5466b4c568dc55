"""`make published`: one line a case; `--page FILE` writes the page of the documentation from the same data."""

from __future__ import annotations

import argparse
import importlib
import pkgutil
import sys
from pathlib import Path

import published
from published.case import Case


def all_cases() -> list[Case]:
    """The cases of every file of this folder, in the order of the files."""
    found: list[Case] = []
    for module in sorted(info.name for info in pkgutil.iter_modules(published.__path__)):
        if module.startswith("test_"):
            listed = getattr(importlib.import_module(f"published.{module}"), "cases", list)
            found += listed()
    return found


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.10g}"


def _tolerance(case: Case) -> str:
    tolerance = case.exact_tolerance if case.published is None else case.tolerance
    return f"{tolerance:g}{' rel.' if case.relative else ''}"


def _reference(case: Case) -> str:
    return _number(case.published) if case.published is not None else f"{_number(case.exact)} (exact or computed apart)"


def _line(case: Case) -> tuple[list[str], bool]:
    value = case.computed()
    verdict = case.verdict(value)
    cells = [case.source, case.quantity, _reference(case), _number(value), _tolerance(case), verdict]
    return cells, not verdict.startswith("DISAGREES")


HEAD = ["source", "quantity", "published", "computed", "tolerance", "verdict"]


def _page(cases: list[Case], rows: list[list[str]]) -> str:
    lines = ["# What the books print and what we compute", ""]
    lines += ["Made by `make published` from the cases in `tests/published/`; each row is a test.", ""]
    lines += ["| " + " | ".join(HEAD) + " |", "|" + "---|" * len(HEAD)]
    lines += ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    errata = [case for case in cases if case.erratum]
    lines += ["", "## Errata that the tests prove", ""]
    for case in errata:
        text = f"- **{case.source}**, {case.quantity}: printed {_number(case.published)}, right {_number(case.exact)}. "
        lines.append(text + case.erratum)
    return "\n".join(lines) + "\n"


def main() -> int:
    """Print all cases; exit code 1 when one disagrees."""
    parser = argparse.ArgumentParser(prog="published")
    parser.add_argument("--page", type=Path)
    arguments = parser.parse_args()
    cases = all_cases()
    rows, good = [], True
    for case in cases:
        row, fine = _line(case)
        rows.append(row)
        good &= fine
        print("  ".join(row))
    print(f"{len(rows)} cases, {sum(1 for row in rows if row[-1] == 'book in error')} errors of the books")
    if arguments.page:
        arguments.page.write_text(_page(cases, rows), encoding="utf-8")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
