"""Names: the body that is always there, and what may have been meant by a name that is not known."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Any

GROUND = "ground"


_QUOTES = str.maketrans("", "", "'\"`")


def unquoted(name: str) -> str:
    """A name as it is without the quotes in which formulas have it: `'left arm'.omega` is left arm.omega."""
    return name.translate(_QUOTES)


def suggestion(name: Any, known: Iterable[str], what: str) -> str:
    """`; did you mean 'crank'?` or the list of what there is; what is no text is like no name."""
    names = list(known)
    close = difflib.get_close_matches(name, names, n=1) if isinstance(name, str) else []
    if close:
        return f"; did you mean '{close[0]}'?"
    return f"; {what} are: {', '.join(names)}" if names else f"; there are no {what} yet"
