"""Which names may be given: letters of any language, digits, _, - and spaces."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from unicodedata import normalize

from linkwork.base.errors import MechanismError, shown
from linkwork.expression import RESERVED
from linkwork.expression.tokens import is_name
from linkwork.places.interfaces import AT

LONGEST = 200


def check_title(name: Any) -> str:
    """The title of a mechanism, or an error."""
    if not isinstance(name, str) or not name.strip():
        raise MechanismError(f"a mechanism's name is text and must not be empty; found {shown(name)}")
    if len(name) > LONGEST:
        raise MechanismError(f"the mechanism's name is too long, {len(name)} characters; at most {LONGEST}")
    return name


def check_name(what: str, name: Any) -> None:
    """Refuse a name that a part of a mechanism cannot have."""
    if not isinstance(name, str) or not is_name(name):
        raise MechanismError(
            f"{what} {name!r}: a name begins with a letter and holds letters, digits, _, - and spaces"
            f"{', but no space at its end' if isinstance(name, str) and name != name.rstrip() else ''}"
        )
    _refuse_other_spelling(what, name)
    if len(name) > LONGEST:
        raise MechanismError(f"{what} '{name[:40]}...': the name is too long; at most {LONGEST} characters")


def check_law_name(what: str, name: Any) -> None:
    """Refuse a name that cannot stand alone in a formula, as that of a parameter or signal does."""
    check_name(what, name)
    if name in RESERVED or name == "t":
        meaning = "the time" if name == "t" else "something else in formulas"
        raise MechanismError(f"{what} '{name}': this name means {meaning}; choose another")


def _refuse_other_spelling(what: str, name: str) -> None:
    """Refuse letters that formulas read as others: they bring all spellings of a name to one (NFKC)."""
    read = normalize("NFKC", name)
    if read != name:
        codes = " ".join(f"U+{ord(letter):04X}" for letter in read if letter not in name)
        raise MechanismError(
            f"{what} '{name}': formulas read this name as '{read}' ({codes or 'composed'}); write it so"
        )


def check_names(body: str, kind: str, names: Iterable[str]) -> None:
    """Refuse names of points, frames or outlines that cannot be written behind that of the body."""
    for name in names:
        if not name or "." in name or AT in name:
            raise MechanismError(f"{kind} of '{body}' '{name}': a name must not be empty or hold a '.' or '{AT}'")
