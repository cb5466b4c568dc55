"""The animated GIF."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
import view_scenes
from PIL import Image, ImageSequence

from linkwork.base.errors import LinkworkError
from linkwork.view import write_gif


def test_gif_has_the_frames_asked_for_and_they_move(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    path = tmp_path / "crank.gif"
    write_gif(view_scenes.slider_crank(), path, fps=20, max_frames=7, progress=lambda *step: told.append(step))
    with Image.open(path) as picture:
        assert picture.info["duration"] == 50
        assert picture.info["loop"] == 0
        frames = [np.asarray(f.convert("RGB")).astype(int) for f in ImageSequence.Iterator(picture)]
    assert len(frames) == 7
    assert all(tuple(frame[0, 0]) == (255, 255, 255) for frame in frames)
    assert all((np.abs(b - a).sum(axis=2) > 60).sum() > 300 for a, b in pairwise(frames))
    assert told == [(i, 7) for i in range(1, 8)]


def test_interrupted_gif_leaves_the_old_file_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "crank.gif"
    path.write_bytes(b"old")

    def half_written(self: Image.Image, file: Path, **options: object) -> None:
        Path(file).write_bytes(b"GIF8")
        raise KeyboardInterrupt

    monkeypatch.setattr(Image.Image, "save", half_written)
    with pytest.raises(KeyboardInterrupt):
        write_gif(view_scenes.slider_crank(), path, max_frames=2)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_gif_without_frames_is_refused(tmp_path: Path) -> None:
    scene = view_scenes.slider_crank()
    scene["poses"], scene["times"] = [], []
    with pytest.raises(LinkworkError, match="no frame to draw"):
        write_gif(scene, tmp_path / "none.gif")
    assert not list(tmp_path.iterdir())
