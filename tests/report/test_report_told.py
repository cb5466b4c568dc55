"""Times in the tables of a report."""

from __future__ import annotations

from linkwork.report.format_values import moments


def test_times_close_together_are_told_apart() -> None:
    assert moments([0.5, 1.037991, 1.0379912, 1.0379912, 2.0]) == ["0.5", "1.037991", "1.0379912", "1.0379912", "2"]
