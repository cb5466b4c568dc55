"""The list of what the library holds: functions that Python calls, with the types of their arguments, or by address.

`kernel_list.txt` has all that examples, tests and the gallery were seen to use, one function a line: its module and
name, then what it takes in the letters of `call.c`, or its kind and numbers. `python -m linkwork.warm record` writes it
from what is kept after they have run. What is missing in it is compiled when it is needed; what no longer compiles is
left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from linkwork.numerics.ahead.objects import Row

LIST = Path(__file__).with_name("kernel_list.txt")


def listed_kernels() -> Iterator[tuple[str, str, str]]:
    """Module, name, and what the function takes or is."""
    for line in LIST.read_text(encoding="utf-8").splitlines():
        place, what = line.split(" ")
        module, name = place.split(":")
        yield module, name, what


def is_complex(what: str) -> bool:
    """Whether a function of the list works in complex numbers."""
    return what.endswith(":complex") if ":" in what else "z" in what or "c" in what


def record(rows: list[Row]) -> None:
    """Write the list of all these functions."""
    lines = {f"{row.module}:{row.name} {row.address or row.takes}" for row in rows if not row.unfit}
    LIST.write_text("".join(f"{line}\n" for line in sorted(lines)), encoding="utf-8")
