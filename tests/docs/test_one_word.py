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
        former = {word for word in set(re.findall(r"\w+", text)) - PUBLIC if FORMER & set(_parts(word))}
        if former:  # as a name, or in prose, where each has its own meaning
            tokens = tokenize.generate_tokens(io.StringIO(text).readline)
            names = former & {token.string for token in tokens if token.type == tokenize.NAME}
            others |= {f"{file.relative_to(PACKAGE).as_posix()}: {name}" for name in names}
    assert sorted(others) == []


def _parts(word: str) -> list[str]:
    return re.sub("([a-z])([A-Z])", r"\1_\2", word).lower().split("_")
