"""What a run shows of itself: in a notebook, as plots and drawings, as an animation and a report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from linkwork.expression.given import FilePath, public

if TYPE_CHECKING:
    from linkwork.analysis.verify.verification import Verification
    from linkwork.run.run import Run


@public
class ShownRun:
    """The pictures of a run; each is made by the room of its kind when it is asked for."""

    @property
    def _run(self) -> Run:
        return cast("Run", self)

    def _repr_html_(self) -> str:
        from linkwork.report.notebook import run_html

        return run_html(self._run)

    def show(self, height: int = 720) -> Any:
        """In a notebook: the viewer with all frames and channels, so many pixels high."""
        from linkwork.report.notebook import show_run

        return show_run(self._run, height)

    def plot(
        self,
        *names: str,
        path: FilePath | None = None,
        beside: Any = None,
        axes: Mapping[str, Any] | None = None,
    ) -> Any:
        """Plot channels over time; `energy.*` means all that match; with `path` also write the figure.

        `beside` are runs, tables of measured data or files of either (also models, which are run), one, a list, or by
        label: `beside={"test rig": "rig.csv"}`. `axes={"slider.x": (0, 0.3)}` fixes the ends of an axis. Left out, both
        are what the model's output section says.
        """
        from linkwork.view.show import plot

        return plot([self._run], self._run.matching(names), path=path, beside=beside, axes=axes)

    def cross_plot(
        self,
        x: str,
        y: str,
        path: FilePath | None = None,
        beside: Any = None,
        axes: Mapping[str, Any] | None = None,
    ) -> Any:
        """Plot one channel over another, such as a coupler curve; `beside` and `axes` are those of `plot`."""
        from linkwork.view.show import cross_plot

        return cross_plot([self._run], x, y, path=path, beside=beside, axes=axes)

    def draw(
        self,
        at: float | None = None,
        path: FilePath | None = None,
        ghosts: int = 0,
        forces: bool = False,
        view: Any = None,
    ) -> Any:
        """Draw the mechanism at a time of the run; `forces` adds the reactions and forces as arrows.

        In space `view` is "iso", "front", "top", "right", or (azimuth, elevation) in degrees.
        """
        from linkwork.view.show import draw

        return draw(self._run, at=at, path=path, ghosts=ghosts, forces=forces, view=view)

    def draw_circuit(self, name: str | None = None, at: float | None = None, path: FilePath | None = None) -> Any:
        """Draw the diagram of a circuit with what its nodes and parts have at a time; `name` one of several."""
        from linkwork.view.circuits.figure import draw_circuit

        return draw_circuit(self._run, name, at=at, path=path)

    def plot_contacts(self, *names: str, path: FilePath | None = None) -> Any:
        """Plot when contact points are open, slide and stick, with their impacts and the elements they touch with."""
        from linkwork.view.figures.contact_figure import plot_contacts

        return plot_contacts(self._run, names, path=path)

    def draw_successive(self, times: int | Sequence[float] = 6, path: FilePath | None = None, columns: int = 3) -> Any:
        """Draw the mechanism at several times in one figure, with its contact points; a number means so many times."""
        from linkwork.view.figures.successive import draw_successive

        return draw_successive(self._run, times, path=path, columns=columns)

    def plot_energy(self, path: FilePath | None = None) -> Any:
        """Plot kinetic, potential and total energy over time."""
        from linkwork.run.reactions import required
        from linkwork.view.show import plot

        required(self._run)
        return plot([self._run], ("energy.kinetic", "energy.potential", "energy.total"), path=path)

    def polar(self, joint: str, axes: str = "ground", path: FilePath | None = None) -> Any:
        """Bearing-load diagram of a joint: its force as a curve, along the axes of any body (ground: the world's).

        In space it is the force across the joint's axis z'', with the x axis of that body to the right.
        """
        from linkwork.view.figures.polar_figure import plot_polar

        return plot_polar(self._run, joint, axes, path=path)

    def plot_orbit(self, name: str, path: FilePath | None = None) -> Any:
        """Plot the orbit of a joint with clearance in its clearance circle."""
        from linkwork.view.figures.orbit_figure import plot_orbit

        return plot_orbit(self._run, name, path=path)

    def report(
        self,
        path: FilePath,
        plots: Sequence[str | Sequence[str]] = (),
        verification: Verification | None = None,
        *,
        beside: Any = None,
        author: str = "",
        company: str = "",
        logo: FilePath = "",
    ) -> None:
        """Write a report of the run, one file with everything about it: .html with the motion to watch, or .pdf.

        `plots` are groups of channels, as in [["slider.x"], ["A.fx", "A.fy"]], or texts such as "y over x"; left out,
        those of the model's output section or the telling ones. `verification` is what `m.verify(...)` found, `beside`
        what `plot` takes. Author, company and logo left out are those of the output section.
        """
        from linkwork.report.subject import of_run
        from linkwork.report.write import check_target, head_of, plot_groups, write_report

        check_target(path)
        subject = of_run(self._run, verification)
        subject.head, subject.beside = head_of(self._run.mechanism, author, company, str(logo)), beside
        write_report(subject, path, plot_groups(self._run, plots))

    def animate(
        self,
        path: FilePath,
        traces: Sequence[str] | None = None,
        view: str | Sequence[float] | None = None,
        speed: float | None = None,
        size: str | tuple[int, int] | None = None,
    ) -> None:
        """Write an animation: a self-contained HTML page, a video (.mp4) or a GIF, by the ending of the file's name.

        `traces` are points whose path is drawn, such as `rod.tip`; left out, those of the model's output section. In
        space `view` is that of `draw`; the page can be turned. `speed` of a video is seconds of the run in a second:
        1 is real time; left out, fast motions are slowed so that they last 4 s. `size` of a video or GIF is width and
        height in pixels, such as (1280, 720).
        """
        from linkwork.view.show import animate

        animate(self._run, path, traces=traces, view=view, speed=speed, size=size)
