"""A cantilever of CalculiX's beam elements as a black box, against the closed form; skipped where `ccx` is missing."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from linkwork.exchange.coupling import CalculixMotion, CalculixPart, Coupled, CouplingError, Structure, SubsystemError

needed = pytest.mark.skipif(shutil.which("ccx") is None, reason="no CalculiX")
LENGTH, SIDE, MODULUS = 1.0, 0.02, 210e9
STIFFNESS = 3 * MODULUS * SIDE**4 / 12 / LENGTH**3  # of the tip


def beam(folder: Path, support: bool = True) -> Path:
    """Ten beam elements of second order along x; node 21 is the tip."""
    nodes = [f"{k + 1}, {LENGTH * k / 20:.6f}, 0., 0." for k in range(21)]
    elements = [f"{k + 1}, {2 * k + 1}, {2 * k + 2}, {2 * k + 3}" for k in range(10)]
    lines = ["*NODE, NSET=ALL", *nodes, "*ELEMENT, TYPE=B32, ELSET=BEAM", *elements]
    lines += ["*MATERIAL, NAME=STEEL", "*ELASTIC", f"{MODULUS:.6e}, 0.", "*DENSITY", "7850."]
    lines += ["*BEAM SECTION, ELSET=BEAM, MATERIAL=STEEL, SECTION=RECT", f"{SIDE}, {SIDE}", "0., 0., 1."]
    lines += ["*BOUNDARY", "1, 1, 6"] if support else []
    lines += ["*STEP", "*STATIC", "*CLOAD", "21, 2, 1.", "*END STEP"]
    path = folder / "beam.inp"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@needed
def test_the_tip_gives_as_a_cantilever_does(tmp_path: Path) -> None:
    part = CalculixPart(beam(tmp_path), interfaces={"tip": [(21, "y")]})
    assert part.start(0.0, np.zeros(1)) == pytest.approx([0, 0], abs=1e-15)
    inputs = np.zeros((3, 1))
    inputs[0] = 100.0
    deflection = part.attempt(0.1, inputs)[0]
    shear = 100.0 * LENGTH / (5 / 6 * MODULUS / 2 * SIDE**2)
    assert deflection == pytest.approx(100.0 / STIFFNESS + shear, rel=2e-3)
    part.close()


@needed
def test_a_mass_on_the_tip_swings_as_on_a_spring(tmp_path: Path) -> None:
    """The beam at rest is a spring: with the stiffness that CalculiX itself has, the glued mass is the oscillator."""
    part: Any = CalculixPart(beam(tmp_path), interfaces={"tip": [(21, "y")]})
    part.start(0.0, np.zeros(1))
    inputs = np.zeros((3, 1))
    inputs[0] = 1000.0
    stiffness = 1000.0 / part.attempt(0.1, inputs)[0]
    c, mass, step, steps = Coupled("mass on a beam"), 20.0, 0.01, 6
    c.add("beam", part)
    c.add("mass", Structure([[mass]], interfaces={"p": [0]}, v=[0.3]))
    c.glue("tip", "beam.tip", "mass.p", measure="displacement")
    run = c.run(until=step * steps, step=step, tolerance=1e-7, progress=False)  # seven digits are printed
    single = Structure([[mass]], stiffness=[[stiffness]], interfaces={"p": [0]}, v=[0.3])
    single.start(0.0, np.zeros(1))
    for number in range(steps):
        wanted = single.attempt(step, np.zeros((3, 1)))
        single.commit()
        assert run["mass.p.x0"][number + 1] == pytest.approx(wanted[0], rel=1e-4)
    part.close()


def bar(folder: Path) -> Path:
    """Four solid elements along x, held at one end; nodes 17 to 20 are the other end."""
    corners = ((0, 0), (0.1, 0), (0.1, 0.1), (0, 0.1))
    nodes = [f"{4 * i + j + 1}, {0.25 * i}, {y}, {z}" for i in range(5) for j, (y, z) in enumerate(corners)]
    elements = [f"{e + 1}, " + ", ".join(str(4 * e + corner) for corner in (1, 5, 6, 2, 4, 8, 7, 3)) for e in range(4)]
    lines = ["*NODE", *nodes, "*ELEMENT, TYPE=C3D8, ELSET=E", *elements, "*MATERIAL, NAME=S", "*ELASTIC", "210e9, 0."]
    lines += ["*DENSITY", "7850.", "*SOLID SECTION, ELSET=E, MATERIAL=S", "*BOUNDARY"]
    path = folder / "bar.inp"
    path.write_text("\n".join([*lines, *(f"{node}, 1, 3" for node in range(1, 5)), ""]), encoding="utf-8")
    return path


@needed
def test_a_bar_in_motion_swings_as_the_closed_form_of_its_elements(tmp_path: Path) -> None:
    """Longitudinal motion of n linear elements: w^2 = 6 (E / rho) / h^2 (1 - cos kh) / (2 + cos kh), k L = pi / 2."""
    part = CalculixMotion(bar(tmp_path), interfaces={"tip": [(node, "x") for node in range(17, 21)]})
    squares = np.linalg.eigvals(np.linalg.solve(part.mass, part.stiffness)).real
    cosine, h = np.cos(np.pi / 8), 0.25
    closed = 6 * 210e9 / 7850 / h**2 * (1 - cosine) / (2 + cosine)
    assert np.abs(squares / closed - 1).min() < 1e-9
    assert len(part.freedoms) == 48 and part.freedoms[0] == (5, "x")


@needed
def test_a_mass_glued_to_a_bar_is_the_whole_structure(tmp_path: Path) -> None:
    part = CalculixMotion(bar(tmp_path), interfaces={"tip": [(17, "x")]}, damping=(3.0, 1e-6))
    c, step = Coupled("mass on a bar"), 2e-5
    c.add("bar", part)
    c.add("mass", Structure([[5.0]], interfaces={"p": [0]}, v=[0.0], load=lambda t: [1000.0]))
    c.glue("tip", "bar.tip", "mass.p", measure="displacement")
    run = c.run(until=20 * step, step=step, tolerance=1e-15, progress=False)
    at = part.freedoms.index((17, "x"))
    mass, push = part.mass.copy(), np.zeros(48)
    mass[at, at] += 5.0
    push[at] = 1000.0
    whole = Structure(mass, part.damping, part.stiffness, interfaces={"p": [at]}, load=lambda t: push)
    whole.start(0.0, np.zeros(1))
    for number in range(20):
        wanted = whole.attempt(step, np.zeros((3, 1)))
        whole.commit()
        assert run["mass.p.x0"][number + 1] == pytest.approx(wanted[0], rel=1e-9)
    assert run["iterations"].max() <= 1


@needed
def test_a_node_without_a_freedom_of_its_own_is_told(tmp_path: Path) -> None:
    for path, node in ((bar(tmp_path), 1), (beam(tmp_path), 21)):
        with pytest.raises(CouplingError, match=f"node {node} has no freedom y of its own"):
            CalculixMotion(path, interfaces={"tip": [(node, "y")]})


@needed
def test_what_calculix_cannot_do_is_told(tmp_path: Path) -> None:
    with pytest.raises(CouplingError, match="cannot be read"):
        CalculixPart(tmp_path / "none.inp", interfaces={"tip": [(21, "y")]})
    with pytest.raises(CouplingError, match="x, y or z"):
        CalculixPart(beam(tmp_path), interfaces={"tip": [(21, "w")]})
    part = CalculixPart(beam(tmp_path), interfaces={"tip": [(99, "y")]})
    with pytest.raises(SubsystemError, match="CalculiX"):
        part.start(0.0, np.ones(1))
    part.close()


def test_without_the_program_it_is_told(tmp_path: Path) -> None:
    with pytest.raises(CouplingError, match="there is no program 'ccx-none'"):
        CalculixPart(beam(tmp_path), interfaces={"tip": [(21, "y")]}, program="ccx-none")
