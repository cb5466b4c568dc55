"""`python -m bench [kinematics|dynamics|stiff|laws|start] [--json]`: processor times; with --json a line a run."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from typing import Any

from bench import dynamics, kinematics, laws, scaling, start, stiff, table

SUITES = {
    "table": table,
    "scaling": scaling,
    "kinematics": kinematics,
    "dynamics": dynamics,
    "stiff": stiff,
    "laws": laws,
    "start": start,
}


def _shown(value: float | str) -> str:
    """A cell of the table."""
    return value if isinstance(value, str) else f"{value:.6g}"


def lines(rows: Iterator[dict[str, Any]]) -> Iterator[str]:
    """One readable line a row."""
    for row in rows:
        cells = [f"{row['problem']:<36}"]
        cells += [f"{key} {_shown(value):<12}" for key, value in row.items() if key != "problem"]
        yield "  " + "  ".join(cells)


def main() -> None:
    """Run the suites that were asked for, all when none was."""
    parser = argparse.ArgumentParser(prog="bench")
    parser.add_argument("suites", nargs="*", choices=[*SUITES, []], help="which to run")
    parser.add_argument("--json", action="store_true", help="one JSON line a run")
    arguments = parser.parse_args()
    for suite in arguments.suites or SUITES:
        module = SUITES[suite]
        if arguments.json:
            for row in module.rows():
                print(json.dumps(row), flush=True)
        else:
            print(f"\n{suite}")
            for line in getattr(module, "table", lines)(module.rows()):
                print(line, flush=True)


if __name__ == "__main__":
    main()
