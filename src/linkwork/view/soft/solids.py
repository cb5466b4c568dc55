"""Hyperelastic solids: the skin of their mesh as it is deformed, seen from their first node, and stress at nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.view.soft.skin import skin_of

if TYPE_CHECKING:
    from linkwork.run.run import Run
    from linkwork.view.soft.soft import Soft


def solid(run: Run, name: str, keep: Any) -> Soft | None:
    """The skin of a solid in the frame of its first node, which does not turn."""
    from linkwork.run.flexible.solid_stress import DeformedSolid
    from linkwork.view.soft.soft import Soft, in_few_shapes, lifted

    nodes = [f"{name}_{number}" for number in range(len(run.mechanism.solid_meshes[name].points))]
    if any(node not in run.system.bodies for node in nodes):
        return None
    deformed = DeformedSolid(run, name)
    skin = skin_of(deformed.mesh)
    base = (deformed.points - deformed.points[0])[skin.nodes]
    moved = np.zeros((len(run.t[keep]), len(skin.nodes), 3))
    places = deformed.places[keep]
    moved[:, :, : base.shape[1]] = (places - places[:, :1])[:, skin.nodes] - base
    amplitudes, shapes = in_few_shapes(moved)
    cells = [force for force, whole in run.mechanism.generated.items() if whole == name and force not in nodes]
    number = 1 + list(run.system.bodies).index(nodes[0])
    stress = deformed.von_mises[keep]
    return Soft(name, number, lifted(base, skin), shapes, amplitudes, skin, stress, (name, *cells, *nodes))
