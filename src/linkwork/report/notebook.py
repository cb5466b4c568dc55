"""How mechanisms, runs and results look in a notebook: drawings, tables and the viewer, small enough to be kept."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, Any

from linkwork.base.errors import LinkworkError
from linkwork.base.notebook_repr import Shown
from linkwork.report.data import bodies_table, joints_table, parts_table
from linkwork.report.equations import short_latex
from linkwork.report.freedoms import mobility_words
from linkwork.report.html import part_text, table_text
from linkwork.report.parts import Table
from linkwork.report.proof import proof_parts
from linkwork.report.results import event_parts
from linkwork.report.text_tables import text_html
from linkwork.run.display import notes_to_act_on
from linkwork.view.embedded import framed_page, picture_of
from linkwork.view.scene import build_scene, scene_at
from linkwork.view.telling import telling

if TYPE_CHECKING:
    from linkwork.analysis.verify.verification import Verification
    from linkwork.mechanism.mechanism import Mechanism
    from linkwork.program.program import Program
    from linkwork.run.run import Run

FRAMES = 200
CHANNELS = 24
LARGEST = 1_500_000  # characters of what a run shows of itself
SHOWN_EVENTS = 12
STYLE = """<style>
.linkwork-out { font-size: 13px; line-height: 1.45; max-width: 960px; }
.linkwork-out table { border-collapse: collapse; margin: .3em 0 .7em; font-size: inherit; line-height: inherit; }
.linkwork-out th, .linkwork-out td { padding: .15em 1.1em .15em 0; background: none;
  border-bottom: 1px solid rgba(128, 128, 128, .3); }
.linkwork-out th { opacity: .75; }
.linkwork-out .left { text-align: left; }
.linkwork-out .right { text-align: right; }
.linkwork-out p { margin: .25em 0; }
.linkwork-out h3 { font-size: 13px; margin: .7em 0 .2em; }
.linkwork-out img { background: #fff; max-width: 100%; width: 640px; border-radius: 4px; }
.linkwork-out .error { color: #c0392b; font-weight: 600; }
.linkwork-out .warning { color: #b07500; }
.linkwork-out .motion { display: block; width: 100%; border: 1px solid rgba(128, 128, 128, .4); border-radius: 6px; }
</style>"""


def boxed(*pieces: str) -> str:
    """Pieces of an output with their style."""
    return f'{STYLE}<div class="linkwork-out">{"".join(piece for piece in pieces if piece)}</div>'


def words(text: str, level: str = "plain") -> str:
    """A paragraph."""
    return f'<p class="{level}">{html.escape(text)}</p>'


def picture(figure: Any, text: str) -> str:
    """A figure as an image."""
    return f'<img src="{picture_of(figure)}" alt="{html.escape(text)}">'


def mechanism_html(mechanism: Mechanism) -> str:
    """Drawing, mobility, bodies, joints and drivers; of one that cannot be assembled or makes no sense, the reason."""
    head = f"<p><b>{html.escape(mechanism.name)}</b></p>"
    try:
        report = mechanism.check()
        assembly = report.assembly
        drawing = "" if assembly is None else picture(assembly.draw(), f"drawing of {mechanism.name}")
        told = words(mobility_words(report))
        if assembly is not None and not assembly.ok:
            reasons = "; ".join(str(gap) for gap in assembly.gathered or assembly.gaps)
            told += words(f"It cannot be assembled: {reasons}. Drawn is the closest position found.", "error")
        return boxed(head, drawing, told, *_described(mechanism))
    except LinkworkError as error:
        return boxed(head, words(str(error), "error"), *_described(mechanism))


def _described(mechanism: Mechanism) -> list[str]:
    """Tables of bodies, joints and drivers, as far as they make sense."""
    try:
        tables = bodies_table(mechanism), joints_table(mechanism), parts_table(mechanism, "drivers")
        return [table_text(table) for table in tables if table.rows]
    except LinkworkError:
        return [words(repr(mechanism))]


def run_html(run: Run) -> str:
    """The viewer, thinned so that it stays small, what the run holds, what happened, and notes."""
    head = f"<p><b>{html.escape(run.mechanism.name)}</b></p>"
    early = "" if run.completed else words(f"Ended early: {run.events[-1].text if run.events else ''}", "error")
    notes = "".join(words(f"note: {note}") for note in notes_to_act_on(run.notes))
    return boxed(head, early, _small_viewer(run), table_text(_held(run)), _events(run), notes)


def _small_viewer(run: Run) -> str:
    """The viewer with few frames and channels; a drawing where even that is large."""
    asked = [name for group in run.mechanism.output.plots for name in group]
    channels = list(dict.fromkeys([*telling(run, run.channels()), *asked, *run.channels()]))[:CHANNELS]
    scene = build_scene(run, run.mechanism.output.traces, channels, max_frames=FRAMES)
    frame = framed_page(scene, f"motion of {run.mechanism.name}", "height:460px")
    if len(frame) <= LARGEST:
        return frame
    more = "Its shapes are too many for a notebook that is to stay small; run.show() shows it moving."
    return picture(run.draw(), f"drawing of {run.mechanism.name}") + words(more)


def _held(run: Run) -> Table:
    rows = [
        ("time", f"{run.t[0]:.6g} to {run.t[-1]:.6g} s, {len(run.t)} points"),
        ("channels", f"{len(run.channels())}, such as {', '.join(telling(run, run.channels()))}"),
        ("forces", "reactions and energies" if run.loads is not None else "none: a kinematic run"),
    ]
    rows += [(name, f"{value:.6g}") for name, value in run.statistics.items()]
    return Table(("run", ""), rows, "ll")


def _events(run: Run) -> str:
    (first, *_) = event_parts(run)
    if not isinstance(first, Table):
        return ""
    left = len(first.rows) - SHOWN_EVENTS
    more = words(f"and {left} more: run.events") if left > 0 else ""
    return table_text(Table(first.head, list(first.rows)[:SHOWN_EVENTS], first.align, "Events")) + more


def result_html(result: Any) -> str:
    """A result in its own words, their tables as tables, with a drawing where it is a position."""
    place: Any = result if hasattr(result, "poses") else getattr(result, "assembly", None)
    drawing = picture(place.draw(), repr(place)) if hasattr(place, "draw") and hasattr(place, "poses") else ""
    return boxed(drawing, text_html(result.text() if hasattr(result, "text") else str(result)))


def program_html(program: Program) -> str:
    """How large it is, and of a small one its equations, which a notebook sets."""
    return boxed(words(str(program)), short_latex(program))


def verification_html(verification: Verification) -> str:
    """The verdict, the table of runs and the differences, as a report has them."""
    return boxed(*(part_text(part) for part in proof_parts(verification)))


def show_run(run: Run, height: int = 720) -> Shown:
    """The viewer with every frame and channel, as large as asked for."""
    scene = build_scene(run, run.mechanism.output.traces)
    return _shown(scene, height, "run.animate('page.html')")


def show_mechanism(mechanism: Mechanism, height: int = 560) -> Shown:
    """The viewer with the mechanism as assembled, to be turned and looked at."""
    assembly = mechanism.assemble()
    return _shown(scene_at(assembly.system, assembly.q), height, "m.assemble().draw('drawing.svg')")


def _shown(scene: dict[str, Any], height: int, otherwise: str) -> Shown:
    frame = framed_page(scene, str(scene["name"]), f"height:{int(height)}px")
    return Shown(boxed(frame), f"<the viewer of {scene['name']!r}; a notebook shows it, {otherwise} writes a file>")
