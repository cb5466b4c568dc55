"""`load_dyn` and `save_dyn`: `.DYN` files as planar mechanisms and back; `read_dyn` and `write_dyn`: as plain data."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from linkwork.base.errors import MechanismError, ModelFileError
from linkwork.base.file_text import read_text, replacing
from linkwork.expression.given import public
from linkwork.formats.dyn.data import DynFile
from linkwork.formats.dyn.findings import DynReport
from linkwork.formats.dyn.reader import read_dyn_text
from linkwork.formats.dyn.writer import write_dyn_text

if TYPE_CHECKING:
    from linkwork.mechanism.planar import Planar

Path = str | os.PathLike[str]


def read_dyn(path: Path) -> tuple[DynFile, DynReport]:
    """A `.DYN` file as plain data, and what was found while reading it."""
    return read_dyn_text(read_text(path), os.fspath(path))


def write_dyn(file: DynFile, path: Path) -> None:
    """Plain data as a `.DYN` file."""
    try:
        with replacing(path) as aside:
            aside.write_text(write_dyn_text(file), encoding="utf-8", newline="\n")
    except OSError as error:
        raise ModelFileError(f"{os.fspath(path)}: the file cannot be written: {error.strerror}") from None


@public
def load_dyn(
    path: Path, *, down: Sequence[float] | None = None, spans: Mapping[str, Sequence[float]] | None = None
) -> tuple[Planar, DynReport]:
    """A planar mechanism from a `.DYN` file, and all that the file contradicts, leaves open or says in vain.

    `down` is the direction of gravity, which the file does not give (-y when left out). `spans` gives for a curve the
    last angles of its polynomials in degrees, which the file does not give either; left out, each ends where its radius
    meets that of the next element. Numbers are taken as they are, without units. A ModelFileError says what is wrong
    and on which line.
    """
    return mechanism_of(*read_dyn(path), down, spans)


def mechanism_of(
    file: DynFile,
    report: DynReport,
    down: Sequence[float] | None = None,
    spans: Mapping[str, Sequence[float]] | None = None,
) -> tuple[Planar, DynReport]:
    """The mechanism of a file that is already read; the report is continued."""
    from linkwork.formats.dyn.assembly import assembled
    from linkwork.formats.dyn.build import build
    from linkwork.formats.dyn.checks import check
    from linkwork.formats.dyn.start import close_contact
    from linkwork.topology.validate import validate

    try:
        assembly = assembled(file, report, spans)
        check(assembly)
        close_contact(assembly)
        mechanism = build(assembly, down)
        validate(mechanism)
    except ModelFileError:
        raise
    except MechanismError as error:
        raise ModelFileError(f"{report.file}: {error}") from None
    return mechanism, report


@public
def save_dyn(mechanism: Planar, path: Path) -> None:
    """Write a planar mechanism as a `.DYN` file; what such a file cannot say is an error that names it."""
    from linkwork.formats.dyn.export import exported

    write_dyn(exported(mechanism), path)
