"""Notes on parts of circuits that leave what their formulas are for: closed gaps, efficiencies, tables of iron."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.expression.parameters import resolve_parameters
from linkwork.functions.table import Table

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism
    from linkwork.networks.part import NetworkPart

_WITH_GAP = ("solenoid", "moving_plate", "air_gap")
_EFFICIENCIES = ("volumetric_efficiency", "mechanical_efficiency")
_SLACK = 1e-9
Wrong = Callable[[Any], Any]


def circuit_notes(mechanism: Mechanism, values: Callable[[str], Any], t: Any) -> list[str]:
    """A sentence a part, with the first time at which it is so; `values` gives channels at the times `t`."""
    if not mechanism.circuits:
        return []
    times, notes = np.atleast_1d(np.real(t)), list[str]()
    for circuit, described in mechanism.circuits.items():
        for name, part in described.parts.items():
            label = f"{circuit}.{name}"
            for channel, wrong, text in _watched(mechanism, label, part):
                bad = np.flatnonzero(wrong(np.atleast_1d(np.real(values(channel)))))
                if len(bad):
                    notes.append(f"part '{label}': " + text.format(since=f"at t = {float(times[bad[0]]):.4g} s"))
                    break
    return notes


def _watched(mechanism: Mechanism, label: str, part: NetworkPart) -> Iterator[tuple[str, Wrong, str]]:
    """Channels of a part, when their values are wrong, and what is said then."""
    kind, signals = str(getattr(part, "type", "")), mechanism.signals
    if kind in _WITH_GAP:
        for word, said in (("gap", "its gap is closed"), ("reluctance", "its reluctance is not above zero")):
            if f"{label}.{word}" in signals:
                yield (
                    f"{label}.{word}",
                    lambda value: value <= 0.0,
                    f"{said} {{since}}, and below zero its forces mean nothing; give its joint an end stop that is "
                    "stiff enough",
                )
    for word in _EFFICIENCIES:
        if getattr(part, word, None) is not None and f"{label}.{word}" in signals:
            yield (
                f"{label}.{word}",
                lambda value: ~((value > 0.0) & (value <= 1.0 + _SLACK)),
                f"its {word} is not above 0 and at most 1 {{since}}, and its losses mean nothing there; change its "
                "formula, by max and min if need be",
            )
    field = getattr(signals.get(f"{label}.field"), "value", None)
    if kind == "core" and isinstance(field, Table):
        ends = field.range(resolve_parameters(mechanism.parameters_by_name))
        if ends is not None:
            low, high = ends[0] - _SLACK * abs(ends[0]), ends[1] + _SLACK * abs(ends[1])
            yield (
                f"{label}.flux_density",
                lambda value: (value < low) | (value > high),
                f"its flux density leaves the table of its field, {ends[0]:.4g} to {ends[1]:.4g} T, {{since}}, and "
                "what is taken there is not that of the iron; give points further out",
            )
