"""Maps of tyres against their formulas, and fits that find the numbers a measurement was made with."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from linkwork.base.errors import LinkworkError, MechanismError
from linkwork.vehicles import fit_tyre, tyre_map

RUBBER = {"model": "hsri", "stiffness": 2e5, "damping": 500, "friction": 0.9, "slip_stiffness": 6e4}
RUBBER |= {"cornering_stiffness": 5e4, "relaxation_along": 0.2, "relaxation_across": 0.3}
LOADS, ANGLES = np.array([2000.0, 4000.0, 6000.0]), np.radians([-8.0, -4.0, -1.0, 0.0, 1.0, 4.0, 8.0])


def dugoff(load: float, angle: float, stiffness: float, friction: float) -> float:
    """Of the paper of 1970, for a wheel that rolls freely."""
    elastic, most = stiffness * np.tan(angle), friction * load
    size = abs(elastic)
    return float(elastic if size <= most / 2 else np.sign(elastic) * most * (1 - most / (4 * size)))


def test_a_map_is_the_formula_of_the_tyre_at_every_load_and_angle(tmp_path: Path) -> None:
    told = tyre_map(RUBBER, LOADS, ANGLES, speed=1e4)  # so fast that nothing is rounded off near rest
    exact = np.array([[dugoff(load, angle, 5e4, 0.9) for angle in ANGLES] for load in LOADS])
    assert told.across == pytest.approx(exact, rel=1e-6, abs=1e-3)
    assert np.max(np.abs(told.along)) < 1e-3
    figure = told.plot(path=tmp_path / "carpet.png")
    assert len(figure.axes[0].lines) == len(LOADS) + len(ANGLES) and (tmp_path / "carpet.png").stat().st_size > 5000


def test_a_fit_to_a_measured_file_finds_its_numbers_and_says_how_sure(tmp_path: Path) -> None:
    random, rows = np.random.default_rng(2), ["load (kN);slip_angle (deg);across (N)"]
    for load in LOADS:
        for angle in np.linspace(-10, 10, 15):
            force = dugoff(load, np.radians(angle), 4.4e4, 0.95) + random.normal(0.0, 30.0)
            rows.append(f"{load / 1e3:.17g};{angle:.17g};{force:.17g}")
    file = tmp_path / "rig.csv"
    file.write_text("\n".join(rows))
    bounds = {"cornering_stiffness": (2e4, 1e5), "friction": (0.5, 1.3)}
    best = fit_tyre(RUBBER, file, bounds, speed=1e4)
    for name, true in (("cornering_stiffness", 4.4e4), ("friction", 0.95)):
        assert abs(best.values[name] - true) < 4 * best.deviations[name] < 0.02 * true
    assert best.tyre == RUBBER | best.values and best.rest["across"] < 0.01 and "left: across" in best.text()
    with pytest.raises(MechanismError, match="do not tell"):
        fit_tyre(RUBBER, file, {"slip_stiffness": (1e4, 1e5), "friction": (0.5, 1.3)})
    with pytest.raises(MechanismError, match="column 'acros'"):
        fit_tyre(RUBBER, {"load": [1e3, 2e3], "slip_angle": [0.1, 0.1], "along": [1.0, 2.0], "acros": [1, 2]}, bounds)
    with pytest.raises(MechanismError, match="the tyre's own number between"):
        fit_tyre(RUBBER, file, {"friction": (0.1, 0.2)})


MEASURED = {"load": [4e3, 4e3, 2e3], "slip_angle": [0.02, 0.1, 0.1], "across": [1e3, 2.5e3, 1.5e3]}
GRIP = {"friction": (0.3, 1.3)}


def headed(name: str, heading: str) -> dict[str, list[float]]:
    return {heading if each == name else each: values for each, values in MEASURED.items()}


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (headed("load", "load (kg)"), "is in kg, and load is in N"),
        (headed("slip_angle", "slip_angle (N)"), "is in N, and slip_angle is in rad"),
        (headed("across", "across (s)"), "is in s, and across is in N"),
        (MEASURED | {"slip (deg)": [0.0, 0.0, 0.0]}, "is in deg, and slip is a plain number"),
        (MEASURED | {"load": [4e3]}, "'slip_angle' has 3 values and 'load' has 1"),
    ],
)
def test_measured_columns_in_another_unit_or_length_are_refused(data: Any, words: str) -> None:
    with pytest.raises(LinkworkError, match=words):
        fit_tyre(RUBBER, data, GRIP)


def test_a_fit_needs_as_many_numbers_as_fields_and_more_to_say_how_sure_it_is() -> None:
    one = {"load": [4e3], "slip_angle": [0.1], "across": [3e3]}
    with pytest.raises(MechanismError, match="1 measured number does not tell 2 fields"):
        fit_tyre(RUBBER, one, GRIP | {"cornering_stiffness": (1e4, 1e5)})
    alone = fit_tyre(RUBBER, one, GRIP)
    assert alone.deviations == {} and alone.text().splitlines()[1].split() == ["friction", "0.918056", "-"]
    assert set(fit_tyre(RUBBER, MEASURED, GRIP).deviations) == {"friction"}


def test_quantities_as_text_are_numbers_of_a_tyre_and_what_is_none_is_refused() -> None:
    plain = tyre_map(RUBBER, LOADS, ANGLES)
    written = RUBBER | {"stiffness": "200 kN/m", "radius": "0.3 m", "cornering_stiffness": "50 kN/rad"}
    assert np.array_equal(tyre_map(written, LOADS, ANGLES).across, plain.across)
    bounds = {"cornering_stiffness": (2e4, 1e5)}
    assert fit_tyre(written, MEASURED, bounds).values == fit_tyre(RUBBER, MEASURED, bounds).values
    for wrong, words in (
        ({"radius": "0.3 kg"}, "radius: '0.3 kg' is a mass"),
        ({"radius": "wide"}, "radius is a number"),
    ):
        with pytest.raises(MechanismError, match=words):
            tyre_map(RUBBER | wrong, LOADS, ANGLES)
    with pytest.raises(MechanismError, match="'model' is no number of it; numbers are stiffness"):
        fit_tyre(RUBBER, MEASURED, {"model": (0.0, 1.0)})
    with pytest.raises(LinkworkError, match="there is no folder"):
        plain.plot(path="no such folder/x.png")
