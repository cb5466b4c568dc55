"""Static shapes among the modes: what loads do slowly is exact, and what they do at a frequency is that of the mesh."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.bodies.flexible.body import structure_of

LENGTH, E, RHO, G = 1.0, 2e11, 7800.0, 0.01
HEIGHT, WIDTH = 0.02, 0.03
BENDING, LINE = E * WIDTH * HEIGHT**3 / 12, RHO * WIDTH * HEIGHT
SHAPE = {"type": "beam", "length": LENGTH, "section": {"height": HEIGHT, "width": WIDTH}, "elements": 8}
MIDDLE = {"middle": (LENGTH / 2, 0)}
STEEL = {"youngs_modulus": E, "density": RHO, "poissons_ratio": 0.3}


def cantilever(**fields: Any) -> lw.Planar:
    m = lw.Planar("cantilever")
    m.set_gravity(0, -G)
    ends = {"root": {"at": (0, 0)}, "tip": {"at": (LENGTH, 0)}}
    m.flexible("beam", shape=SHAPE, material=STEEL, interfaces=ends, stiffening=False, places=MIDDLE, **fields)
    m.fixed("wall", m.ground, "beam@root", at=(0, 0))
    m.force("load", "beam@tip", y=0)
    return m


def mesh(m: lw.Planar) -> tuple[Any, Any, Any]:
    """K and M of the whole mesh, and the forces of its weight, without its clamped node."""
    described: Any = m.bodies_by_name["beam"].flexible
    whole = structure_of(described, lambda value: value.value({}), 2)
    mass = whole.mass.toarray() * RHO
    weight = mass @ np.tile([0.0, -G, 0.0], len(mass) // 3)
    return whole.stiffness.toarray()[3:, 3:] * E, mass[3:, 3:], weight[3:]


@pytest.mark.parametrize("reduction", ["craig-bampton", "guyan"])
@pytest.mark.parametrize("residual", [True, False])
def test_weight_bends_it_exactly_without_normal_modes(reduction: str, residual: bool) -> None:
    """At every node as the whole mesh; without the vectors at interfaces alone, whose static shapes are there."""
    m = cantilever(modes=0, reduction=reduction, residual_vectors=residual, reference="root")
    stiffness, _, weight = mesh(m)
    moved = np.linalg.solve(stiffness, weight)[1::3]
    rest = m.equilibrium()
    assert rest["beam@tip.y"] == pytest.approx(moved[-1], rel=1e-9)
    assert moved[-1] == pytest.approx(-LINE * G * LENGTH**4 / (8 * BENDING), rel=2e-3)
    missing = abs(rest["beam.middle.dy"] / moved[3] - 1)
    assert missing < 1e-9 if residual else missing > 0.02


def test_free_modes_with_attachment_have_them() -> None:
    m = cantilever(modes=0, reduction="free")
    stiffness, _, weight = mesh(m)
    assert m.equilibrium()["beam@tip.y"] == pytest.approx(np.linalg.solve(stiffness, weight)[-2], rel=1e-9)


def test_check_counts_them() -> None:
    counts = []
    for residual in (False, True):
        body: Any = cantilever(modes=2, residual_vectors=residual).bodies_by_name["beam"]
        counts.append(len(body.modes.labels))
    assert counts[1] - counts[0] == 3


@pytest.mark.parametrize("reduction", ["craig-bampton", "free"])
def test_the_frequency_response_is_that_of_the_mesh(reduction: str) -> None:
    """Receptance of the tip, (K - w^2 M)^-1, up to the second frequency, from five modes beside the static ones."""
    m = cantilever(modes=5, reduction=reduction)
    stiffness, mass, _ = mesh(m)
    hertz = np.array([0.01, 5.0, 12.0, 25.0, 60.0, 90.0])
    model = m.linearise(inputs=["load.y"], outputs=["beam@tip.y"])
    _, ours = model.frequency_response("load.y", "beam@tip.y", hertz)
    exact = np.array([np.linalg.inv(stiffness - (2 * np.pi * f) ** 2 * mass)[-2, -2] for f in hertz])
    assert ours.real == pytest.approx(exact, rel=2e-4)
    assert np.abs(ours.imag).max() < 1e-9 * np.abs(ours).max()
    assert ours[0].real == pytest.approx(LENGTH**3 / (3 * BENDING), rel=2e-3)
