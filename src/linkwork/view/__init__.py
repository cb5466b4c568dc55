"""What a person sees: drawings, plots, GIF animation and the browser page, all made from a Scene."""

from linkwork.view.drawing import draw
from linkwork.view.figures.figure import plot_channels, plot_cross, plot_study
from linkwork.view.gif import write_gif
from linkwork.view.page import write_page

__all__ = ["draw", "plot_channels", "plot_cross", "plot_study", "write_gif", "write_page"]
