"""Runs out of the program: pandas, CSV, Parquet. Files are written aside and then renamed."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING, Any

from linkwork.base.aside import written_aside
from linkwork.base.errors import AnalysisError
from linkwork.base.names import unquoted

if TYPE_CHECKING:
    from linkwork.run.run import Run


def asked_for(run: Run) -> list[str]:
    """All channels that the model asks to be shown, in its order: what users look at first."""
    output = run.mechanism.output
    groups = (*output.plots, *output.cross_plots)
    return list(dict.fromkeys(unquoted(name) for group in groups for name in group if name != "t"))


def _chosen(run: Run, names: tuple[str, ...]) -> list[str]:
    return list(names) if names else list(dict.fromkeys([*asked_for(run), *run.channels()]))


def to_pandas(run: Run, names: tuple[str, ...] = ()) -> Any:
    """Channels as a DataFrame with the time as index."""
    try:
        import pandas
    except ImportError:
        raise AnalysisError("pandas is not installed; install it with: pip install linkwork[tables]") from None
    index = pandas.Index(run.t, name="t")
    return pandas.DataFrame({name: run[name] for name in _chosen(run, names)}, index=index)


def to_csv(run: Run, path: Any, names: tuple[str, ...] = ()) -> None:
    """Channels as CSV: a heading with names and display units, then one line a time point, in full precision."""
    chosen, columns, heading = _chosen(run, names), [run.t.tolist()], ["t (s)"]
    for name in chosen:
        values, unit = run.with_unit(name)
        factor, shown = run.mechanism.units.shown(unit)
        columns.append((values if factor == 1.0 else factor * values).tolist())
        heading.append(f"{name} ({shown})")

    with written_aside(path) as beside, beside.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(heading)
        writer.writerows(zip(*columns, strict=True))


def to_parquet(run: Run, path: Any, names: tuple[str, ...] = ()) -> None:
    """Channels as a Parquet file."""
    frame = to_pandas(run, names)
    try:
        with written_aside(path) as beside:
            frame.to_parquet(beside)
    except ImportError:
        raise AnalysisError("pyarrow is not installed; install it with: pip install linkwork[tables]") from None
