"""The static page, from disk, in a real browser."""

from __future__ import annotations

import math
from typing import Any

import app_pages
import pytest


@pytest.fixture
def page(static_page: Any) -> Any:
    """The tab with the crank shown from the beginning."""
    app_pages.show(static_page, app_pages.crank_scene())
    return static_page


def plotted(tab: Any) -> list[str]:
    return [name.inner_text() for name in tab.locator(".lw-legend .name").all()]


def time(tab: Any) -> float:
    return float(tab.evaluate("player.time()"))


def test_a_page_from_disk_asks_the_network_for_nothing(page: Any) -> None:
    assert [address for address in page.asked if not address.startswith(("file:", "data:", "blob:"))] == []
    assert page.locator("h1").inner_text() == "crank alone"
    assert page.locator(".lw-canvas canvas").count() == 2


@pytest.mark.parametrize(
    ("ticks", "texts"),
    [
        ([0, 4e5, 8e5, 1.2e6], ["0", "0.4e6", "0.8e6", "1.2e6"]),
        ([-5e4, 0, 5e4, 1e5], ["\N{MINUS SIGN}50e3", "0", "50e3", "100e3"]),
        ([1e-5, 2e-5], ["10e\N{MINUS SIGN}6", "20e\N{MINUS SIGN}6"]),
        ([0.5, 1.0], ["0.5", "1.0"]),
    ],
)
def test_ticks_of_an_axis_have_one_power_of_ten(static_page: Any, ticks: list[float], texts: list[str]) -> None:
    told = "(ticks) => ticks.map((n) => LinkworkViewer.kit.tickText(n, ticks[1] - ticks[0], Math.max(...ticks)))"
    assert static_page.evaluate(told, ticks) == texts


def test_graphics_of_a_stage_that_went_serve_the_next(page: Any) -> None:
    used = "[former.info.programs.length, former.info.memory.geometries, former.info.memory.textures]"
    before = page.evaluate(f"() => {{ window.former = player.stage.inside.renderer; return {used}; }}")
    app_pages.show(page, app_pages.crank_scene())
    assert page.evaluate(f"() => player.stage.inside.renderer === former && {used}") == before
    assert page.evaluate(
        "() => { player.dispose(); return [former.info.memory.geometries, former.info.memory.textures]; }"
    ) == [0, 0]


def test_it_plays_unless_motion_is_not_wanted(page: Any) -> None:
    assert time(page) == 0.0
    page.emulate_media(reduced_motion="no-preference")
    app_pages.show(page, app_pages.crank_scene())
    app_pages.wait(page, "player.time() > 0.05")
    page.emulate_media(reduced_motion="reduce")
    page.evaluate("player.pause()")
    stopped = time(page)
    app_pages.settle(page)
    assert time(page) == stopped


def test_keys_play_step_seek_and_change_the_speed(page: Any) -> None:
    page.keyboard.press("ArrowRight")
    assert time(page) == pytest.approx(0.02)
    page.keyboard.press("Shift+ArrowRight")
    assert time(page) == pytest.approx(0.22)
    page.keyboard.press("ArrowLeft")
    assert time(page) == pytest.approx(0.2)
    page.keyboard.press("End")
    assert time(page) == 2.0
    page.keyboard.press("Home")
    assert time(page) == 0.0
    page.keyboard.press("PageDown")
    page.keyboard.press("PageDown")
    assert time(page) == 1.5
    page.keyboard.press("PageUp")
    assert time(page) == 0.5
    page.keyboard.press("]")
    page.keyboard.press("]")
    page.keyboard.press("]")
    assert page.locator(".lw-speed").input_value() == "4"
    page.keyboard.press("Space")
    app_pages.wait(page, "player.time() > 0.55")
    page.keyboard.press("Space")
    assert page.locator(".lw-play").get_attribute("aria-label") == "Play (space)"
    page.keyboard.press("?")
    assert page.locator(".lw-help").is_visible()
    page.keyboard.press("Escape")
    assert not page.locator(".lw-help").is_visible()


def test_keys_of_a_field_stay_in_the_field(page: Any) -> None:
    page.locator("[role=tab][data-key=channels]").focus()
    page.keyboard.press("Enter")
    assert page.locator(".lw-channels").is_visible()
    page.locator(".lw-speed").focus()
    page.keyboard.press("ArrowRight")
    assert time(page) == 0.0


def test_plots_have_a_common_cursor_and_zoom(page: Any) -> None:
    page.locator("[role=tab][data-key=channels]").click()
    page.get_by_label("Plot energy.kinetic").click()
    page.locator("[role=tab][data-key=channels]").click()
    assert plotted(page) == ["crank.angle", "crank.omega", "energy.kinetic"]
    assert page.locator(".lw-plot").count() == 2
    app_pages.settle(page)
    first, second = (page.locator(".u-over").nth(i) for i in (0, 1))
    box = first.bounding_box()
    first.click(position={"x": box["width"] / 2, "y": box["height"] / 2})
    assert time(page) == pytest.approx(1.0, abs=2.0 / box["width"])
    lines = [now.bounding_box()["x"] for now in page.locator(".lw-now").all()]
    assert lines[0] == pytest.approx(lines[1], abs=0.6)
    assert lines[0] == pytest.approx(box["x"] + box["width"] / 2, abs=1.5)
    low = second.bounding_box()
    page.mouse.move(low["x"] + 0.25 * low["width"], low["y"] + 20)
    page.mouse.down()
    page.mouse.move(low["x"] + 0.5 * low["width"], low["y"] + 20, steps=4)
    page.mouse.up()
    app_pages.settle(page)
    assert page.get_by_role("button", name="whole time").is_visible()
    assert time(page) == pytest.approx(1.0, abs=2.0 / box["width"])
    first.click(position={"x": box["width"] / 2, "y": 30})
    assert time(page) == pytest.approx(0.75, abs=0.02)
    first.dblclick(position={"x": box["width"] / 4, "y": 30})
    assert not page.get_by_role("button", name="whole time").is_visible()


def test_the_width_of_the_plots_is_changed_by_mouse_and_keys(page: Any) -> None:
    line = page.get_by_role("separator")
    box, before = line.bounding_box(), page.locator(".lw-side").bounding_box()["width"]
    page.mouse.move(box["x"] + 4, box["y"] + 100)
    page.mouse.down()
    page.mouse.move(box["x"] - 56, box["y"] + 100, steps=3)
    page.mouse.up()
    app_pages.settle(page)
    assert page.locator(".lw-side").bounding_box()["width"] == pytest.approx(before + 60, abs=5)
    line.focus()
    page.keyboard.press("ArrowRight")
    assert page.locator(".lw-side").bounding_box()["width"] == pytest.approx(before + 36, abs=5)
    assert time(page) == 0.0
    page.keyboard.press("p")
    assert not page.locator(".lw-side").is_visible()


def test_the_legend_gives_values_with_units(page: Any) -> None:
    page.evaluate("player.seek(0.5)")
    app_pages.settle(page)
    values = [value.inner_text() for value in page.locator(".lw-legend output").all()]
    assert values == ["1.5708 rad · 90°", "3.1416 rad/s"]
    page.get_by_label("Take crank.omega away").click()
    assert plotted(page) == ["crank.angle"]


def test_hovering_names_a_body_and_a_click_plots_it(static_page: Any) -> None:
    page = static_page
    scene = app_pages.crank_scene() | {"shown": ["energy.kinetic"]}
    app_pages.show(page, scene)
    page.mouse.move(*app_pages.spot(page, 1, 0.6))
    page.wait_for_selector(".lw-card.shown")
    card = page.locator(".lw-card").inner_text()
    assert card.startswith("crank")
    assert "omega\t3.1416 rad/s" in card
    page.evaluate("player.seek(0.25)")
    app_pages.wait(page, "document.querySelector('.lw-card').innerText.includes('45°')")
    page.evaluate("player.seek(0)")
    app_pages.settle(page)
    page.mouse.down()
    page.mouse.up()
    assert plotted(page) == ["energy.kinetic", "crank.angle", "crank.omega"]
    assert page.evaluate("[...player.stage.inside.marks]") == [["crank", "selected"]]
    page.keyboard.press("Escape")
    assert page.evaluate("player.stage.inside.marks.size") == 0


def test_texts_keep_clear_of_the_buttons_over_the_stage(page: Any) -> None:
    buttons = page.evaluate(
        """() => { const own = document.querySelector(".lw-zoom").getBoundingClientRect(),
          stage = document.querySelector(".lw-canvas").getBoundingClientRect();
          return [own.left - stage.left, own.top - stage.top, own.width, own.height]; }"""
    )
    x, y, wide, tall = buttons
    taken = page.evaluate("player.stage.inside.overlay.taken")
    assert any(
        box["at"] == pytest.approx([x + wide / 2, y + tall / 2], abs=1.0)
        and box["half"] == pytest.approx([wide / 2, tall / 2], abs=1.0)
        for box in taken
    )


def test_events_lie_on_the_time_line_and_in_the_list(page: Any) -> None:
    line = page.locator(".lw-timeline").bounding_box()
    side = 14
    page.mouse.move(line["x"] + side + 0.75 * (line["width"] - 2 * side) + 2, line["y"] + 8)
    assert page.locator(".lw-tip").inner_text() == "1.5 s second stop"
    page.mouse.down()
    page.mouse.up()
    assert time(page) == 1.5
    assert page.locator(".lw-event.shown").inner_text() == "second stop"
    page.locator("[role=tab][data-key=events]").click()
    page.locator(".lw-events button", has_text="first stop").click()
    assert time(page) == 0.5
    assert page.locator(".lw-notes").inner_text() == "a note"
    page.mouse.move(line["x"] + side, line["y"] + 26)
    page.mouse.down()
    page.mouse.move(line["x"] + line["width"] / 2, line["y"] + 26, steps=3)
    page.mouse.up()
    assert time(page) == pytest.approx(1.0, abs=0.005)


def test_a_hundred_thousand_events_are_listed_by_what_is_in_sight(static_page: Any) -> None:
    page = static_page
    scene = app_pages.crank_scene()
    scene["events"] = [{"t": 2.0 * i / 100_000, "text": f"event {i}"} for i in range(100_000)]
    app_pages.show(page, scene)
    page.locator("[role=tab][data-key=events]").click()
    page.evaluate("document.querySelector('.lw-events').scrollTop = 27 * 50000")
    app_pages.wait(page, "document.querySelector('.lw-events').innerText.includes('event 50003')")
    assert page.locator(".lw-events li").count() < 100


def test_names_are_only_text(static_page: Any) -> None:
    page = static_page
    scene = app_pages.crank_scene(name=app_pages.HOSTILE)
    scene["events"][0]["text"] = scene["notes"][0] = app_pages.HOSTILE
    app_pages.show(page, scene)
    assert page.locator("h1").inner_text() == f"{app_pages.HOSTILE} alone"
    for key in ("channels", "events", "show"):
        page.locator(f"[role=tab][data-key={key}]").click()
    page.evaluate("player.seek(0.5)")
    assert page.locator("img").count() == 0
    assert plotted(page)[0] == f"{app_pages.HOSTILE}.angle"


def test_gaps_missing_channels_and_flat_series_are_no_trouble(static_page: Any) -> None:
    page = static_page
    scene = app_pages.crank_scene()
    scene["channels"]["crank.angle"][10:20] = [math.nan] * 10
    scene["channels"]["crank.omega"] = [math.nan] * 101
    app_pages.show(page, scene)
    page.evaluate("player.seek(0.3)")
    values = [value.inner_text() for value in page.locator(".lw-legend output").all()]
    assert values == ["– rad", "– rad/s"]


def test_one_position_has_no_transport_and_no_plots(static_page: Any) -> None:
    page = static_page
    scene = app_pages.crank_scene(frames=2)
    scene |= {"times": [0.0], "poses": scene["poses"][:1], "channels": {}, "units": {}, "events": [], "notes": []}
    app_pages.show(page, scene)
    assert not page.locator(".lw-bar").is_visible()
    assert not page.locator(".lw-side").is_visible()
    assert page.locator("[role=tab]:visible").all_inner_texts() == ["Show", "Export"]


def test_parameters_and_diagnosis_of_a_static_page_are_read_only(static_page: Any) -> None:
    page = static_page
    told = app_pages.model(app_pages.crank_scene())
    app_pages.show(page, app_pages.crank_scene(), parameters=told["parameters"], diagnosis=told["diagnosis"])
    page.locator("[role=tab][data-key=design]").click()
    assert page.locator(".lw-parameter").all_inner_texts() == ["r\n1\nm", "d\n2\n= 2*r"]
    assert page.locator(".lw-parameter input").count() == 0
    page.locator("[role=tab][data-key=diagnosis]").click()
    page.get_by_text("stretched out").click()
    assert time(page) == 1.25


@pytest.mark.parametrize(("wide", "tall"), [(1440, 900), (800, 600), (390, 844), (360, 640)])
def test_it_fits_screens_of_every_size(static_page: Any, shot: Any, wide: int, tall: int) -> None:
    tab = static_page
    tab.set_viewport_size({"width": wide, "height": tall})
    app_pages.show(tab, app_pages.crank_scene())
    tab.evaluate("player.seek(0.3)")
    for scheme in ("dark", "light"):
        tab.emulate_media(color_scheme=scheme)
        app_pages.settle(tab)
        shot(tab, f"app-{wide}-{scheme}")
        assert tab.locator(".lw-now").first.is_visible()
    assert tab.evaluate("document.documentElement.scrollWidth") <= wide
    for part in (".lw-stage", ".lw-timeline", ".lw-play", ".lw-plot"):
        box = tab.locator(part).first.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= wide and box["y"] < tall


def test_a_frozen_run_and_measured_data_stay_beside_what_comes(page: Any) -> None:
    page.locator(".lw-rail [data-key=compare]").click()
    page.get_by_text("Freeze what is shown", exact=True).click()
    data = {"name": "rig.csv", "mimeType": "text/csv", "buffer": b"t,crank.tip.x (mm)\n0,900\n1,-900\n2,900\n"}
    page.set_input_files("input[type=file]", data)
    page.locator(".lw-kept").get_by_text("rig.csv").wait_for()
    kept = "LinkworkViewer.used.kept"
    assert page.evaluate(f"{kept}.all.map((one) => [one.label, one.measured])") == [
        ["frozen", False],
        ["rig.csv", True],
    ]
    assert page.evaluate(f"{kept}.of('crank.tip.x').at(-1).values") == [0.9, -0.9, 0.9]
    page.evaluate("(scene) => player.load(scene)", app_pages.payload(app_pages.crank_scene(radius=1.4)))
    assert page.evaluate(f"{kept}.of('crank.tip.x')[0].values[0]") == pytest.approx(1.0)
    curves = "LinkworkViewer.used.plots.boxes.find((box) => box.names.includes('crank.tip.x')).plot.series.length"
    app_pages.wait(page, f"{curves} >= 4")


def test_plots_are_exported_as_numbers_and_lines(page: Any) -> None:
    lines = page.evaluate("LinkworkViewer.csvOf(LinkworkViewer.used)").splitlines()
    assert lines[0].startswith("t (s),") and len(lines) == 102
    text = page.evaluate("LinkworkViewer.pictures.svg(LinkworkViewer.used)")
    assert text.startswith("<svg xmlns=") and "<path" in text
    assert page.evaluate("LinkworkViewer.pictures.stage(LinkworkViewer.used).width") > 100


def test_the_picture_of_the_plots_is_that_of_their_lines_and_names_what_lies_beside(page: Any) -> None:
    page.locator(".lw-rail [data-key=compare]").click()
    page.get_by_text("Freeze what is shown", exact=True).click()
    data = {"name": "a rather long name of what was measured on the rig.csv", "mimeType": "text/csv"}
    page.set_input_files("input[type=file]", {**data, "buffer": b"t,crank.tip.x (mm)\n0,900\n1,-900\n2,900\n"})
    page.locator(".lw-kept").get_by_text(data["name"]).wait_for()
    text = page.evaluate("LinkworkViewer.pictures.svg(LinkworkViewer.used)")
    for words in ("crank.tip.x", "t in s", "frozen", data["name"]):
        assert f">{words}</text>" in text, words
    high = float(text.partition('height="')[2].partition('"')[0])
    drawn = """LinkworkViewer.pictures.plots(LinkworkViewer.used).then((made) => {
      const {data} = made.getContext("2d").getImageData(0, 0, made.width, made.height),
        colours = new Set(new Uint32Array(data.buffer));
      return [made.width, made.height, colours.size]; })"""
    wide, tall, colours = page.evaluate(drawn)
    assert (wide, tall) == (1440, 2 * high) and colours > 20
