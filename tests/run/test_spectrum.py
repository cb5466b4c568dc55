"""Spectra of channels against known harmonics."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import AnalysisError
from linkwork.run.run import Run

pytestmark = pytest.mark.both_coordinates


@pytest.fixture(scope="module")
def run() -> Run:
    m = lw.Planar("shaker")
    table = m.body("table", estimate=(0, 0, 0))
    m.translational("guide", m.ground.line((0, 0), (1, 0)), table.line((0, 0), (1, 0)))
    m.drive("shake", joint="guide", position="0.5 + 0.1*sin(6*pi*t) + 0.02*cos(20*pi*t)")
    return m.kinematics(2.0, 401, progress=False)


def test_harmonics_have_their_amplitudes_and_phases(run: Run) -> None:
    found = run.spectrum("table.x", window="none")
    assert found.frequency[1] == pytest.approx(0.5) and found.amplitude[0] == pytest.approx(0.5)
    assert found.amplitude[6] == pytest.approx(0.1) and found.phase[6] == pytest.approx(-np.pi / 2)
    assert found.amplitude[20] == pytest.approx(0.02) and found.phase[20] == pytest.approx(0.0, abs=1e-9)
    assert found.peaks(2) == [(pytest.approx(3.0), pytest.approx(0.1)), (pytest.approx(10.0), pytest.approx(0.02))]
    rest = np.delete(found.amplitude, [0, 6, 20])
    assert np.max(rest) < 1e-12 and found.unit == "m"


@pytest.mark.parametrize("window", ["hann", "hamming", "blackman", "flattop"])
def test_windows_keep_the_amplitude_of_a_peak(run: Run, window: str) -> None:
    found = run.spectrum("table.ax", window=window)
    peaks = found.peaks(2)
    expected = [0.1 * (6 * np.pi) ** 2, 0.02 * (20 * np.pi) ** 2]
    assert sorted(frequency for frequency, _ in peaks) == pytest.approx([3.0, 10.0])
    assert sorted(size for _, size in peaks) == pytest.approx(sorted(expected), rel=1e-6)


def test_a_later_begin_leaves_the_start_out(run: Run) -> None:
    found = run.spectrum("table.x", window="none", begin=1.0)
    assert found.frequency[1] == pytest.approx(1.0) and found.amplitude[3] == pytest.approx(0.1)


def test_what_has_no_spectrum_is_refused(run: Run) -> None:
    with pytest.raises(AnalysisError, match="windows are: none, hann"):
        run.spectrum("table.x", window="square")
    with pytest.raises(AnalysisError, match="at least 4"):
        run.spectrum("table.x", begin=1.99)
    times = [0.0, 0.1, 0.3, 0.4, 0.9]
    from linkwork.analysis.kinematics.kinematics import kinematics

    uneven = kinematics(run.mechanism, 1.0, times=times, progress=False)
    with pytest.raises(AnalysisError, match="not even"):
        uneven.spectrum("table.x")
