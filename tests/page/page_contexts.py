"""Contexts of the browser for tests: nothing moves by itself there, and everything is waited for patiently."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any

SIZE = {"width": 960, "height": 640}
WIDE = {"width": 1200, "height": 700}
PATIENCE = 180.0
"""Seconds that anything may take on a machine that is busy with other things."""


def context_of(browser: Any, **options: Any) -> Any:
    """A fresh context; `options` are those of playwright, such as color_scheme."""
    context = browser.new_context(**{"viewport": SIZE, "reduced_motion": "reduce", **options})
    context.set_default_timeout(1000 * PATIENCE)
    return context


@contextmanager
def tabs(browser: Any) -> Iterator[Callable[..., Any]]:
    """Make tabs; `options` are those of a browser context, such as color_scheme. Errors in any of them are raised.

    A test that provokes errors says by `expects` which words they have.
    """
    contexts: list[Any] = []
    made: list[Any] = []

    def opened(**options: Any) -> Any:
        context = context_of(browser, **options)
        contexts.append(context)
        tab = context.new_page()
        tab.troubles, tab.expects = [], None
        tab.on("console", lambda said: tab.troubles.append(said.text) if said.type == "error" else None)
        tab.on("pageerror", lambda error: tab.troubles.append(str(error)))
        made.append(tab)
        return tab

    yield opened
    for context in contexts:
        context.close()
    assert [words for tab in made for words in tab.troubles if tab.expects is None or tab.expects not in words] == []


@contextmanager
def shared(tab: Any, size: dict[str, int] | None = None) -> Iterator[Any]:
    """A tab for one of several tests that use it: size and colours of the beginning; errors of this test are raised."""
    if size and tab.viewport_size != size:
        tab.set_viewport_size(size)
    tab.mouse.move(2, 2)
    yield tab
    tab.emulate_media(color_scheme="light", reduced_motion="reduce")
    told, tab.troubles[:] = list(tab.troubles), []
    assert told == []


def eventually(tab: Any, holds: Callable[[], bool], what: str) -> None:
    """Wait until something holds, also what a page alone does not know, such as what the server has."""
    end = monotonic() + PATIENCE
    while not holds():
        assert monotonic() < end, f"never: {what}"
        tab.wait_for_timeout(50)
