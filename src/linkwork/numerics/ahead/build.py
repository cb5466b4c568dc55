"""All that is kept of these sources, made into one library by as many processes as there are cores."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from linkwork.numerics.ahead.library import ANY, libraries, processor
from linkwork.numerics.ahead.linking import link
from linkwork.numerics.ahead.objects import Row, kept_row, make_object
from linkwork.numerics.ahead.part_files import kept_parts, parts_of
from linkwork.numerics.ahead.sources import cache_folder, kernel_files, prune
from linkwork.numerics.kept_code import AHEAD, ENDING

FEW = 20  # functions for which further processes do not pay


def kept_files() -> Iterator[Path]:
    """The compiled functions of these sources."""
    for file in kernel_files():
        folder = cache_folder(file)
        if folder is not None:
            kept = {file.stem: file for ending in (AHEAD, ENDING) for file in folder.glob(f"*{ending}")}
            yield from (kept[stem] for stem in sorted(kept))


def forget_torn() -> None:
    """Forget kept functions of which a part is missing: they are compiled again."""
    rows = {file: kept_row(file) for file in kept_files()}
    parts = kept_parts()
    names = {name for row in rows.values() if row is not None for name in row.parts}
    if parts_of(names, parts) is not None:
        return
    for file, row in rows.items():
        if row is not None and parts_of(row.parts, parts) is None:
            for ending in (file.suffix, ".o", ".json"):
                file.with_suffix(ending).unlink(missing_ok=True)


def library_of_kept(folder: Path, portable: bool, report: Callable[[int, int], None] | None = None) -> list[Row]:
    """Make the library of all that is kept; what it left out."""
    files = list(kept_files())
    rows = []
    for done, (file, row) in enumerate(zip(files, _made(files), strict=True)):
        if row is not None:
            rows.append((row, file.with_suffix(".o")))
        if report is not None:
            report(done + 1, len(files))
    runs_on = ANY if portable else processor()
    link(rows, folder, runs_on)
    if folder.parent == libraries():
        prune(folder, folder.name.rpartition("-")[0])
    return [row for row, _ in rows if row.unfit]


def _made(files: list[Path]) -> Iterator[Row | None]:
    missing = sum(not file.with_suffix(".o").exists() for file in files)  # of what runs have compiled
    processes = min(os.cpu_count() or 1, missing // FEW + 1)
    if processes == 1:
        yield from map(make_object, files)
        return
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        yield from pool.map(make_object, files, chunksize=4)
