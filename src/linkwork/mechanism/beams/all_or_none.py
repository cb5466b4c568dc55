"""Parts that are made of many: where one of them is refused, the mechanism is as it was before."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

_HELD = ("bodies_by_name", "joints", "described_forces", "generated", "beams", "cables", "solids", "solid_meshes")


@contextmanager
def all_or_none(mechanism: Any) -> Iterator[None]:
    """Take back what was added inside when anything there is refused; bodies that were replaced are the old ones."""
    before = {name: dict(getattr(mechanism, name)) for name in _HELD}
    try:
        yield
    except BaseException:
        for name, parts in before.items():
            held = getattr(mechanism, name)
            held.clear()
            held.update(parts)
        mechanism._changed()
        raise
