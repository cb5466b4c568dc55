"""One word for one thing: contact and continuation, whatever else they were called."""

from __future__ import annotations

import io
import re
import tokenize
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2] / "src" / "linkwork"
FORMER = {
    *("touch", "touches", "touched", "touching", "rub", "rubs", "rubbing", "blow", "blows"),
    *("march", "passage", "passages"),
}
PUBLIC = {
    "touches",  # of a run: what happened to its contacts
    "touching_parts",  # of a mechanism
    "Blow",  # linkwork.impacts
    "blow",
    "touch",  # of a path of the file system
}


def test_contact_and_continuation_have_one_word_each() -> None:
    others = set()
    for file in sorted(PACKAGE.rglob("*.py")):
        text = file.read_text(encoding="utf-8")
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.NAME and token.string not in PUBLIC:
                parts = re.sub("([a-z])([A-Z])", r"\1_\2", token.string).lower().split("_")
                if FORMER & set(parts):
                    others.add(f"{file.relative_to(PACKAGE).as_posix()}: {token.string}")
    assert sorted(others) == []
