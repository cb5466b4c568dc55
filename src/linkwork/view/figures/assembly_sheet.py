"""A sheet of assemblies: every way to put a mechanism together, one drawing each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.view.figures.figure import new_figure
from linkwork.view.palette import INK
from linkwork.view.scene import in_space, scene_at

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from linkwork.analysis.assembly.assemble import Assembly

WIDTH, PANEL, COLUMNS = 10.0, 2.9, 4
_DOTS = 110  # per inch of a single drawing


def draw_assemblies(assemblies: Sequence[Assembly], words: Sequence[str], path: Any = None) -> Figure:
    """One drawing for each of them, with its number and a few words."""
    from linkwork.view.show import written

    columns = min(COLUMNS, len(assemblies))
    rows = -(-len(assemblies) // columns)
    figure = new_figure((WIDTH, rows * PANEL + 0.3))
    figure.suptitle(assemblies[0].system.mechanism.name, parse_math=False, x=0.01, ha="left", color=INK, fontsize=12)
    for number, (assembly, text) in enumerate(zip(assemblies, words, strict=True), 1):
        axes = figure.add_subplot(rows, columns, number)
        axes.imshow(_picture(assembly))
        axes.set_axis_off()
        axes.set_title(f"{number}: {text}", fontsize=9, color=INK, loc="left", parse_math=False)
    return written(figure, path)


def _picture(assembly: Assembly) -> Any:
    """The drawing of one assembly as an image."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    scene = scene_at(assembly.system, assembly.q)
    if in_space(assembly.system):
        from linkwork.view.spatial.drawing import draw as draw_solids

        drawn = draw_solids(scene, names=False)
    else:
        from linkwork.view.drawing import draw

        drawn = draw(scene, names=False)
    drawn.set_dpi(_DOTS)
    canvas = FigureCanvasAgg(drawn)
    canvas.draw()
    return np.asarray(canvas.buffer_rgba())
