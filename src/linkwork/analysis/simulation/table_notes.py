"""Notes on laws that are given for a range and are asked beyond it: a table's last curve goes on there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import LinkworkError
from linkwork.expression.parameters import resolve_parameters
from linkwork.functions.base import Function
from linkwork.functions.polynomial import Polynomial
from linkwork.run.registry import find_or_none

if TYPE_CHECKING:
    from linkwork.run.run import Run

_HELP = (
    "where the last curve goes on: give points further out, or say outside: hold",
    "where it may go astray: fit it over more, and give `between`",
)
_SLACK = 1e-9  # of the range: as much beyond its ends is rounding


def table_notes(run: Run) -> list[str]:
    """A sentence a force or signal whose law leaves its range in a run, with the first time and the farthest value."""
    laws, notes = list(_laws(run)), list[str]()
    known = resolve_parameters(run.mechanism.parameters_by_name) if laws else {}
    for kind, name, law in laws:
        ends = law.range(known)
        told = None if ends is None else _argument(run, name, law.of)
        if ends is None or told is None:
            continue
        channel, values = told
        low, high = (float(np.real(end)) for end in ends)
        slack = _SLACK * (high - low)
        beyond = np.flatnonzero((values < low - slack) | (values > high + slack))
        if len(beyond):
            far = values[beyond][np.argmax(np.maximum(low - values[beyond], values[beyond] - high))]
            goes_on = _HELP[isinstance(law, Polynomial)]
            notes.append(
                f"{kind} '{name}': its law is given from {low:.6g} to {high:.6g}; {channel} leaves that at t = "
                f"{float(run.t[beyond[0]].real):.4g} s and comes to {far:.6g}, {goes_on}"
            )
    return notes


def has_laws(run: Run) -> bool:
    """Whether a force or a signal has a law that may be given for a range."""
    return any(True for _ in _laws(run))


def _laws(run: Run) -> Iterator[tuple[str, str, Function]]:
    """The laws of forces and signals with their owners; parts of circuits have notes of their own."""
    mechanism = run.mechanism
    for kind, parts in (("force", mechanism.forces), ("signal", mechanism.signals)):
        for name, part in parts.items():
            if name.partition(".")[0] not in mechanism.circuits:
                yield from ((kind, name, law) for law in vars(part).values() if isinstance(law, Function))


def _argument(run: Run, name: str, of: str) -> tuple[str, Array] | None:
    """The channel that a law is a function of, with its values: of the run, or the force's own such as `length`."""
    if of in ("", "t"):
        return "the time", np.real(run.t)
    for channel in (of, f"{name}.{of}"):
        try:
            known = find_or_none(run, channel)
        except LinkworkError:
            continue
        if known is not None:
            return channel, np.real(known[0])
    return None
