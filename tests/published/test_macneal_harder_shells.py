"""MacNeal and Harder, Finite Elements in Analysis and Design 1 (1985) 3: shells at rest, triangles and quadrilaterals.

Printed are the accepted answers; tolerances are those of the mesh at hand. Plates: the closed form
of frequencies (m^2 + n^2) of a square on its edges, Timoshenko and Gere for the load at which one buckles.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from linkwork.bodies.flexible.mesh import Mesh
from linkwork.bodies.flexible.shells import structure_of
from linkwork.bodies.flexible.structure import Structure
from published.case import Case
from published.case import tests_of as checks_of

SOURCE = "MacNeal and Harder 1985"


def sheet(places: Any, nx: int, ny: int, kind: str) -> Mesh:
    n = np.arange((nx + 1) * (ny + 1)).reshape(nx + 1, ny + 1)
    quads = np.stack([n[:-1, :-1].ravel(), n[1:, :-1].ravel(), n[1:, 1:].ravel(), n[:-1, 1:].ravel()], axis=1)
    if kind == "quad":
        return Mesh(places, {"quad": quads})
    return Mesh(places, {"triangle": np.concatenate([quads[:, [0, 1, 2]], quads[:, [0, 2, 3]]])})


def net(one: Any, other: Any) -> tuple[np.ndarray, np.ndarray]:
    a, b = np.meshgrid(one, other, indexing="ij")
    return a.ravel(), b.ravel()


def moved(structure: Structure, modulus: float, loads: np.ndarray, held: list[np.ndarray]) -> np.ndarray:
    from scipy.sparse.linalg import spsolve

    stiffness = modulus * structure.stiffness.tocsc()
    free = np.setdiff1d(np.arange(structure.count), np.concatenate(held))
    result = np.zeros(structure.count)
    result[free] = spsolve(stiffness[free][:, free], loads[free])
    return result


def of(chosen: np.ndarray, *freedoms: int) -> np.ndarray:
    """Freedoms of the nodes that are chosen."""
    return (6 * np.flatnonzero(chosen)[:, None] + np.array(freedoms)).ravel()


@cache
def roof(kind: str, n: int) -> float:
    """The roof of Scordelis and Lo under its weight: down at the middle of the free edge."""
    turn, x = net(np.linspace(0, np.radians(40), n + 1), np.linspace(0, 25, n + 1))
    places = np.stack([x, 25 * np.sin(turn), 25 * np.cos(turn)], axis=1)
    shell = structure_of(sheet(places, n, n, kind), 0.25, 0.0)
    loads = shell.carried.T @ np.kron(shell.weights.diagonal(), [0, 0, -90 / 0.25])
    middle, crown = np.isclose(x, 25), np.isclose(turn, 0)
    held = [of(np.isclose(x, 0), 1, 2), of(middle, 0, 4, 5), of(crown, 1, 3, 5)]
    return -float(moved(shell, 4.32e8, loads, held)[of(middle & np.isclose(turn, turn.max()), 2)][0])


@cache
def twisted(kind: str, axis: int) -> float:
    """A strip twisted by a quarter of a turn, with a force at its end along y (1) or z (2)."""
    x, across = net(np.linspace(0, 12, 49), np.linspace(-0.55, 0.55, 9))
    angle = x * np.pi / 24
    places = np.stack([x, across * np.cos(angle), across * np.sin(angle)], axis=1)
    shell = structure_of(sheet(places, 48, 8, kind), 0.32, 0.22)
    loads = np.zeros(shell.count)
    loads[of(np.isclose(x, 12), axis)] = np.array([0.5, 1, 1, 1, 1, 1, 1, 1, 0.5]) / 8
    end = moved(shell, 29e6, loads, [of(np.isclose(x, 0), 0, 1, 2, 3, 4, 5)])
    return float(end[of(np.isclose(x, 12) & np.isclose(across, 0), axis)][0])


@cache
def hemisphere(kind: str) -> float:
    """A hemisphere with a hole of 18 degrees, pulled and pushed at its rim by turns."""
    along, up = net(np.linspace(0, np.pi / 2, 33), np.linspace(0, np.radians(72), 33))
    places = 10 * np.stack([np.cos(along) * np.cos(up), np.sin(along) * np.cos(up), np.sin(up)], axis=1)
    shell = structure_of(sheet(places, 32, 32, kind), 0.04, 0.3)
    first, last, rim = np.isclose(along, 0), np.isclose(along, np.pi / 2), np.isclose(up, 0)
    loads = np.zeros(shell.count)
    loads[of(first & rim, 0)], loads[of(last & rim, 1)] = 1.0, -1.0
    held = [of(first, 1, 3, 5), of(last, 0, 4, 5), of(first & rim, 2)]
    return float(moved(shell, 6.825e7, loads, held)[of(first & rim, 0)][0])


@cache
def plate(kind: str, n: int) -> tuple[np.ndarray, float]:
    """A square plate on its edges: frequencies times a^2 sqrt(rho h/D)/pi^2, and its load times b^2/(pi^2 D)."""
    from scipy.sparse.linalg import eigsh

    x, y = net(np.linspace(0, 1, n + 1), np.linspace(0, 1, n + 1))
    thick = 1e-3
    shell = structure_of(sheet(np.stack([x, y, 0 * x], axis=1), n, n, kind), thick, 0.3)
    rim = np.isclose(x, 0) | np.isclose(x, 1) | np.isclose(y, 0) | np.isclose(y, 1)
    free = np.setdiff1d(np.arange(shell.count), np.concatenate([of(rim, 2), of(x > -1, 0, 1, 5)]))
    stiffness, mass = (matrix.tocsc()[free][:, free] for matrix in (shell.stiffness, shell.mass))
    bending = thick**3 / 12 / (1 - 0.09)
    values = eigsh(stiffness, 4, mass, sigma=0, return_eigenvectors=False)
    _, shapes = eigsh(stiffness, 12, mass, sigma=0)
    every = np.zeros((shell.count, shapes.shape[1]))
    every[free] = shapes
    pushed = np.zeros((shell.count, 1))
    pushed[0::6, 0], pushed[1::6, 0] = -x, 0.3 * y
    assert shell.recovery is not None
    softer = shell.recovery.geometric(pushed, every)[0] / thick  # for a unit of N, since its stress is that of E
    loads = np.linalg.eigvals(np.linalg.solve(shapes.T @ stiffness @ shapes, -softer))
    return np.sort(np.sqrt(values * thick / bending)) / np.pi**2, float(1 / loads.real.max() / np.pi**2 / bending)


def cases() -> list[Case]:
    meshes = {"quad": "quadrilaterals", "triangle": "triangles"}
    listed = []
    for kind, words in meshes.items():
        printed = (
            ("roof, edge down, 16 x 16", 0.3024, lambda k=kind: roof(k, 16), 0.01),
            ("twisted strip, along its side", 5.424e-3, lambda k=kind: twisted(k, 2), 0.01),
            ("twisted strip, across it", 1.754e-3, lambda k=kind: twisted(k, 1), 0.01),
            ("hemisphere with a hole", 0.094, lambda k=kind: hemisphere(k), 0.02),
        )
        listed += [Case(SOURCE, f"{name}, {words}", value, ours, off, True) for name, value, ours, off in printed]
        for mode, value in enumerate((2.0, 5.0, 5.0, 8.0)):
            name = f"square plate, frequency {mode + 1} a^2 sqrt(rho h/D)/pi^2, {words}"
            off = 0.006 if mode == 0 else 0.02
            listed.append(Case("closed form", name, value, lambda k=kind, m=mode: plate(k, 16)[0][m], off, True))
        name = f"square plate, buckling load N b^2/(pi^2 D), {words}"
        listed.append(Case("Timoshenko and Gere 1961, 9.2", name, 4.0, lambda k=kind: plate(k, 16)[1], 0.02, True))
    return listed


test_cases = checks_of(cases)


def test_errors_of_a_plate_fall_with_the_square_of_the_cell() -> None:
    for kind in ("quad", "triangle"):
        coarse, fine = (abs(plate(kind, n)[0][0] - 2.0) for n in (8, 16))
        assert 1.8 < np.log2(coarse / fine) < 2.3
