"""The page about model files lists every section that the parser knows."""

from __future__ import annotations

import re
from pathlib import Path

from linkwork.formats.worlds import WORLDS, model_class

PAGE = Path(__file__).parents[2] / "docs" / "describing.md"


def test_every_section_of_a_model_file_is_listed_and_no_other() -> None:
    table = PAGE.read_text(encoding="utf-8").partition("| section | what stands in it |")[2].partition("\n\n")[0]
    listed = {
        name for row in table.splitlines() if row.count("|") > 2 for name in re.findall(r"`(\w+)", row.split("|")[1])
    }
    known = {name for world in WORLDS for name in model_class(world).model_fields}
    assert listed == known
