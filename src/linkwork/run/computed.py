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
        return list(run.mechanism.computed)

    def find(self, run: Run, name: str) -> tuple[Array, str] | None:
        if name not in run.mechanism.computed:
            return None
        channel: tuple[Array, str] = provided("computed_channel")(run, name)
        return channel

    def describe(self, run: Run, name: str) -> str:
        return run.mechanism.computed[name]
