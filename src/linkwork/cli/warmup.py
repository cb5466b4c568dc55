"""`linkwork warmup`: compile everything now, so that no later run has to."""

from __future__ import annotations

import typer

from linkwork.cli.guard import bad_input, guarded


@guarded
def warmup() -> None:
    """Compile all of the program's code ahead of time.

    Otherwise each part is compiled when it is first needed. What is compiled is kept; after Ctrl-C, call it again.
    """
    from linkwork.base.progress import Progress
    from linkwork.numerics.jit import PACKAGE, cache_folder, cache_root
    from linkwork.warm import warm

    if cache_folder(PACKAGE / "warm" / "__init__.py") is None:
        bad_input(f"the folder for compiled code, {cache_root()}, cannot be written; name another in LINKWORK_CACHE")
    with Progress("compiling", 1000) as progress:
        result = warm(progress.show_share)
    typer.echo(str(result))
