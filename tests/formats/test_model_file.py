"""Model files: the same mechanism in Python and in YAML, comments kept, the schema published."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from every_kind import everything, slider_crank

from linkwork.base.errors import MechanismError, ModelFileError
from linkwork.formats.model_file import dumps, json_schema, load, load_model, loads, save
from linkwork.mechanism.model_requests import AnalysisRequest, KinematicsRequest, OutputRequest
from linkwork.mechanism.planar import Planar
from linkwork.topology.validate import validate
from model_schema import check_schema, hold_against_schema

ATTRIBUTES = (
    *("name", "description", "parameters_by_name", "planes", "bodies_by_name", "joints", "drivers", "initial"),
    *("tree_request", "analysis", "output"),
)
EVERYTHING = everything()

COMMENTED = """\
# my mechanism
linkwork: 1
name: pendulum   # of the hall clock
parameters:
  l: 1.0   # length
bodies:
  rod:
    estimate: [0, 0, -90 deg]  # hanging
    points: {tip: [ l, 0 ]}
joints:
  # the pin
  O: {type: revolute, between: [ground, rod]}   # at the origin
  hold:
    type: absolute_angle
    on: rod
    value: 30 deg
analysis: {kinematics: {until: 2, points: 201}}
"""


def same(first: Planar, second: Planar) -> bool:
    return all(getattr(first, name) == getattr(second, name) for name in ATTRIBUTES)


@pytest.mark.parametrize("name", EVERYTHING)
def test_python_to_yaml_to_python_gives_the_same_mechanism(name: str) -> None:
    text = dumps(EVERYTHING[name])
    assert same(loads(text), EVERYTHING[name])
    assert dumps(loads(text)) == text


@pytest.mark.parametrize("name", EVERYTHING)
def test_the_schema_accepts_what_the_program_writes(name: str) -> None:
    hold_against_schema(dumps(EVERYTHING[name]))


def test_analysis_and_output_survive_the_round_trip(tmp_path: Path) -> None:
    mechanism = slider_crank()
    mechanism.analysis = AnalysisRequest(kinematics=KinematicsRequest(until="2*l", start=0.1, points=11))
    mechanism.output = OutputRequest(plots=[["slider.x", "t"]], cross_plots=[("rod.tip.x", "rod.tip.y")])
    mechanism.save(tmp_path / "m.yaml")
    assert same(Planar.load(tmp_path / "m.yaml"), mechanism)
    assert load_model(tmp_path / "m.yaml").analysis == mechanism.analysis


def test_empty_sections_and_bodies_are_allowed() -> None:
    text = (
        "linkwork: 1\nparameters:\nbodies:\n  rod:\njoints:\n  O: {type: revolute, between: [ground, rod]}\ndrivers:\n"
    )
    assert list(loads(text).bodies_by_name) == ["ground", "rod"]
    hold_against_schema(text)


def test_anchors_and_aliases_are_allowed() -> None:
    text = COMMENTED.replace("[ground, rod]", "[ground, &rod rod]").replace("on: rod", "on: *rod")
    assert same(loads(text), loads(COMMENTED))


def test_saving_what_did_not_change_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "m.yaml"
    path.write_text(COMMENTED, encoding="utf-8")
    save(load(path), path)
    assert path.read_text(encoding="utf-8") == COMMENTED


def test_saving_changes_keeps_comments_and_notation(tmp_path: Path) -> None:
    path = tmp_path / "m.yaml"
    path.write_text(COMMENTED, encoding="utf-8")
    mechanism = load(path)
    mechanism.set(l=2.5)
    mechanism.body("bob", estimate=(1, 2, 3))
    mechanism.fixed("weld", mechanism.ground, "bob")
    save(mechanism, path)
    text = path.read_text(encoding="utf-8")
    for kept in ("# my mechanism", "# of the hall clock", "l: 2.5   # length", "# hanging", "# the pin", "-90 deg"):
        assert kept in text
    assert "points: 201" in text
    assert same(load(path), mechanism)


def test_saving_removes_what_is_gone(tmp_path: Path) -> None:
    path = tmp_path / "m.yaml"
    path.write_text(COMMENTED, encoding="utf-8")
    mechanism = load(path)
    del mechanism.joints["hold"]
    save(mechanism, path)
    assert "hold" not in path.read_text(encoding="utf-8")
    assert "# the pin" in path.read_text(encoding="utf-8")
    assert same(load(path), mechanism)


def test_saving_over_something_that_is_no_model_replaces_it(tmp_path: Path) -> None:
    for content in (b"\x00\x01", b"- 1\n- 2\n", b"a: [", b"x: !!python/object:os.system 1\n"):
        path = tmp_path / "m.yaml"
        path.write_bytes(content)
        save(slider_crank(), path)
        assert same(load(path), slider_crank())


def test_a_failed_save_leaves_no_half_file(tmp_path: Path) -> None:
    with pytest.raises(ModelFileError, match="cannot be written"):
        save(slider_crank(), tmp_path / "no" / "m.yaml")
    (tmp_path / "folder").mkdir()
    with pytest.raises(ModelFileError, match="cannot be written"):
        save(slider_crank(), tmp_path / "folder")
    assert sorted(os.listdir(tmp_path)) == ["folder"]


def test_reading_and_validating_needs_no_compiled_code() -> None:
    code = (
        "import sys; from linkwork.formats.model_file import loads; loads(sys.stdin.read());"
        "print([m for m in ('numba', 'numpy', 'scipy', 'matplotlib') if m in sys.modules])"
    )
    for name in ("slider-crank", "joints", "outline polar table", "function piecewise"):
        done = subprocess.run(
            [sys.executable, "-c", code], input=dumps(EVERYTHING[name]), capture_output=True, text=True, check=True
        )
        assert done.stdout.strip() == "[]"


def test_the_schema_is_json_and_describes_its_fields() -> None:
    schema = json.loads(json.dumps(json_schema()))
    check_schema(schema)
    assert "$id" not in schema
    assert schema["title"] == "Linkwork mechanism"
    for model in ("PlanarModel", "SpatialModel"):
        assert all("description" in field for field in schema["$defs"][model]["properties"].values())
    assert schema["$defs"]["CamFlat"]["properties"]["contact"]["description"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"type": "strong"},
        {"description": 3},
        {"properties": [True]},
        {"properties": {"a": {"items": {"minimum": "1"}}}},
        {"properties": {"a": 1}},
        {"$defs": {"A": {"anyOf": []}}},
        {"anyOf": [{"type": "string"}, {"required": "a"}]},
        {"then": {"additionalProperties": {"pattern": 1}}},
        {"contains": {"dependentSchemas": {"a": {"multipleOf": 0}}}},
        {"not": 3},
    ],
)
def test_what_is_no_schema_is_refused_wherever_it_stands(wrong: dict[str, Any]) -> None:
    """By the check of the tests as by that of the library, which takes four times as long for the whole schema."""
    for check in (check_schema, jsonschema.Draft202012Validator.check_schema):
        with pytest.raises(jsonschema.SchemaError):
            check(wrong)


@pytest.mark.parametrize(
    "change",
    [
        ("linkwork: 1", "linkwork: 2"),
        ("type: revolute", "type: revolut"),
        ("type: revolute, ", ""),
        ("between", "betwen"),
        ("[0, 0, -90 deg]", "[0, 0]"),
        ("[0, 0, -90 deg]", "{x: 0}"),
        ("on: rod", "on: 3"),
        ("points: 201", "points: many"),
        ("name: pendulum", "name: [1]"),
        ("analysis", "analyses"),
    ],
)
def test_the_schema_refuses_what_the_program_refuses(change: tuple[str, str]) -> None:
    text = COMMENTED.replace(*change)
    with pytest.raises(ModelFileError):
        loads(text)
    with pytest.raises(jsonschema.ValidationError):
        hold_against_schema(text)


def test_a_mechanism_built_in_python_is_validated_by_the_same_rules() -> None:
    mechanism = slider_crank()
    validate(mechanism)
    mechanism.body("loose")
    with pytest.raises(MechanismError, match=r"^body 'loose' is connected to nothing"):
        validate(mechanism)
