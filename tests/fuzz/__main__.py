"""The long fuzzing, by `make fuzz`: so many models, calls, files and messages, and what was wrong with them."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time

from fuzz import calls, files, messages, models

KINDS = {"models": (models, 10_000), "calls": (calls, 10_000), "files": (files, 1_000), "messages": (messages, 5_000)}


def main() -> int:
    """Fuzz; the number of findings is the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    for name, (_, count) in KINDS.items():
        parser.add_argument(f"--{name}", type=int, default=count)
    asked = parser.parse_args()
    os.environ.setdefault("MPLBACKEND", "Agg")
    total = 0
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for name, (module, _) in KINDS.items():
            begin, wrong = time.process_time(), 0
            for finding in module.findings(asked.seed, getattr(asked, name)):
                wrong += 1
                print(finding, flush=True)
            seconds = time.process_time() - begin
            print(f"{getattr(asked, name)} {name}: {wrong} findings, {seconds:.0f} s of processor time", flush=True)
            total += wrong
        os.chdir("/")
    return min(total, 100)


if __name__ == "__main__":
    sys.exit(main())
