"""The reactions of a run as a table in words: peaks, when they come, and which are not unique."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from linkwork.run.reactions import required

if TYPE_CHECKING:
    from linkwork.run.run import Run


def reaction_table(run: Run) -> str:
    """One line a joint and driver: largest force and torque with their times; a star marks what is not unique."""
    loads = required(run)
    doubtful = loads.unique.doubtful()
    width = max([12, *(len(placed.name) + 1 for placed in loads.system.elements)])
    (of_force, in_force), (of_torque, in_torque) = (run.mechanism.units.shown(unit) for unit in ("N", "N m"))
    heads = f"force ({in_force})", f"torque ({in_torque})"
    lines = [f"{'joint':{width}} {heads[0]:>14} {'t (s)':>10} {heads[1]:>14} {'t (s)':>10}"]
    for placed in loads.system.elements:
        wrench = np.real(loads.reaction(placed.name))
        d = loads.system.world.dimensions
        force, torque = of_force * np.linalg.norm(wrench[:, :d], axis=1), of_torque * wrench[:, d:]
        torque = torque[:, 0] if torque.shape[1] == 1 else np.linalg.norm(torque, axis=1)
        i, j = int(np.argmax(force)), int(np.argmax(np.abs(torque)))
        name = placed.name + ("*" if placed.name in doubtful else "")
        lines.append(f"{name:{width}} {force[i]:14.6g} {run.t[i]:10.5g} {torque[j]:14.6g} {run.t[j]:10.5g}")
    if doubtful:
        lines.append("* not unique; see the notes of the run")
    return "\n".join(lines)
