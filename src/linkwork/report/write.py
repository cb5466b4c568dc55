"""Write a report of a mechanism or of a run: HTML or PDF, by the ending of the file's name."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from linkwork.base.aside import target_of, written_aside
from linkwork.base.errors import LinkworkError
from linkwork.report.gather import gather, head_of
from linkwork.report.pictures import Groups, over
from linkwork.report.subject import Subject
from linkwork.view.embedded import boxes_for_unknown_letters

if TYPE_CHECKING:
    from linkwork.report.parts import Content
    from linkwork.run.run import Run

__all__ = ["check_target", "head_of", "plot_groups", "write_content", "write_report"]

File = str | os.PathLike[str]
ENDINGS = (".html", ".htm", ".pdf")


def check_target(path: File) -> Path:
    """The file to be written, before anything is computed; another ending is refused."""
    target = target_of(path)
    if target.suffix.lower() not in ENDINGS:
        raise LinkworkError(
            f"report '{target.name}': the ending '{target.suffix}' is not known; use .html (a page) or .pdf (for paper)"
        )
    return target


def plot_groups(run: Run | None, plots: Sequence[str | Sequence[str]]) -> Groups:
    """Groups of channels as users give them: lists, one channel, `y over x`, `energy.*`."""
    groups = [[group] if isinstance(group, str) else list(group) for group in plots]
    return [group if run is None or over(group) else run.matching(group) for group in groups]


def write_report(subject: Subject, path: File, plots: Groups = (), date: datetime | None = None) -> Content:
    """Gather a report and write it; its contents are given back."""
    return write_content(check_target(path), lambda: gather(subject, plots, date))


def write_content(target: Path, gathered: Callable[[], Content]) -> Content:
    """Write what is gathered as HTML or PDF, by the ending of the target's name."""
    with boxes_for_unknown_letters():
        content = gathered()
    with written_aside(target) as aside, boxes_for_unknown_letters():
        if target.suffix.lower() == ".pdf":
            from linkwork.report.pdf import write_pdf

            write_pdf(content, aside)
        else:
            from linkwork.report.html import html_text

            aside.write_text(html_text(content), encoding="utf-8", newline="\n")
    return content
