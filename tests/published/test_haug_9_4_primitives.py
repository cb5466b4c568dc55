"""Haug Examples 9.2.3 and 9.4.1 to 9.4.6: angles, frames, dot products and what they hold."""

from __future__ import annotations

import numpy as np
import pytest

from elements.spatial.spatial_tables import Table, driver
from linkwork.mechanism.spatial.spatial import Spatial
from linkwork.places.spatial.places import Frame, Triad
from linkwork.places.spatial.row import SpatialRow
from linkwork.places.spatial.scope import SpatialScope
from linkwork.system.tables.compile import compile_system
from published.haug_9 import F_2, G_2, H_2, X, Y, Z, at, element, jacobian, parameters, random_places, rows, two

EXACT = {"rtol": 0, "atol": 1e-12}
S_2 = [0, -1, 0]
"""P2 in body 2."""


@pytest.mark.parametrize("degrees", [0, 30, 90, 120, 180, 200, 270, 300, 359.9])
def test_the_relative_angle_is_right_in_all_quadrants(degrees: float) -> None:
    """Ex. 9.2.3, Eq. 9.2.31."""
    drawn = two()
    drawn.add_joint("A", element(type="revolute", between=["ground", "body"], at=[0, 0, 0], axis=Z).element)
    angle = np.radians(degrees)
    table = Table(drawn, driver(type="angle", joint="A", value=float(angle)))
    assert abs(rows(table, at(p=parameters(Z, angle))).phi[0]) < 1e-14


def test_a_joint_frame_by_three_points() -> None:
    """Ex. 9.4.1, Eq. 9.4.1: Q on z'', R on x''; their distances do not matter, and R is projected."""
    row = SpatialRow(SpatialScope(two(), {}), "joint 'J'")
    triad = Triad(P=(1, 2, 3), Q=(1, 2, 5), R=(4, -1, 3.7))
    s, f, g, h = row.frame(Frame(body="body", triad=triad))
    assert np.allclose([s, f, g, h], [[1, 2, 3], F_2, G_2, H_2], **EXACT)


def test_dot_1_of_the_oblique_pendulum() -> None:
    """Ex. 9.4.2; the scan has + e0 e2 in the second equation, Eq. 9.3.7 gives minus."""
    with_x, with_z = (
        element(type="dot_1", between=[{"body": {"axis": F_2}}, {"ground": {"axis": axis}}]) for axis in (X, Z)
    )
    for place in random_places():
        e0, e1, e2, e3 = place.p
        assert np.allclose(rows(with_x, place).phi, np.sqrt(2) * (e0**2 + e1**2 - 0.5 - e1 * e2 + e0 * e3), **EXACT)
        assert np.allclose(rows(with_z, place).phi, np.sqrt(2) * (e1 * e3 - e0 * e2 - e2 * e3 - e0 * e1), **EXACT)


def test_dot_2_holds_a_point_on_the_axis() -> None:
    """Ex. 9.4.3."""
    along_x, along_z = (element(type="dot_2", between=[{"ground": {"axis": axis}}, {"body": S_2}]) for axis in (X, Z))
    for place in random_places():
        (x, _, z), (e0, e1, e2, e3) = place.r, place.p
        assert np.allclose(rows(along_x, place).phi, x - 2 * e1 * e2 + 2 * e0 * e3, **EXACT)
        assert np.allclose(rows(along_z, place).phi, z - 2 * e2 * e3 - 2 * e0 * e1, **EXACT)


def test_four_dot_2_equations_are_no_cylindrical_joint_near_coincidence() -> None:
    """Ex. 9.4.3: at d12 = 0 they lose rank, near it they are ill conditioned; the cylindrical joint is not."""
    forth = [element(type="dot_2", between=[{"ground": {"axis": axis}}, {"body": S_2}]) for axis in (X, Z)]
    back = [element(type="dot_2", between=[{"body": {"at": S_2, "axis": axis}}, "ground"]) for axis in (G_2, Z)]
    frames = [{"ground": {"axis": Y}}, {"body": {"at": S_2, "axis": F_2}}]
    cylindrical = element(two(vector=(0, 0, 3 * np.pi / 4)), type="cylindrical", between=frames)
    turn = parameters(Z, 3 * np.pi / 4)  # x'' of body 2 along y of the ground
    for offset in (1.0, 1e-3, 1e-6, 0.0):
        held = np.cos(3 * np.pi / 4), np.sin(3 * np.pi / 4)
        place = at((-held[1], offset + held[0], 0), turn)
        dots, joint = jacobian([*forth, *back], place), jacobian([cylindrical], place)
        assert np.allclose(rows(cylindrical, place).phi, 0.0, **EXACT)
        smallest = np.linalg.svd(dots, compute_uv=False)[-1]
        assert smallest <= offset + 1e-12
        assert np.linalg.svd(joint, compute_uv=False)[-1] > 0.5
    assert np.linalg.matrix_rank(dots) == 2


def test_the_distance_of_the_compound_pendulum() -> None:
    """Ex. 9.4.4: the book's d'd - C^2 is ours times |d| + C."""
    table = element(type="spherical_spherical", between=["ground", {"body": [-1, 0, 0]}], length=2)
    for place in random_places():
        (x, y, z), (e0, e1, e2, e3) = place.r, place.p
        d = [x - 2 * (e0**2 + e1**2) + 1, y - 2 * (e1 * e2 + e0 * e3), z - 2 * (e1 * e3 - e0 * e2)]
        length = np.linalg.norm(d)
        assert np.allclose(rows(table, place).phi * (length + 2), np.dot(d, d) - 4, **EXACT)


def _freedoms(mechanism: Spatial) -> int:
    system = compile_system(mechanism)
    return len(system.coordinates) - len(system.equations)


def test_a_link_as_a_body_has_one_freedom_more_than_a_distance() -> None:
    """Ex. 9.4.4: 5 and 6 freedoms; the sixth is the spin of the link."""
    massless = two((3, 0, 0))
    massless.add_joint("rod", element(type="spherical_spherical", between=["ground", "body"], length=2).element)
    heavy = two((3, 0, 0))
    heavy.body("link", estimate=(1, 0, 0))
    for name, ends in {"O": ["ground", {"link": [-1, 0, 0]}], "P": [{"link": [1, 0, 0]}, "body"]}.items():
        heavy.add_joint(name, element(heavy, type="spherical", between=ends).element)
    assert (_freedoms(massless), _freedoms(heavy)) == (5, 6)


def test_parallel_1_of_the_oblique_pendulum() -> None:
    """Ex. 9.4.5."""
    frames = [{"body": {"axis": F_2, "x": G_2}}, {"ground": {"axis": Y}}]
    table = element(type="parallel_1", between=frames)
    for place in random_places():
        e0, e1, e2, e3 = place.p
        expected = [np.sqrt(2) * (e1 * e2 + e0 * e3 + e0**2 + e2**2 - 0.5), 2 * (e2 * e3 - e0 * e1)]
        assert np.allclose(np.abs(rows(table, place).phi), np.abs(expected), **EXACT)


def test_four_absolute_equations_make_a_cylindrical_joint() -> None:
    """Ex. 9.4.6: x and z of the points [0, 1, 0] and [0, -1, 0]; two freedoms are left."""
    tables = [
        element(type=kind, on={"body": point}, value=0)
        for point in ([0, 1, 0], [0, -1, 0])
        for kind in ("absolute_x", "absolute_z")
    ]
    for place in random_places():
        (x, _, z), (e0, e1, e2, e3) = place.r, place.p
        across = 2 * (e1 * e2 - e0 * e3), 2 * (e2 * e3 + e0 * e1)
        expected = [x + across[0], z + across[1], x - across[0], z - across[1]]
        assert np.allclose([rows(table, place).phi[0] for table in tables], expected, **EXACT)
    assembled = at((0, 0.7, 0), parameters(Y, 0.4))
    assert np.linalg.matrix_rank(jacobian(tables, assembled)) == 4
