"""The process in which an FMU runs: what it is to load comes as the first line, then lines of the protocol."""

from __future__ import annotations

import json
import os
import sys
import tempfile

from linkwork.base.errors import LinkworkError
from linkwork.exchange.fmu.archive import unpacked
from linkwork.exchange.protocol import interfaces_of, serve


def main() -> None:
    """Load the FMU, and answer."""
    answers = os.fdopen(os.dup(1), "w", buffering=1, encoding="utf-8")
    os.dup2(2, 1)  # what the code of an FMU prints is no answer
    asked = json.loads(sys.stdin.readline())
    faces = interfaces_of(asked.pop("interfaces"))
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        try:
            from linkwork.exchange.fmu.instance import FmuInstance

            path = asked.pop("path")
            instance = FmuInstance(path, unpacked(path, folder), interfaces=faces, **asked)
        except (LinkworkError, ImportError) as error:
            sys.stdin.readline()
            answers.write(f"error {' '.join(str(error).split())}\n")
            return
        serve(instance, sys.stdin.readline, answers.write)


if __name__ == "__main__":
    main()
