"""`linkwork view`: a model in the browser, live."""

from __future__ import annotations

import math
import os
from typing import Annotated, Any

import typer

from linkwork.cli.body.command import (
    Cost,
    Cutoff,
    MarkerFile,
    MotionFile,
    PlateFile,
    Reserves,
    Weights,
    numbers_of,
    weights_of,
)
from linkwork.cli.guard import bad_input, guarded
from linkwork.cli.model import Until

Model = Annotated[
    str,
    typer.Argument(
        metavar="MODEL",
        help="A model file (YAML), a .DYN file, or a skeleton: .osim, or .xml of MuJoCo.",
        show_default=False,
    ),
]
SKELETONS = (".osim", ".xml")
FILES = ("--markers", "--motion", "--plates")
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
    markers: MarkerFile = None,
    motion: MotionFile = None,
    plates: PlateFile = None,
    cutoff: Cutoff = None,
    cost: Cost = "activation",
    reserves: Reserves = None,
    weights: Weights = None,
) -> None:
    """Show a model in the browser, and change it there.

    Sliders for its parameters, bodies that can be dragged, plots, diagnosis; the file can be edited beside it. The page
    is served on this machine alone, until Ctrl-C.

    \b
    Examples:
      linkwork view crank.yaml
      linkwork view crank.yaml --no-browser --port 8000
      linkwork view crank.yaml --analysis simulate --until 5
      linkwork view walker.osim
      linkwork view walker.osim --markers walk.trc --plates walk_grf.xml --cutoff 6 --reserve knee_angle_r=1
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

    measured: dict[str, Any] = {"--markers": markers, "--motion": motion, "--plates": plates, "--cutoff": cutoff}
    measured |= {"--reserve": reserves, "--weight": weights}
    if model.lower().endswith(SKELETONS):
        opened = _body(model, measured, cost, wish(analysis, until))
    else:
        for option, given in measured.items():
            if given is not None:
                bad_input(f"{option} is for skeletons (.osim, or .xml of MuJoCo); {model} is none")
        opened = session(model, wish(analysis, until))
    try:
        serve(opened, port, ready)
    except OSError as error:
        bad_input(f"--port {port}: {error.strerror or error}; leave it out for a free one")


def _body(model: str, measured: dict[str, Any], cost: str, wish: Any) -> Any:
    """The session of a skeleton."""
    from linkwork.cli.model import announce_compiling
    from linkwork.library.biomechanics.sharing import COSTS
    from linkwork.serve.body.picture import KINDS
    from linkwork.serve.body.session import BodySession
    from linkwork.serve.body.trial import Trial

    if wish.kind is not None and wish.kind not in KINDS:
        bad_input(f"--analysis {wish.kind}: a skeleton has: {', '.join(KINDS)}")
    if cost not in COSTS:
        bad_input(f"--cost {cost}: choose one of: {', '.join(COSTS)}")
    if measured["--markers"] is not None and measured["--motion"] is not None:
        bad_input("give measured markers (--markers walk.trc) or a motion (--motion walk.mot), not both")
    for option in FILES:
        if measured[option] is not None and not os.path.isfile(measured[option]):
            bad_input(f"{option} {measured[option]}: there is no such file")
    announce_compiling()
    named = [None if measured[name] is None else str(measured[name]) for name in FILES]
    reserves, weights = numbers_of("--reserve", measured["--reserve"]), weights_of(measured["--weight"])
    cutoff = {} if measured["--cutoff"] is None else {"": measured["--cutoff"]}
    for option, given in (("--cutoff", cutoff), ("--reserve", reserves)):
        for name, number in given.items():
            if not 0.0 < number < math.inf:
                bad_input(f"{option} {name + '=' if name else ''}{number:g}: give a number greater than zero")
    trial = Trial(model, named[0], named[1], named[2], measured["--cutoff"], cost, reserves, weights)
    return BodySession(trial, wish)


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
