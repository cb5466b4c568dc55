"""`linkwork view`: a model in the browser, live."""

from __future__ import annotations

import os
from typing import Annotated, Any

import typer

from linkwork.cli.guard import bad_input, guarded
from linkwork.cli.model import Model, Until

Port = Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on; 0 takes a free one.")]
Analysis = Annotated[
    str | None,
    typer.Option(help="kinematics, inverse_dynamics, simulate, equilibrium or position, instead of the model's."),
]


@guarded
def view(
    model: Model,
    port: Port = 0,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in the browser.")] = True,
    analysis: Analysis = None,
    until: Until = None,
) -> None:
    """Show a model in the browser, and change it there.

    Sliders for its parameters, bodies that can be dragged, plots, diagnosis; the file can be edited beside it. The page
    is served on this machine alone, until Ctrl-C.

    \b
    Examples:
      linkwork view crank.yaml
      linkwork view crank.yaml --no-browser --port 8000
      linkwork view crank.yaml --analysis simulate --until 5
    """
    serve, session, wish = _parts()
    if not os.path.isfile(model):
        reason = "this is a folder; give the name of a model file" if os.path.isdir(model) else "there is no such file"
        bad_input(f"{model}: {reason}")
    from linkwork.serve.request import KINDS

    if analysis is not None and analysis not in KINDS:
        bad_input(f"--analysis {analysis}: choose one of: {', '.join(KINDS)}")
    if until is not None and not 0.0 < until < 1e9:
        bad_input(f"--until {until:g}: give an end in s, greater than zero")

    def ready(address: str) -> None:
        typer.echo(f"{model} is shown at {address}\nPress Ctrl-C to end.")
        if browser:
            _open(address)

    try:
        serve(session(model, wish(analysis, until)), port, ready)
    except OSError as error:
        bad_input(f"--port {port}: {error.strerror or error}; leave it out for a free one")


def _open(address: str) -> None:
    """Open the browser aside, for starting it may take a while."""
    import threading
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _parts() -> tuple[Any, Any, Any]:
    """The server; without its packages the name of the extra that has them."""
    try:
        from linkwork.serve.request import Wish
        from linkwork.serve.server import serve
        from linkwork.serve.session import Session
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("starlette", "uvicorn", "websockets"):
            raise
        bad_input(f"the page needs the package {error.name}; install it by pip install 'linkwork[page]'")
    return serve, Session, Wish
