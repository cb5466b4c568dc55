"""The house is as its page says: every room is named there, none is crowded."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "linkwork"
MOST = 32
"""Files of one room at one level."""


def test_no_room_is_crowded() -> None:
    rooms = [PACKAGE, *(path for path in PACKAGE.rglob("*") if path.is_dir())]
    crowded = {
        str(room.relative_to(PACKAGE)): count for room in rooms if (count := len(list(room.glob("*.py")))) > MOST
    }
    assert crowded == {}


def test_every_room_stands_on_the_page_of_the_house() -> None:
    page = (ROOT / "docs" / "house.md").read_text(encoding="utf-8")
    rooms = [path.name for path in PACKAGE.iterdir() if (path / "__init__.py").is_file()]
    assert [room for room in rooms if f"`{room}/`" not in page] == []
