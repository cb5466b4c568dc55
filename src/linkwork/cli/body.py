"""`linkwork body`: a measured motion of a body, from markers and plates to muscles and joints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from linkwork.cli.figures import prepare_figures
from linkwork.cli.guard import bad_input, finish, guarded, input_is_asked
from linkwork.cli.model import announce_compiling, check_folder

if TYPE_CHECKING:
    from linkwork.biomechanics import MarkerFit, Markers, Motion, NetForces, Plate, Sharing, Skeleton

Pairs = list[str] | None
HEAT = ("umberger", "bhargava")
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
    Pairs, typer.Option("--weight", metavar="MARKER=WEIGHT", help="Markers that count; repeatable; otherwise all.")
]
Fixed = Annotated[
    Pairs, typer.Option("--fixed", metavar="MARKER", help="A marker that --standing leaves on the model; repeatable.")
]


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
    report: Annotated[Path | None, typer.Option(help="Write a report (.html or .pdf).", show_default=False)] = None,
    page: Annotated[Path | None, typer.Option(help="Write the motion (.html, .mp4, .gif).", show_default=False)] = None,
    out: Annotated[
        Path | None, typer.Option(help="Folder for tables: motion, net forces, activations.", show_default=False)
    ] = None,
    standing: Annotated[
        Path | None, typer.Option(help="Markers of the person standing: the model's are put there.", show_default=False)
    ] = None,
    fixed: Fixed = None,
    trunk: Annotated[
        str | None,
        typer.Option(
            metavar="BODY",
            show_default=False,
            help="Fit masses, this body's mass center and the motion, so that less is left at the base.",
        ),
    ] = None,
    heat: Annotated[
        str | None, typer.Option(help="Tell what the body burns: umberger, bhargava.", show_default=False)
    ] = None,
) -> None:
    """Study a measured motion of a body.

    Fits the skeleton to markers, or takes a motion as it is; net forces under weight and plates; shares them among the
    muscles, if there are some. Tells distances of markers, residuals at the base, and the share of reserves.

    \b
    Examples:
      linkwork body walker.osim --markers walk.trc --plates walk_grf.xml --cutoff 6 --report walk.html
      linkwork body walker.osim --motion walk_IK.mot --page walk.html
      linkwork body walker.osim --standing stand.trc --markers walk.trc --plates walk_grf.xml --trunk torso
      linkwork body arm.osim --motion reach.mot --cost stress --reserve elbow_flexion=1 --out results
    """
    from linkwork.biomechanics import (
        Sharing,
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
    _check_steps(trunk, plates, heat, fixed or (), standing)
    given = numbers_of("--reserve", reserves)
    announce_compiling()
    with input_is_asked():
        skeleton = read_mjcf(model) if model.suffix.lower() == ".xml" else read_osim(model)
        check_sharing(skeleton, cost, given)
        for one in skeleton.left_out:
            typer.echo(f"left out: {one}")
        if standing is not None:
            skeleton = _placed_on_person(skeleton, standing, fixed or ())
        seen = _markers(markers) if markers is not None else None
        fit, moved = _moved(skeleton, seen, motion, weights)
        if cutoff is not None:
            moved = moved.filtered(cutoff)
        acting = read_plates(plates) if plates is not None else ()
        net = inverse_dynamics(moved, acting)
        if trunk is not None:
            net = _with_less_left(net, acting, trunk)
    result = _result(net, cost, given)
    if heat is not None:
        if not isinstance(result, Sharing):
            bad_input(f"--heat {heat}: {model} has no muscles")
        _tell_burnt(result, heat)
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


def _check_steps(
    trunk: str | None, plates: Path | None, heat: str | None, fixed: Sequence[str], standing: object
) -> None:
    """Refuse steps that lack what they need."""
    if trunk is not None and plates is None:
        bad_input("--trunk fits masses and motion to force plates: give --plates, too")
    if heat is not None and heat not in HEAT:
        bad_input(f"--heat {heat}: there are {' and '.join(HEAT)}")
    if fixed and standing is None:
        bad_input("--fixed names markers that stay where they are after a standing trial: give --standing, too")


def _placed_on_person(skeleton: Skeleton, standing: Path, fixed: Sequence[str]) -> Skeleton:
    """The skeleton with its markers where the standing person had them; how far they were moved is told."""
    from linkwork.biomechanics import place_markers

    placed = place_markers(skeleton, _markers(standing), fixed=fixed)
    if placed.moved:
        name = max(placed.moved, key=lambda one: placed.moved[one])
        typer.echo(f"markers moved: {len(placed.moved)}, the farthest is {name}, by {1000 * placed.moved[name]:.1f} mm")
    if placed.distances:
        name = max(placed.distances, key=lambda one: placed.distances[one])
        far = 1000 * placed.distances[name]
        typer.echo(f"markers that stay: {len(placed.distances)}, the farthest from its place is {name}, {far:.1f} mm")
    for note in placed.notes:
        typer.echo(note)
    return placed.skeleton


def _with_less_left(net: NetForces, plates: Sequence[Plate], trunk: str) -> NetForces:
    """Net forces with masses and a motion that leave less at the base; the change is told."""
    from linkwork.biomechanics import reduce_residuals

    reduced = reduce_residuals(net.motion, plates, trunk)
    typer.echo(reduced.text())
    return reduced.after


def _tell_burnt(shared: Sharing, heat: str) -> None:
    """What the body burns, by one of the models."""
    from linkwork.biomechanics import Bhargava, Umberger, metabolic_cost

    cost = metabolic_cost(shared, Umberger() if heat == "umberger" else Bhargava())
    typer.echo(f"burnt, after {heat.capitalize()}: {cost.energy():.4g} J, {cost.per_mass():.3g} W/kg, rest included")


def _markers(path: Path) -> Markers:
    """The markers of a file; what of a recording is left out is told."""
    from linkwork.biomechanics import read_c3d, read_markers

    if path.suffix.lower() != ".c3d":
        return read_markers(path)
    recording = read_c3d(path)
    for one in recording.left_out:
        typer.echo(f"left out: {one}")
    if recording.plates:
        typer.echo(f"force plates of {path} are not taken: their feet are not known; give --plates, or use Python")
    return recording.markers


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


def _moved(
    skeleton: Skeleton, seen: Markers | None, motion: Path | None, weights: Sequence[str] | None
) -> tuple[MarkerFit | None, Motion]:
    """The motion, and how well it fits where it was found from markers."""
    from linkwork.biomechanics import fit_markers, motion_from, read_table

    if seen is None:
        assert motion is not None
        moved = motion_from(skeleton, read_table(motion))
        for note in moved.notes:
            typer.echo(note)
        return None, moved
    fit = fit_markers(skeleton, seen, numbers_of("--weight", weights) or None)
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
