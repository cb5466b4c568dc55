"""One person: proportions, a scaled model, steps and strides."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import numpy as np
import pytest

from linkwork.base.errors import AnalysisError
from linkwork.biomechanics import (
    Markers,
    Motion,
    Plate,
    Table,
    body_picture,
    body_segment,
    gait_events,
    group_forces,
    inverse_dynamics,
    lower_body,
    marker_factors,
    muscle_paths,
    over_stride,
    path_lines,
    per_body_mass,
    read_osim,
    scale,
    share_forces,
)
from linkwork.library.biomechanics.subject.strides import GROUPS, IN_NONE, members, plain_name

LEG = read_osim(Path(__file__).parents[1] / "data" / "leg.osim")
SEGMENTS = ("foot", "shank", "thigh", "trunk", "head and neck", "upper arm", "forearm", "hand")


def test_the_masses_of_all_segments_are_the_whole_mass() -> None:
    parts = [body_segment(name, 1.7, 70.0) for name in SEGMENTS]
    assert sum(part.mass * part.many for part in parts) == pytest.approx(70.0, rel=1e-12)
    thigh, shank = body_segment("thigh", 1.7, 70.0), body_segment("shank", 1.7, 70.0)
    assert thigh.length + shank.length + 0.039 * 1.7 == pytest.approx(0.53 * 1.7)  # the height of the hip
    assert thigh.inertia == pytest.approx(7.0 * (0.323 * 0.245 * 1.7) ** 2)
    with pytest.raises(AnalysisError, match="is it in cm"):
        body_segment("thigh", 170.0, 70.0)
    with pytest.raises(AnalysisError, match="is it in g"):
        body_segment("thigh", 1.7, 70000.0)
    with pytest.raises(AnalysisError, match="there is no segment 'tail'"):
        body_segment("tail", 1.7, 70.0)


def test_the_trunk_turns_like_a_uniform_rod() -> None:
    trunk = body_segment("trunk", 1.7, 70.0)
    assert trunk.inertia == pytest.approx(trunk.mass * trunk.length**2 / 12, rel=3e-3)


def test_a_model_scaled_alike_everywhere_is_geometrically_similar() -> None:
    factor = 1.2
    large = scale(LEG, {body.name: factor for body in LEG.bodies})
    q = np.array([0.1, 0.2, 0.9, 0.3, -0.6])
    wide = q * [1, factor, factor, 1, 1]
    one, two = muscle_paths(LEG, q), muscle_paths(large, wide)
    assert two.lengths == pytest.approx(factor * one.lengths, rel=1e-12)
    turning = [0, 3, 4]
    assert two.arms[:, :, turning] == pytest.approx(factor * one.arms[:, :, turning], abs=1e-12)
    assert large.muscles[0].optimal_length == pytest.approx(factor * LEG.muscles[0].optimal_length)
    assert sum(body.mass for body in large.bodies) == pytest.approx(factor**3 * 23.5)
    assert large.bodies[1].inertia == pytest.approx(np.array(LEG.bodies[1].inertia) * factor**5)


def test_a_model_is_as_heavy_as_asked_and_its_center_falls_where_it_should() -> None:
    heavy = scale(LEG, {"thigh": (1.0, 1.1, 1.0)}, mass=30.0)
    assert sum(body.mass for body in heavy.bodies) == pytest.approx(30.0)
    rest = Motion(heavy, np.linspace(0, 1, 11), np.tile([0, 0, 1.0, 0, 0], (11, 1)))
    assert inverse_dynamics(rest)["height"][5] == pytest.approx(30.0 * 9.81)
    thigh = next(body for body in heavy.bodies if body.name == "thigh")
    before = next(body for body in LEG.bodies if body.name == "thigh")
    assert thigh.center[1] == pytest.approx(1.1 * before.center[1])


def test_factors_are_found_from_markers_of_a_scaled_model() -> None:
    large = scale(LEG, {"thigh": 1.13, "shank": 0.94})
    places = large.places(large.start())
    names = tuple(marker.name for marker in large.markers)
    measured = np.array([[(places[m.body] @ [*m.location, 1.0])[:3] for m in large.markers]])
    standing = Markers(np.array([0.0]), names, measured)
    pairs = {"thigh": [("thigh_front", "thigh_side")], "shank": [("shin", "ankle")]}
    assert marker_factors(LEG, standing, pairs) == pytest.approx({"thigh": 1.13, "shank": 0.94}, rel=1e-12)
    wrong = dataclasses.replace(standing, places=1000 * measured)
    with pytest.raises(AnalysisError, match="are markers in mm"):
        scale(LEG, marker_factors(LEG, wrong, pairs))


def _walk() -> tuple[Plate, Plate]:
    time = np.linspace(0, 2.2, 2201)
    columns = []
    for start in (0.1, 0.6):
        phase = (time - start) % 1.0
        force = np.where((phase < 0.62) & (time >= start), 700 * np.sin(np.pi * phase / 0.62), 0.0)
        columns.append(np.column_stack([0 * time, force, 0 * time, 0 * time, 0 * time, 0 * time]))
    names = ("fx", "fy", "fz", "px", "py", "pz")
    return tuple(Plate(foot, Table(time, names, own), "f", "p") for foot, own in zip(("r", "l"), columns, strict=True))


def test_strikes_and_offs_are_found_from_plates() -> None:
    events = gait_events(_walk())
    late = 0.62 / np.pi * np.arcsin(20 / 700)
    assert events.strikes["r"] == pytest.approx([0.1 + late, 1.1 + late, 2.1 + late], abs=1e-4)
    assert events.offs["l"] == pytest.approx([0.6 + 0.62 - late, 1.6 + 0.62 - late][: len(events.offs["l"])], abs=1e-4)
    assert events.stance("r") == pytest.approx(0.62 - 2 * late, abs=1e-4)
    percent, values = over_stride(np.linspace(0, 2.2, 221), np.linspace(0, 2.2, 221), events.strides("r")[0])
    assert percent[-1] == 100 and values[50] == pytest.approx(0.6 + late, abs=1e-6)
    with pytest.raises(AnalysisError, match="the motion from 0 to 1 s"):
        over_stride([0, 1], [0, 1], (0.5, 1.5))


def test_strides_of_what_makes_no_sense_are_refused() -> None:
    for time, values, told in (
        ([0, 1, 2], [1, 2], "values of shape"), ([], [], "two at least"), ([2, 1, 0], [1, 2, 3], "times that rise"),
    ):  # fmt: skip
        with pytest.raises(AnalysisError, match=told):
            over_stride(time, values, (0, 1))
    with pytest.raises(AnalysisError, match="points are 2 or more"):
        over_stride([0, 1], [0, 1], (0, 1), 1)
    for shape in ((2, 4), (0,), (2, 0)):
        assert over_stride([0, 1, 2], np.zeros((3, *shape)), (0, 1))[1].shape == (101, *shape)
    time = np.linspace(0, 1, 11)
    down = np.column_stack([0 * time, -700 + 0 * time, *[0 * time] * 4])
    plate = Plate("foot", Table(time, ("fx", "fy", "fz", "px", "py", "pz"), down), "f", "p")
    with pytest.raises(AnalysisError, match="the plates push 'foot' downwards, with 700 N"):
        gait_events([plate])


def test_tensions_are_summed_by_functional_groups() -> None:
    time = np.linspace(0, 1, 11)
    motion = Motion(LEG, time, np.column_stack([0 * time, 0 * time, 0.95 + 0 * time, 0.2 * time, -0.3 - 0.2 * time]))
    reserves = {"hip_flexion": 1.0, "knee_angle": 1.0}
    shared = share_forces(inverse_dynamics(motion), "activation", reserves)
    name = LEG.muscles[0].name
    sums = group_forces(shared, {"one": [name.upper()]})
    assert sums.keys() == {"one"} and sums["one"] == pytest.approx(shared.force(name))


def test_a_group_that_is_there_in_part_is_left_out_and_one_of_ones_own_refused() -> None:
    time = np.linspace(0, 1, 11)
    motion = Motion(LEG, time, np.column_stack([0 * time, 0 * time, 0.95 + 0 * time, 0.2 * time, -0.3 - 0.2 * time]))
    shared = share_forces(inverse_dynamics(motion), "activation", {"hip_flexion": 1.0, "knee_angle": 1.0})
    with pytest.raises(AnalysisError, match="no functional group is there as a whole; give groups of your own"):
        group_forces(shared)  # of the quadriceps there are rectus and vastus alone
    with pytest.raises(AnalysisError, match="group 'both': there is no muscle 'tongue'"):
        group_forces(shared, {"both": [LEG.muscles[0].name, "tongue"]})
    with pytest.raises(AnalysisError, match="group 'none': there is no muscle 'tongue'"):
        group_forces(shared, {"one": [LEG.muscles[0].name], "none": ["tongue"]})
    with pytest.raises(AnalysisError, match="there is no side 'up'"):
        group_forces(shared, side="up")


def test_groups_are_those_of_figure_16_and_the_92_muscles_fall_into_them() -> None:
    assert {group: len(names) for group, names in GROUPS.items()} == {
        "hip adductors": 5, "hip abductors": 4, "iliopsoas": 2, "quadriceps": 4, "hamstrings": 6, "triceps surae": 3,
        "other plantar flexors": 5, "dorsiflexors": 4,
    }  # fmt: skip
    body = lower_body()
    names = [muscle.name for muscle in body.muscles]
    found = members(names, GROUPS)
    assert not any(missing for _, missing in found.values())
    grouped = [k for own, _ in found.values() for k in own]
    assert len(grouped) == len(set(grouped))  # no muscle in two groups
    left = {plain_name(names[k]) for k in set(range(92)) - set(grouped)}
    assert left == {
        "gluteus maximus upper", "gluteus maximus middle", "gluteus maximus lower", "tensor fasciae latae",
        "erector spinae", "internal oblique", "external oblique",
    }  # fmt: skip
    abductors = {plain_name(names[k]) for k in found["hip abductors"][0]}
    parts = {f"gluteus {one} {part}" for one in ("medius", "minimus") for part in ("front", "middle", "back")}
    assert abductors == {*parts, "gemellus", "piriformis"}
    time = np.linspace(0, 1, 11)
    motion = Motion(body, time, np.tile(body.start(), (11, 1)))
    shared = share_forces(
        inverse_dynamics(motion), reserves={c.name: 10.0 for c in body.coordinates if not c.name.startswith("pelvis")}
    )
    sides = [group_forces(shared, side=side)["hamstrings"] for side in ("right", "left")]
    assert sides[0] == pytest.approx(sum(shared.force(names[k]) for k in found["hamstrings"][0] if names[k][-1] == "r"))
    assert sides[0] + sides[1] == pytest.approx(group_forces(shared)["hamstrings"])


@pytest.mark.parametrize("name", ["gluteus", "peroneus_r", "tibialis", "adductors", "abductor"])
def test_a_name_that_may_mean_several_muscles_is_in_no_group(name: str) -> None:
    assert not any(own for own, _ in members([name], GROUPS).values())


def test_the_leg_of_the_gallery_has_the_35_muscles_of_the_table() -> None:
    text = (Path(__file__).parents[2] / "examples" / "gallery" / "leg-with-35-muscles.yaml").read_text(encoding="utf-8")
    names = re.findall(r"^  (\w+):\n    type: muscle$", text, re.MULTILINE)
    table = {name for group in GROUPS.values() for name in group} | set(IN_NONE)
    assert {name.replace("_", " ") for name in names} == table and len(names) == len(table) == 35
    found = members(names, GROUPS)
    assert not any(missing for _, missing in found.values())
    grouped = [names[k] for own, _ in found.values() for k in own]
    assert len(grouped) == 33 and set(names) - set(grouped) == {"gluteus_maximus", "tensor_fasciae_latae"}


def test_lines_of_paths_are_as_long_as_the_paths_and_pictures_colour_them() -> None:
    q = np.array([0, 0, 0.95, 0.2, -1.6])
    lines, paths = path_lines(LEG, q), muscle_paths(LEG, q)
    for muscle in LEG.muscles:  # no surfaces: corners are joined straight
        long = np.linalg.norm(np.diff(lines[muscle.name], axis=0), axis=1).sum()
        assert long == pytest.approx(paths.length(muscle.name)[0], abs=1e-12)
    motion = Motion(LEG, np.linspace(0, 1, 11), np.tile(q, (11, 1)))
    shared = share_forces(inverse_dynamics(motion), "activation", {"hip_flexion": 1.0, "knee_angle": 1.0})
    picture = body_picture(shared, 5)
    drawn = picture.axes[0].lines
    assert len(drawn) >= len(LEG.muscles) + 3
    with pytest.raises(AnalysisError, match="there is no view 'back'"):
        body_picture(shared, 5, view="back")
    assert [picture.axes[0].get_xlabel(), picture.axes[0].get_ylabel()] == ["x (m)", "y (m)"]
    lying = Motion(dataclasses.replace(LEG, gravity=(0.0, 0.0, -9.81)), np.linspace(0, 1, 11), np.tile(q, (11, 1)))
    shared = share_forces(inverse_dynamics(lying), "activation", {"hip_flexion": 1.0, "knee_angle": 1.0})
    axes = body_picture(shared, 5, view="front").axes[0]
    assert [axes.get_xlabel(), axes.get_ylabel()] == ["y (m)", "z (m)"]


def test_moments_over_the_mass_of_the_body() -> None:
    mass = sum(body.mass for body in LEG.bodies)
    assert per_body_mass(LEG, [[20.0 * mass, -5.0 * mass]]) == pytest.approx(np.array([[20.0, -5.0]]), rel=1e-14)
    light = dataclasses.replace(LEG, bodies=tuple(dataclasses.replace(body, mass=0.0) for body in LEG.bodies))
    with pytest.raises(AnalysisError, match="has no mass"):
        per_body_mass(light, [1.0])
