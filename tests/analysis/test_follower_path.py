"""Load paths of loads that follow what they push: Beck's column flutters, and no path branches off it."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw

SECTION = {"type": "stiffness", "EA": 1e6, "EI": 1.0, "mass": 1}


def column(follows: bool, load: str = "t") -> lw.Planar:
    m = lw.Planar("column")
    beam = m.beam("c", (0, 0), (1, 0), section=SECTION, elements=8)
    m.fixed("clamp", m.ground, beam.node("root"), at=(0, 0))
    m.force("P", beam.at("tip"), x=f"-{load}", follows=follows)
    return m


def test_nothing_branches_off_becks_column() -> None:
    """Beck (1952): it flutters at 20.05 EI/L^2; half of its stiffness alone would say pi^2."""
    path = column(True).load_path(until=30, progress=False)
    assert path.complete and path.bifurcations == [] and not path.unstable.any()
    assert any("it may flutter" in note for note in path.notes)
    assert "it may flutter" in path.text()


def test_becks_column_flutters_where_it_does() -> None:
    assert [column(True, load).equilibrium("equations").stable for load in ("19.8", "20.3")] == [True, False]


def test_a_load_that_keeps_its_direction_buckles_it_as_euler_says() -> None:
    path = column(False).load_path(until=25, progress=False)
    assert path.bifurcations == pytest.approx([(np.pi / 2) ** 2, (3 * np.pi / 2) ** 2], rel=2e-3)
    assert path.notes == []
