"""Names that are nearly the one that was given."""

from __future__ import annotations

import difflib

from linkwork.expression.units import UNITS


def close_matches(word: str, known: list[str]) -> str:
    """`; did you mean a or b?` for names that are nearly `word`, otherwise nothing; names to be quoted are said so."""
    longer = [each for each in known if each.startswith((f"{word}-", f"{word} "))]
    if longer:
        return f"; a name with spaces or hyphens stands in quotes: '{longer[0]}'"
    matches = difflib.get_close_matches(word, known, n=3, cutoff=0.6)
    return f"; did you mean {' or '.join(matches)}?" if matches else ""


def meant(name: str, known: list[str]) -> str:
    """What may have been meant by a name that is not known: one nearby, a unit, or the list of what there is."""
    hint = close_matches(name, known)
    if name in UNITS and "in quotes" not in hint:
        return f"{hint}; as a unit, '{name}' stands behind a number and a blank, in products too: 5 kg m^2, 2 1/s"
    return hint or f"; known names are: {', '.join(known[:20])}"
