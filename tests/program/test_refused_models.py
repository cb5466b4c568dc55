"""What ships and is no program stands in the docs with its reason, and is refused with that reason."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import linkwork as lw
from linkwork.base.errors import AnalysisError
from linkwork.program.work import refuse
from program.shipped import REFUSED, SHIPPED, THAT_PRESS, WITH_CONTACTS, WITH_FRICTION, YIELDING, YIELDS

DOCS = (Path(__file__).parents[2] / "docs" / "program.md").read_text(encoding="utf-8")
TOLD = {
    "contacts open and close": WITH_CONTACTS,
    "a contact remembers the speed of its first touch": THAT_PRESS,
    "dry friction sticks and slips": WITH_FRICTION,
    "it remembers whether it yields": YIELDING,
}


def test_the_docs_list_every_model_that_is_refused_and_no_other() -> None:
    rows = re.findall(r"^\| (`.*`.*) \| (.*) \|$", DOCS.split("these are refused")[1], re.MULTILINE)
    assert {why: tuple(re.findall(r"`(.*?)`", names)) for names, why in rows} == TOLD
    assert f"Of the {len(SHIPPED)} models that ship" in DOCS
    assert {path.stem for path in SHIPPED} >= {*REFUSED, *YIELDING}
    assert {*REFUSED} == {name for why, names in TOLD.items() for name in names if "yields" not in why}


@pytest.mark.parametrize("path", SHIPPED, ids=[path.stem for path in SHIPPED])
def test_a_model_that_ships_is_refused_if_and_only_if_it_is_listed(path: Path, tmp_path: Path) -> None:
    m: Any = lw.load(path)
    if path.stem in REFUSED:
        with pytest.raises(AnalysisError, match=REFUSED[path.stem]):
            refuse(m)
        return
    refuse(m)
    if path.stem in YIELDING:
        for write in (lambda: m.fmu(tmp_path / "it.fmu"), lambda: m.runner(tmp_path / "it.c", 1e-3)):
            with pytest.raises(AnalysisError, match=YIELDS):
                write()
        assert not list(tmp_path.iterdir())
