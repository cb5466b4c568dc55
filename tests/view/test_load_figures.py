"""Figures of loads: polar diagrams, forces on the mechanism, loads along a link, energies, spectra."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from linkwork.base.errors import LinkworkError
from linkwork.run.run import Run
from run.load_builders import door, inclined_slider


@pytest.fixture(scope="module")
def run() -> Run:
    return inclined_slider().inverse_dynamics(1.5, 31, progress=False)


def test_the_polar_diagram_shows_the_force_in_the_axes_asked_for(run: Run, tmp_path: Path) -> None:
    for axes in ("ground", "crank"):
        chart = run.polar("A", axes=axes, path=tmp_path / f"{axes}.png").axes[0]
        angle, size = chart.lines[0].get_data()
        assert np.allclose(size, run["A.force"])
        assert np.allclose(size * np.cos(angle), run[f"reaction(A, {axes}).x"])
        assert (tmp_path / f"{axes}.png").stat().st_size > 10_000
    assert "axes of crank" in chart.get_title(loc="left")


def test_forces_are_drawn_with_their_sizes(run: Run) -> None:
    figure = run.draw(at=0.5, forces=True)
    texts = [text.get_text() for text in figure.axes[0].texts]
    frame = int(np.argmin(np.abs(run.t - 0.5)))
    for joint in ("O", "A", "B", "guide"):
        assert any(text.startswith(f"{joint} ") and text.endswith(" N") for text in texts)
    assert f"motor {abs(run['motor.torque'][frame]):.3g} N m" in texts
    assert any(text.startswith("spring ") for text in texts) and any(text.startswith("push ") for text in texts)


def test_what_is_not_unique_is_marked_in_plots() -> None:
    run = door()
    legend = run.plot("low.fx", "low.fy").axes[0].get_legend()
    assert [text.get_text() for text in legend.get_texts()] == ["low.fx", "low.fy (not unique)"]
    assert "(not unique)" in run.polar("low").axes[0].get_title(loc="left")
    assert any(text.get_text().startswith("low* ") for text in run.draw(forces=True).axes[0].texts)


def test_the_loads_of_a_link_are_plotted_with_their_envelope(run: Run) -> None:
    load = run.link_load("rod", "A", "B")
    figure = load.plot(at=0.5)
    assert [axes.get_ylabel() for axes in figure.axes] == ["axial [N]", "shear [N]", "bending [N m]"]
    frame = int(np.argmin(np.abs(run.t - 0.5)))
    assert np.array_equal(figure.axes[2].lines[0].get_ydata(), load.bending[frame])
    with pytest.raises(LinkworkError, match="outside the run"):
        load.plot(at=9.0)


def test_energies_and_spectra_are_plotted(run: Run) -> None:
    lines = run.plot_energy().axes[0].lines
    assert np.allclose(lines[0].get_ydata() + lines[1].get_ydata(), lines[2].get_ydata())
    legend = run.plot("energy.*").axes[0].get_legend()
    assert {"energy.kinetic", "energy.total"} <= {text.get_text() for text in legend.get_texts()}
    with pytest.raises(LinkworkError, match=r"no channel matches 'enrgy.\*'"):
        run.plot("enrgy.*")
    axes = run.spectrum("slider.ax").plot(until=5.0).axes[0]
    assert axes.get_xlabel() == "frequency [Hz]" and "slider.ax" in axes.get_ylabel()
    assert run.spectrum("slider.ax").plot(decibels=True).axes[0].get_yscale() == "log"
