"""Computed channels: formulas of other channels that a mechanism gives names to, found like any other channel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linkwork.base.arrays import Array
from linkwork.base.provided import provided

if TYPE_CHECKING:
    from linkwork.run.run import Run


class Computed:
    """Channels that are formulas of others, such as `pressure: lift.force/area`."""

    def names(self, run: Run) -> list[str]:
        return list(formulas_of(run))

    def find(self, run: Run, name: str) -> tuple[Array, str] | None:
        if name not in formulas_of(run):
            return None
        channel: tuple[Array, str] = provided("computed_channel")(run, name)
        return channel

    def describe(self, run: Run, name: str) -> str:
        return formulas_of(run)[name]


def formulas_of(run: Run) -> dict[str, str]:
    """Formulas by channel: the mechanism's own, and those lent by the run that this one is laid beside."""
    return {**run.lent, **run.mechanism.computed}


def with_formulas(run: Run, formulas: dict[str, str]) -> Run:
    """The same run with computed channels of another mechanism, whose names are looked up here."""
    twin: Run = object.__new__(type(run))
    twin.__dict__.update(run.__dict__, lent=dict(formulas))
    return twin
