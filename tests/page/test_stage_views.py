"""How the stage is seen: layers, views, keys, the wheel; it rests when nothing changes and keeps nothing back."""

from __future__ import annotations

from typing import Any

import pytest
from stage_pages import SIZE, changed, finish, open_stage, payload_of, picture, pixels, run_of, settle, show

LAYERS = ["names", "joints", "frames", "forces", "traces", "ghosts", "grid"]


def camera(tab: Any) -> dict[str, Any]:
    found: dict[str, Any] = tab.evaluate("() => stage.camera()")
    return found


def test_every_layer_can_be_switched(shared_page: Any) -> None:
    open_stage(shared_page, payload_of("compressor"))
    show(shared_page, {"time": 0.3 * float(run_of("compressor").t[-1])})
    shared_page.evaluate("() => stage.inside.scene.traces.push({name: 'way', body: 2, point: [0, 0]})")
    shared_page.evaluate("() => stage.load(stage.inside.payload, {keepCamera: true})")
    off = dict.fromkeys(LAYERS, False)
    show(shared_page, {"layers": off})
    bare = picture(shared_page)
    for name in LAYERS:
        show(shared_page, {"layers": {**off, name: True}})
        assert changed(bare, picture(shared_page)) > 40, name


def test_closed_contacts_are_dots(shared_page: Any) -> None:
    open_stage(shared_page, payload_of("bouncing-block"))
    show(shared_page, {"time": float(run_of("bouncing-block").t[-1])})
    dotted = picture(shared_page)
    show(shared_page, {"layers": {"contacts": False}})
    assert changed(dotted, picture(shared_page)) > 40


@pytest.mark.parametrize("name", ["slider-crank", "spatial-slider-crank"])
def test_views_look_from_where_they_say_and_hold_everything(shared_page: Any, name: str) -> None:
    open_stage(shared_page, payload_of(name))
    for view, (right, up) in {"front": ("x", None), "right": ("y", None), "top": ("x", "y")}.items():
        shared_page.evaluate("view => stage.view(view)", view)
        settle(shared_page)
        rows = shared_page.evaluate("() => stage.inside.camera.rows().map((row) => row.toArray())")
        if name.startswith("spatial"):
            assert rows[0]["xyz".index(right)] == pytest.approx(1.0)
            assert up is None or rows[1]["xyz".index(up)] == pytest.approx(1.0)
        seen = shared_page.evaluate("() => stage.inside.model.reach.map((p) => stage.inside.camera.project(p))")
        assert all(0 <= x <= 600 and 0 <= y <= 400 for x, y, _ in seen)


def test_a_planar_mechanism_has_depth_when_it_is_turned(shared_page: Any) -> None:
    open_stage(shared_page, payload_of("slider-crank"))
    assert shared_page.evaluate("() => stage.inside.camera.straight()")
    depths = "() => ['A', 'middle'].map((name) => stage.inside.model.labels.find(({text}) => text === name).at[2])"
    front, behind = shared_page.evaluate(depths)
    assert front != 0.0 and behind != 0.0
    shared_page.evaluate("() => stage.view('iso')")
    settle(shared_page)
    assert not shared_page.evaluate("() => stage.inside.camera.straight()")


def test_keys_and_wheel_move_the_view(shared_page: Any) -> None:
    open_stage(shared_page, payload_of("slider-crank"))
    home = camera(shared_page)
    shared_page.locator("canvas").first.focus()
    shared_page.keyboard.press("ArrowRight")
    assert camera(shared_page)["target"][0] > home["target"][0]
    shared_page.keyboard.press("Shift+ArrowUp")
    assert camera(shared_page)["elevation"] > home["elevation"]
    shared_page.keyboard.press("+")
    assert camera(shared_page)["height"] == pytest.approx(home["height"] / 1.25)
    shared_page.mouse.move(300, 200)
    shared_page.mouse.wheel(0, 300)
    shared_page.wait_for_function("height => stage.camera().height > height", arg=home["height"])
    shared_page.evaluate("() => stage.view('front')")
    shared_page.keyboard.press("f")
    settle(shared_page)
    assert camera(shared_page)["height"] == pytest.approx(home["height"])


def test_two_fingers_come_nearer(shared_page: Any) -> None:
    open_stage(shared_page, payload_of("slider-crank"))
    home = camera(shared_page)["height"]
    touch = shared_page.context.new_cdp_session(shared_page)
    for kind, apart in (("touchStart", 40), ("touchMove", 60), ("touchMove", 80), ("touchEnd", None)):
        points = [] if apart is None else [{"x": 300 - apart, "y": 60, "id": 0}, {"x": 300 + apart, "y": 60, "id": 1}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    shared_page.wait_for_function("height => stage.camera().height < height", arg=0.75 * home)
    assert camera(shared_page)["height"] == pytest.approx(home / 2, rel=0.35)


def test_a_camera_is_kept_and_given_back(shared_page: Any) -> None:
    open_stage(shared_page, payload_of("slider-crank"))
    shared_page.evaluate("() => { stage.view('iso'); stage.setCamera({projection: 'perspective'}); }")
    kept = camera(shared_page)
    shared_page.evaluate("() => stage.load(stage.inside.payload, {keepCamera: true})")
    assert camera(shared_page) == kept
    shared_page.evaluate("() => stage.load(stage.inside.payload)")
    assert camera(shared_page)["projection"] == "parallel"
    shared_page.evaluate("kept => stage.setCamera(kept)", kept)
    assert camera(shared_page) == kept


def test_an_idle_stage_draws_nothing(shared_page: Any) -> None:
    open_stage(shared_page, payload_of("slider-crank"))
    shared_page.mouse.move(585, 12)
    finish(shared_page)
    before = shared_page.evaluate("() => stage.inside.pictures")
    for _ in range(10):
        settle(shared_page)
    assert shared_page.evaluate("() => stage.inside.pictures") == before
    show(shared_page, {"time": 0.1})
    finish(shared_page)
    plain = not shared_page.evaluate("() => stage.inside.detail.smooth")
    assert shared_page.evaluate("() => stage.inside.pictures") == before + 1 + plain
    show(shared_page, {"time": 0.1})
    finish(shared_page)
    assert shared_page.evaluate("() => stage.inside.pictures") == before + 1 + plain


def test_without_a_graphics_card_what_moves_is_drawn_plainly_and_what_rests_finely(shared_page: Any) -> None:
    tab = shared_page
    open_stage(tab, payload_of("slider-crank"))
    finish(tab)
    drawn = "() => [stage.inside.detail.smooth, stage.inside.canvas.width, stage.inside.canvas.clientWidth]"
    smooth, wide, shown = tab.evaluate(drawn)
    if smooth:
        pytest.skip("there is a graphics card, which smooths edges as it draws")
    assert wide == 2 * shown
    still = picture(tab)
    moved = "(time) => { stage.show({time}); stage.draw(); clearTimeout(stage.inside.detail.timer); }"
    tab.evaluate(moved, 0.1)
    assert tab.evaluate(drawn)[1] == shown
    tab.evaluate(moved, 0)
    plain = pixels(tab)
    finish(tab)
    assert tab.evaluate(drawn)[1] == 2 * shown
    assert changed(still, picture(tab)) == 0 < changed(still, plain)


@pytest.mark.parametrize("name", ["slider-crank", "two-planes"])
def test_what_lies_under_a_mechanism_is_drawn_in_one_go(shared_page: Any, name: str) -> None:
    """Back and front apart would take two programs, and as many again with every picture."""
    open_stage(shared_page, payload_of(name))
    calls = []
    for grid in (False, True):
        show(shared_page, {"layers": {"grid": grid}})
        finish(shared_page)
        calls.append(shared_page.evaluate("() => stage.inside.renderer.info.render.calls"))
    parts = shared_page.evaluate(
        """() => { const {grid, sheets, shadows} = stage.inside.floor;
          return (grid ? 1 : 0) + sheets.length + shadows.children.length; }"""
    )
    assert calls[1] - calls[0] == parts > 0


def test_what_points_at_things_is_drawn_as_finely_as_before(shared_page: Any) -> None:
    tab = shared_page
    open_stage(tab, payload_of("slider-crank"))
    finish(tab)
    before = tab.evaluate("() => [stage.inside.canvas.width, stage.inside.pictures]")
    tab.evaluate("() => { stage.mark(['crank'], 'selected'); stage.draw(); }")
    assert tab.evaluate("() => [stage.inside.canvas.width, stage.inside.pictures]") == [before[0], before[1] + 1]


def test_fifty_loads_leave_nothing_behind(shared_page: Any) -> None:
    open_stage(shared_page, payload_of("slider-crank"))
    shared_page.set_viewport_size({"width": 60, "height": 40})
    counts = shared_page.evaluate(
        """([plane, space]) => { const found = [];
          for (let n = 0; n < 25; n += 1) for (const given of [space, plane]) {
            stage.load(JSON.parse(given));
            stage.show({layers: {ghosts: n === 0 || n === 24}});
            stage.inside.render();
            found.push({...stage.inside.renderer.info.memory, parts: stage.inside.scene3.children.length});
          }
          return found; }""",
        [payload_of("slider-crank"), payload_of("spatial-slider-crank")],
    )
    shared_page.set_viewport_size(SIZE)
    assert counts[-1] == counts[1] and counts[-2] == counts[0]


def test_a_longer_link_takes_the_place_of_the_old_one_on_the_graphics_card(shared_page: Any) -> None:
    open_stage(shared_page, payload_of("four-bar"))
    kept, moved = shared_page.evaluate(
        """() => { const {inside} = stage, payload = structuredClone(inside.payload);
          const parts = () => inside.actors.flatMap(({mesh, lines}) => [mesh, ...lines].map((one) => one.geometry));
          const before = parts(), box = () => inside.actors[1].mesh.geometry.attributes.position.array.join();
          const old = box();
          for (const mark of payload.display.parts[1].marks)
            mark.paths = mark.paths.map((path) => path.map(([x, y]) => [1.1 * x, y]));
          stage.load(payload, {keepCamera: true});
          return [parts().every((one, i) => one === before[i]), box() !== old]; }"""
    )
    assert kept and moved


def test_a_stage_that_is_disposed_of_takes_its_canvases_along(shared_page: Any) -> None:
    open_stage(shared_page, payload_of("slider-crank"))
    memory = shared_page.evaluate(
        """() => { const {renderer} = stage.inside; stage.dispose(); stage.dispose(); delete window.stage;
          return renderer.info.memory; }"""
    )
    assert memory["geometries"] == 0
    assert shared_page.locator("#place canvas").count() == 0


def test_a_browser_without_webgl_is_told(page: Any) -> None:
    page.add_init_script(
        "const get = HTMLCanvasElement.prototype.getContext;"
        "HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {"
        " return kind.startsWith('webgl') ? null : get.call(this, kind, ...rest); };"
    )
    page.goto("about:blank")
    open_stage(page, payload_of("slider-crank"))
    show(page, {"time": 0.1})
    assert "WebGL" in page.locator("#place").inner_text()
