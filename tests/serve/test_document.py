"""The document of the pages: values, undo, files that change beside it, saving with comments kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from linkwork.base.errors import LinkworkError
from linkwork.formats.changed_parameters import comments_of, with_parameters
from linkwork.serve.document import MOST_STEPS, Document
from serve.view_models import example

PENDULUM = "bodies: {arm: }\njoints: {O: {type: revolute, between: [ground, arm]}}\n"


def opened(folder: Path, name: str = "four-bar") -> Document:
    document = Document(str(example(folder, name)))
    document.read()
    return document


def test_a_number_is_in_the_unit_in_which_the_file_has_it(tmp_path: Path) -> None:
    document = opened(tmp_path, "slider-crank")
    shown = {entry["name"]: entry for entry in document.parameters()}
    assert (shown["r"]["value"], shown["r"]["unit"], shown["r"]["text"]) == (200.0, "mm", "crank")
    assert shown["r"]["min"] < 200.0 < shown["r"]["max"] and shown["r"]["kind"] == "number"
    document.set({"r": 150.25}, final=True)
    assert document.values["r"] == "150.25 mm"
    assert document.mechanism.parameters_by_name["r"].value() == pytest.approx(0.15025, abs=1e-15)


def test_saving_changes_the_number_alone(tmp_path: Path) -> None:
    document = opened(tmp_path, "slider-crank")
    before = (tmp_path / "slider-crank.yaml").read_text(encoding="utf-8")
    document.set({"r": 150.0, "n": 7.5}, final=True)
    assert document.file()["dirty"]
    document.save()
    after = (tmp_path / "slider-crank.yaml").read_text(encoding="utf-8")
    expected = before.replace("r: 200 mm      # crank", "r: 150 mm      # crank")
    assert after == expected.replace("n: 60 rpm      # speed", "n: 7.5 rpm     # speed")
    assert not document.file()["dirty"] and document.same()


def test_line_ends_and_flow_style_and_quotes_survive_saving(tmp_path: Path) -> None:
    path = tmp_path / "crank.yaml"
    text = "linkwork: 1\r\nparameters: {a: '200 mm', b: 2*a}  # both\r\n" + PENDULUM.replace("\n", "\r\n")
    path.write_bytes(text.encode())
    document = Document(str(path))
    document.read()
    document.set({"a": 100.0}, final=True)
    document.save()
    assert path.read_bytes() == text.replace("'200 mm'", "100 mm").encode()


@pytest.mark.parametrize("own", ["", "parameters:\n  b: 2  # own\n", "parameters: {b: 2}  # own\n"])
def test_a_parameter_of_an_included_file_is_saved_on_top_of_it(tmp_path: Path, own: str) -> None:
    part, whole = tmp_path / "part.yaml", tmp_path / "whole.yaml"
    text = "linkwork: 1\nworld: space\nparameters: {a: 0.1}\nbodies: {link: {estimate: [a, 0, 0]}}\n"
    part.write_text(f"{text}joints: {{A: {{type: revolute, between: [ground, link]}}}}\n", encoding="utf-8")
    head = f"linkwork: 1\nworld: space\n{own}"
    whole.write_text(head + "include: {model: part.yaml}  # a part\n", encoding="utf-8")
    before = part.read_text(encoding="utf-8")
    document = Document(str(whole))
    document.read()
    document.set({"a": 0.2}, final=True)
    document.save()
    saved = {
        "": "parameters:\n  a: 0.2\n\n",
        "parameters:\n  b: 2  # own\n": "parameters:\n  b: 2  # own\n  a: 0.2\n",
        "parameters: {b: 2}  # own\n": "parameters: {b: 2, a: 0.2}  # own\n",
    }
    expected = f"linkwork: 1\nworld: space\n{saved[own]}include: {{model: part.yaml}}  # a part\n"
    assert whole.read_text(encoding="utf-8") == expected and part.read_text(encoding="utf-8") == before
    assert not document.file()["dirty"]


def test_an_alias_is_not_changed_behind_ones_back(tmp_path: Path) -> None:
    path = tmp_path / "crank.yaml"
    path.write_text("linkwork: 1\nparameters: {a: &x 0.1, b: *x}\n" + PENDULUM, encoding="utf-8")
    document = Document(str(path))
    document.read()
    document.set({"a": 0.2}, final=True)
    with pytest.raises(LinkworkError, match="parameter 'b' would change with it"):
        document.save()
    document.undo()
    document.set({"b": 0.3}, final=True)
    document.save()
    assert path.read_text(encoding="utf-8") == "linkwork: 1\nparameters: {a: &x 0.1, b: 0.3}\n" + PENDULUM


def test_a_formula_is_moved_by_what_it_is_made_of(tmp_path: Path) -> None:
    path = tmp_path / "crank.yaml"
    path.write_text("linkwork: 1\nparameters: {a: 0.1, b: 2*a, c: sqrt(4)}\n" + PENDULUM, encoding="utf-8")
    document = Document(str(path))
    document.read()
    shown = {entry["name"]: entry for entry in document.parameters()}
    assert (shown["b"]["kind"], shown["b"]["text"], shown["b"]["value"]) == ("formula", "2*a", 0.2)
    with pytest.raises(LinkworkError, match=r"parameter 'b' is a formula, 2\*a; change a instead"):
        document.set({"b": 0.3}, final=True)
    with pytest.raises(LinkworkError, match="parameter 'd' is not defined"):
        document.set({"d": 0.3}, final=True)
    document.set({"a": 0.3, "c": 3.0}, final=True)
    assert {entry["name"]: entry["value"] for entry in document.parameters()} == {"a": 0.3, "b": 0.6, "c": 3.0}


def test_a_movement_is_one_step_of_undo(tmp_path: Path) -> None:
    document = opened(tmp_path)
    for value in (0.11, 0.12, 0.13):
        document.set({"a": value}, final=value == 0.13)
    document.set({"b": 0.31}, final=True)
    assert document.file()["undo"] == 2
    assert document.undo() and document.values["b"] == "0.3"
    assert document.undo() and document.values["a"] == "0.1"
    assert not document.undo()
    assert document.redo() and document.values["a"] == "0.13"
    document.set({"c": 0.3}, final=True)
    assert not document.redo()
    for number in range(MOST_STEPS + 50):
        document.set({"a": 0.1 + 1e-4 * number}, final=True)
    assert document.file()["undo"] == MOST_STEPS


def test_a_movement_under_way_can_be_taken_back(tmp_path: Path) -> None:
    document = opened(tmp_path)
    document.set({"b": 0.31}, final=True)
    document.undo()
    assert (document.file()["undo"], document.file()["redo"]) == (0, 1)
    document.set({"a": 0.12}, final=False)
    assert (document.file()["undo"], document.file()["redo"]) == (1, 0)
    assert document.undo() and document.values["a"] == "0.1"
    assert (document.file()["undo"], document.file()["redo"]) == (0, 1)


def test_values_that_are_not_saved_survive_a_change_of_the_file(tmp_path: Path) -> None:
    document = opened(tmp_path)
    path = tmp_path / "four-bar.yaml"
    document.set({"a": 0.12, "b": 0.31}, final=True)
    path.write_text(path.read_text(encoding="utf-8").replace("b: 0.3 ", "b: 0.28"), encoding="utf-8")
    assert not document.same()
    assert document.read() == (["a"], ["b"])
    assert (document.values["a"], document.values["b"]) == ("0.12", "0.28")
    document.undo()
    assert (document.values["a"], document.values["b"]) == ("0.1", "0.28")


def test_a_broken_file_changes_nothing(tmp_path: Path) -> None:
    document = opened(tmp_path)
    mechanism = document.mechanism
    (tmp_path / "four-bar.yaml").write_text("linkwork: [", encoding="utf-8")
    with pytest.raises(LinkworkError, match="not valid YAML"):
        document.read()
    assert document.mechanism is mechanism and document.values["a"] == "0.1"


def test_a_file_that_may_not_be_written_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    document = opened(tmp_path)
    document.set({"a": 0.12}, final=True)
    monkeypatch.setattr("os.replace", _refuse)
    with pytest.raises(LinkworkError, match="cannot be written: Permission denied"):
        document.save()
    assert document.file()["dirty"] and [path.name for path in tmp_path.iterdir()] == ["four-bar.yaml"]


def _refuse(*_: object) -> None:
    raise PermissionError(13, "Permission denied")


def test_comments_behind_values_are_found() -> None:
    text = "parameters:\n  a: 1  # first # more\n  b: 2\n  c: '3 mm' #third\nname: x  # no\n"
    assert comments_of(text) == {"a": "first # more", "c": "third"}
    assert with_parameters(text, {"a": "10"}) == text.replace("a: 1  #", "a: 10 #")
