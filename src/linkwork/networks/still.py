"""Numbers of parts that positions must not change: the force of the field on what moves would be missing."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from linkwork.base.errors import MechanismError
from linkwork.networks.branches import Still
from linkwork.networks.linear import Linear, Total
from linkwork.signals.blocks import names_in
from linkwork.signals.parts import Algebraic, SignalPart, State


def refuse_motion(numbers: Iterable[Still], signals: Mapping[str, SignalPart], moving: Collection[str]) -> None:
    """Refuse numbers that read a channel of one of the things in `moving`, also by way of signals."""
    for one in numbers:
        waiting, seen = [(name, name) for name in sorted(one.value.names)], set[str]()
        while waiting:
            name, written = waiting.pop()
            if name in seen:
                continue
            seen.add(name)
            owner = next((text for text in (name, name.rpartition(".")[0]) if text in signals), "")
            if owner:
                part = signals[owner]
                if not isinstance(part, State | Algebraic | Linear | Total):
                    waiting += [(read, written) for read in sorted(names_in(part))]
            elif "(" in name or name.partition(".")[0] in moving:
                raise MechanismError(
                    f"part '{one.part}': its {one.word} depends on a position by '{written}', and the force that this "
                    f"brings would be left out; {one.remedy}"
                )
