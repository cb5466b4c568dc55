"""Bodies in space without geometry are drawn from their joints and masses; a guessed inertia does not hide the rest."""

from __future__ import annotations

import numpy as np

import linkwork as lw
from linkwork.view.scene import scene_at
from linkwork.view.spatial.display import arrange
from linkwork.view.spatial.lumps import SHARE


def arm(links: bool) -> lw.Spatial:
    m = lw.Spatial("arm")
    hand = m.body("hand", estimate=(1, 0, 0))
    m.mass("hand", mass=1, inertia=(5, 6, 7))
    root: lw.Spatial | object = m.ground
    if links:
        root = m.body("fore", estimate=(0.5, 0, 0))
        m.revolute("elbow", m.ground, root, at=(0, 0, 0), axis=(0, 1, 0))
    m.revolute("wrist", root, hand, at=(0.8, 0, 0), axis=(1, 0, 0))
    return m


def drawn_size(m: lw.Spatial) -> float:
    found = m.assemble()
    parts = arrange(scene_at(found.system, found.q)).parts
    (mass,) = [part for part in parts if part.kind == "mass"]
    return float(np.ptp(mass.solid.corners, axis=0).max())


def test_a_mass_beside_links_is_no_larger_than_a_share_of_them() -> None:
    assert abs(drawn_size(arm(links=True)) - SHARE * 0.8) < 1e-9


def test_a_mass_alone_has_the_size_of_its_inertia() -> None:
    assert abs(drawn_size(arm(links=False)) - np.sqrt(6.0 * (6 + 7 - 5))) < 1e-9
