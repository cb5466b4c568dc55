"""Names whose letters formulas read as others are refused with the spelling that is read."""

from __future__ import annotations

import pytest

import linkwork as lw
from linkwork.expression import parse

OTHERS = {"\u00b5": "\u03bc", "\ufb01": "fi", "\u00aa": "a", "e\u0301": "\u00e9"}


@pytest.mark.parametrize(("name", "read"), OTHERS.items())
def test_a_name_is_refused_where_formulas_read_another(name: str, read: str) -> None:
    m = lw.Planar("names")
    with pytest.raises(lw.LinkworkError, match=rf"parameter '{name}': formulas read this name as '{read}' \(U\+"):
        m.parameters(**{name: 1.0})
    with pytest.raises(lw.LinkworkError, match=rf"body '{name}': formulas read this name as '{read}' \(U\+"):
        m.body(name)


@pytest.mark.parametrize(("name", "read"), OTHERS.items())
def test_formulas_take_every_spelling_of_a_name(name: str, read: str) -> None:
    assert parse(f"2*{name} + {name}").names == {read}
    m = lw.Planar("names")
    m.parameters(**{read: 2.0})
    m.body("b", (f"3*{name}", 0, 0), mass={"mass": 1, "inertia": 1})
    assert m.assemble()["b.x"] == pytest.approx(6.0)
