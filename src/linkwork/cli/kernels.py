"""`linkwork kernels`: compile everything now, into one library that later runs load at once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from linkwork.cli.guard import bad_input, guarded

Portable = Annotated[bool, typer.Option("--portable", help="For every processor of this kind, not for this one alone.")]
Folder = Annotated[
    Path | None, typer.Option("--out", metavar="FOLDER", help="Where to put it, instead of the user's cache.")
]


@guarded
def kernels(portable: Portable = False, out: Folder = None) -> None:
    """Compile all of the program's code into one library.

    Later runs load it in milliseconds and need no compiler. It takes minutes; what is compiled is kept, so that after
    Ctrl-C another call goes on. A C compiler links it: the system's, or that of `pip install ziglang`.
    """
    from linkwork.base.progress import Progress
    from linkwork.numerics.jit import PACKAGE, cache_folder, cache_root
    from linkwork.warm import compile_library

    if cache_folder(PACKAGE / "warm" / "__init__.py") is None:
        bad_input(f"the folder for compiled code, {cache_root()}, cannot be written; name another in LINKWORK_CACHE")
    with Progress("compiling", 1000) as progress:
        made = compile_library(out, portable, progress.show_share)
    typer.echo(str(made))
