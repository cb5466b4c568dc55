"""C3D recordings: written here byte by byte, read back; torn and odd ones are refused."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np
import pytest

from linkwork.base.errors import ModelFileError
from linkwork.biomechanics import read_c3d


def _parameter(group: int, name: str, value: object, kind: int) -> bytes:
    if kind == -1:
        words = [str(one) for one in np.atleast_1d(value)]
        wide = max(len(word) for word in words)
        sizes, body = (wide, len(words)), "".join(word.ljust(wide) for word in words).encode("latin-1")
    else:
        numbers = np.atleast_1d(np.array(value, dtype=float))
        sizes = numbers.shape[::-1] if numbers.size > 1 else ()
        letter = {4: "f", 2: "h"}[kind]
        body = struct.pack(f"<{numbers.size}{letter}", *(numbers.ravel() if kind == 4 else numbers.ravel().astype(int)))
    rest = struct.pack("<bB", kind, len(sizes)) + bytes(sizes) + body + b"\0"
    return struct.pack("<bb", len(name), group) + name.encode() + struct.pack("<h", len(rest) + 2) + rest


def _group(number: int, name: str) -> bytes:
    return struct.pack("<bb", len(name), -number) + name.encode() + struct.pack("<h", 3) + b"\0"


CORNERS = np.array([[[400, 600, 0], [0, 600, 0], [0, 0, 0], [400, 0, 0]]], dtype=float)


def write_c3d(
    path: Path, reals: bool, unit: str = "mm", cut: int = 0, more: bytes = b"", per_frame: int = 2
) -> tuple[np.ndarray, np.ndarray]:
    """Three frames of two markers, with two analog samples a frame from one plate of type 2; `more` parameters."""
    points = np.array([[[100.0, 200, 900], [0, 0, 0]], [[110, 205, 905], [1, 2, 3]], [[120, 210, 910], [2, 3, 4]]])
    # 700 N down on (300, 200) mm, turned by 5 N m: plate axes x and y as in space, z upwards
    wrench = np.array([0.0, 0, -700, -700 * (-100), 700 * 100, 5000])
    samples = np.tile(wrench, (6, 1)) * np.linspace(0.5, 1.0, 6)[:, None]
    channel = np.arange(1.0, 7.0)[None]
    text = b"".join(
        (
            _group(1, "POINT"), _parameter(1, "USED", 2, 2), _parameter(1, "RATE", 60.0, 4),
            _parameter(1, "SCALE", -0.1 if reals else 0.1, 4), _parameter(1, "FRAMES", 3, 2),
            _parameter(1, "UNITS", [unit], -1), _parameter(1, "LABELS", ["hip", "knee"], -1),
            _group(2, "ANALOG"), _parameter(2, "USED", 6, 2), _parameter(2, "RATE", 120.0, 4),
            _parameter(2, "LABELS", ["Fx", "Fy", "Fz", "Mx", "My", "Mz"], -1),
            _parameter(2, "SCALE", [0.5] * 6, 4), _parameter(2, "OFFSET", [10] * 6, 2),
            _parameter(2, "GEN_SCALE", 2.0, 4), _group(3, "FORCE_PLATFORM"), _parameter(3, "USED", 1, 2),
            _parameter(3, "TYPE", [2], 2), _parameter(3, "CORNERS", CORNERS, 4),
            _parameter(3, "ORIGIN", np.zeros((1, 3)), 4), _parameter(3, "CHANNEL", channel, 2), more, b"\0\0",
        )
    )  # fmt: skip
    blocks = -(-(len(text) + 4) // 512)
    scale = -0.1 if reals else 0.1
    head = struct.pack("<BB5Hf2Hf", 2, 0x50, 2, 12, 1, 3, 0, scale, 2 + blocks, per_frame, 60.0).ljust(512, b"\0")
    parameters = (struct.pack("<4B", 1, 0x50, blocks, 84) + text).ljust(512 * blocks, b"\0")
    body = b""
    for frame in range(3):
        seen = [0.0, -1.0 if frame == 0 else 0.0]
        row = np.column_stack([points[frame] if reals else points[frame] / 0.1, seen]).ravel()
        row = np.concatenate([row, (samples[2 * frame : 2 * frame + 2] + 10).ravel()])
        body += struct.pack(
            f"<{len(row)}{'f' if reals else 'h'}",
            *(row if reals else np.clip(np.round(row), -32000, 32000).astype(int)),
        )
    path.write_bytes((head + parameters + body)[: -cut or None])
    return points, samples


def write_plate(path: Path, kind: int, sample: np.ndarray, origin: list[float], more: bytes) -> None:
    """Three frames of one marker and of one plate of a type, which has one sample a frame."""
    many = len(sample)
    text = b"".join(
        (
            _group(1, "POINT"), _parameter(1, "USED", 1, 2), _parameter(1, "RATE", 60.0, 4),
            _parameter(1, "SCALE", -0.1, 4), _parameter(1, "FRAMES", 3, 2), _parameter(1, "UNITS", ["mm"], -1),
            _parameter(1, "LABELS", ["hip"], -1), _group(2, "ANALOG"), _parameter(2, "USED", many, 2),
            _parameter(2, "RATE", 60.0, 4), _parameter(2, "SCALE", [1.0] * many, 4),
            _parameter(2, "OFFSET", [0] * many, 2), _parameter(2, "GEN_SCALE", 1.0, 4), _group(3, "FORCE_PLATFORM"),
            _parameter(3, "USED", 1, 2), _parameter(3, "TYPE", [kind], 2), _parameter(3, "CORNERS", CORNERS, 4),
            _parameter(3, "ORIGIN", np.array([origin]), 4),
            _parameter(3, "CHANNEL", np.arange(1.0, many + 1)[None], 2), more, b"\0\0",
        )
    )  # fmt: skip
    blocks = -(-(len(text) + 4) // 512)
    head = struct.pack("<BB5Hf2Hf", 2, 0x50, 1, many, 1, 3, 0, -0.1, 2 + blocks, 1, 60.0).ljust(512, b"\0")
    parameters = (struct.pack("<4B", 1, 0x50, blocks, 84) + text).ljust(512 * blocks, b"\0")
    row = np.concatenate([[100.0, 200.0, 900.0, 0.0], sample])
    path.write_bytes(head + parameters + 3 * struct.pack(f"<{len(row)}f", *row))


@pytest.mark.parametrize("reals", [True, False])
def test_markers_are_read_in_metres_with_y_upwards(tmp_path: Path, reals: bool) -> None:
    points, _ = write_c3d(tmp_path / "walk.c3d", reals)
    markers = read_c3d(tmp_path / "walk.c3d").markers
    assert markers.names == ("hip", "knee") and markers.time == pytest.approx([0, 1 / 60, 2 / 60])
    x, y, z = points[1, 0] / 1000
    assert markers.places[1, 0] == pytest.approx([x, z, -y], abs=1e-6)
    assert np.isnan(markers.places[0, 1]).all()
    same = read_c3d(tmp_path / "walk.c3d", up="y").markers
    assert same.places[1, 0] == pytest.approx([x, y, z], abs=1e-6)


def test_a_plate_gives_the_force_on_the_foot_its_point_and_its_free_torque(tmp_path: Path) -> None:
    write_c3d(tmp_path / "walk.c3d", True)
    recording = read_c3d(tmp_path / "walk.c3d")
    plate = recording.plates[0]
    assert plate["force_y"][-1] == pytest.approx(700, rel=1e-6)
    assert [plate[f"point_{axis}"][-1] for axis in "xyz"] == pytest.approx([0.3, 0.0, -0.2], abs=1e-6)
    assert plate["torque_y"][-1] == pytest.approx(-5, rel=1e-5)
    assert len(plate.time) == 6 and recording.plate(1, "foot").at(plate.time)[-1, 1] == pytest.approx(700, rel=1e-6)
    assert recording.analog is not None and recording.analog.names[2] == "Fz"
    with pytest.raises(ModelFileError, match="there is no plate 2; there are 1"):
        recording.plate(2, "foot")


def test_a_plate_on_four_sensors_gives_the_sums_of_what_they_bear(tmp_path: Path) -> None:
    a, b, deep = 120.0, 200.0, 50.0  # z of a plate points away from its surface, which lies at -50 of the sensors
    rng = np.random.default_rng(4)
    places = np.array([[a, b, deep], [-a, b, deep], [-a, -b, deep], [a, -b, deep]])
    forces = np.column_stack([rng.uniform(-20, 20, (4, 2)), rng.uniform(-300, -100, 4)])
    (x1, y1, z1), (x2, y2, z2), (x3, y3, z3), (x4, y4, z4) = forces
    eight = np.array([x1 + x2, x3 + x4, y1 + y4, y2 + y3, z1, z2, z3, z4])
    write_plate(tmp_path / "four.c3d", 3, eight, [a, b, -deep], b"")
    plate = read_c3d(tmp_path / "four.c3d").plates[0]
    # beside the sensors of a pair only their sum is measured, which is all that counts for forces along their line
    whole, about = forces.sum(axis=0), np.cross(places, forces).sum(axis=0)
    point = np.array([(places[:, 0] @ forces[:, 2] - deep * whole[0]) / whole[2], 0.0, 0.0])
    point[1] = (places[:, 1] @ forces[:, 2] - deep * whole[1]) / whole[2]
    middle = CORNERS[0].mean(axis=0)
    in_space = (middle + point) / 1000
    got = [plate[f"point_{axis}"][-1] for axis in "xyz"]
    assert got == pytest.approx([in_space[0], 0.0, -in_space[1]], abs=1e-6)
    got = [plate[f"force_{axis}"][-1] for axis in "xyz"]
    assert got == pytest.approx([-whole[0], -whole[2], whole[1]], rel=1e-5)
    free = about[2] - (point[0] * whole[1] - point[1] * whole[0])
    assert plate["torque_y"][-1] == pytest.approx(-free / 1000, rel=1e-4)


def test_a_matrix_makes_force_and_moment_of_the_channels_of_a_plate(tmp_path: Path) -> None:
    wrench = np.array([30.0, -20, -700, -700 * (-100), 700 * 100, 5000])
    matrix = np.eye(6) * 50 + np.random.default_rng(2).uniform(-3, 3, (6, 6))
    stored = _parameter(3, "CAL_MATRIX", matrix.T[None], 4)  # column by column
    write_plate(tmp_path / "volts.c3d", 4, np.linalg.solve(matrix, wrench), [0, 0, 0], stored)
    plate = read_c3d(tmp_path / "volts.c3d").plates[0]
    assert plate["force_y"][-1] == pytest.approx(700, rel=1e-5)
    assert [plate[f"point_{axis}"][-1] for axis in "xyz"] == pytest.approx([0.3, 0.0, -0.2], abs=1e-5)
    write_plate(tmp_path / "none.c3d", 4, wrench, [0, 0, 0], b"")
    recording = read_c3d(tmp_path / "none.c3d")
    assert recording.plates == ()
    assert recording.left_out == ("force plate 1: FORCE_PLATFORM:CAL_MATRIX does not have its 36 numbers",)


def test_sensors_without_a_place_are_told(tmp_path: Path) -> None:
    write_plate(tmp_path / "four.c3d", 3, np.full(8, -100.0), [0, 0, -50], b"")
    assert read_c3d(tmp_path / "four.c3d").left_out == (
        "force plate 1: FORCE_PLATFORM:ORIGIN does not say where its eight sensors are",
    )


def test_torn_and_odd_recordings_are_refused(tmp_path: Path) -> None:
    write_c3d(tmp_path / "torn.c3d", True, cut=10)
    with pytest.raises(ModelFileError, match="the file ends before its 3 frames do; it is torn"):
        read_c3d(tmp_path / "torn.c3d")
    write_c3d(tmp_path / "feet.c3d", True, unit="ft")
    with pytest.raises(ModelFileError, match="the unit 'ft' is not known"):
        read_c3d(tmp_path / "feet.c3d")
    (tmp_path / "text.c3d").write_text("markers " * 100)
    with pytest.raises(ModelFileError, match="this is no C3D file"):
        read_c3d(tmp_path / "text.c3d")


def test_a_marker_that_is_far_away_is_named_with_its_frame(tmp_path: Path) -> None:
    write_c3d(tmp_path / "walk.c3d", True, "m")
    with pytest.raises(ModelFileError, match="frame 1: marker 'hip' lies 900 m away: the unit 'm' is wrong"):
        read_c3d(tmp_path / "walk.c3d")


@pytest.mark.parametrize(
    ("at", "new", "told"),
    [
        (2, b"\x00\x00", "byte 2: POINT:USED is 2, but 0 by the header"),
        (4, b"\x00\x00", "byte 4: ANALOG:USED is 6, but 0 by the header"),
        (16, b"\x01\x00", "byte 16: frames cannot begin in block 1: parameters go on to block 2"),
        (20, struct.pack("<f", 120.0), "POINT:RATE is 60, but 120 by the header"),
        (515, b"\x55", "byte 20: the rate of .* makes no sense; are its numbers of the kind 85"),
        (515, b"\x56", "byte 20: the rate of .* makes no sense; are its numbers of the kind 86"),
        (0, b"\x01", "byte 0: parameters cannot begin in block 1, where the header is"),
    ],
)
def test_a_header_that_is_spoilt_is_refused(at: int, new: bytes, told: str, tmp_path: Path) -> None:
    """Of these the first four and numbers of another machine gave markers that nobody wore, without a word."""
    write_c3d(tmp_path / "walk.c3d", True)
    content = (tmp_path / "walk.c3d").read_bytes()
    (tmp_path / "walk.c3d").write_bytes(content[:at] + new + content[at + len(new) :])
    with pytest.raises(ModelFileError, match=told):
        read_c3d(tmp_path / "walk.c3d")


@pytest.mark.parametrize("long", [0, 100, 511])
def test_a_file_that_ends_in_its_header_is_torn(long: int, tmp_path: Path) -> None:
    write_c3d(tmp_path / "walk.c3d", True)
    (tmp_path / "walk.c3d").write_bytes((tmp_path / "walk.c3d").read_bytes()[:long])
    with pytest.raises(ModelFileError, match=f"byte {long}: the file ends within its header; it is torn"):
        read_c3d(tmp_path / "walk.c3d")


def test_a_unit_that_is_not_said_is_told(tmp_path: Path) -> None:
    write_c3d(tmp_path / "walk.c3d", True, "")
    assert "which POINT:UNITS does not say: mm is taken" in read_c3d(tmp_path / "walk.c3d").left_out[0]


def test_units_of_moments_are_known_by_their_letters(tmp_path: Path) -> None:
    for words in (["N-m"] * 3, ["N m"] * 3, ["N.m"] * 3, ["N\xb7m"] * 3):
        units = _parameter(2, "UNITS", ["N", "N", "N", *words], -1)
        write_c3d(tmp_path / "walk.c3d", True, more=units)
        assert read_c3d(tmp_path / "walk.c3d").plates[0]["torque_y"][-1] == pytest.approx(-5000, rel=1e-5)
    units = _parameter(2, "UNITS", ["N", "N", "N", "mm", "mm", "Ncm"], -1)
    write_c3d(tmp_path / "point.c3d", True, more=units + _parameter(3, "TYPE", [1], 2))
    plate = read_c3d(tmp_path / "point.c3d").plates[0]
    assert plate["torque_y"][-1] == pytest.approx(-50, rel=1e-6)
    assert plate["point_x"][-1] == pytest.approx(0.2 + 70, rel=1e-6)  # from the middle of the plate
    write_c3d(tmp_path / "odd.c3d", True, more=_parameter(2, "UNITS", ["N", "N", "N", "ftlb", "ftlb", "ftlb"], -1))
    assert read_c3d(tmp_path / "odd.c3d").left_out[0].startswith("unit 'ftlb' of the moments of force plate 1")


def test_analog_numbers_without_a_sign_are_read_so(tmp_path: Path) -> None:
    unsigned = _parameter(2, "FORMAT", ["UNSIGNED"], -1) + _parameter(2, "OFFSET", [40000 - 65536] * 6, 2)
    write_c3d(tmp_path / "walk.c3d", False, more=unsigned)
    analog = read_c3d(tmp_path / "walk.c3d").analog
    assert analog is not None and analog["Fz"][-1] == 65536 - 690 - 40000 and analog["Fx"][-1] == 10 - 40000


def test_scales_go_on_in_a_second_parameter(tmp_path: Path) -> None:
    scales = _parameter(2, "SCALE", [0.5] * 3, 4) + _parameter(2, "SCALE2", [5.0] * 3, 4)
    write_c3d(tmp_path / "walk.c3d", True, more=scales)
    analog = read_c3d(tmp_path / "walk.c3d").analog
    assert analog is not None and analog.values[-1, [2, 5]] == pytest.approx([-700, 50000])


def test_an_axis_that_points_downwards_on_the_screen_is_refused(tmp_path: Path) -> None:
    write_c3d(tmp_path / "walk.c3d", True, more=_parameter(1, "Y_SCREEN", ["-Z"], -1))
    with pytest.raises(ModelFileError, match=r"walk\.c3d: POINT:Y_SCREEN is '-z'.*up="):
        read_c3d(tmp_path / "walk.c3d")
    assert read_c3d(tmp_path / "walk.c3d", up="z").markers.places[1, 0, 1] == pytest.approx(0.905)


def test_plates_that_are_not_used_do_not_shift_channels(tmp_path: Path) -> None:
    three = (
        _parameter(3, "USED", 2, 2)
        + _parameter(3, "TYPE", [2] * 3, 2)
        + _parameter(3, "CHANNEL", np.tile(np.arange(1.0, 7.0), (3, 1)), 2)
        + _parameter(3, "CORNERS", np.tile(CORNERS, (3, 1, 1)), 4)
        + _parameter(3, "ORIGIN", np.zeros((3, 3)), 4)
    )
    write_c3d(tmp_path / "walk.c3d", True, more=three)
    one, two = read_c3d(tmp_path / "walk.c3d").plates
    assert np.array_equal(one.values, two.values)


def test_more_frames_than_the_header_can_count_are_read(tmp_path: Path) -> None:
    frames = 70_000
    text = b"".join(
        (
            _group(1, "POINT"), _parameter(1, "FRAMES", -1, 2), _group(2, "TRIAL"),
            _parameter(2, "ACTUAL_START_FIELD", [2, 0], 2),
            _parameter(2, "ACTUAL_END_FIELD", [(frames + 1) & 0xFFFF, 1], 2), b"\0\0",
        )
    )  # fmt: skip
    head = struct.pack("<BB5Hf2Hf", 2, 0x50, 1, 0, 2, 65535, 0, 0.1, 3, 0, 100.0).ljust(512, b"\0")
    parameters = (struct.pack("<4B", 1, 0x50, 1, 84) + text).ljust(512, b"\0")
    rows = np.zeros((frames, 4), dtype="<i2")
    rows[-1, 0] = 1234
    (tmp_path / "long.c3d").write_bytes(head + parameters + rows.tobytes())
    markers = read_c3d(tmp_path / "long.c3d", up="y").markers
    assert len(markers.time) == frames and markers.time[0] == 0.01
    assert markers.places[-1, 0, 0] == pytest.approx(0.1234)


EIGHT = struct.pack("<bb", 4, 1) + b"DEEP" + struct.pack("<hbB", 20, 4, 8) + bytes([255] * 8)
SEVEN = struct.pack("<bb", 4, 1) + b"DEEP" + struct.pack("<hbB", 20, 4, 7) + bytes([255] * 7)


@pytest.mark.parametrize(
    ("more", "per_frame", "message"),
    [
        (b"", 5, "12 analog numbers a frame are no whole number of channels with 5 samples each"),
        (EIGHT, 2, "a parameter of 8 dimensions is not read"),
        (SEVEN, 2, "is longer than the file"),
        (_parameter(3, "USED", np.nan, 4), 2, "FORCE_PLATFORM:USED has a number that is not finite"),
        (_parameter(3, "CHANNEL", [np.nan] * 6, 4), 2, "FORCE_PLATFORM:CHANNEL has a number that is not finite"),
        (_parameter(3, "USED", 1e9, 4), 2, "FORCE_PLATFORM:USED is 1000000000; it lies from 0 to 255"),
    ],
)
def test_counts_that_make_no_sense_are_refused(tmp_path: Path, more: bytes, per_frame: int, message: str) -> None:
    write_c3d(tmp_path / "odd.c3d", True, more=more, per_frame=per_frame)
    with pytest.raises(ModelFileError, match=message) as error:
        read_c3d(tmp_path / "odd.c3d")
    assert str(error.value).startswith(f"{tmp_path / 'odd.c3d'}:")
