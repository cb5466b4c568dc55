"""Solids: closed, outside outwards, of the right size."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from linkwork.view.spatial import solids
from linkwork.view.spatial.painter import edges_of
from linkwork.view.spatial.shapes import MOST_TRIANGLES, coarser
from linkwork.view.spatial.solids import Solid, exit_of, refined

GEAR = 0.3 * np.column_stack([np.cos(np.arange(5) * 1.2566), np.sin(np.arange(5) * 1.2566)])
ALL = {
    "box": (solids.box(1.0, 2.0, 3.0), 6.0),
    "prism": (solids.prism(GEAR, -1.0, 1.0), 2.0 * 2.5 * 0.09 * np.sin(1.2566)),
    "cylinder": (solids.cylinder(0.5, -1.0, 1.0, 64, 3), np.pi * 0.5),
    "cone": (solids.lathe([(0.5, 0.0), (0.0, 3.0)], 64), np.pi * 0.25),
    "sphere": (solids.sphere(1.0, 48, 49), 4.0 / 3.0 * np.pi),
    "dome": (solids.dome(1.0, 48), 2.0 / 3.0 * np.pi),
    "capsule": (solids.capsule(0.5, 2.0, 48), np.pi * 0.5 + np.pi / 6.0),
    "pipe": (solids.pipe(0.5, 1.0, 0.0, 1.0, 64), 0.75 * np.pi),
    "torus": (solids.torus(1.0, 0.2, 64, 24), 2.0 * np.pi**2 * 0.04),
    "plate": (solids.plate([[0, 0, 0], [1, 0, 1], [0, 1, 0], [1, 1, 1]], 0.1), 0.1 * np.sqrt(2.0)),
    "bar": (solids.bar([1, 2, 3], [2, 3, 4], 0.1, 64), np.pi * 0.01 * np.sqrt(3.0)),
}


def volume(solid: Solid) -> float:
    """The volume by tetrahedra from the origin; negative where the faces look inwards."""
    total = 0.0
    for face in solid.faces:
        for i in range(1, len(face) - 1):
            a, b, c = solid.corners[[face[0], face[i], face[i + 1]]]
            total += float(a @ np.cross(b, c)) / 6.0
    return total


@pytest.mark.parametrize("name", ALL)
def test_a_solid_is_closed_and_looks_outwards(name: str) -> None:
    solid, expected = ALL[name]
    assert all(mate >= 0 for _, _, _, mate, _ in edges_of(solid))
    assert volume(solid) == pytest.approx(expected, rel=0.05)


@pytest.mark.parametrize("name", ALL)
def test_refined_solids_stay_closed_and_have_no_large_faces(name: str) -> None:
    solid, _ = ALL[name]
    fine = refined(solid.grained(0.4))
    plain = solid.grained(np.inf)
    assert refined(plain) is plain
    assert volume(fine) == pytest.approx(volume(solid))
    assert all(mate >= 0 for _, _, _, mate, _ in edges_of(fine))
    for face in fine.faces:
        for a, b in pairwise((*face, face[0])):
            assert np.linalg.norm(fine.corners[a] - fine.corners[b]) < 0.4 + 1e-12


def test_only_edges_between_faces_that_meet_at_an_angle_are_sharp() -> None:
    sharp = [edge for edge in edges_of(solids.cylinder(0.5, -1.0, 1.0, 16)) if edge[4]]
    assert len(sharp) == 4 * 16  # both rims, seen from both sides
    assert not any(edge[4] for edge in edges_of(solids.sphere(1.0)))


def test_a_line_comes_out_of_a_box_at_its_face() -> None:
    box = solids.box(1.0, 2.0, 3.0)
    assert exit_of(box, np.zeros(3), np.array([0.0, 0.0, 1.0])) == pytest.approx(1.5)
    assert exit_of(box, np.array([0.0, 0.0, 0.5]), np.array([0.0, 1.0, 0.0])) == pytest.approx(1.0)
    assert exit_of(box, np.array([5.0, 0.0, 0.0]), np.array([0.0, 1.0, 0.0])) == 0.0


def test_large_meshes_are_made_coarser_and_keep_their_extent() -> None:
    fine = solids.sphere(1.0, 120, 81)
    triangles: Any = np.array([t for f in fine.faces for t in ([f] if len(f) == 3 else [f[:3], (f[0], f[2], f[3])])])
    assert len(triangles) > 3 * MOST_TRIANGLES
    coarse = coarser(fine.corners, triangles)
    assert len(coarse.faces) <= MOST_TRIANGLES
    assert np.abs(np.ptp(coarse.corners, axis=0) - 2.0).max() < 0.15
