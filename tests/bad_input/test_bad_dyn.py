"""`.DYN` files that cannot be read: one sentence each, with the line."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import linkwork as lw
from formats.dyn.samples import POLYNOMIAL_CAM, SIMPLE_CAM, changed, line_of, loaded
from linkwork.base.errors import ModelFileError

TEXT = SIMPLE_CAM.read_text()
CAM = line_of(TEXT, "NAME : 23") - 1


BAD = {
    "empty": ("", r":1:1: the file is empty"),
    "blank": ("\n \n", r":1:1: the file is empty"),
    "something else": ("linkwork: 1\n", r":1:1: a .DYN file begins with 'ENTITY : MECH'"),
    "unknown entity": ("ENTITY : ROBOT\n", r":1:1: entity 'ROBOT' is not known"),
    "no header": ("ENTITY : LINK\nNAME : a\n", r":1:1: a file has one entity MECH .*this one has 0"),
    "two headers": (TEXT + "\nENTITY : MECH\nNAME : b\nTIME : 1\nSTEP : 1\n", r":228:1: .*this one has 2"),
    "surface of no link": ("ENTITY : SURF\nNAME : a\n", r":1:1: SURF: a surface belongs to the LINK before it"),
    "line of nothing": ("ENTITY : MECH\n1 2 3\n", r":2:1: MECH: expected a line 'KEY : value'"),
    "time": (changed(SIMPLE_CAM, ("TIME : 13.0", "TIME : 0")), r":1:1: MECH 'exampl2': TIME must be greater"),
    "step": (changed(SIMPLE_CAM, ("STEP : 1.0E-0002", "STEP : 20")), r":1:1: STEP 20 is longer than TIME 13"),
    "tiny step": (
        changed(SIMPLE_CAM, ("STEP : 1.0E-0002", "STEP : 1e-9")),
        r":1:1: TIME / STEP makes 13000000001 points",
    ),
    "word for a number": (changed(SIMPLE_CAM, ("TIME : 13.0", "TIME : long")), r":4:1: .*'long' is not a number"),
    "infinite": (changed(SIMPLE_CAM, ("TIME : 13.0", "TIME : 1e999")), r":4:1: .*is not a finite number"),
    "nan": (changed(SIMPLE_CAM, ("GRAVITY : 0.0", "GRAVITY : nan")), r":3:1: .*is not a finite number"),
    "short matrix": (
        changed(SIMPLE_CAM, ("ARO\n 1 0 0 0\n", "ARO\n")),
        r":12:1: .*ARO needs 12 numbers, and 8 stand here",
    ),
    "long matrix": (changed(SIMPLE_CAM, ("ARO\n", "ARO\n 5\n")), r"needs 12 numbers, and 13 stand here"),
    "no rotation": (
        changed(SIMPLE_CAM, ("ARO\n 1 0 0 0", "ARO\n 2 0 0 0")),
        r":8:1: LINK 'cam2_3': .*ARO are no rotation",
    ),
    "name on two lines": (
        changed(SIMPLE_CAM, ("NAME : exampl2", "NAME : a\nb")),
        r":3:1: .*this line belongs to no key: 'b'",
    ),
    "no name": (changed(SIMPLE_CAM, ("NAME : exampl2", "NAME :")), r":2:1: MECH: nothing stands after NAME"),
    "truth": (
        changed(SIMPLE_CAM, ("FIXED : FALSE", "FIXED : MAYBE")),
        r"FIXED: 'MAYBE' is not known; write one of: TRUE",
    ),
    "kind of surface": (changed(SIMPLE_CAM, ("REPERE", "SPHERE")), r"TYPE: 'SPHERE' is not known"),
    "kind of element": (changed(SIMPLE_CAM, (": SEGMENT", ": SPIRAL")), r"TYPE OF CURVE: 'SPIRAL' is not known"),
    "kind of pair": (changed(SIMPLE_CAM, ("ROTOIDE", "ROTULE")), r"PAIR '1': a pair of type ROTULE is not read"),
    "no end of the list": (
        changed(SIMPLE_CAM, ("POINT\nFIN : YES", "POINT\nFIN : NO")),
        r"does not end with 'FIN : YES'",
    ),
    "no elements": (
        changed(
            SIMPLE_CAM, (TEXT[TEXT.index("TYPE OF CURVE: ARC") : TEXT.index("ENTITY : LINK\nNAME : cam2_2")], "\n")
        ),
        r"the curve has no elements",
    ),
    "unknown link": (changed(SIMPLE_CAM, ("PINLINK : cam2_1", "PINLINK : cam9")), r"PAIR '3': there is no link 'cam9'"),
    "unknown surface": (changed(SIMPLE_CAM, ("PINSURF : 13", "PINSURF : 99")), r"link 'cam2_1' has no surface '99'"),
    "curve for a frame": (changed(SIMPLE_CAM, ("POUTSURF : 31", "POUTSURF : 32")), r"must be a REPERE"),
    "frame for a curve": (changed(SIMPLE_CAM, ("POUTSURF : 32", "POUTSURF : 31")), r"must be a COURBE"),
    "link to itself": (
        changed(SIMPLE_CAM, ("POUTLINK : cam2_3\nPOUTSURF : 31", "POUTLINK : cam2_1\nPOUTSURF : 12")),
        r"PAIR '3': it joins link 'cam2_1' to itself",
    ),
    "no fixed link": (
        changed(SIMPLE_CAM, ("FIXED : TRUE", "FIXED : FALSE")),
        r":1:1: one link must be fixed .*fixes 0",
    ),
    "two fixed links": (changed(SIMPLE_CAM, ("FIXED : FALSE", "FIXED : TRUE")), r"fixes 2: cam2_3, cam2_1"),
    "link twice": (
        changed(SIMPLE_CAM, ("LINK\nNAME : cam2_2", "LINK\nNAME : cam2_3")),
        r"stands in the file twice, first in line 8",
    ),
    "record of no link": (
        changed(SIMPLE_CAM, ("OCLI\nNAME : cam2_3", "OCLI\nNAME : cam9")),
        r"OCLI 'cam9': there is no link",
    ),
    "record of no pair": (changed(SIMPLE_CAM, ("\nJOINT : 3", "\nJOINT : 9")), r"OCPA '3': there is no pair '9'"),
    "two records": (
        changed(SIMPLE_CAM, ("\nJOINT : 3", "\nJOINT : 1")),
        r"OCPA '1': pair '1' has another OCPA already",
    ),
    "restitution": (changed(SIMPLE_CAM, ("Restitution : 0", "Restitution : 2")), r"RESTITUTION must be from 0 to 1"),
    "force in a contact": (
        changed(SIMPLE_CAM, ("LIAISON : 2\nFORCE : 0.0E+0000", "LIAISON : 2\nFORCE : 1")),
        r"OCPA '2': FORCE and STIFF cannot act in a contact",
    ),
    "negative mass": (changed(SIMPLE_CAM, ("0 0 0 0.5\n", "0 0 0 -1\n")), r"LINK 'cam2_3': MASS has a negative number"),
    "moments without mass": (
        changed(SIMPLE_CAM, (" 9800 0 0 0\n", " 9800 0 0 1\n"), ("0 0 0 0.05", "1 0 0 0")),
        r"has no mass J44",
    ),
    "axis out of the plane": (
        changed(
            SIMPLE_CAM,
            (
                "NAME : 13\nTYPE DE SURFACE : REPERE\nSHAPE\n 0 0 1 0\n 1 0 0 0\n 0 1 0 0",
                "NAME : 13\nTYPE : REPERE\nSHAPE\n 1 0 0 0\n 0 1 0 0\n 0 0 1 0",
            ),
        ),
        r"LINK 'cam2_3': it starts turned out of the plane",
    ),
    "loop": (changed(SIMPLE_CAM, ("RECLOOP : FALSE\n3", "RECLOOP : FALSE")), r"LOOP '1': write 'RECLOOP : TRUE'"),
    "huge count": (
        changed(POLYNOMIAL_CAM, ("NUM : 3", "NUM : 1e9")),
        r"NUM: 1e\+09 is not a whole number from 1 to 1000",
    ),
    "half an order": (
        changed(POLYNOMIAL_CAM, ("ORDER : 0 3 4", "ORDER : 0 3 4.5")),
        r"ORDER: 4.5 is not a whole number",
    ),
    "huge order": (changed(POLYNOMIAL_CAM, ("ORDER : 0 3 4", "ORDER : 0 3 4000")), r"ORDER: 4000 is not"),
}


@pytest.mark.parametrize(("text", "words"), BAD.values(), ids=BAD)
def test_a_bad_file_is_one_sentence_with_its_line(text: str, words: str) -> None:
    with pytest.raises(ModelFileError, match=words) as caught:
        loaded(text)
    assert str(caught.value).startswith("cam.dyn:")
    assert "\n" not in str(caught.value)


def test_a_file_cut_anywhere_is_read_or_refused_with_a_line() -> None:
    lines = POLYNOMIAL_CAM.read_text().splitlines()
    refused = 0
    for count in range(len(lines)):
        try:
            loaded("\n".join(lines[:count]))
        except ModelFileError as error:
            refused += 1
            assert str(error).startswith("cam.dyn:")
    assert refused > 0.75 * len(lines)


@given(st.text(max_size=300))
@settings(max_examples=100, deadline=None)
def test_any_text_is_refused(text: str) -> None:
    with pytest.raises(ModelFileError, match=r"^cam.dyn:\d+:1: "):
        loaded(text)


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_a_line_replaced_is_read_or_refused(data: st.DataObject) -> None:
    lines = TEXT.splitlines()
    where = data.draw(st.integers(0, len(lines) - 1))
    lines[where] = data.draw(st.sampled_from([*lines, "", "X : 1", "1e300 1e300", ": ", "FIN : YES", "MASS"]))
    try:
        loaded("\n".join(lines))
    except ModelFileError as error:
        assert str(error).startswith("cam.dyn:")


def test_files_that_are_no_text_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.dyn"
    path.write_bytes(b"ENTITY : MECH\nNAME : caf\xe9\n")
    with pytest.raises(ModelFileError, match=r":2:11: this is not UTF-8"):
        lw.load_dyn(path)
    with pytest.raises(ModelFileError, match="there is no such file"):
        lw.load_dyn(tmp_path / "b.dyn")
    with open(path, "wb") as file:
        file.truncate(100_000_000)
    with pytest.raises(ModelFileError, match="the file is too large"):
        lw.load_dyn(path)


def test_files_with_too_many_parts_are_refused_soon() -> None:
    start = time.process_time()
    head = "ENTITY : MECH\nNAME : a\nTIME : 1\nSTEP : 1\n\n"
    block = "ENTITY : OCLI\nNAME : a\nSOLIDE : a\nFIXED : FALSE\n\n"
    with pytest.raises(ModelFileError, match="the file has more than 5000 entities"):
        loaded(head + block * 50_000)
    point = "TYPE OF CURVE : POINT\nFIN : NO\n"
    with pytest.raises(ModelFileError, match="SURF '32': the curve has more than 2000 elements"):
        loaded(TEXT.replace("TYPE OF CURVE: ARC", point * 3000 + "TYPE OF CURVE: ARC", 1))
    assert time.process_time() - start < 20.0


def test_a_large_file_is_read_in_good_time() -> None:
    """A chain of 1000 links with a pin each."""
    head, _, _ = POLYNOMIAL_CAM.read_text().partition("\n\n")
    unit = " 1 0 0 0\n 0 1 0 0\n 0 0 1 0\n"
    links, pairs, records = [], [], []
    for n in range(1000):
        inertia = " 1 0 0 0\n 0 1 0 0\n 0 0 1 0\n 0 0 0 1\n"
        frames = "".join(f"ENTITY : SURF\nNAME : {word}\nTYPE : REPERE\nSHAPE\n{unit}" for word in ("in", "out"))
        links.append(f"ENTITY : LINK\nNAME : link{n}\nARO\n{unit}MASS\n{inertia}{frames}")
        records.append(f"ENTITY : OCLI\nNAME : link{n}\nFIXED : {'FALSE' if n else 'TRUE'}\n")
    for n in range(999):
        ends = f"PINLINK : link{n}\nPINSURF : out\nPOUTLINK : link{n + 1}\nPOUTSURF : in\n"
        pairs.append(f"ENTITY : PAIR\nNAME : p{n}\n{ends}TYPE : ROTOIDE\n")
    start = time.process_time()
    m, _ = loaded("\n".join([head, *links, *pairs, *records]))
    assert (len(m.bodies_by_name), len(m.joints)) == (1000, 999)
    assert time.process_time() - start < 20.0
