"""`linkwork couple --check`: what a coupled model is, and whether it fits; no code of others is started."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from linkwork.base.errors import LinkworkError
from linkwork.exchange.checks import stability_notes
from linkwork.exchange.coordinator import Part
from linkwork.exchange.coupled import Coupled
from linkwork.exchange.file.model import CalculixEntry, FmuEntry, MechanismEntry, ProgramEntry, SignalEntry
from linkwork.exchange.file.reader import _designed, _part, add_cut, connect, read_coupled
from linkwork.exchange.subsystem import CouplingError


@dataclass
class Checked:
    """What was found."""

    name: str
    lines: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether it can be run."""
        return not self.problems

    def text(self) -> str:
        """As it is printed."""
        words = [self.name, *self.lines, *(f"problem: {each}" for each in self.problems)]
        words += [f"note: {each}" for each in self.notes]
        return "\n".join([*words, "it fits" if self.ok else f"{len(self.problems)} problems"])

    def to_dict(self) -> dict[str, Any]:
        """For machines."""
        return {"ok": self.ok, "name": self.name, "problems": self.problems, "notes": self.notes}


def checked(path: Path, designs: Mapping[str, str]) -> Checked:
    """Read all files, make the parts that are no code, and try the connections between them."""
    model = read_coupled(path)
    checked, coupled, unseen = Checked(model.name or path.stem), Coupled(model.name or path.stem), set[str]()
    for name, entry in model.parts.items():
        try:
            chosen = _designed(name, entry, designs.get(name, entry.design))
            if isinstance(chosen, CalculixEntry | FmuEntry | ProgramEntry):
                unseen.add(name)
                checked.notes.append(f"part '{name}' is code, which is not started by a check; its names are not known")
                continue
            if isinstance(chosen, MechanismEntry):
                chosen = chosen.model_copy(update={"process": False})  # a check starts no processes
            coupled.add(name, _part(chosen, path.parent, False, 0))
            checked.lines.append(_told(coupled.parts[name]))
        except LinkworkError as error:
            unseen.add(name)
            checked.problems.append(f"part '{name}': {error}")
    if model.cut is not None:
        before = set(coupled.parts)
        try:
            add_cut(coupled, path, model.cut.model_copy(update={"processes": False}))
            checked.lines += [_told(part) for name, part in coupled.parts.items() if name not in before]
            checked.lines += [f"connection '{name}': joint that was cut" for name in model.cut.joints]
        except LinkworkError as error:
            checked.problems.append(str(error))
    for name, joined in model.connections.items():
        ends = (joined.source, joined.target) if isinstance(joined, SignalEntry) else joined.between
        if any(end.partition(".")[0] in unseen for end in ends):
            continue
        try:
            connect(coupled, name, joined)
            checked.lines.append(f"connection '{name}': {joined.type} between {' and '.join(ends)}")
        except LinkworkError as error:
            checked.problems.append(str(error))
    if coupled.parts:
        _try(checked, coupled, model.simulation)
    return checked


def _try(checked: Checked, coupled: Coupled, simulation: Any) -> None:
    asked = {} if simulation is None else simulation.model_dump(include={"scheme", "iterate", "interpolation"})
    try:
        made = coupled.coordinator(**asked, adaptive=simulation is not None and simulation.rtol is not None)
        checked.notes += stability_notes(made.connections)
    except CouplingError as error:
        checked.problems.append(str(error))


def _told(part: Part) -> str:
    told = part.description
    faces = ", ".join(f"{name} ({face.size} components, takes {face.takes})" for name, face in told.interfaces.items())
    kind = type(part.subsystem).__name__
    counts = f"{len(told.inputs)} inputs, {len(told.outputs)} outputs"
    return f"part '{part.name}': {kind}, {counts}; interfaces: {faces or 'none'}"
