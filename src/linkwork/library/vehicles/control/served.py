"""A control unit as a program of its own, which is given the fields of the unit as JSON.

It answers the lines of the protocol of `linkwork.coupling`: numbers cross exactly.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict

from linkwork.exchange.program_part import ProgramPart
from linkwork.exchange.protocol import serve
from linkwork.expression.given import public
from linkwork.library.vehicles.control.sensing import Sensing
from linkwork.library.vehicles.control.unit import ControlUnit
from linkwork.library.vehicles.control.unit_part import UnitPart


@public
def served_unit(unit: ControlUnit) -> ProgramPart:
    """The unit in a process of its own, as a part for `control_bench` or a coupling."""
    return ProgramPart([sys.executable, "-m", __name__, json.dumps(asdict(unit))])


def main(text: str) -> None:
    """Answer lines of the standard input."""
    given = json.loads(text)
    given["sensors"] = {name: Sensing(**fields) for name, fields in given["sensors"].items()}

    def write(line: str) -> None:
        sys.stdout.write(line)
        sys.stdout.flush()

    serve(UnitPart(ControlUnit(**given)), sys.stdin.readline, write)


if __name__ == "__main__":
    main(sys.argv[1])
