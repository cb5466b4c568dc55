"""`python -m bench [kinematics|start|stiff] [--json]`: processor times; one JSON line a problem with --json."""

from __future__ import annotations

import argparse
import json

from bench import kinematics, start, stiff

SUITES = {"kinematics": kinematics.rows, "start": start.rows, "stiff": stiff.rows}


def _shown(value: float | str) -> str:
    """A cell of the table."""
    return value if isinstance(value, str) else f"{value:.6g}"


def main() -> None:
    """Run the suites that were asked for, all when none was."""
    parser = argparse.ArgumentParser(prog="bench")
    parser.add_argument("suites", nargs="*", choices=[*SUITES, []], help="which to run")
    parser.add_argument("--json", action="store_true", help="one JSON line a problem")
    arguments = parser.parse_args()
    for suite in arguments.suites or SUITES:
        if not arguments.json:
            print(f"\n{suite}")
        for row in SUITES[suite]():
            if arguments.json:
                print(json.dumps(row), flush=True)
            else:
                cells = [f"{row['problem']:<36}"]
                cells += [f"{key} {_shown(value):<12}" for key, value in row.items() if key != "problem"]
                print("  " + "  ".join(cells), flush=True)


if __name__ == "__main__":
    main()
