"""Files that the page of a skeleton asks for: films, pages, reports and numbers of what is shown."""

from __future__ import annotations

import csv
import os
import re
import shutil
import tempfile
from collections.abc import Sequence

from linkwork.base.errors import AnalysisError
from linkwork.library.biomechanics.inverse_dynamics import NetForces
from linkwork.library.biomechanics.sharing import Sharing
from linkwork.report.body_report import body_report
from linkwork.serve.body.picture import Shown
from linkwork.serve.body.trial import Subject
from linkwork.view.spatial.skeleton_film import animate_body


class BodyExports:
    """The files made so far, the latest of each kind."""

    def __init__(self) -> None:
        self._folder: str | None = None
        self._made: set[str] = set()

    def make(self, shown: Shown, subject: Subject, kind: str, names: Sequence[str]) -> str:
        """Make a file; its name."""
        if len(shown.scene["times"]) < 2:
            raise AnalysisError("films, reports and numbers are of a motion; choose an analysis over time first")
        if kind == "pdf" and not isinstance(shown.of, Sharing | NetForces):
            raise AnalysisError("a report is of what a measured motion needs; choose inverse_dynamics first")
        self._folder = self._folder or tempfile.mkdtemp(prefix="linkwork-")
        name = f"{re.sub(r'[^A-Za-z0-9_-]+', '-', shown.skeleton.name).strip('-') or 'body'}.{kind}"
        path = os.path.join(self._folder, name)
        if kind == "csv":
            _write_columns(shown, path, names)
        elif kind in ("html", "pdf") and isinstance(shown.of, Sharing | NetForces):
            body_report(shown.of, path, shown.plates, subject.fit, shown.markers)
        else:
            animate_body(shown.of, path, shown.plates, shown.markers)
        self._made.add(name)
        return name

    def path(self, name: str) -> str | None:
        """Where a file lies, if it was made here."""
        return os.path.join(self._folder, name) if self._folder is not None and name in self._made else None

    def clear(self) -> None:
        """Take all files away."""
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
        self._folder, self._made = None, set()


def _write_columns(shown: Shown, path: str, names: Sequence[str]) -> None:
    """Channels as CSV: a heading with names and units, then one line a time point, in full precision."""
    times, columns, units = shown.full(names or list(shown.scene["units"]))
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["t (s)", *(f"{name} ({unit})" for name, unit in units.items())])
        writer.writerows(map(list, zip(times.tolist(), *(column.tolist() for column in columns), strict=True)))
