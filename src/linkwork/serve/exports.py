"""Files that a page asks for: films, reports and numbers of what is shown; they wait to be fetched."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Sequence

from linkwork.base.errors import AnalysisError
from linkwork.run.run import Run

Groups = Sequence[Sequence[str]]
Pairs = Sequence[tuple[str, str]]
FILMS, REPORTS = ("mp4", "gif"), ("html", "pdf")
MOST = 8
"""Files that are kept at once."""


class Exports:
    """The files made so far, the latest few of them."""

    def __init__(self) -> None:
        self._folder: str | None = None
        self._made: list[str] = []

    def make(self, run: Run | None, kind: str, plots: Groups, over: Pairs) -> str:
        """Make a file of a run; its name. `plots` and `over` are what the page plots, over time and as x and y."""
        if run is None:
            raise AnalysisError("films, reports and numbers are of a motion; choose an analysis over time first")
        if self._folder is None:
            self._folder = tempfile.mkdtemp(prefix="linkwork-")
        name = f"{re.sub(r'[^A-Za-z0-9_-]+', '-', run.mechanism.name).strip('-') or 'mechanism'}.{kind}"
        path = os.path.join(self._folder, name)
        if kind in FILMS:
            run.animate(path, view=run.mechanism.output.view)
        elif kind == "csv":
            run.to_csv(path, *dict.fromkeys(name for names in (*plots, *over) for name in names))
        else:
            run.report(path, plots=[*map(list, plots), *(f"{y} over {x}" for x, y in over)])
        self._made = [*(made for made in self._made if made != name), name]
        for old in self._made[:-MOST]:
            os.unlink(os.path.join(self._folder, old))
        self._made = self._made[-MOST:]
        return name

    def path(self, name: str) -> str | None:
        """Where a file lies, if it was made here."""
        return os.path.join(self._folder, name) if self._folder is not None and name in self._made else None

    def clear(self) -> None:
        """Take all files away."""
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
        self._folder, self._made = None, []
