"""The program `linkwork`. Nothing heavy is imported until a command runs."""

from __future__ import annotations

import atexit
import gc
import sys

import typer

from linkwork.base.quick_schema import quick_schema
from linkwork.base.version import __version__
from linkwork.cli.animate import animate
from linkwork.cli.assemble import assemble
from linkwork.cli.body.command import body
from linkwork.cli.branches import branches
from linkwork.cli.check import check
from linkwork.cli.couple import couple
from linkwork.cli.demo import demo
from linkwork.cli.equilibrium import equilibrium
from linkwork.cli.export import export
from linkwork.cli.kernels import kernels
from linkwork.cli.new import new
from linkwork.cli.optimise import optimise
from linkwork.cli.plot import plot
from linkwork.cli.report import report
from linkwork.cli.run import run
from linkwork.cli.schema import schema
from linkwork.cli.sensitivity import sensitivity
from linkwork.cli.study import study
from linkwork.cli.synthesise import synthesise
from linkwork.cli.topology import topology
from linkwork.cli.trace import trace
from linkwork.cli.verify import verify
from linkwork.cli.view import view
from linkwork.cli.warmup import warmup

EXAMPLES = """\
Examples:

\b
  linkwork demo                      a real mechanism, its figure and its page, in ./demo
  linkwork new crank                 write crank.yaml, a model to start from
  linkwork check crank.yaml          freedoms, redundant constraints, missing drivers
  linkwork topology crank.yaml       tree, cut joints and loops
  linkwork run crank.yaml            what the file asks for; tables, figures and a page in ./crank
  linkwork view crank.yaml           the same in the browser, with sliders; edit the file beside it
  linkwork verify crank.yaml         every formulation and several methods beside each other
  linkwork study crank.yaml --vary "l=0.4:0.6:21" --response "peak(slider.ax)"
  linkwork optimise crank.yaml --minimise "peak(slider.ax)" --free "l=0.4:0.6" --out better.yaml
  linkwork equilibrium crank.yaml    where it rests under its forces
  linkwork sensitivity crank.yaml --of "max(slider.vx)"    what matters most
  linkwork plot crank.yaml slider.x slider.vx --out plot.png
  linkwork report crank.yaml --out crank.pdf    all about it in one file, HTML or PDF
  linkwork export crank.yaml --to c --out crank.c    its equations as a program
  linkwork couple truck.yaml         subsystems glued at their interfaces
  linkwork body walker.osim --markers walk.trc --report walk.html    a measured motion
  linkwork warmup                    compile everything now instead of when it is first needed
  linkwork kernels                   the same into one library, which later runs load at once

\b
Exit codes: 0 fine, 1 the analysis found a problem (cannot be assembled, lock-up before the end),
2 bad input, 3 a fault of the program itself, 130 interrupted.
"""

app = typer.Typer(
    name="linkwork",
    help="Kinematics and dynamics of mechanisms: describe, assemble, explain, move.",
    epilog=EXAMPLES,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
COMMANDS = (
    new,
    check,
    topology,
    assemble,
    branches,
    equilibrium,
    run,
    view,
    verify,
    sensitivity,
    study,
    optimise,
    synthesise,
    plot,
    animate,
    report,
    trace,
    export,
    couple,
    body,
    schema,
    demo,
    warmup,
    kernels,
)
for command in COMMANDS:
    app.command()(command)


_NAMES = {command.__name__ for command in COMMANDS}


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"linkwork {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Show the version and exit."
    ),
) -> None:
    pass


def _collect_rarely() -> None:
    """Look for unused cycles of objects seldom: what is imported stays, and looking at it takes a fifth of a start."""
    gc.set_threshold(100_000, 20, 20)
    atexit.register(gc.freeze)


def main() -> None:
    """Run the program with the arguments of the command line."""
    _collect_rarely()
    if any(word in _NAMES for word in sys.argv[1:2]):  # typer and every command import pydantic
        quick_schema()
    app(prog_name="linkwork")


if __name__ == "__main__":
    main()
