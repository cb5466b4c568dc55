"""How many of a thing, in words. It imports nothing."""

from __future__ import annotations


def plural(count: int, noun: str) -> str:
    """`1 body`, `2 bodies`, `0 joints`."""
    many = f"{noun.removesuffix('y')}ies" if noun.endswith("y") else f"{noun}s"
    return f"{count} {noun if count == 1 else many}"
