"""Model files of spatial mechanisms: the same mechanism in Python and in YAML, the schema covers both worlds."""

from __future__ import annotations

from pathlib import Path

import jsonschema
import pytest
from every_spatial_kind import everything, two_bodies

import linkwork as lw
from linkwork.base.errors import MechanismError, ModelFileError
from linkwork.elements.spatial.catalogue import ELEMENTS
from linkwork.elements.spatial.force_catalogue import FORCES
from linkwork.formats.model_file import dumps, load_model, loads
from model_schema import hold_against_schema

ATTRIBUTES = (
    *("name", "description", "parameters_by_name", "bodies_by_name", "joints", "drivers", "forces", "initial"),
    *("gravity", "tree_request", "analysis", "output"),
)
EVERYTHING = everything()


def same(first: lw.Spatial, second: lw.Spatial) -> bool:
    return all(getattr(first, name) == getattr(second, name) for name in ATTRIBUTES)


@pytest.mark.parametrize("name", EVERYTHING)
def test_python_to_yaml_to_python_gives_the_same_mechanism(name: str) -> None:
    text = dumps(EVERYTHING[name])
    read = loads(text)
    assert isinstance(read, lw.Spatial)
    assert same(read, EVERYTHING[name])
    assert dumps(read) == text


@pytest.mark.parametrize("name", EVERYTHING)
def test_the_schema_accepts_what_the_program_writes(name: str) -> None:
    hold_against_schema(dumps(EVERYTHING[name]))


def test_every_kind_of_the_library_is_among_them() -> None:
    used = {type(part) for m in EVERYTHING.values() for part in (*m.joints.values(), *m.drivers.values())}
    missing = {kind.__name__ for kind in ELEMENTS if kind not in used}
    assert missing <= {"Worm", "Rack"}, missing
    m = EVERYTHING["forces"]
    assert {type(part) for name, part in m.forces.items() if name not in m.generated} == set(FORCES)


def test_a_saved_file_keeps_its_comments_and_its_numbers(tmp_path: Path) -> None:
    path = tmp_path / "m.yaml"
    mechanism = two_bodies()
    mechanism.spherical("S", "a", "b")
    mechanism.save(path)
    path.write_text("# by hand\n" + path.read_text())
    mechanism.set(r=0.3)
    mechanism.save(path)
    assert path.read_text().startswith("# by hand\nlinkwork: 1\nworld: space\n")
    read = lw.load(path)
    assert isinstance(read, lw.Spatial)
    assert same(read, mechanism)
    assert read.folder == str(tmp_path)
    assert load_model(path).world == "space"


def test_a_class_reads_only_its_own_files(tmp_path: Path) -> None:
    mechanism = two_bodies()
    mechanism.spherical("S", "a", "b")
    mechanism.save(tmp_path / "m.yaml")
    assert isinstance(lw.Spatial.load(tmp_path / "m.yaml"), lw.Spatial)
    with pytest.raises(MechanismError, match=r"describes a Spatial, not a Planar; use linkwork\.load"):
        lw.Planar.load(tmp_path / "m.yaml")


def test_a_planar_file_may_say_so() -> None:
    text = "linkwork: 1\nworld: plane\nbodies: {rod: }\njoints: {O: {type: revolute, between: [ground, rod]}}\n"
    assert isinstance(loads(text), lw.Planar)
    hold_against_schema(text)
    with pytest.raises(ModelFileError, match=r"^<text>:2:8: world: expected plane or space; found 'hyper'$"):
        loads(text.replace("plane", "hyper"))


@pytest.mark.parametrize(
    "change",
    [
        ("position: [1, 0.1, r]", "position: [1, 0.1]"),
        ("axis: [0, 1, 1]", "axis: [0, 1]"),
        ("axis: [0, 1, 1]", "axes: [0, 1, 1]"),
        ("between: [a, b]", "between: [a, {b: [1, 2]}]"),
        ("between: [a, b]", "between: [a, {b: {ax: [1, 2, 3]}}]"),
        ("type: spherical", "type: pin_in_slot"),
        ("world: space", "world: plane"),
    ],
)
def test_the_schema_refuses_what_the_program_refuses(change: tuple[str, str]) -> None:
    mechanism = two_bodies()
    mechanism.spherical("S", "a", "b")
    text = dumps(mechanism)
    assert change[0] in text
    text = text.replace(*change)
    with pytest.raises(ModelFileError):
        loads(text)
    with pytest.raises(jsonschema.ValidationError):
        hold_against_schema(text)
