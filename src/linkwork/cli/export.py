"""`linkwork export`: the equations of a mechanism as a program in another language."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from linkwork.base.errors import AnalysisError, MechanismError
from linkwork.cli.guard import finish, guarded, print_json
from linkwork.cli.model import AsJson, Changes, Model, check_folder, read_model


@guarded
def export(
    model: Model,
    to: Annotated[
        str, typer.Option(metavar="LANGUAGE", help="c, python, numpy, sympy, casadi, javascript or matlab.")
    ] = "c",
    out: Annotated[Path | None, typer.Option(help="The file; printed when left out.", show_default=False)] = None,
    parameter: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Keep this parameter as a symbol; several, too.")
    ] = None,
    coordinates: Annotated[str, typer.Option(metavar="WHOSE", help="Of the bodies or of the joints.")] = "bodies",
    output: Annotated[
        list[str] | None, typer.Option(metavar="CHANNEL", help="A number that the program gives; several, too.")
    ] = None,
    count: Annotated[bool, typer.Option("--count", help="Count operations instead of writing.")] = False,
    changes: Changes = None,
    as_json: AsJson = False,
) -> None:
    """Write the equations of motion as a program of one mechanism.

    Mass matrix, forces, constraints and their rows, accelerations; one file without dependencies.

    \b
    Examples:
      linkwork export crank.yaml --to c --out crank.c
      linkwork export crank.yaml --to python --parameter l
      linkwork export crank.yaml --coordinates joints --output slider.x --out crank.c
      linkwork export crank.yaml --count
    """
    mechanism = read_model(model, changes)
    if out is not None:
        check_folder(out)
    try:
        found = mechanism.program(parameter or (), coordinates, output or ())
        text = found.source(to) if out is None and not count else ""
        if out is not None and not count:
            found.write(out, to)
    except AnalysisError as error:  # nothing was analysed: what was asked for cannot be written
        raise MechanismError(str(error)) from None
    if count:
        if as_json:
            print_json({"ok": True, **{name: found.count(name) for name in found.results}, "all": found.count()})
        else:
            for name in found.results:
                typer.echo(f"{name:12s} {_counted(found.count(name))}")
            typer.echo(f"{'all':12s} {_counted(found.count())}")
    elif out is None:
        typer.echo(text)
    else:
        typer.echo(f"wrote {out}")
    finish(True)


def _counted(count: dict[str, int]) -> str:
    return ", ".join(f"{number} {name}" for name, number in count.items() if number) or "nothing to compute"
