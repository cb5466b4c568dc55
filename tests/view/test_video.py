"""Videos read back: their size, length and pictures."""

from __future__ import annotations

import gc
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import view_scenes
from typer.testing import CliRunner

import linkwork as lw
from linkwork.base.errors import LinkworkError
from linkwork.cli.main import app
from linkwork.view.film.cover_kernel import NOBODY, OWNERS, colour, cover, darken
from linkwork.view.film.patches import patches_of
from linkwork.view.film.yuv_kernel import encode
from linkwork.view.video import FPS, blank, evenly, frame_numbers, in_pairs, write_video

pytestmark = pytest.mark.filterwarnings(
    "ignore::pytest.PytestUnraisableExceptionWarning"  # imageio-ffmpeg leaves its pipes to the collector
)


def read_back(path: Path) -> tuple[dict[str, Any], list[Any]]:
    """What the file says of itself, and its pictures."""
    import imageio_ffmpeg

    frames = imageio_ffmpeg.read_frames(str(path))
    facts = next(frames)
    wide, tall = facts["size"]
    pictures = [np.frombuffer(frame, np.uint8).reshape(tall, wide, 3).astype(int) for frame in frames]
    del frames
    gc.collect()
    return facts, pictures


def check(path: Path, count: int) -> None:
    """H.264 with even sides and so many pictures, which differ from each other now and then."""
    facts, pictures = read_back(path)
    assert facts["codec"] == "h264" and facts["pix_fmt"].startswith("yuv420p")
    assert facts["fps"] == FPS
    assert all(side % 2 == 0 for side in facts["size"])
    assert len(pictures) == count
    changes = [(np.abs(b - a).sum(axis=2) > 60).sum() for a, b in pairwise(pictures)]
    assert sum(change > 200 for change in changes) >= 3
    assert pictures[0][2, 2].min() > 245  # paper in the corner


def test_a_planar_mechanism_becomes_a_video_of_the_length_asked_for(tmp_path: Path) -> None:
    scene, path, told = view_scenes.slider_crank(), tmp_path / "crank.mp4", []
    length = scene["times"][-1] - scene["times"][0]
    write_video(scene, path, speed=4.0 * length, progress=lambda *step: told.append(step))
    check(path, 1 + round(FPS / 4))
    assert told[-1][0] == told[-1][1]
    assert list(tmp_path.iterdir()) == [path]


def test_a_spatial_mechanism_becomes_a_video_by_the_command(tmp_path: Path) -> None:
    model, out = tmp_path / "crank.yaml", tmp_path / "crank.mp4"
    runner = CliRunner()
    assert runner.invoke(app, ["new", str(model), "--template", "spatial-slider-crank"]).exit_code == 0
    done = runner.invoke(app, ["animate", str(model), "--out", str(out), "--points", "5", "--speed", "8"])
    assert done.exit_code == 0, done.output
    run = lw.load(model).run(points=5, progress=False)
    check(out, len(frame_numbers(run.t, 8.0)))


def test_fast_motions_are_slowed_and_slow_ones_quickened() -> None:
    assert len(frame_numbers(np.linspace(0, 0.01, 5), None)) == 1 + 4 * FPS
    assert len(frame_numbers(np.linspace(0, 10.0, 5), None)) == 1 + 10 * FPS
    assert len(frame_numbers(np.linspace(0, 500.0, 5), None)) == 1 + 20 * FPS


def test_every_picture_shows_the_nearest_frame() -> None:
    assert frame_numbers([0.0, 0.1, 0.2], 1.0) == [0, 0, 1, 1, 1, 2, 2]
    assert frame_numbers([3.0], None) == [0]


def test_pixels_become_brightness_and_colour_as_the_standard_says() -> None:
    white, red = [255, 255, 255, 255], [255, 0, 0, 255]
    pixels = np.array([[white, white, red, red, red], [white, white, red, red, red]], np.uint8)  # an odd last column
    pixels, planes, before = evenly(pixels), blank(2, 4), np.zeros((2, 2), np.int64)
    encode(pixels, in_pairs(pixels), before, planes)
    assert planes.reshape(-1, 2)[:4].tolist() == [[235, 235], [81, 81]] * 2  # ITU-R BT.601, table of colour bars
    assert planes[8:].tolist() == [128, 90, 128, 240]
    planes[:] = 7
    encode(pixels, in_pairs(pixels), before, planes)
    assert (planes == 7).all()  # nothing has changed


def test_what_is_nearer_is_seen_and_rims_are_smooth() -> None:
    samples, box = np.full((8, 8, 4), NOBODY), np.zeros(4, np.int64)
    clip, pixels = np.array([0, 0, 8, 8]), np.full((8, 8, 4), 255, np.uint8)
    marks = np.zeros((8, 1), np.uint8)
    sheet = [[[-1, -1, z], [20, -1, z], [-1, 20, z], [-1, 20, z]] for z in (1.0, 2.0)]
    half = [[[-1, 3.5, 3], [20, 3.5, 3], [20, -9, 3], [-1, -9, 3]]]
    cover(np.array([*sheet, *half]), np.array([0, 1, 2]), np.zeros(3), clip, samples, marks, box)
    seen = samples % OWNERS
    assert box.tolist() == [0, 0, 8, 8] and (seen[:3] == 2).all() and (seen[4:] == 1).all()
    colour(pixels, samples, marks, np.array([[9, 9, 9], [0, 0, 0], [200, 100, 40]]), box)
    assert pixels[2, 5, :3].tolist() == [200, 100, 40] and pixels[3, 5, :3].tolist() == [100, 50, 20]
    assert (samples == NOBODY).all() and not marks.any()  # ready for the next frame
    cover(np.zeros((0, 4, 3)), np.zeros(0, np.int64), np.zeros(0), clip, samples, marks, box)
    assert box[2] <= box[0] or box[3] <= box[1]  # nothing to paint


TRIANGLE = np.array([[1.3, 0.2, -40.0], [11.1, 4.9, 25.0], [3.7, 10.6, 90.0], [3.7, 10.6, 90.0]])
BESIDE = [0.9, -0.2, 0.3]  # shares of the triangle's corners in one that makes a patch of four of it


@pytest.mark.parametrize("fourth", [TRIANGLE[2], BESIDE @ TRIANGLE[:3]], ids=["triangle", "four corners"])
@pytest.mark.parametrize("turned", range(4))
def test_samples_of_a_slanting_patch_are_those_that_lie_in_it_at_their_depth(fourth: Any, turned: int) -> None:
    corners = np.array([*TRIANGLE[:3], fourth])
    patch = np.roll(corners, turned, axis=0)[None]
    samples, marks, box = np.full((12, 12, 4), NOBODY), np.zeros((12, 1), np.uint8), np.zeros(4, np.int64)
    cover(patch, np.array([7]), np.zeros(1), np.array([0, 0, 12, 12]), samples, marks, box)
    assert (marks[:, 0] == (samples != NOBODY).any(axis=(1, 2))).all()
    across, down = np.array([3, 7, 1, 5]) / 8, np.array([1, 3, 5, 7]) / 8
    x = np.arange(12)[None, :, None] + across + np.zeros((12, 1, 1))
    y = np.arange(12)[:, None, None] + down + np.zeros((1, 12, 1))
    inside, depth = np.zeros(x.size, bool), np.zeros(x.size)
    for three in (corners[[0, 1, 2]], corners[[0, 2, 3]]):
        flat = np.vstack([three[:, :2].T, np.ones(3)])
        if abs(np.linalg.det(flat)) > 1e-9:
            shares = np.linalg.solve(flat, np.array([x.ravel(), y.ravel(), np.ones(x.size)]))
            inside |= (shares >= 0).all(axis=0)
            depth = three[:, 2] @ shares
    inside, depth = inside.reshape(x.shape), depth.reshape(x.shape)
    assert ((samples != NOBODY) == inside).all() and inside.sum() > 150
    assert np.abs((samples // OWNERS) / 65536 - depth)[inside].max() < 1e-3
    assert (samples % OWNERS)[inside].max() == (samples % OWNERS)[inside].min() == 7


def test_two_triangles_become_a_patch_where_it_is_flat_convex_and_stays_so() -> None:
    square, dented, bent = [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], [0.9, 0.2, 0], [0, 1, 0.1]
    corners = np.array([*square, *square, dented, *square[:3], bent, *square], float)
    fans = [[0, 1, 2, 3], [4, 5, 6, 8], [9, 10, 11, 12], [13, 14, 15, 16]]
    triangles = np.array([[f[0], f[n], f[n + 1], face] for face, f in enumerate(fans) for n in (1, 2)])
    patches = patches_of(triangles, corners, [True, True, True, False])
    assert patches[0].tolist() == [0, 1, 2, 3, 0]  # the second has a dent, the third a bend, the last may get one
    assert patches[1:, [0, 1, 2, 4]].tolist() == triangles[2:].tolist()
    assert (patches[1:, 2] == patches[1:, 3]).all()


def test_shadow_brings_out_what_the_dark_picture_has() -> None:
    samples, box = np.full((4, 4, 4), NOBODY), np.zeros(4, np.int64)
    pixels, dark = np.full((4, 4, 4), 200, np.uint8), np.full((4, 4, 4), 40, np.uint8)
    marks, sheet = np.zeros((4, 1), np.uint8), np.array([[[-1, -1, 0], [1.5, -1, 0], [1.5, 9, 0], [-1, 9, 0]]], float)
    cover(sheet, np.zeros(1, np.int64), np.zeros(1), np.array([0, 0, 4, 4]), samples, marks, box)
    darken(pixels, samples, marks, dark, box)
    assert pixels[2, :, 0].tolist() == [40, 120, 200, 200] and (pixels[..., 3] == 200).all()
    assert (samples == NOBODY).all()


def test_bad_speeds_are_refused(tmp_path: Path) -> None:
    with pytest.raises(LinkworkError, match=r"speed -1.0 must be a number above zero"):
        frame_numbers([0.0, 1.0], -1.0)
    with pytest.raises(LinkworkError, match=r"ask for speed 0.00167 or more"):
        frame_numbers([0.0, 1.0], 1e-6)
    m = lw.Planar("wheel")
    m.revolute("O", m.ground, m.body("wheel"))
    m.drive("motor", joint="O", angle="t")
    with pytest.raises(LinkworkError, match=r"'b.gif': a speed is for videos"):
        m.kinematics(1.0, 3).animate(tmp_path / "b.gif", speed=1.0)


def test_without_the_encoder_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    with pytest.raises(LinkworkError, match=r"pip install linkwork\[video\]"):
        write_video(view_scenes.slider_crank(), tmp_path / "crank.mp4")
    assert list(tmp_path.iterdir()) == []


def test_a_film_has_the_size_asked_for_and_the_models_traces(tmp_path: Path) -> None:
    scene, path = view_scenes.slider_crank(), tmp_path / "crank.mp4"
    length = scene["times"][-1] - scene["times"][0]
    write_video(scene, path, speed=10.0 * length, size=(640, 360))
    facts, _ = read_back(path)
    assert facts["size"] == (640, 360)


def test_a_size_that_is_none_is_refused_in_words() -> None:
    from linkwork.view.frames import size_of

    assert size_of("1280x720") == (1280, 720) and size_of(None) is None
    with pytest.raises(LinkworkError, match="as in 1280x720"):
        size_of("large")
    with pytest.raises(LinkworkError, match="64 to 4096 pixels"):
        size_of((10, 720))


def test_names_of_a_film_lie_about_their_place_and_are_cut_at_the_rim() -> None:
    from matplotlib.backends.backend_agg import RendererAgg

    from linkwork.view.painted_marks import Letters

    sheet, letters = RendererAgg(200, 100, 120), Letters()
    pixels = np.asarray(sheet.buffer_rgba())
    pixels[...] = 255
    letters.paint(sheet, (120.0, 70.0), "oHo", 9.0, "normal", "#000000")
    rows, columns = np.nonzero(pixels[..., 0] < 128)
    assert abs(columns.mean() - 120) < 1.0 and abs(rows.mean() - 30) < 1.0  # rows are counted from above
    pixels[..., :3] = 0
    letters.paint(sheet, (120.0, 70.0), "oHo", 9.0, "normal", "#FF0000", paper=0.5)
    assert (pixels[..., :3] == [255, 0, 0]).all(axis=2).any()  # inside of a letter nothing shines through
    assert sorted({*pixels[..., 1].ravel().tolist()})[-1] == 128  # paper that covers by a half
    for at in ((0.0, 0.0), (199.0, 99.0), (-300.0, 50.0), (90.0, 1e4)):
        letters.paint(sheet, at, "oHo", 9.0, "normal", "#FF0000")
    assert pixels[-1, 0, 0] > 0 or pixels[-2, 0, 0] > 0


def test_a_frame_painted_for_a_film_is_the_drawing() -> None:
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    from linkwork.view.drawing import draw
    from linkwork.view.frames import painted

    scene = view_scenes.slider_crank()
    film = next(painted(scene, [3], 120))
    figure = draw(scene, 3)
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    ours, drawn = (np.asarray(each.buffer_rgba())[:, :, :3].astype(int) for each in (film, canvas))
    assert ours.shape == drawn.shape
    clock = ours.shape[0] // 10  # above the axes, where a film has its time; names may stand a little aside
    assert (np.abs(ours - drawn).sum(axis=2)[clock:] > 60).mean() < 3e-3
