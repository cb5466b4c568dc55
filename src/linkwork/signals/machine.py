"""State machines: modes by name, and transitions that numbers decide."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import Field

from linkwork.expression.part import Part
from linkwork.functions.law import Law
from linkwork.numerics import opcodes
from linkwork.signals.parts import SignalPart

if TYPE_CHECKING:
    from linkwork.places.row import Row

_SINCE, _ENTERED, _FLAGS = 1, 2, 3
"""As `machine_kernel` lays its results out."""


class Transition(Part):
    """A change of mode when a number rises through zero, or is above it when its mode begins."""

    before: str = Field(description="the mode that it leaves")
    after: str = Field(description="the mode that begins")
    when: Law = Field(description="the number; `since` is the time in the mode, so since - 2 waits two seconds")


class Machine(SignalPart):
    """A state machine: its value is the number of its mode, `name.mode` is one while it is in that mode."""

    type: Literal["machine"] = "machine"
    modes: tuple[str, ...] = Field(min_length=1, description="names of the modes; it begins in the first")
    transitions: tuple[Transition, ...] = Field(default=(), description="which mode follows which, and when")

    @property
    def reads(self) -> set[str]:
        """What its transitions read."""
        from linkwork.signals.blocks import names_in

        return {name for one in self.transitions for name in names_in(one)} - {"since"}

    def pack(self, row: Row) -> int:
        for number, mode in enumerate(self.modes):
            if not mode.isidentifier() or mode == "since" or mode in self.modes[:number]:
                row.fail(f"mode '{mode}': names of modes are different words of letters, digits and _, not 'since'")
        place = row.cell(_FLAGS + len(self.modes))
        names = {"since": _SINCE} | {mode: _FLAGS + number for number, mode in enumerate(self.modes)}
        inside = {f"{row.name}.{label}": place + at for label, at in names.items()}
        row.table.places |= inside
        row.table.reported |= inside
        since = row.cell()
        steps = [opcodes.VARIABLE, -1, -1, opcodes.VARIABLE, place + _ENTERED, -1, opcodes.SUBTRACT, 0, -1]
        row.table.record("formula", [], [since, 3, *steps], scratch=2)
        ints = [place, len(self.transitions), len(self.modes)]
        for one in self.transitions:
            for mode in (one.before, one.after):
                if mode not in self.modes:
                    row.fail(f"a transition names mode '{mode}'; modes are: {', '.join(self.modes)}")
            guard = row.law(one.when, {"since": since})
            switch = row.table.switch(row.where, f"{one.before} to {one.after}", whole=True)
            ints += [self.modes.index(one.before), self.modes.index(one.after), guard, switch, row.cell()]
        row.table.record("machine", [], ints)
        return place
