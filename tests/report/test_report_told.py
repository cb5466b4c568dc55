"""Times and counts as a report and the command line tell them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from linkwork.cli.model import tell_events
from linkwork.report.format_values import moments, told
from linkwork.report.parts import Words
from linkwork.report.results import event_parts


def test_times_close_together_are_told_apart() -> None:
    assert moments([0.5, 1.037991, 1.0379912, 1.0379912, 2.0]) == ["0.5", "1.037991", "1.0379912", "1.0379912", "2"]


def test_long_lists_are_told_by_their_ends() -> None:
    assert told([0.5, 1.5]) == "(0.5, 1.5)"
    assert told([float(n) for n in range(100)]) == "(0, 1, 2, ... 99: 100 entries)"


TOLD = [([0.5], "once, at t = 0.5 s"), ([0.5, 1.0], "2 times, first at t = 0.5 s")]
TOLD.append(([7.4e-18], "once, at t = 0 s"))  # rounding of the start


@pytest.mark.parametrize(("times", "expected"), TOLD)
def test_one_change_of_a_law_is_told_as_one(
    times: list[float], expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    events = [SimpleNamespace(kind="switch", t=t, text="") for t in times]
    run: Any = SimpleNamespace(events=events, notes=[], t=[0.0, 1.0])
    (words,) = event_parts(run)
    assert isinstance(words, Words) and words.text == f"Laws changed over {expected.partition(',')[0]}."
    tell_events(run)
    assert capsys.readouterr().err == f"note: laws changed over {expected}\n"
