"""`linkwork body`: a measured motion of a body, from markers and plates to muscles and joints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from linkwork.cli.body.steps import check_steps, placed_on_person, tell_burnt, with_less_left
from linkwork.cli.figures import prepare_figures
from linkwork.cli.guard import bad_input, finish, guarded, input_is_asked
from linkwork.cli.model import announce_compiling, check_folder

if TYPE_CHECKING:
    from linkwork.biomechanics import (
        MarkerFit,
        Markers,
        Motion,
        NetForces,
        Plate,
        Recording,
        Sharing,
        Skeleton,
        Table,
    )

Rows = TypeVar("Rows", "Markers", "Table")
Pairs = list[str] | None
Names = list[str] | None
MarkerFile = Annotated[
    Path | None, typer.Option("--markers", help="Measured markers (.trc, .c3d).", show_default=False)
]
MotionFile = Annotated[
    Path | None,
    typer.Option("--motion", help="Instead of markers: coordinates over time (.mot, .sto).", show_default=False),
]
PlateFile = Annotated[
    Path | None, typer.Option("--plates", help="Force plates and where they act (.xml).", show_default=False)
]
Cutoff = Annotated[float | None, typer.Option("--cutoff", help="Smooth the motion: cut-off in Hz.", show_default=False)]
Cost = Annotated[str, typer.Option("--cost", help="What muscles share forces by: activation, stress, min-max, ...")]
Reserves = Annotated[
    Pairs,
    typer.Option("--reserve", metavar="COORDINATE=STRENGTH", help="An actuator beside muscles; repeatable."),
]
Weights = Annotated[
    Pairs,
    typer.Option(
        "--weight",
        metavar="MARKER=WEIGHT",
        help="Markers that count; repeatable; otherwise all. A set-up of OpenSim (.xml) has all weights.",
    ),
]
Feet = Annotated[
    Names,
    typer.Option("--foot", metavar="BODY", help="A body that steps on the force plates of a .c3d file; repeatable."),
]
Begin = Annotated[
    float | None, typer.Option("--from", help="Leave out what is before this time (s).", show_default=False)
]
End = Annotated[
    float | None, typer.Option("--until", help="Leave out what is behind this time (s).", show_default=False)
]
Fixed = Annotated[
    Names, typer.Option("--fixed", metavar="MARKER", help="A marker that --standing leaves on the model; repeatable.")
]
Standing = Annotated[
    Path | None, typer.Option(help="Markers of the person standing: the model's are put there.", show_default=False)
]
Trunk = Annotated[
    str | None,
    typer.Option(
        metavar="BODY",
        show_default=False,
        help="Fit masses, this body's mass center and the motion, so that less is left at the base.",
    ),
]
Heat = Annotated[str | None, typer.Option(help="Tell what the body burns: umberger, bhargava.", show_default=False)]


@guarded
def body(
    model: Annotated[Path, typer.Argument(help="Skeleton: .osim, or .xml of MuJoCo.", show_default=False)],
    markers: MarkerFile = None,
    motion: MotionFile = None,
    plates: PlateFile = None,
    cutoff: Cutoff = None,
    cost: Cost = "activation",
    reserves: Reserves = None,
    weights: Weights = None,
    feet: Feet = None,
    begin: Begin = None,
    end: End = None,
    report: Annotated[Path | None, typer.Option(help="Write a report (.html or .pdf).", show_default=False)] = None,
    page: Annotated[Path | None, typer.Option(help="Write the motion (.html, .mp4, .gif).", show_default=False)] = None,
    out: Annotated[
        Path | None, typer.Option(help="Folder for tables: motion, net forces, activations.", show_default=False)
    ] = None,
    standing: Standing = None,
    fixed: Fixed = None,
    trunk: Trunk = None,
    heat: Heat = None,
) -> None:
    """Study a measured motion of a body.

    Fits the skeleton to markers, or takes a motion as it is; net forces under weight and plates; shares them among the
    muscles, if there are some. Tells distances of markers, residuals at the base, and the share of reserves.

    \b
    Examples:
      linkwork body walker.osim --markers walk.trc --plates walk_grf.xml --cutoff 6 --report walk.html
      linkwork body walker.osim --markers walk.c3d --foot calcn_r --foot calcn_l --weight walk_Setup_IK.xml
      linkwork body walker.osim --motion walk_IK.mot --page walk.html
      linkwork body walker.osim --standing stand.trc --markers walk.trc --plates walk_grf.xml --trunk torso
      linkwork body arm.osim --motion reach.mot --cost stress --reserve elbow_flexion=1 --out results
    """
    from linkwork.biomechanics import (
        animate_body,
        body_report,
        inverse_dynamics,
        read_mjcf,
        read_osim,
        read_plates,
    )
    from linkwork.library.biomechanics.sharing import check_sharing
    from linkwork.report.write import check_target
    from linkwork.view.spatial.skeleton_film import check_animation

    if (markers is None) == (motion is None):
        bad_input("give measured markers (--markers walk.trc) or a motion (--motion walk.mot), one of both")
    for target in (report, page):
        if target is not None:
            check_folder(target)
    if report is not None:
        check_target(report)
    if page is not None:
        check_animation(page)
    if feet and (markers is None or markers.suffix.lower() != ".c3d" or plates is not None):
        bad_input("--foot says who steps on the plates of a .c3d file (--markers walk.c3d), without --plates")
    check_steps(trunk, plates is not None or bool(feet), heat, fixed or (), standing)
    given = numbers_of("--reserve", reserves)
    span = (begin, end)
    announce_compiling()
    with input_is_asked():
        skeleton = read_mjcf(model) if model.suffix.lower() == ".xml" else read_osim(model)
        check_sharing(skeleton, cost, given)
        for one in skeleton.left_out:
            typer.echo(f"left out: {one}")
        stood = _recorded(standing)
        if stood is not None:
            skeleton = placed_on_person(skeleton, stood.markers, fixed or ())
        recording = _recorded(markers)
        seen = _cut(recording.markers, span) if recording is not None else None
        fit, moved = _moved(skeleton, seen, motion, weights, span)
        if cutoff is not None:
            moved = moved.filtered(cutoff)
        acting = read_plates(plates) if plates is not None else _stepped_on(moved, recording, feet)
        net = inverse_dynamics(moved, acting)
        if trunk is not None:
            net = with_less_left(net, acting, trunk)
    result = _result(net, cost, given)
    if heat is not None:
        tell_burnt(result, heat)
    if out is not None:
        _write_tables(result, out)
    if report is not None or page is not None:
        prepare_figures()
    if page is not None:
        animate_body(result, page, acting, seen)
        typer.echo(f"wrote {page}")
    if report is not None:
        body_report(result, report, acting, fit, seen)
        typer.echo(f"wrote {report}")
    finish(True)


def _recorded(path: Path | None) -> Recording | None:
    """The markers of a file, and what a recording has beside them; what is left out is told."""
    from linkwork.biomechanics import Recording, read_c3d, read_markers

    if path is None:
        return None
    if path.suffix.lower() != ".c3d":
        return Recording(read_markers(path), None, ())
    recording = read_c3d(path)
    for one in recording.left_out:
        typer.echo(f"left out: {one}")
    return recording


def _stepped_on(moved: Motion, recording: Recording | None, feet: Sequence[str] | None) -> tuple[Plate, ...]:
    """The plates of a recording, each with the foot that stands there."""
    from linkwork.biomechanics import plates_of_feet

    if recording is not None and feet and not recording.plates:
        bad_input(f"--foot {feet[0]}: {recording.markers.source} has no force plates")
    if recording is None or not recording.plates:
        return ()
    if not feet:
        typer.echo(f"force plates of {recording.markers.source} are not taken: give the feet, as in --foot calcn_r")
        return ()
    return plates_of_feet(moved, recording.plates, feet)


def _cut(rows: Rows, span: tuple[float | None, float | None]) -> Rows:
    """Without what is outside of the times that were asked for."""
    begin, end = span
    if begin is None and end is None:
        return rows
    first, last = float(rows.time[0]), float(rows.time[-1])
    return rows.between(first if begin is None else begin, last if end is None else end)


def numbers_of(option: str, pairs: Sequence[str] | None) -> dict[str, float]:
    """Pairs `name=number`."""
    numbers = {}
    for pair in pairs or ():
        name, equals, text = pair.rpartition("=")
        try:
            if not (name and equals):
                raise ValueError
            numbers[name] = float(text)
        except ValueError:
            bad_input(f"{option} {pair}: write a name and a number, as in {option} knee_angle_r=1")
    return numbers


def weights_of(given: Sequence[str] | None) -> dict[str, float]:
    """Weights of markers: those of set-ups of OpenSim, and single ones."""
    from linkwork.biomechanics import read_weights

    files = [one for one in given or () if one.lower().endswith(".xml") and "=" not in one]
    weights: dict[str, float] = {}
    for file in files:
        weights |= read_weights(file)
    return weights | numbers_of("--weight", [one for one in given or () if one not in files])


def _moved(
    skeleton: Skeleton,
    seen: Markers | None,
    motion: Path | None,
    weights: Sequence[str] | None,
    span: tuple[float | None, float | None],
) -> tuple[MarkerFit | None, Motion]:
    """The motion, and how well it fits where it was found from markers."""
    from linkwork.biomechanics import fit_markers, motion_from, read_table

    if seen is None:
        assert motion is not None
        moved = motion_from(skeleton, _cut(read_table(motion), span))
        for note in moved.notes:
            typer.echo(note)
        return None, moved
    fit = fit_markers(skeleton, seen, weights_of(weights) or None)
    name, frame, far = fit.worst()
    typer.echo(f"markers: the farthest from its place is {name} in frame {frame}, {1000 * far:.1f} mm")
    for note in fit.notes:
        typer.echo(note)
    return fit, fit.motion


def _result(net: NetForces, cost: str, given: Mapping[str, float]) -> Sharing | NetForces:
    """Net forces, shared where there are muscles; what is left over is told."""
    from linkwork.biomechanics import muscle_paths, share_forces

    skeleton = net.motion.skeleton
    for name, largest in net.residuals().items():
        turns = skeleton.coordinates[skeleton.index("coordinate", name)].turns
        typer.echo(f"residual at {name}: at most {largest:.4g} {'N m' if turns else 'N'}")
    if not skeleton.muscles:
        return net
    with input_is_asked():
        muscle_paths(skeleton, net.motion.values)  # a point inside its surface, a muscle through its own origin
    shared = share_forces(net, cost, given)
    for name, share in shared.reserve_share().items():
        if name in given:
            typer.echo(f"reserve of {name}: {100 * share:.2g} % of its largest net force")
    for note in shared.notes():
        typer.echo(note)
    return shared


def _write_tables(result: Sharing | NetForces, folder: Path) -> None:
    """The motion, net forces and activations as tables that OpenSim reads."""
    from linkwork.biomechanics import NetForces, Table

    net = result if isinstance(result, NetForces) else result.net
    folder.mkdir(parents=True, exist_ok=True)
    tables = {"motion.mot": net.motion.table(), "net_forces.sto": net.table()}
    if not isinstance(result, NetForces):
        names = tuple(muscle.name for muscle in net.motion.skeleton.muscles)
        tables["activations.sto"] = Table(net.motion.time, names, result.activations, False, "activations")
        tables["tensions.sto"] = Table(net.motion.time, names, result.forces, False, "tensions")
    for name, table in tables.items():
        table.write(folder / name, name.partition(".")[0])
        typer.echo(f"wrote {folder / name}")
