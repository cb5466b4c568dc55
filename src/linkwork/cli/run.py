"""`linkwork run`: do what the model asks for, and leave tables, figures and a page."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from linkwork.cli.figures import prepare_figures
from linkwork.cli.guard import INTERRUPTED, bad_input, finish, guarded, print_json
from linkwork.cli.interrupt import keeping_results
from linkwork.cli.model import (
    AsJson,
    Changes,
    Model,
    Points,
    Until,
    announce_compiling,
    move,
    placed,
    read_model,
    tell_events,
)

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism
    from linkwork.run.run import Run

Folder = Annotated[
    Path | None, typer.Option(help="Folder for the results; made if missing; otherwise named after the model.")
]


@guarded
def run(
    model: Model,
    out: Folder = None,
    until: Until = None,
    points: Points = None,
    parquet: Annotated[bool, typer.Option("--parquet", help="Write a Parquet file too.")] = False,
    figures: Annotated[bool, typer.Option(help="Draw figures; without them the table and the page are left.")] = True,
    changes: Changes = None,
    as_json: AsJson = False,
) -> None:
    """Run the analysis that the model asks for.

    Writes its table, the figures asked for, a drawing and a page that opens in a browser; of contacts
    and dry friction also what happened when, as a table and a figure. Ctrl-C ends a simulation where it is: what was
    computed until then is written.

    \b
    Examples:
      linkwork run crank.yaml
      linkwork run crank.yaml --until 2 --points 1001 --out results
      linkwork run crank.yaml --set 'r=150 mm' --json
    """
    from linkwork.analysis.check.check import gravity_words

    mechanism = read_model(model, changes)
    if mechanism.analysis.equilibrium is not None and until is None:
        rest(mechanism, out or Path(Path(model).stem), Path(model).stem)
        return
    with keeping_results() as interrupted:
        result = move(mechanism, model, until, points, quiet=as_json)
    folder = out or Path(Path(model).stem)
    _check_output(result, model)
    files = leave(result, folder, Path(model).stem, parquet, figures)
    tell_events(result)
    gravity = gravity_words(mechanism) if result.loads is not None else ""
    if as_json:
        print_json(_summary(result, files) | ({"gravity": gravity} if gravity else {}))
    else:
        typer.echo(f"{mechanism.name}: {len(result.t)} points from t = {result.t[0]:g} to {result.t[-1]:g} s; wrote")
        for file in files:
            typer.echo(f"  {file}")
        if gravity:
            typer.echo(gravity)
    if interrupted():
        raise typer.Exit(INTERRUPTED)
    finish(result.completed)


def rest(mechanism: Mechanism, folder: Path, name: str) -> None:
    """Find the equilibrium that the model asks for, and tell what was written."""
    from linkwork.cli.equilibrium import leave_rest

    announce_compiling()
    with made_folder(folder):
        files = leave_rest(mechanism, folder, name)
    typer.echo("wrote")
    for file in files:
        typer.echo(f"  {file}")


def leave(result: Run, folder: Path, name: str, parquet: bool = False, figures: bool = True) -> list[Path]:
    """Write the table, the figures that the model asks for, the drawing and the page; the files written."""
    with made_folder(folder):
        return _write_all(result, folder, name, parquet, figures)


def _check_output(result: Run, model: str) -> None:
    """Refuse channels of the output that are not there, with their line, before anything is written."""
    from linkwork.analysis.check.output_channels import missing_channels

    missing = missing_channels(result)
    if missing:
        bad_input(placed(model, missing[:1])[0])


@contextmanager
def made_folder(folder: Path) -> Iterator[None]:
    """Make a folder; when writing into it fails or is interrupted, no empty folder is left behind."""
    new = [place for place in (folder, *folder.parents) if not place.exists()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        yield
    except BaseException:
        for place in new:
            if place.is_dir() and not any(place.iterdir()):
                place.rmdir()
        raise


def _write_all(result: Run, folder: Path, name: str, parquet: bool, figures: bool) -> list[Path]:
    files = [folder / f"{name}.csv"]
    result.to_csv(files[0])
    if parquet:
        files.append(folder / f"{name}.parquet")
        result.to_parquet(files[-1])
    if result.touches:
        files.append(folder / f"{name}-contacts.csv")
        result.contact_log().to_csv(files[-1])
    if figures:
        files += _write_figures(result, folder, name)
    files.append(folder / f"{name}.html")
    result.animate(files[-1], traces=result.mechanism.output.traces)
    return files


def _write_figures(result: Run, folder: Path, name: str) -> list[Path]:
    from linkwork.run.comparison.beside import beside_of

    prepare_figures()
    output, files, others = result.mechanism.output, [], beside_of(result, None)
    for number, channels in enumerate(output.plots, 1):
        files.append(folder / f"{name}-plot-{number}.png")
        result.plot(*channels, path=files[-1], beside=others)
    for number, (x, y) in enumerate(output.cross_plots, 1):
        files.append(folder / f"{name}-cross-{number}.png")
        result.cross_plot(x, y, path=files[-1], beside=others)
    if result.touches:
        files.append(folder / f"{name}-contacts.png")
        result.plot_contacts(path=files[-1])
    files.append(folder / f"{name}-drawing.png")
    result.draw(path=files[-1])
    return files


def _summary(result: Run, files: list[Path]) -> dict[str, Any]:
    return {
        "ok": result.completed,
        "name": result.mechanism.name,
        "points": len(result.t),
        "start": float(result.t[0]),
        "end": float(result.t[-1]),
        "branch": result.branch,
        "events": [{"t": event.t, "kind": event.kind, "text": event.text} for event in result.events],
        "notes": result.notes,
        "files": [str(file) for file in files],
    }
