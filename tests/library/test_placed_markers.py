"""Markers of a model put where a standing person had them."""

from __future__ import annotations

import dataclasses
import math
from pathlib import Path

import numpy as np
import pytest

from linkwork.base.errors import AnalysisError, MechanismError
from linkwork.biomechanics import Markers, Skeleton, fit_markers, place_markers, read_osim

FILE = Path(__file__).parents[1] / "data" / "leg.osim"
LEG = read_osim(FILE)
KEPT = ("asis", "sacrum", "thigh_side", "ankle")
LEG_ABOVE = ("asis", "sacrum", "thigh_front", "thigh_side")
POSE = np.array([0.05, 0.3, 0.93, 0.12, -0.2])
FRAMES = 11


def _with(offsets: dict[str, tuple[float, float, float]]) -> Skeleton:
    """The leg with markers off their places by some amounts."""
    markers = [
        dataclasses.replace(one, location=tuple(np.add(one.location, offsets.get(one.name, (0.0, 0.0, 0.0)))))
        for one in LEG.markers
    ]
    return dataclasses.replace(LEG, markers=tuple(markers))


def _standing(skeleton: Skeleton, noise: float = 0.0) -> Markers:
    """Its markers while it stands, swaying so that every mean is where it would be without."""
    bodies = skeleton.places(POSE)
    places = np.array([(bodies[one.body] @ [*one.location, 1.0])[:3] for one in skeleton.markers])
    swing = noise * np.sin(2 * math.pi * np.arange(FRAMES) / FRAMES)
    moving = places[None] + swing[:, None, None] * np.array([1.0, 0.0, 0.5])
    return Markers(np.arange(FRAMES) / 60, tuple(one.name for one in skeleton.markers), moving, "standing.trc")


def test_markers_that_lie_elsewhere_on_the_person_are_moved_there() -> None:
    person = _with({"thigh_front": (0.01, -0.02, 0.004), "shin": (-0.006, 0.03, 0.01)})
    placed = place_markers(LEG, _standing(person, 0.004), fixed=KEPT)
    for one, wanted in zip(placed.skeleton.markers, person.markers, strict=True):
        assert one.location == pytest.approx(wanted.location, abs=1e-9)
    assert placed.pose == pytest.approx(POSE, abs=1e-9)
    assert placed.moved["shin"] == pytest.approx(math.sqrt(0.006**2 + 0.03**2 + 0.01**2), abs=1e-9)
    assert set(placed.distances) == set(KEPT) and max(placed.distances.values()) < 1e-9
    assert placed.swayed["shin"] == pytest.approx(0.004 * math.sqrt(1.25) * math.sin(math.pi * 6 / 11), rel=1e-9)
    assert placed.text().splitlines()[0] == "shin: moved by 32.2 mm"


def test_markers_fixed_in_the_file_stay(tmp_path: Path) -> None:
    file = tmp_path / "leg.osim"
    text = FILE.read_text(encoding="utf-8")
    for name in KEPT:
        text = text.replace(f'<Marker name="{name}">', f'<Marker name="{name}"><fixed>true</fixed>')
    file.write_text(text, encoding="utf-8")
    leg = read_osim(file)
    assert tuple(one.name for one in leg.markers if one.fixed) == KEPT
    standing = _standing(_with({"shin": (0.0, 0.02, 0.0), "ankle": (0.0, 0.0, 0.002)}))
    placed = place_markers(leg, standing)
    assert set(placed.moved) == {"thigh_front", "shin"}
    kept = [one for one in placed.skeleton.markers if one.fixed]
    assert kept == [one for one in leg.markers if one.fixed]
    fit = fit_markers(LEG, standing, dict.fromkeys(KEPT, 1.0))
    assert placed.pose == pytest.approx(fit.motion.values[0], abs=1e-9)
    assert placed.distances == pytest.approx(dict(zip(fit.names, fit.distances[0], strict=True)), abs=1e-9)
    assert 0.0015 < placed.distances["ankle"] < 0.002


def test_a_coordinate_is_held_or_drawn_to_a_given_value() -> None:
    standing = _standing(LEG)
    held = place_markers(LEG, standing, coordinates={"knee_angle": -0.1})
    assert held.pose[4] == -0.1
    degrees = place_markers(LEG, standing, coordinates={"knee_angle": "-10 deg", "height": "930 mm"})
    assert degrees.pose[4] == pytest.approx(math.radians(-10)) and degrees.pose[2] == pytest.approx(0.93)
    with pytest.raises(MechanismError, match="coordinate 'knee_angle': expected a number; found '10 mm'"):
        place_markers(LEG, standing, coordinates={"knee_angle": "10 mm"})
    drawn = [
        place_markers(LEG, standing, coordinates={"knee_angle": -0.1}, coordinate_weights={"knee_angle": weight}).pose[
            4
        ]
        for weight in (1e-6, 0.1, 1e6)
    ]
    assert drawn[0] == pytest.approx(POSE[4], abs=1e-4) and drawn[2] == pytest.approx(-0.1, abs=1e-6)
    assert POSE[4] < drawn[1] < -0.1
    assert held.skeleton.coordinates == LEG.coordinates
    everything = dict(zip((one.name for one in LEG.coordinates), POSE.tolist(), strict=True))
    assert place_markers(LEG, standing, coordinates=everything).pose.tolist() == POSE.tolist()


def test_what_cannot_be_right_is_refused_by_name() -> None:
    good = _standing(LEG)
    torn = good.places.copy()
    torn[3, 4] = np.nan
    gap = Markers(good.time, good.names, torn, good.source)
    with pytest.raises(AnalysisError, match=r"standing.trc: frame 4: marker 'shin' is missing; choose frames"):
        place_markers(LEG, gap)
    assert place_markers(LEG, gap, between=(0.0, 0.04)).moved["shin"] < 1e-9
    torn[7] = np.nan
    away = Markers(good.time, good.names, torn, good.source)
    with pytest.raises(AnalysisError, match=r"frame 8: no marker was seen; take .*between\(0\.133333, 0\.166667\)"):
        place_markers(LEG, away, between=(0.11, 0.17))  # the frame of the file, not of the part that was taken
    with pytest.raises(AnalysisError, match="between: expected a pair of numbers"):
        place_markers(LEG, good, between=("10 mm", 0.1))  # type: ignore[arg-type]
    with pytest.raises(AnalysisError, match="there are no frames"):
        place_markers(LEG, Markers(good.time[:0], good.names, good.places[:0], good.source))
    swapped = Markers(good.time, (*good.names[:4], "ankle", "shin"), good.places, good.source)
    with pytest.raises(
        AnalysisError, match=r"marker 'ankle' lies 0.216 m from its place on the model, more than 0.2 m"
    ):
        place_markers(LEG, swapped, dict.fromkeys(LEG_ABOVE, 1.0), coordinates={"knee_angle": POSE[4]})
    walking = good.places.copy()
    walking[5, 1] += 0.2
    with pytest.raises(AnalysisError, match=r"frame 6: marker 'sacrum' is 0.315 m from its mean, more than 0.05 m"):
        place_markers(LEG, Markers(good.time, good.names, walking, good.source))
    with pytest.raises(AnalysisError, match="are these in mm"):
        place_markers(LEG, Markers(good.time, good.names, 1000 * good.places, good.source))
    with pytest.raises(AnalysisError, match="there is no marker 'nose'; markers are: asis"):
        place_markers(LEG, good, fixed=["nose"])
    with pytest.raises(AnalysisError, match=r"there is nothing from 7 to 8 s; it goes from 0 to 0.166667 s"):
        place_markers(LEG, good, between=(7.0, 8.0))
    less = Markers(good.time, good.names[:-1], good.places[:, :-1], good.source)
    assert place_markers(LEG, less).notes == ("standing.trc has no marker 'ankle': it stays",)
