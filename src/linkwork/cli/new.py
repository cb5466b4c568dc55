"""`linkwork new`: a model to start from."""

from __future__ import annotations

import json
import re
from enum import StrEnum
from importlib.resources import files
from pathlib import Path
from typing import Annotated

import typer

from linkwork.cli.guard import bad_input, guarded


class Template(StrEnum):
    """Models to start from."""

    slider_crank = "slider-crank"
    four_bar = "four-bar"
    cam = "cam"
    spatial_slider_crank = "spatial-slider-crank"
    bouncing_block = "bouncing-block"


@guarded
def new(
    name: Annotated[str, typer.Argument(help="Name of the mechanism; NAME.yaml is written.", show_default=False)],
    template: Annotated[Template, typer.Option(help="What to start from.")] = Template.slider_crank,
    force: Annotated[bool, typer.Option("--force", help="Overwrite a file that is there.")] = False,
) -> None:
    """Write a model file to start from.

    It is commented and runs as it is.

    \b
    Examples:
      linkwork new crank
      linkwork new linkage --template four-bar
      linkwork new crank --template spatial-slider-crank
      linkwork new toss --template bouncing-block
    """
    path = Path(name if name.endswith((".yaml", ".yml")) else f"{name}.yaml")
    if path.exists() and not force:
        bad_input(f"{path} is already there; choose another name, or overwrite it with --force")
    text = example(template.value)
    title = path.stem if re.fullmatch(r"[A-Za-z][\w-]*( [\w-]+)*", path.stem) else json.dumps(path.stem)
    path.write_text(re.sub(r"(?m)^name: .*$", lambda _: f"name: {title}", text), encoding="utf-8", newline="\n")
    typer.echo(f"wrote {path}; now try:")
    typer.echo(f"  linkwork check {path}")
    typer.echo(f"  linkwork run {path}")


def example(name: str) -> str:
    """The text of a packaged model."""
    return (files("linkwork") / "examples" / f"{name}.yaml").read_text(encoding="utf-8")
