"""`linkwork schema`: the JSON Schema of model files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from linkwork.cli.guard import guarded


@guarded
def schema(
    out: Annotated[Path | None, typer.Option(help="Write to a file instead of the screen.")] = None,
) -> None:
    """Print the JSON Schema of model files, for editors.

    \b
    Examples:
      linkwork schema --out linkwork.schema.json
      then begin a model file with
      # yaml-language-server: $schema=linkwork.schema.json
    """
    import json

    from linkwork.formats.schema import json_schema

    text = json.dumps(json_schema(), indent=2)
    if out is None:
        typer.echo(text)
        return
    out.write_text(text + "\n", encoding="utf-8", newline="\n")
    typer.echo(f"wrote {out}")
