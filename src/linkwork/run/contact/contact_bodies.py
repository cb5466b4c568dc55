"""Bodies of a run that something touches or rubs: what acts on them is more than their joints, forces and weight."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from linkwork.base.errors import AnalysisError

if TYPE_CHECKING:
    from linkwork.run.run import Run


def refuse_in_contact(run: Run, body: str) -> None:
    """Refuse a body that something else touches or rubs: those forces are in no list of what acts on it."""
    mechanism = run.mechanism
    for name, contact in mechanism.touching_parts.items():
        modes = [channel for channel in run.channels() if channel.partition("[")[0].partition(".")[0] == name]
        if body in contact.bodies() and any(np.any(run[mode]) for mode in modes if mode.endswith(".mode")):
            raise AnalysisError(
                f"body '{body}': contact '{name}' presses on it in this run, and such forces cannot be cut free yet; "
                f"its forces are {name}.force and {name}.friction"
            )
    for name, group in mechanism.contact_groups.items():
        if body in group.bodies(list(mechanism.bodies_by_name)):
            raise AnalysisError(
                f"body '{body}': it is one of the contacts '{name}', and such forces cannot be cut free yet"
            )
    for name, friction in mechanism.frictions.items():
        ends = mechanism.joints[friction.joint].ends(mechanism.row_class(mechanism.scope(), f"friction '{name}'", name))
        if body in ends:
            raise AnalysisError(
                f"body '{body}': friction '{name}' acts on it, and such forces cannot be cut free yet; "
                f"its force is {name}.friction"
            )
