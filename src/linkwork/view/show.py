"""Show runs: plots, drawings and animations, each returned as a figure or written to a file."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import LinkworkError, shown
from linkwork.base.figure_file import written as written
from linkwork.base.progress import Progress
from linkwork.view.scene import build_scene, in_space, scene_at

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from linkwork.run.comparison.beside import Curves
    from linkwork.run.run import Event, Run
    from linkwork.system.system import System

File = str | os.PathLike[str]
FEW = 6  # changes of contacts that a plot still marks; `plot_contacts` shows more


def plot(
    runs: Sequence[Run],
    names: Sequence[str],
    path: File | None = None,
    labels: Sequence[str] | None = None,
    beside: Any = (),
    axes: Mapping[str, Any] | None = None,
) -> Figure:
    """Plot channels of one or more runs over time; several runs lie over one another, each with its label.

    `beside` are further curves (`run/comparison`), `axes` fixes the ends of axes by channel.
    """
    from linkwork.run.comparison.beside import beside_figure
    from linkwork.view.figures.figure import plot_study

    shown = {name: runs[0].label(name) if runs else name for name in names}
    series: dict[str, Any] = {
        label: (run.t, {shown[name]: run.shown(name)[0] for name in names})
        for label, run in zip(_labels(runs, labels), runs, strict=True)
    }
    labelled = _labelled(beside_figure(runs[0], beside, names), series)
    for label, each in labelled.items():
        own = {shown[name]: each.shown(runs[0], name) for name in names if each.has(name)}
        series[label] = (each.t, own)
    told = _told(runs[0]) if len(runs) == 1 else []
    events = [{"t": event.t, "text": event.text} for event in told]
    units = {shown[name]: unit for name, unit in _units(runs[0], names).items()}
    ends = {shown.get(name, name): pair for name, pair in fixed_ends(runs[0], axes).items()}
    measured = [label for label, each in labelled.items() if each.measured]
    title = runs[0].mechanism.name
    figure = plot_study(series, list(shown.values()), units, events, title, measured, ends)
    return written(figure, path)


def _told(run: Run) -> list[Event]:
    """Events that a plot marks: not the switches of laws, and of contacts only a few."""
    few = sum(event.kind == "contact" for event in run.events) <= FEW
    return [event for event in run.events if event.kind != "switch" and (few or event.kind != "contact")]


def _labelled(others: Sequence[Curves], taken: Mapping[str, Any]) -> dict[str, Curves]:
    """Curves by labels that differ from each other and from those that are taken."""
    labelled: dict[str, Curves] = {}
    for each in others:
        labelled[_free(each.label, {**taken, **labelled})] = each
    return labelled


def _free(label: str, taken: Mapping[str, Any]) -> str:
    """A label that is not taken yet."""
    return label if label not in taken else _free(f"{label} (beside)", taken)


def fixed_ends(run: Run, axes: Mapping[str, Any] | None) -> dict[str, tuple[float, float]]:
    """Fixed ends of axes in shown units by channel; None means those of the model's output section."""
    from linkwork.expression import as_expression, resolve_parameters

    env = resolve_parameters(run.mechanism.parameters_by_name)
    fixed_ends = {}
    for name, pair in (run.mechanism.output.axes if axes is None else axes).items():
        factor = 1.0 if name == "t" else run.mechanism.units.shown(run.unit(name))[0]
        try:
            low, high = (factor * float(as_expression(end).value(env).real) for end in pair)
        except (TypeError, ValueError):
            raise LinkworkError(
                f"axes: '{name}': expected two ends, as in (0, '300 mm'); found {shown(pair)}"
            ) from None
        if not low < high:
            raise LinkworkError(f"axes: '{name}': expected two ends, the lower one first; found {shown(pair)}")
        fixed_ends[name] = (low, high)
    return fixed_ends


def cross_plot(
    runs: Sequence[Run],
    x: str,
    y: str,
    path: File | None = None,
    labels: Sequence[str] | None = None,
    beside: Any = (),
    axes: Mapping[str, Any] | None = None,
) -> Figure:
    """Plot one channel over another, such as a coupler curve, for one or more runs; the rest is as in `plot`."""
    from linkwork.run.comparison.beside import beside_of
    from linkwork.view.figures.figure import plot_cross

    series = {
        label: {x: run.shown(x)[0], y: run.shown(y)[0]} for label, run in zip(_labels(runs, labels), runs, strict=True)
    }
    labelled = _labelled(beside_of(runs[0], beside), series)
    for label, each in labelled.items():
        series[label] = {name: each.shown(runs[0], name) for name in (x, y) if each.has(x) and each.has(y)}
    measured, ends = [label for label, each in labelled.items() if each.measured], fixed_ends(runs[0], axes)
    figure = plot_cross(series, x, y, _units(runs[0], (x, y)), runs[0].mechanism.name, measured, ends)
    return written(figure, path)


def draw(
    run: Run,
    at: float | None = None,
    path: File | None = None,
    ghosts: int = 0,
    traces: Iterable[Any] = (),
    forces: bool = False,
    view: Any = None,
) -> Figure:
    """Draw the mechanism at the time of the run nearest to `at` (left out: the start), with arrows of its forces.

    `view` says from where a spatial one is seen: iso, front, top, right, or (azimuth, elevation) in degrees.
    """
    from linkwork.view.drawing import draw as draw_scene

    if ghosts < 0:
        raise LinkworkError(f"draw: ghosts: expected how many faint positions to add, 0 or more; found {ghosts}")
    scene = build_scene(run, traces, channels=())
    frame = _frame(scene["times"], at)
    if in_space(run.system):
        return written(_draw_in_space(run, scene, frame, ghosts, forces, view), path)
    _refuse_view(view)
    figure = draw_scene(scene, frame, ghosts=ghosts, names=not forces)
    if forces:
        from linkwork.view.display import arrange
        from linkwork.view.force_arrows import draw_forces

        index = int(np.argmin(np.abs(run.t - scene["times"][frame])))
        draw_forces(figure.axes[0], arrange(scene), run, index, scene["poses"][frame])
    return written(figure, path)


def _draw_in_space(run: Run, scene: dict[str, Any], frame: int, ghosts: int, forces: bool, view: Any) -> Figure:
    from linkwork.view.spatial.drawing import sheet_of

    sheet = sheet_of(scene, frame, ghosts, not forces, "iso" if view is None else view)
    if forces:
        from linkwork.view.spatial.force_arrows import draw_forces

        draw_forces(sheet, run, frame, int(np.argmin(np.abs(run.t - scene["times"][frame]))))
    return sheet.figure


def _refuse_view(view: Any) -> None:
    if view is not None:
        raise LinkworkError(f"a planar mechanism is drawn in its plane; leave out view={shown(view)}")


def draw_position(system: System, q: Array, path: File | None = None, view: Any = None) -> Figure:
    """Draw the mechanism at one position, such as an assembled one."""
    scene = scene_at(system, q)
    if in_space(system):
        from linkwork.view.spatial.drawing import draw as draw_solids

        return written(draw_solids(scene, view="iso" if view is None else view), path)
    from linkwork.view.drawing import draw as draw_scene

    _refuse_view(view)
    return written(draw_scene(scene), path)


def animate(
    run: Run,
    path: File,
    traces: Iterable[Any] | None = None,
    view: Any = None,
    speed: float | None = None,
    size: Any = None,
) -> None:
    """Write an animation: a self-contained page (.html), a video (.mp4) or an animated GIF (.gif).

    Traces that are left out are those of the model; `size` of a video or GIF is in pixels.
    """
    name, ending = Path(path).name, Path(path).suffix.lower()
    if not in_space(run.system):
        _refuse_view(view)
    if speed is not None and ending != ".mp4":
        raise LinkworkError(f"animation '{name}': a speed is for videos (.mp4); the page has its own control")
    if size is not None and ending not in (".mp4", ".gif"):
        raise LinkworkError(f"animation '{name}': a size is for videos (.mp4) and GIFs; a page fills its window")
    shown = run.mechanism.output.traces if traces is None else traces
    if ending in (".html", ".htm"):
        from linkwork.view.beside_scene import beside_scene
        from linkwork.view.page import write_page

        write_page({**build_scene(run, shown), "beside": beside_scene(run), **_seen_from(view)}, path)
    elif ending in (".gif", ".mp4"):
        from linkwork.view.frames import size_of
        from linkwork.view.gif import write_gif
        from linkwork.view.video import write_video

        pixels = size_of(size)
        scene = {**build_scene(run, shown, channels=()), **_seen_from(view)}
        with Progress("drawing frames", len(scene["poses"])) as bar:
            if ending == ".gif":
                write_gif(scene, path, progress=bar.show_share, size=pixels)
            else:
                write_video(scene, path, speed, progress=bar.show_share, size=pixels)
    else:
        raise LinkworkError(f"animation '{name}': the ending '{ending}' is not known; use .html (a page), .mp4 or .gif")


def _seen_from(view: Any) -> dict[str, Any]:
    """The view as a scene holds it."""
    if view is None:
        return {}
    from linkwork.view.spatial.camera import angles

    return {"view": view if isinstance(view, str) and angles(view) else list(angles(view))}


def _frame(times: list[float], at: float | None) -> int:
    """Number of the frame nearest to a time within the run."""
    if at is None:
        return 0
    low, high = min(times), max(times)
    if not low - 1e-9 * (high - low) <= at <= high + 1e-9 * (high - low):
        raise LinkworkError(f"draw: time {at:g} s is outside the run, which goes from {low:g} to {high:g} s")
    return int(np.argmin(np.abs(np.asarray(times) - at)))


def _labels(runs: Sequence[Run], labels: Sequence[str] | None) -> list[str]:
    """One label a run, all different."""
    if not runs:
        raise LinkworkError("plot: there is no run; give at least one")
    if labels is None:
        named = [run.mechanism.name for run in runs]
        labels = named if len(set(named)) == len(runs) else [f"run {n}" for n in range(1, len(runs) + 1)]
    if len(set(labels)) != len(runs) or len(labels) != len(runs):
        raise LinkworkError(f"plot: {len(runs)} runs need as many different labels; found {list(labels)}")
    return list(labels)


def _units(run: Run, names: Sequence[str]) -> dict[str, str]:
    return {name: run.shown(name)[1] for name in names}
