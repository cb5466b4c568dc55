"""The two samples of Wang's Appendix D in our own text, and ways to change them."""

from __future__ import annotations

from pathlib import Path

from linkwork.formats.dyn.data import DynFile
from linkwork.formats.dyn.findings import DynReport
from linkwork.formats.dyn.load import mechanism_of
from linkwork.formats.dyn.reader import read_dyn_text
from linkwork.mechanism.planar import Planar

DATA = Path(__file__).parents[2] / "data"
POLYNOMIAL_CAM = DATA / "polynomial_cam.dyn"
SIMPLE_CAM = DATA / "simple_cam.dyn"


def changed(path: Path, *changes: tuple[str, str]) -> str:
    """The text of a sample with pieces replaced; each must be there."""
    text = path.read_text()
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


def data_of(text: str) -> tuple[DynFile, DynReport]:
    """A text read as data."""
    return read_dyn_text(text, "cam.dyn")


def loaded(text: str, **options: object) -> tuple[Planar, DynReport]:
    """A text as a mechanism."""
    return mechanism_of(*data_of(text), **options)  # type: ignore[arg-type]


def sentences(report: DynReport, kind: str) -> list[str]:
    """The sentences of one kind."""
    return [str(finding) for finding in report if finding.kind == kind]


def line_of(text: str, piece: str, which: int = 1) -> int:
    """The number of the line where a piece of text stands for the n-th time."""
    found = [number for number, line in enumerate(text.splitlines(), 1) if piece in line]
    return found[which - 1]
