"""Cells of hyperelastic solids that are turned inside out: searches that keep out of it, and what is told of it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.analysis.inside_out import SolidCells
from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError


def block(law: str = "neo-hooke", ratio: float = 0.3, weight: float = 0.0, dimensions: int = 2, order: int = 2) -> Any:
    """A soft bar that is held at one end."""
    m: Any = lw.Spatial("block") if dimensions == 3 else lw.Planar("block")
    shape = {
        "type": "box" if dimensions == 3 else "rectangle",
        "size": (0.3, 0.1, 0.1)[:dimensions],
        "divisions": (3, 1, 1)[:dimensions],
    }
    soft = {"youngs_modulus": 1e5, "poissons_ratio": ratio, "density": 1000}
    m.set_gravity(*(0, 0, -weight)[3 - dimensions :])
    sets = {"root": {"face": "-x"}, "tip": {"face": "+x"}}
    m.hyperelastic("b", shape=shape, order=order, law=law, material=soft, sets=sets, damping=0.01).attach(
        "root", "ground"
    )
    return m


def coordinates(m: Any) -> tuple[SolidCells, Array]:
    """Its cells, and its coordinates as drawn."""
    system = m.system(dynamics=True)
    return SolidCells(system), m.assemble().q[: len(system.coordinates)]


@pytest.mark.parametrize("dimensions", [2, 3])
@pytest.mark.parametrize("order", [1, 2])
def test_volumes_are_those_of_the_deformed_cells(dimensions: int, order: int) -> None:
    """Stretched by 1.1, 0.8 and 1.3 along the axes; mirrored the sign changes."""
    cells, q = coordinates(block(dimensions=dimensions, order=order))
    size = len(q) // len(np.unique([name.split(".")[0] for name in cells.system.coordinates]))
    stretched = q.copy()
    for axis, by in enumerate((1.1, 0.8, 1.3)[:dimensions]):
        stretched[axis::size] *= by
    expected = float(np.prod((1.1, 0.8, 1.3)[:dimensions]))
    assert cells.least(q) == pytest.approx(np.ones(3 * (1 if order == 2 else len(cells.names) // 3)), rel=1e-12)
    assert cells.least(stretched) == pytest.approx(np.full(len(cells.names), expected), rel=1e-12)
    assert not cells.barred(stretched) and not cells.told(stretched)
    stretched[::size] *= -1.0
    assert cells.least(stretched) == pytest.approx(np.full(len(cells.names), -expected), rel=1e-12)
    assert cells.barred(stretched)
    assert f"of solid 'b' and {len(cells.names) - 1} more turned inside out" in cells.told(stretched)


@pytest.mark.parametrize(
    ("ratio", "weight", "energy"), [(0.4999, 60, 6.515788773557809), (0.495, 300, -1206.1718865701164)]
)
def test_a_nearly_incompressible_bar_sags_without_turning_inside_out(
    ratio: float, weight: float, energy: float
) -> None:
    """ln |J| let two of three cells pass to J = -1, at 1524 J and 7232 J instead of these."""
    m = block(ratio=ratio, weight=weight)
    rest = m.equilibrium()
    assert rest.stable
    assert SolidCells(rest.system).least(rest.q).min() > 0.0
    assert rest.potential_energy == pytest.approx(energy, rel=1e-6)


def mirrored(m: Any) -> Any:
    """An assembly of it with every cell turned inside out; its root lies in the mirror."""
    start = m.assemble()
    start.q = start.q.copy()
    start.q[::3] *= -1.0
    return start


def test_neo_hookes_law_is_not_asked_for_a_cell_inside_out() -> None:
    m = block()
    with pytest.raises(
        AnalysisError, match=r"where it begins, cell 'b_cell\d' of solid 'b' and 2 more turned inside out"
    ):
        m.equilibrium(near=mirrored(m))


def test_saint_venants_law_rests_there_and_it_is_told() -> None:
    m = block("saint-venant")
    (note,) = m.equilibrium(near=mirrored(m)).notes
    assert "and 2 more turned inside out (-1 of its volume), which no body can be" in note
    assert not m.equilibrium().notes


def test_a_run_tells_which_cell_is_turned_inside_out() -> None:
    """Its end is shot at its root, much faster than waves run in it."""
    m = block("saint-venant", order=1)
    tip = [node for node in m.solid("b").nodes if m.assemble()[f"{node}.x"] > 0.29]
    told = []
    for speed in (-0.01, -100.0):
        run = m.simulate(
            until=0.004, points=11, speeds={f"{node}.vx": speed for node in tip}, method="midpoint", step=1e-4
        )
        told.append([note for note in run.notes if "turned inside out" in note])
    assert not told[0]
    (note,) = told[1]
    assert note.startswith("from t = 0.00") and "of solid 'b'" in note and "do not trust the motion" in note


def shot(law: str, speed: float, points: int = 2, order: int = 1, dimensions: int = 2, **options: Any) -> Any:
    """A run of the bar whose end is shot at its root."""
    m = block(law, order=order, dimensions=dimensions)
    tip = [node for node in m.solid("b").nodes if m.assemble()[f"{node}.x"] > 0.29]
    return m.simulate(until=0.004, points=points, speeds={f"{node}.vx": speed for node in tip}, **options)


@pytest.mark.parametrize(
    ("dimensions", "order", "options"),
    [
        (2, 1, {"method": "midpoint", "step": 1e-4}),
        (2, 2, {"method": "alpha", "step": 1e-4}),
        (2, 2, {"method": "radau", "rtol": 1e-4}),
        (3, 1, {"method": "dop853", "rtol": 1e-6}),
        (3, 2, {"method": "dop853", "rtol": 1e-6}),
    ],
)
def test_steps_that_turn_a_cell_of_neo_hookes_law_inside_out_are_cut(
    dimensions: int, order: int, options: dict[str, Any]
) -> None:
    """Cells are squeezed to a hundredth of their volume: with all steps taken they passed through nothing."""
    run = shot("neo-hooke", -100.0, 401, order, dimensions, **options)
    assert run.completed and not [note for note in run.notes if "inside out" in note]
    assert 0.0 < SolidCells(run.system).least(run.q).min() < 0.1


def test_a_fixed_step_that_cannot_be_cut_ends_the_run_with_the_cell() -> None:
    run = shot("neo-hooke", -100.0, method="rk4", step=2e-5)
    assert not run.completed
    assert "the next step would turn cell 'b_cell5' of solid 'b' inside out" in run.events[-1].text
    assert SolidCells(run.system).least(run.q).min() > 0.0
    assert len([event for event in run.events if "inside out" in event.text]) == 1


def pressed(law: str, height: str = "1-t", order: int = 2) -> Any:
    """A square under a plate that is driven down, onto the ground and then through it."""
    m: Any = lw.Planar("pressed")
    soft = {"youngs_modulus": 1e5, "poissons_ratio": 0.3, "density": 1000}
    shape = {"type": "rectangle", "size": (1, 1), "divisions": (1, 1)}
    sets = {"foot": {"face": "-y"}, "top": {"face": "+y"}}
    b = m.hyperelastic("b", shape=shape, order=order, law=law, material=soft, sets=sets, damping=0.01)
    plate = m.body("plate", estimate=(0, 1, 0), mass={"mass": 1, "inertia": 0.1})
    b.attach("foot", "ground")
    b.attach("top", plate)
    m.translational("guide", m.ground.line((0, 0), (0, 1)), plate.line((0, 0), (0, 1)))
    m.drive("press", joint="guide", position=height)
    return m


def test_a_load_path_ends_before_a_cell_of_neo_hookes_law_is_turned_inside_out() -> None:
    """Newton's method finds rests beyond J = 0, of the mirror image."""
    with pytest.raises(
        AnalysisError, match=r"the load path ends at t = (0\.9|1: ).* but some with cell 'b_cell"
    ) as error:
        pressed("neo-hooke").load_path(1.5, longest=0.5)
    assert "turned inside out" in str(error.value)


def test_a_load_path_of_saint_venants_law_tells_from_which_load_on() -> None:
    path = pressed("saint-venant").load_path(1.2)
    (note,) = path.notes
    assert path.complete and note in path.text()
    assert 1.0 <= float(note.removeprefix("at t = ").partition(":")[0]) < 1.2
    assert "of solid 'b'" in note and "turned inside out" in note
    assert not pressed("saint-venant").load_path(0.1).notes


def test_a_cell_that_is_whole_again_at_the_next_output_is_told() -> None:
    """The plate goes through the ground and comes back between two outputs: only steps see it."""
    run = pressed("saint-venant", "1-1.2*sin(3.14159265*t)^2", 1).simulate(until=1, points=2, method="alpha", step=0.01)
    (event,) = [event for event in run.events if event.kind == "inside out"]
    assert SolidCells(run.system).least(run.q).min() > 0.0
    assert 0.3 < event.t < 0.5
    (note,) = [note for note in run.notes if "turned inside out" in note]
    assert note.startswith(f"from t = {event.t:.6g} s on: cell '{event.name}' of solid 'b' is turned inside out")
