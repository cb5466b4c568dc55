"""What the commands share: their arguments, reading the model, moving it."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from linkwork.cli.guard import bad_input

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism
    from linkwork.run.run import Run

MOST_CONTACTS = 12  # changes of contacts that are told
_ROUNDING = 1e-12  # of the time of a run: what happens so soon happens at the start
MOST_POINTS = 10_000_000

Model = Annotated[str, typer.Argument(metavar="MODEL", help="A model file (YAML), or a .DYN file.", show_default=False)]
Changes = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="Change a parameter; may be given several times."),
]
Besides = Annotated[
    list[str] | None,
    typer.Option(
        "--beside", metavar="FILE", help="Curves laid beside: measured data (.csv), a model, a saved run; repeatable."
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print the result as JSON, for machines.")]
Until = Annotated[float | None, typer.Option(help="End time in s, instead of the model's.", show_default=False)]
Analysis = Annotated[
    str | None,
    typer.Option(help="kinematics, inverse_dynamics, simulate, equilibrium or linearise, instead of the model's."),
]
Points = Annotated[int | None, typer.Option(help="Time points, instead of the model's.", show_default=False)]


def read_model(path: str, changes: list[str] | None = None) -> Mechanism:
    """The mechanism of a model file, with parameters changed."""
    from linkwork.topology.validate import validate

    mechanism = _read(path)
    values = {}
    for change in changes or []:
        name, equals, value = change.partition("=")
        if not equals or not name.strip() or not value.strip():
            bad_input(f"--set {change}: write NAME=VALUE, as in --set 'r=120 mm'")
        values[name.strip()] = value.strip()
    if values:
        mechanism.set(**values)
        validate(mechanism)
    return mechanism


def _read(path: str) -> Mechanism:
    """The mechanism of a file; what a .DYN file contradicts or leaves open is told beside the result."""
    from linkwork.base.quick_schema import quick_schema

    quick_schema()
    if path.lower().endswith(".dyn"):
        from linkwork.formats.dyn import load_dyn

        mechanism, report = load_dyn(path)
        for finding in report:
            colour = typer.colors.YELLOW if finding.kind == "conflict" else None
            typer.secho(f"{path}: {finding.kind}: {finding}", fg=colour, err=True)
        return mechanism
    from linkwork.formats.model_file import load

    loaded: Mechanism = load(path)
    return loaded


def placed(path: str, problems: list[str]) -> list[str]:
    """Sentences about parts of a model file, each with its line and column."""
    if not problems or path.lower().endswith(".dyn"):
        return problems
    from linkwork.base.file_text import read_text
    from linkwork.formats.positions import mechanism_error
    from linkwork.formats.yaml_reader import read_tree

    root = read_tree(read_text(path), path)
    return [str(mechanism_error(path, root, problem)) for problem in problems]


def channels_in(text: str) -> list[str]:
    """Names of channels between commas, those inside brackets apart: `distance(a, b), A.x` are two."""
    channels, depth = [""], 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            channels.append("")
        else:
            channels[-1] += letter
    return [name.strip() for name in channels if name.strip()]


def check_folder(path: Path) -> None:
    """Refuse to write into a folder that is not there, before anything is computed."""
    if not path.parent.is_dir():
        bad_input(f"{path}: there is no folder '{path.parent}'; make it first")


def announce_compiling() -> None:
    """Say once that the first run compiles."""
    from linkwork.base.progress import tell_of_compiling
    from linkwork.numerics.jit import is_cold

    if is_cold():
        tell_of_compiling()


def move(mechanism: Mechanism, path: str, until: float | None, points: int | None, quiet: bool = False) -> Run:
    """The analysis over time that the model, or the command line, asks for."""
    from linkwork.mechanism.requests import time_grid

    grid = time_grid(mechanism)
    if grid is None and until is None:
        bad_input(f"{path} asks for no analysis; add 'analysis: {{kinematics: {{until: 1.0}}}}' to it, or give --until")
    start, end, count = grid or (0.0, 1.0, 201)
    end, count = end if until is None else until, count if points is None else points
    if not start < end < math.inf:
        bad_input(f"--until {end:g}: the end must be later than the start, {start:g} s")
    if not 2 <= count <= MOST_POINTS:
        bad_input(f"--points {count}: give 2 to {MOST_POINTS} time points")
    announce_compiling()
    return mechanism.run(end, count, progress=not quiet)


def check_channels(run: Run, names: list[str]) -> None:
    """Refuse names that are no channels, before anything is written."""
    from linkwork.base.errors import LinkworkError

    for name in names:
        try:
            run.unit(name)
        except LinkworkError as error:
            bad_input(f"channel '{name}': {error}")


def tell_events(run: Run) -> None:
    """Print what happened during a run."""
    from linkwork.run.display import notes_to_act_on

    for note in notes_to_act_on(run.notes):
        typer.echo(f"note: {note}", err=True)
    switches = [event for event in run.events if event.kind == "switch"]
    if switches:
        often = "once, at" if len(switches) == 1 else f"{len(switches)} times, first at"
        first = float(switches[0].t.real) - float(run.t[0])
        first = 0.0 if first < _ROUNDING * float(run.t[-1] - run.t[0]) else first
        typer.echo(f"note: laws changed over {often} t = {float(run.t[0]) + first:.6g} s", err=True)
    contacts = [event for event in run.events if event.kind == "contact"]
    kept = {id(event) for event in contacts[:MOST_CONTACTS]}
    for event in run.events:
        if event.kind == "switch" or (event.kind == "contact" and id(event) not in kept):
            continue
        colour = None if run.completed else typer.colors.YELLOW
        when = "" if "t = " in event.text else f"t = {event.t:.6g} s: "
        typer.secho(f"{when}{event.text}", fg=colour, err=True)
    if len(contacts) > MOST_CONTACTS:
        typer.echo(
            f"and {len(contacts) - MOST_CONTACTS} more changes of contacts; `linkwork run` writes a table of all",
            err=True,
        )
