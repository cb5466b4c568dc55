"""`linkwork demo`: a real mechanism from end to end."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from linkwork.cli.guard import finish, guarded

NAME = "quick-return"


@guarded
def demo(
    out: Annotated[Path, typer.Option(help="Folder for the results; made if missing.")] = Path("demo"),
) -> None:
    """Run a real mechanism from end to end.

    The quick-return shaper of Haug's book; leaves its model, table, figures and page.

    \b
    Examples:
      linkwork demo
      linkwork demo --out shaper
    """
    from linkwork.cli.model import move, read_model, tell_events
    from linkwork.cli.new import example
    from linkwork.cli.run import leave, made_folder

    model = out / f"{NAME}.yaml"
    with made_folder(out):
        model.write_text(example(NAME), encoding="utf-8", newline="\n")
    mechanism = read_model(str(model))
    result = move(mechanism, str(model), None, None)
    files = [model, *leave(result, out, NAME)]
    tell_events(result)
    typer.echo(f"{mechanism.name}: {len(result.t)} points, {result.t[-1]:g} s; wrote")
    for file in files:
        typer.echo(f"  {file}")
    typer.echo(f"open {(out / f'{NAME}.html').resolve()} in a browser")
    finish(result.completed)
