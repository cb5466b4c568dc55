"""Pressure on faces of flexible bodies: a cantilever under a line load, shares of nodes, what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import MechanismError
from linkwork.bodies.flexible.faces import face_of
from linkwork.bodies.flexible.mesh import Mesh, second_order

LENGTH, WIDTH, HEIGHT, E, PRESSURE = 0.5, 0.05, 0.02, 2e11, 1e5


def lid(dimensions: int, **top: Any) -> Any:
    """A cantilever with an interface on its upper face."""
    m: Any = lw.Spatial("lid") if dimensions == 3 else lw.Planar("lid")
    size = (LENGTH, WIDTH, HEIGHT) if dimensions == 3 else (LENGTH, HEIGHT)
    given: Any = {"face": "+z" if dimensions == 3 else "+y", "tie": "mean"} | top
    body = m.flexible(
        "lid",
        shape={"type": "box" if dimensions == 3 else "rectangle", "size": size},
        material={"youngs_modulus": E, "density": 7800, "poissons_ratio": 0},
        interfaces={"root": {"face": "-x"}, "top": given, "tip": {"face": "+x", "tie": "mean"}},
        modes=2,
        **({} if dimensions == 3 else {"thickness": WIDTH, "estimate": (0, 0, 0)}),
    )
    m.fixed("clamp", m.ground, body.interface("root"), at=(0,) * dimensions)
    return m


@pytest.mark.parametrize("tie", ["mean", "normal"])
@pytest.mark.parametrize("dimensions", [2, 3])
def test_a_cantilever_under_pressure_bends_by_the_closed_form(dimensions: int, tie: str) -> None:
    """q L^4 / 8 EI with the part of shear, q L^2 / (2 * 5/6 * GA)."""
    m = lid(dimensions, tie=tie)
    m.pressure("gas", "lid@top", PRESSURE)
    rest, start, up = m.equilibrium(), m.assemble(), "z" if dimensions == 3 else "y"
    load, inertia = PRESSURE * WIDTH, WIDTH * HEIGHT**3 / 12
    sag = load * LENGTH**4 / (8 * E * inertia) + load * LENGTH**2 / (2 * 5 / 6 * E / 2 * WIDTH * HEIGHT)
    assert start[f"lid@tip.{up}"] - rest[f"lid@tip.{up}"] == pytest.approx(sag, rel=1e-3)


def test_shares_of_a_face_are_the_integrals_of_its_shape_functions() -> None:
    """Of one square of second order: -1/12 at its corners, 1/3 in the middle of its edges; of a first one a quarter."""
    corners = np.array([[x, y, z] for z in (0.0, 1.0) for x, y in ((0, 0), (1, 0), (1, 1), (0, 1))])
    cube = Mesh(corners, {"hexahedron": np.arange(8)[None]})
    for mesh, expected in ((cube, [0.25] * 4), (second_order(cube), [-1 / 12] * 4 + [1 / 3] * 4)):
        top = np.flatnonzero(np.abs(mesh.points[:, 2] - 1) < 1e-9)
        face = face_of(mesh, top)
        assert sorted(face.shares) == pytest.approx(sorted(expected), abs=1e-12)
        assert face.normal == pytest.approx((0, 0, 1))
        assert face.flat
    whole = face_of(cube, np.arange(8))
    assert whole.area == pytest.approx(6.0)
    assert not whole.flat


@pytest.mark.parametrize(
    ("top", "interface", "words"),
    [
        ({}, "lid@root", "holds its face rigid; tie it by the mean"),
        ({"face": None, "box": ((-1, -1, -1), (1, 1, 1))}, "lid@top", "not flat; tie it by its normals: tie: normal"),
        ({"at": (0.1, 0.02, 0.02)}, "lid@top", "not in the middle of its face"),
        ({}, "lid@tops", "did you mean 'top'"),
        ({}, "lid", "no interface of a flexible body"),
    ],
)
def test_what_bears_no_pressure_is_refused_in_words(top: Any, interface: str, words: str) -> None:
    with pytest.raises(MechanismError, match=words):
        lid(3, **top).pressure("gas", interface, 1e5)
