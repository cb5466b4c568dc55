"""The process in which a mechanism is stepped: what it is comes as the first line, then lines of the protocol.

Two lines more: `begun {...}` tells where it starts, `notes` asks what a user should know.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any

from linkwork.base.errors import LinkworkError
from linkwork.exchange.mechanism_part import MechanismPart
from linkwork.exchange.protocol import serve
from linkwork.formats.model_file import loads
from linkwork.mechanism.hold import held_values


def main() -> None:
    """Make the part, and answer."""
    answers = os.fdopen(os.dup(1), "w", buffering=1, encoding="utf-8")
    os.dup2(2, 1)  # what is printed is no answer
    asked = json.loads(sys.stdin.readline())
    given, begun = dict(asked["given"]), list[Any]()
    known = given.pop("is_begun")
    try:
        mechanism = loads(asked["text"], "the part", asked["folder"])
        given["hold"] = held_values(given.get("hold"))
        part = MechanismPart(mechanism, begun=(lambda _: (begun[0], begun[1])) if known else None, **given)
    except LinkworkError as error:
        sys.stdin.readline()
        answers.write(f"error {' '.join(str(error).split())}\n")
        return

    def read() -> str:
        while (line := sys.stdin.readline()).startswith(("begun ", "notes")):
            if line.startswith("begun "):
                begun[:] = json.loads(line.partition(" ")[2])
                answers.write("ok\n")
            else:
                answers.write(f"ok {json.dumps(part.notes)}\n")
        return line

    serve(part, read, answers.write)


if __name__ == "__main__":
    main()
