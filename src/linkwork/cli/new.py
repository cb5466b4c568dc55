"""`linkwork new`: a model to start from."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Annotated

import typer

from linkwork.cli.guard import bad_input, guarded


@guarded
def new(
    name: Annotated[
        str | None, typer.Argument(help="Name of the mechanism; NAME.yaml is written.", show_default=False)
    ] = None,
    template: Annotated[str, typer.Option(help="What to start from; --list shows all.")] = "slider-crank",
    listed: Annotated[
        bool, typer.Option("--list", help="Show the templates with their pictures; NAME then chooses some by a word.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Overwrite a file that is there.")] = False,
) -> None:
    """Write a model file to start from.

    It runs as it is. The short templates are commented; the others are those of the gallery.

    \b
    Examples:
      linkwork new crank
      linkwork new --list
      linkwork new --list gear
      linkwork new linkage --template four-bar
      linkwork new indexing --template geneva-wheel
    """
    from linkwork.base.names import suggestion
    from linkwork.cli.templates import template_list, templates

    if listed:
        typer.echo(template_list(name or ""))
        return
    if name is None:
        bad_input("give a name, as in `linkwork new crank`; `linkwork new --list` shows the templates")
    if template not in templates():
        near = suggestion(template, templates(), "templates")
        bad_input(f"--template {template}: there is no such template{near}; `linkwork new --list` shows them")
    path = Path(name if name.endswith((".yaml", ".yml")) else f"{name}.yaml")
    if path.exists() and not force:
        bad_input(f"{path} is already there; choose another name, or overwrite it with --force")
    title = path.stem if re.fullmatch(r"[A-Za-z][\w-]*( [\w-]+)*", path.stem) else json.dumps(path.stem)
    text = re.sub(r"(?m)^name: .*$", lambda _: f"name: {title}", example(template))
    path.write_text(text, encoding="utf-8", newline="\n")
    typer.echo(f"wrote {path}; now try:")
    typer.echo(f"  linkwork check {path}")
    typer.echo(f"  linkwork view {path}")
    typer.echo(f"  linkwork run {path}")


def example(name: str) -> str:
    """The text of a template, or of a model that only comes with the package."""
    from importlib.resources import files

    from linkwork.cli.templates import templates

    template = templates().get(name)
    place = template.path if template is not None else files("linkwork") / "examples" / f"{name}.yaml"
    return str(place.read_text(encoding="utf-8"))
