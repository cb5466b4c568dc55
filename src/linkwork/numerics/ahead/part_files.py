"""The object files of parts of kernels: large functions that stand apart, once for all that call them.

Each lies in the folder of the sources that it was compiled from, under the name that its callers use, and beside it the
names that it uses itself.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from linkwork.base.aside import written_aside
from linkwork.numerics.ahead.sources import cache_root

PART = "linkwork_part_"
"""Before the names of parts."""
_OBJECT, _NAMES = ".part.o", ".part.json"


@dataclass(frozen=True)
class Part:
    """A part: its object file, the names that only failing code calls, and the parts that it calls."""

    file: Path
    needs: tuple[str, ...]
    parts: tuple[str, ...]


def is_kept(folder: Path, symbol: str) -> bool:
    """Whether there is a part of this name among those of a folder."""
    return (folder / f"{symbol}{_OBJECT}").exists()


def keep(folder: Path, symbol: str, content: bytes, needs: Iterable[str], parts: Iterable[str]) -> None:
    """Write a part; its object file comes last, for it says that the part is whole."""
    file = folder / f"{symbol}{_OBJECT}"
    with written_aside(folder / f"{symbol}{_NAMES}") as names:
        names.write_text(json.dumps({"needs": list(needs), "parts": list(parts)}), encoding="utf-8")
    with written_aside(file) as aside:
        aside.write_bytes(content)


def kept_parts() -> dict[str, Path]:
    """The object files of all parts that are kept, by the names of the parts."""
    return {file.name.removesuffix(_OBJECT): file for file in (cache_root() / "kernels").glob(f"*/*{_OBJECT}")}


def parts_of(symbols: Iterable[str], files: Mapping[str, Path]) -> dict[str, Part] | None:
    """The parts of these names and all that they call; None where one is not among the files."""
    waiting = list(symbols)
    parts: dict[str, Part] = {}
    while waiting:
        symbol = waiting.pop()
        if symbol in parts:
            continue
        file = files.get(symbol)
        if file is None:
            return None
        told = json.loads((file.parent / f"{symbol}{_NAMES}").read_text(encoding="utf-8"))
        parts[symbol] = Part(file, tuple(told["needs"]), tuple(told["parts"]))
        waiting += told["parts"]
    return parts
