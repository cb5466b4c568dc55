"""Fifty random scenes with contacts: nothing goes wrong without a word, and what stops says why."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from bench.scene_models import planar_scene, spatial_scene
from bench.scenes import judged, plain

from linkwork.formats.yaml_writer import new_text


@pytest.mark.parametrize("make", [planar_scene, spatial_scene])
def test_no_random_scene_goes_wrong_without_a_word(make: object) -> None:
    for seed in range(25):
        scene = make(seed)  # type: ignore[operator]
        end, kind = judged(scene)
        assert end != "silent", f"scene {seed} ({scene.method}, {scene.formulation}): {kind}"
        assert end == "fine" or kind, f"scene {seed}: {end} without a reason"


def test_scenes_that_once_stopped_or_overlapped_are_fine() -> None:
    """Nearest places on curves that vanish or are born, dents, inward corners, two points of a face that slip, two that
    lift off in one moment (94), one that sticks with others as its load comes to nothing (405)."""
    seeds = (107, 133, 190, 209, 270, 305, 374, 513, 535, 617, 640, 818, 826, 839, 877, 883, 957, 958, 989, 94, 405)
    for seed in seeds:
        assert judged(planar_scene(seed)) == ("fine", ""), f"scene {seed}"


def test_a_scene_is_the_same_for_the_same_seed() -> None:
    one, again, other = (new_text(spatial_scene(seed).mechanism) for seed in (7, 7, 8))
    assert one == again and one != other


def test_kinds_of_ends_are_told_without_names_and_numbers() -> None:
    assert plain("stopped at t = 0.12 s: contact 'C1' jams at -3.5e-7 m") == "contact '*' jams at # m"


def test_a_scene_that_stops_is_a_stop_whatever_the_audit_told() -> None:
    audit = SimpleNamespace(findings=[SimpleNamespace(what="overlap")])
    run = SimpleNamespace(audit=audit, completed=False, events=[SimpleNamespace(text="stopped at t = 0.1 s: it jams")])
    assert judged(SimpleNamespace(run=lambda: run)) == ("stop", "it jams (told: overlap)")  # type: ignore[arg-type]


WENT_WRONG = {
    "slip that turns across its direction as a body comes to rest": (484,),
    "slip that turns to and fro more slowly than steps resolve, and creeps on without end": (38, 89),
    "a bounce too low to be seen beside points that rest": (269, 310, 419, 515),
    "energy that fixed steps lose is told": (544, 558),
    "an open point that other points moved a little as they were held": (551,),
    "elements of solids far apart, left again and again": (862, 2025),
}
"""Scenes in space by what once went wrong in them."""


@pytest.mark.parametrize(("cause", "seed"), [(cause, seed) for cause, seeds in WENT_WRONG.items() for seed in seeds])
def test_what_once_went_wrong_in_space_stays_right(cause: str, seed: int) -> None:
    assert judged(spatial_scene(seed)) == ("fine", ""), cause
