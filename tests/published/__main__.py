"""`make published`: one line a case; `--page FILE` and `--errata FILE` write what the site shows of them."""

from __future__ import annotations

import argparse
import importlib
import pkgutil
import sys
from pathlib import Path

import published
from published.case import Case


def cases_by_file() -> dict[str, list[Case]]:
    """The cases of every file of this folder, in the order of the files."""
    names = sorted(info.name for info in pkgutil.iter_modules(published.__path__))
    modules = {name: importlib.import_module(f"published.{name}") for name in names if name.startswith("test_")}
    return {name: getattr(module, "cases", list)() for name, module in modules.items()}


def all_cases() -> list[Case]:
    """The cases of all files."""
    return [case for cases in cases_by_file().values() for case in cases]


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


def _page(rows: list[list[str]]) -> str:
    lines = ["# What the books print and what we compute", ""]
    lines += ["Made by `make published` from the cases in `tests/published/`; each row is a test.", ""]
    lines += ["| " + " | ".join(HEAD) + " |", "|" + "---|" * len(HEAD)]
    lines += ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    lines += [
        "",
        "The cases where the book is in error are collected, with their proofs, on the page [Errata](errata.md).",
    ]
    return "\n".join(lines) + "\n"


def errata_table(files: dict[str, list[Case]]) -> str:
    """The numbers that are wrong in print: where, printed, right, why, and the file whose tests prove it."""
    lines = ["| place | what | printed | right | why | proof |", "|---|---|---|---|---|---|"]
    for name, cases in files.items():
        for case in (case for case in cases if case.erratum):
            numbers = [_number(case.published), _number(case.exact)]
            cells = [case.source, case.quantity, *numbers, case.erratum, f"`tests/published/{name}.py`"]
            lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines) + "\n"


def main() -> int:
    """Print all cases; exit code 1 when one disagrees."""
    parser = argparse.ArgumentParser(prog="published")
    parser.add_argument("--page", type=Path)
    parser.add_argument("--errata", type=Path)
    arguments = parser.parse_args()
    files = cases_by_file()
    cases = [case for listed in files.values() for case in listed]
    rows, good = [], True
    for case in cases:
        row, fine = _line(case)
        rows.append(row)
        good &= fine
        print("  ".join(row))
    print(f"{len(rows)} cases, {sum(1 for row in rows if row[-1] == 'book in error')} errors of the books")
    if arguments.page:
        arguments.page.write_text(_page(rows), encoding="utf-8")
    if arguments.errata:
        arguments.errata.write_text(errata_table(files), encoding="utf-8")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
