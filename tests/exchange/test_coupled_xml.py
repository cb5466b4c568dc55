"""Coupled models as XML: what is written is read again as it was, by a schema of ours, without entities."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from linkwork.base.errors import ModelFileError
from linkwork.exchange.coupling import load_coupled, write_xml, xml_schema
from linkwork.exchange.file.reader import read_coupled

EXAMPLE = Path(__file__).parents[2] / "examples" / "coupling" / "two-arms.yaml"
LARGE = {
    "coupling": 1,
    "name": "all <kinds> & more",
    "general": {"developer": "Linkwork", "range_of_application": "tests"},
    "parts": {
        "a b": {
            "type": "structure",
            "mass": [[1, 0], [0, 2.5]],
            "interfaces": {"tip": [1], "all of it": [0, 1]},
            "v": [1e-300, -0.1],
            "designs": {"heavy": {"mass": [[2, 0], [0, 5]], "method": "exact"}},
        },
        "m": {
            "type": "mechanism",
            "file": "m.yaml",
            "interfaces": {"C": "rod.C"},
            "hold": {"rod.angle": "20 deg", "x": 2},
        },
        "p": {"type": "program", "command": ["./block", "a b"], "timeout": 2.5},
        "f": {
            "type": "fmu",
            "file": "p.fmu",
            "interfaces": {"q": {"force": ["fx"], "position": ["x"], "velocity": ["v"]}},
        },
    },
    "connections": {
        "C": {"type": "glue", "between": ["a b.tip", "m.C"], "components": [0]},
        "J": {
            "type": "joint",
            "between": ["m.W", "m.V"],
            "joint": {"type": "revolute", "between": [{"first": [0, 0]}]},
        },
        "s": {"type": "signal", "from": "f.x", "to": "p.u", "factor": -2},
    },
    "expose": {"outer": "m.C"},
    "simulation": {"until": 0.5, "step": 0.005, "iterate": False, "interpolation": "quadratic"},
}


def test_what_is_written_is_read_again_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "large.yaml").write_text(json.dumps(LARGE), encoding="utf-8")
    written = write_xml(tmp_path / "large.yaml", tmp_path / "large.xml")
    assert read_coupled(written) == read_coupled(tmp_path / "large.yaml")
    assert json.dumps(read_coupled(written).model_dump()) == json.dumps(
        read_coupled(tmp_path / "large.yaml").model_dump()
    )


def test_files_keep_to_the_schema_and_others_do_not(tmp_path: Path) -> None:
    etree = pytest.importorskip("lxml.etree")
    schema = etree.XMLSchema(etree.fromstring(xml_schema().encode()))
    (tmp_path / "large.yaml").write_text(json.dumps(LARGE), encoding="utf-8")
    for source in (EXAMPLE, tmp_path / "large.yaml"):
        text = write_xml(source, tmp_path / "model.xml").read_text(encoding="utf-8")
        assert schema.validate(etree.fromstring(text.encode())), schema.error_log
    assert not schema.validate(etree.fromstring(text.replace("quadratic", "cubic").encode()))


def test_a_coupled_model_in_xml_is_loaded_with_its_parts(tmp_path: Path) -> None:
    for each in EXAMPLE.parent.glob("*.yaml"):
        (tmp_path / each.name).write_text(each.read_text(encoding="utf-8"), encoding="utf-8")
    loaded = load_coupled(write_xml(EXAMPLE, tmp_path / "model.xml"), designs={"right": "loaded"})
    assert list(loaded.parts) == ["left", "right"] and list(loaded.made) == ["C"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><coupled-model version="1">&e;</coupled-model>',
            "declares entities",
        ),
        ('<coupled-model version="1"><assembly></coupled-model>', "no well-formed XML"),
        ("<model/>", "expected <coupled-model"),
        ('<coupled-model version="1"><assembly><parts/></assembly></coupled-model>', "parts"),
        (
            '<coupled-model version="1"><simulation><until kind="number">x</until></simulation></coupled-model>',
            "a number",
        ),
        ('<coupled-model version="1"><parts><entry>a</entry></parts></coupled-model>', "has no name"),
    ],
)
def test_bad_xml_is_refused_with_one_line(text: str, told: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.xml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ModelFileError, match=told) as error:
        read_coupled(path)
    assert "\n" not in str(error.value)
