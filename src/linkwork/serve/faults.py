"""Faults: errors as the page shows them, with the place in the file and the names of the things in trouble."""

from __future__ import annotations

import re
from typing import Any

from linkwork.analysis.assembly.assemble import Assembly
from linkwork.base.errors import AnalysisError, LinkworkError, ModelFileError

_PLACE = re.compile(r"^(?P<file>[^\n]*?):(?P<line>\d+):(?P<column>\d+): (?P<text>.*)$", re.DOTALL)
_QUOTED = re.compile(r"'([^'\n]{1,80})'")
MOST_NAMES = 12


class NotAssembled(AnalysisError):
    """No position closes all joints."""

    def __init__(self, assembly: Assembly) -> None:
        super().__init__(_gap_words(assembly))
        self.assembly = assembly


def _gap_words(assembly: Assembly) -> str:
    """Which joint stays open, and what to do."""
    open_joints = assembly.gathered[:1] or assembly.gaps[:3]
    gaps = "; ".join(f"{'with all others closed, ' if assembly.gathered else ''}{gap}" for gap in open_joints)
    name = assembly.system.mechanism.name
    return f"{name} cannot be assembled: {gaps}. Change a length back, or give estimates nearer to a solution"


def internal(error: BaseException) -> LinkworkError:
    """A fault of the program itself."""
    return LinkworkError(f"internal error: {type(error).__name__}: {' '.join(str(error).split())}; please report it")


def fault(error: LinkworkError, stage: str, known: Any) -> dict[str, Any]:
    """The message of an error; `known` are the names that a page can mark."""
    text, place = str(error), None
    match = _PLACE.match(text) if isinstance(error, ModelFileError) else None
    if match is not None:
        file = match["file"].replace("\\", "/").rpartition("/")[2]
        place = {"file": file, "line": int(match["line"]), "column": int(match["column"])}
        text = match["text"]
    names = [gap.element for gap in error.assembly.gaps] if isinstance(error, NotAssembled) else _QUOTED.findall(text)
    marked = [name for name in dict.fromkeys(names) if name in known][:MOST_NAMES]
    return {"type": "fault", "stage": stage, "place": place, "text": text, "names": marked}


def names_of(mechanism: Any) -> set[str]:
    """Everything that a page can mark."""
    if mechanism is None:
        return set()
    parts = (mechanism.bodies_by_name, mechanism.joints, mechanism.drivers, mechanism.forces, mechanism.touching_parts)
    return {name for part in parts for name in part}
