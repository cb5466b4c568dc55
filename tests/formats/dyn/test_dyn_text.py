"""`.DYN` files as data: the grammar in all its spellings, written and read again."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from formats.dyn.samples import POLYNOMIAL_CAM, SIMPLE_CAM, changed, data_of, line_of, sentences
from linkwork.formats.dyn.data import (
    ArcElement,
    CircleElement,
    Curve,
    DynFile,
    Frame,
    Link,
    Loop,
    PairRecord,
    PointElement,
    PolynomialElement,
    SegmentElement,
)
from linkwork.formats.dyn.frames import IDENTITY
from linkwork.formats.dyn.writer import write_dyn_text

SAMPLES = pytest.mark.parametrize("path", [POLYNOMIAL_CAM, SIMPLE_CAM], ids=["D.2", "D.3"])


@SAMPLES
def test_a_sample_has_its_entities(path) -> None:
    file, _ = data_of(path.read_text())
    assert (len(file.links), len(file.pairs), len(file.link_records), len(file.pair_records), len(file.loops)) == (
        3,
        3,
        3,
        3,
        1,
    )
    assert (file.gravity, file.time, file.step) == (0.0, 13.0, 0.01)
    assert {pair.kind for pair in file.pairs} == {"ROTOIDE", "PRISMATIQUE", "CONTACT"}
    assert file.loops == (Loop("1", True, ((True, "1"), (True, "2"), (False, "3"))),)


def test_the_curves_have_their_elements() -> None:
    def kinds(path) -> list[type]:
        file, _ = data_of(path.read_text())
        cam = next(link for link in file.links if link.name == "cam2_2")
        return [type(e) for s in cam.surfaces if isinstance(s, Curve) for e in s.elements]

    assert kinds(POLYNOMIAL_CAM) == [ArcElement, *[PolynomialElement] * 5, ArcElement]
    assert kinds(SIMPLE_CAM) == [ArcElement, *[PointElement, SegmentElement] * 3, PointElement]


@SAMPLES
def test_what_is_written_reads_back_the_same(path) -> None:
    file, _ = data_of(path.read_text())
    again, report = data_of(write_dyn_text(file))
    assert again == file
    assert len(report) == 0


NUMBER = st.floats(allow_nan=False, allow_infinity=False, width=64)
NAME = st.text("abcdefgh_0123456789", min_size=1, max_size=8)
VECTOR = st.tuples(NUMBER, NUMBER, NUMBER)
ELEMENT = st.one_of(
    st.just(PointElement()),
    st.builds(SegmentElement, st.none() | VECTOR, st.none() | VECTOR),
    st.builds(ArcElement, VECTOR, st.none() | VECTOR, st.none() | VECTOR, st.booleans()),
    st.builds(CircleElement, VECTOR, NUMBER, VECTOR, st.booleans()),
    st.builds(
        PolynomialElement,
        st.tuples(NUMBER, NUMBER),
        st.tuples(st.integers(0, 60), st.integers(0, 60)),
        NUMBER,
        NUMBER,
        st.none() | NUMBER,
        VECTOR,
        st.booleans(),
    ),
)
CURVE = st.builds(Curve, NAME, VECTOR, st.lists(ELEMENT, min_size=1, max_size=4).map(tuple))
ROW = st.tuples(NUMBER, NUMBER, NUMBER, NUMBER)
FRAME = st.builds(Frame, NAME, st.tuples(ROW, ROW, ROW))
LINK = st.builds(
    Link, NAME, st.just(IDENTITY), st.tuples(ROW, ROW, ROW, ROW), st.lists(CURVE | FRAME, max_size=3).map(tuple)
)
SIX = st.tuples(*[NUMBER] * 6)
RECORD = st.builds(
    PairRecord,
    *(NAME, NAME, NUMBER, NUMBER, NUMBER, NAME, NAME, SIX, SIX),
    st.tuples(*[st.booleans()] * 6),
    st.none() | st.booleans(),
    st.none() | NUMBER,
)
POSITIVE = st.floats(min_value=1e-300, max_value=1e300)
FILE = st.builds(
    DynFile,
    *(NAME, NUMBER, POSITIVE, POSITIVE, NAME),
    st.lists(LINK, max_size=2).map(tuple),
    *(st.just(()), st.just(())),
    st.lists(RECORD, max_size=2).map(tuple),
    st.just(()),
)


@given(FILE)
@settings(max_examples=60, deadline=None)
def test_any_data_is_written_and_read_back(file: DynFile) -> None:
    assert data_of(write_dyn_text(file))[0] == file


def test_a_misspelt_key_is_read_and_told() -> None:
    text = POLYNOMIAL_CAM.read_text()
    told = f"line {line_of(text, 'NAEE')}: SURF: 'NAEE' is not known; it is read as NAME"
    assert told in sentences(data_of(text)[1], "conflict")


def test_keys_that_are_not_described_are_told() -> None:
    text = SIMPLE_CAM.read_text()
    unused = sentences(data_of(text)[1], "unused")
    for key in ("LISTE LAST", "LISTE PROX LAST"):
        assert f"line {line_of(text, key)}: OCPA '2': '{key}' is not a known key; it is left out" in unused


def test_a_second_initial_position_without_a_velocity_is_the_velocity() -> None:
    text = SIMPLE_CAM.read_text()
    file, report = data_of(text)
    record = next(record for record in file.pair_records if record.joint == "1")
    assert (record.position[0], record.velocity[0]) == (0.0, -0.5)
    line = line_of(text, "INITIAL POSITION", 4)
    assert any(told.startswith(f"line {line}: OCPA '1': INITIAL POSITION") for told in sentences(report, "conflict"))


def test_a_velocity_given_twice_is_told() -> None:
    text = SIMPLE_CAM.read_text()
    line = line_of(text, "INITIAL VELOCITY", 2)
    told = f"line {line}: OCPA '3': INITIAL VELOCITY stands here a second time, with the same value"
    assert told in sentences(data_of(text)[1], "conflict")


def test_a_key_given_twice_with_other_values_keeps_the_first() -> None:
    text = changed(SIMPLE_CAM, ("TIME : 13.0", "TIME : 13.0\nTIME : 14.0"))
    file, report = data_of(text)
    assert file.time == 13.0
    assert sentences(report, "conflict")[0] == (
        "line 5: MECH 'exampl2': TIME stands here a second time, with another value; that of line 4 is taken"
    )


def test_missing_numbers_of_a_record_are_told() -> None:
    text = changed(SIMPLE_CAM, ("FORCE : 0.0E+0000\n", ""), ("GRAVITY : 0.0\n", ""))
    assumed = " ".join(sentences(data_of(text)[1], "assumed"))
    assert "OCPA '3': FORCE is missing; 0 is taken" in assumed
    assert "GRAVITY is missing; 0 is taken" in assumed


def test_the_count_of_a_loop_must_fit() -> None:
    file, report = data_of(changed(SIMPLE_CAM, ("NUMPAIR : 3", "NUMPAIR : 4")))
    assert len(file.loops[0].joints) == 3
    assert any("NUMPAIR says 4, but 3 joints follow" in told for told in sentences(report, "conflict"))


def test_fences_and_rules_between_the_lines_are_left_out_and_told() -> None:
    text = changed(SIMPLE_CAM, ("\nENTITY : LINK", "\n```\n----\nENTITY : LINK"))
    file, report = data_of(text)
    assert file == data_of(SIMPLE_CAM.read_text())[0]
    assert sum("is no part of the format" in told for told in sentences(report, "unused")) == 2


def test_the_words_of_the_description_are_read_too() -> None:
    text = changed(
        SIMPLE_CAM,
        ("ENTITY : MACH", "Entity: mech"),
        ("STADE :", "State:"),
        ("LINK OF INPUT PAIR", "Inlink"),
        ("INITIAL POSITION:", "Initial:position:"),
        ("CONTACT ACTIF", "Active contact"),
        ("Restitution", "Re"),
        ("SEGMENT", "seg"),
        ("CHAIN", "State"),
        ("NUMPAIR", "Num"),
        ("RECLOOP", "RECLLOOP"),
    )
    assert data_of(text)[0] == data_of(SIMPLE_CAM.read_text())[0]


def test_lines_play_no_part_in_a_comparison() -> None:
    file, _ = data_of(SIMPLE_CAM.read_text())
    assert replace(file, line=77) == file
