"""Plots of channels."""

from __future__ import annotations

import numpy as np
import pytest
import view_scenes
from matplotlib.backends.backend_agg import FigureCanvasAgg

from linkwork.base.errors import LinkworkError
from linkwork.view import plot_channels, plot_cross, plot_study

SCENE = view_scenes.slider_crank()


def test_channels_of_one_unit_share_a_panel_with_name_and_unit() -> None:
    names = ["slider.x", "rod.middle.x", "slider.vx"]
    figure = plot_channels(SCENE["times"], SCENE["channels"], SCENE["units"], SCENE["events"], names)
    metres, speed = figure.axes
    curves = metres.get_lines()[:2]
    assert curves[0].get_ydata() == pytest.approx(np.array(SCENE["channels"]["slider.x"]))
    assert metres.get_ylabel() == "[m]"
    assert [t.get_text() for t in metres.get_legend().get_texts()] == ["slider.x", "rod.middle.x"]
    assert speed.get_ylabel() == "slider.vx [m/s]"
    assert speed.get_xlabel() == "time [s]"


def test_events_are_marked_in_every_panel_with_a_short_text() -> None:
    figure = plot_channels(
        SCENE["times"], SCENE["channels"], SCENE["units"], [{"t": 0.4, "text": "lock-up at t = 0.4 s: " + "x" * 80}]
    )
    for axes in figure.axes:
        assert any(list(line.get_xdata()) == [0.4, 0.4] for line in axes.get_lines())
    (text,) = figure.axes[0].texts
    assert text.get_text() == "lock-up at t = 0.4 s"
    FigureCanvasAgg(figure).draw()


def test_coupler_curve_has_equal_scales() -> None:
    figure = plot_cross({"": SCENE["channels"]}, "rod.middle.x", "rod.middle.y", SCENE["units"])
    (axes,) = figure.axes
    assert axes.get_aspect() == 1.0
    assert axes.get_xlabel() == "rod.middle.x [m]"
    other = plot_cross({"": SCENE["channels"]}, "crank.angle", "slider.x", SCENE["units"])
    assert other.axes[0].get_aspect() == "auto"


def test_parameter_study_overlays_labelled_runs() -> None:
    runs = {}
    for r in (0.1, 0.15, 0.2):
        scene = view_scenes.slider_crank(r=r)
        runs[f"r = {r}"] = (scene["times"], scene["channels"])
    figure = plot_study(runs, ["slider.x"], SCENE["units"], title="stroke")
    (axes,) = figure.axes
    assert len({line.get_color() for line in axes.get_lines()}) == 3
    assert [t.get_text() for t in axes.get_legend().get_texts()] == list(runs)


def test_hostile_names_are_plotted_as_they_are() -> None:
    values = {"_x": [0.0, 1.0], "$\\frac$": [1.0, 0.0]}
    figure = plot_channels([0.0, 1.0], values, title="$")
    FigureCanvasAgg(figure).draw()
    assert [t.get_text() for t in figure.axes[0].get_legend().get_texts()] == list(values)


def test_missing_channel_is_named_with_those_that_exist() -> None:
    with pytest.raises(LinkworkError, match=r"channel 'slider.z' is not there; channels are: slider.x"):
        plot_channels(SCENE["times"], SCENE["channels"], names=["slider.z"])
    with pytest.raises(LinkworkError, match="no channel is named"):
        plot_channels(SCENE["times"], {})
