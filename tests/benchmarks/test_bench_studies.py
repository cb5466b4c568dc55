"""The benchmark of studies repeats the slider-crank of the others, within the error that it tells."""

from __future__ import annotations

import numpy as np
import pytest
from bench.dynamic_problems import slider_crank
from bench.studies import ALLOWED, CHECKED, RESPONSE, TIGHT, TOLERANCES, described, found


def test_the_described_mechanism_is_that_of_the_other_benchmarks() -> None:
    runs = [m.simulate(1.0, 2, progress=False, **TIGHT) for m in (described(), slider_crank())]
    assert runs[0]["slider.x"][-1] == pytest.approx(runs[1]["slider.x"][-1], abs=1e-9)


def test_variants_are_as_exact_as_is_asked() -> None:
    rough, fine = (found(CHECKED, 1, tolerances)[RESPONSE] for tolerances in (TOLERANCES, TIGHT))
    assert np.ptp(fine) > 0.01
    assert np.max(np.abs(rough - fine)) < ALLOWED
