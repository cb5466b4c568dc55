"""A control unit over UDP: whatever comes by the line, a step is one step, and an answer is the unit's own."""

from __future__ import annotations

import socket
import struct
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from typing import Any

import numpy as np
import pytest

from linkwork.base.errors import AnalysisError, LinkworkError, MechanismError
from linkwork.exchange.subsystem import Description
from linkwork.library.vehicles.control import datagrams
from linkwork.library.vehicles.control.unit_part import INPUTS, OUTPUTS, UnitPart
from linkwork.vehicles import ControlUnit, DatagramPart, DatagramUnit, Scenario, control_bench, real_time_saloon

UNIT = ControlUnit(2.6, 1.5, 0.3)
ROWS = np.abs(np.random.default_rng(0).normal(size=(12, len(INPUTS)))) * 10.0
"""With these the unit notices failures and acts: a step more or less changes what comes out."""
SEVENS = [7.0] * len(OUTPUTS)


def packed(count: float, row: Iterable[float] = ()) -> bytes:
    values = [count, *row]
    return struct.pack(f"<{len(values)}d", *values)


def line() -> socket.socket:
    made = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    made.bind(("127.0.0.1", 0))
    made.settimeout(2.0)
    return made


def asked(bench: socket.socket, unit: DatagramUnit, data: bytes) -> Any:
    """The count and the row of the answer to a request."""
    bench.sendto(data, unit.address)
    return np.frombuffer(bench.recv(1000), "<f8")


def direct(rows: Any) -> list[Any]:
    """What the unit gives to rows, without a line."""
    part = UnitPart(UNIT)
    part.start(0.0, np.zeros(len(INPUTS)))
    gives = []
    for row in rows:
        gives.append(part.attempt(0.0, np.array([row])))
        part.commit()
    return gives


@contextmanager
def peer(answers: Callable[[socket.socket, Any], None]) -> Iterator[tuple[str, int]]:
    """A program in the place of a unit: it answers the first request as it likes."""
    with line() as at:

        def answer() -> None:
            answers(at, at.recvfrom(1000)[1])

        thread = threading.Thread(target=answer, daemon=True)
        thread.start()
        yield at.getsockname()
        thread.join()


def first_answer(address: tuple[str, int], timeout: float = 2.0) -> Any:
    with closing(DatagramPart(address, timeout=timeout)) as part:
        part.start(0.0, ROWS[0])
        return part.attempt(0.01, ROWS[:1])


def test_a_request_that_comes_twice_is_one_step_and_has_one_answer() -> None:
    with DatagramUnit(UNIT) as unit, line() as bench:
        for count, (row, gives) in enumerate(zip(ROWS, direct(ROWS), strict=True), start=1):
            for _ in range(1 + count % 3):
                assert np.array_equal(asked(bench, unit, packed(count, row)), [count, *gives])


def test_a_request_that_is_not_the_next_one_makes_no_step_and_the_count_1_begins_anew() -> None:
    gives = direct(ROWS)
    with DatagramUnit(UNIT) as unit, line() as bench:
        bench.sendto(packed(5, ROWS[0]), unit.address)  # in the midst of a run that this unit did not see
        for _ in range(2):
            for count in (1, 2, 3):
                assert np.array_equal(asked(bench, unit, packed(count, ROWS[count - 1])), [count, *gives[count - 1]])
            for wrong in (2, 5, -1):
                bench.sendto(packed(wrong, ROWS[7]), unit.address)
            assert np.array_equal(asked(bench, unit, packed(4, ROWS[3])), [4, *gives[3]])


def test_a_second_bench_is_refused_while_one_runs_and_does_not_disturb_it() -> None:
    gives = direct(ROWS)
    with DatagramUnit(UNIT) as unit, closing(DatagramPart(unit.address)) as first:
        first.start(0.0, ROWS[0])
        for number in range(3):
            assert np.array_equal(first.attempt(0.01, ROWS[number : number + 1]), gives[number])
            with pytest.raises(AnalysisError, match=f"{unit.address[1]}: it works for another bench"):
                first_answer(unit.address)
        first.close()
        assert np.array_equal(first_answer(unit.address), gives[0])


def test_a_bench_that_fell_silent_does_not_keep_the_unit_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(datagrams, "_SILENT", 0.05)
    with DatagramUnit(UNIT) as unit, line() as lost:
        asked(lost, unit, packed(1, ROWS[0]))
        time.sleep(0.06)
        with closing(DatagramPart(unit.address)) as part:
            part.start(0.0, ROWS[0])
            assert np.array_equal(part.attempt(0.01, ROWS[:1]), direct(ROWS)[0])
            monkeypatch.setattr(datagrams, "_SILENT", 10.0)
            assert np.array_equal(asked(lost, unit, packed(2, ROWS[1])), [2])  # no row: it is told, not led on


NO_REQUESTS = {
    "three bytes": b"abc",
    "nothing": b"",
    "a byte too many": packed(1, ROWS[0]) + b"x",
    "a count alone": packed(1),
    "a row too long": packed(1, [*ROWS[0], 1.0]),
    **{f"the count {count}": packed(count, ROWS[0]) for count in (np.nan, np.inf, -np.inf, 1.5, 0, -1)},
    **{f"a row with {value}": packed(1, [value, *ROWS[0][1:]]) for value in (np.nan, np.inf)},
}


def test_a_unit_skips_what_is_no_request_and_works_on() -> None:
    with DatagramUnit(UNIT) as unit, line() as stranger:
        for what, data in NO_REQUESTS.items():
            stranger.sendto(data, unit.address)
            assert np.array_equal(first_answer(unit.address), direct(ROWS)[0]), what


def test_a_bench_skips_what_is_no_answer() -> None:
    wrong = [b"abc", b"", packed(1, SEVENS) + b"x", *(packed(count, SEVENS) for count in (np.nan, np.inf, 1.9, 0, 2))]

    def answers(at: socket.socket, bench: Any) -> None:
        for data in [*wrong, packed(1, np.arange(len(OUTPUTS)))]:
            at.sendto(data, bench)

    with peer(answers) as address:
        assert np.array_equal(first_answer(address), np.arange(len(OUTPUTS)))


def test_a_bench_does_not_hear_strangers() -> None:
    def answers(at: socket.socket, bench: Any) -> None:
        with line() as stranger:
            stranger.sendto(packed(1, SEVENS), bench)
        at.sendto(packed(1, np.arange(len(OUTPUTS))), bench)

    with peer(answers) as address:
        assert np.array_equal(first_answer(address), np.arange(len(OUTPUTS)))


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ([*SEVENS[1:], np.nan], "it answers finite numbers; expected_lateral is none"),
        ([np.inf, *SEVENS[1:]], "it answers finite numbers; brake_front_left is none"),
        (SEVENS[1:], f"it answers {len(OUTPUTS)} numbers, not {len(OUTPUTS) - 1}"),
    ],
)
def test_an_answer_that_is_no_row_of_finite_numbers_is_refused_with_the_address(row: list[float], words: str) -> None:
    with (
        peer(lambda at, bench: at.sendto(packed(1, row), bench)) as address,
        pytest.raises(AnalysisError, match=f"a unit over UDP at 127.0.0.1:{address[1]}: {words}"),
    ):
        first_answer(address)


def test_a_signal_that_is_no_finite_number_is_named_and_not_sent() -> None:
    told = ROWS[:1].copy()
    told[0, INPUTS.index("yaw_rate")] = np.nan
    with DatagramUnit(UNIT) as unit, closing(DatagramPart(unit.address)) as part:
        part.start(0.0, ROWS[0])
        with pytest.raises(AnalysisError, match=f"{unit.address[1]}: signals to it are finite numbers; yaw_rate"):
            part.attempt(0.01, told)


def test_the_time_for_an_answer_does_not_begin_anew_with_every_datagram() -> None:
    """The answer that is due comes after the time for it, behind another that came in time."""

    def answers(at: socket.socket, bench: Any) -> None:
        for count in (99, 1):
            time.sleep(0.1)
            at.sendto(packed(count, SEVENS), bench)

    with peer(answers) as address, pytest.raises(AnalysisError, match=r"gave no answer within 0\.15 s"):
        first_answer(address, timeout=0.15)


@pytest.fixture
def sockets(monkeypatch: pytest.MonkeyPatch) -> list[socket.socket]:
    """All sockets that are made."""
    made: list[socket.socket] = []

    class Kept(socket.socket):
        def __init__(self, *args: Any, **named: Any) -> None:
            super().__init__(*args, **named)
            made.append(self)

    monkeypatch.setattr(socket, "socket", Kept)
    return made


@pytest.mark.parametrize(
    ("host", "port", "words"),
    [
        ("no.such.host.invalid", 5, "no.such.host.invalid:5: there is no way to it"),
        ("ä..b", 5, "ä..b:5: there is no way to it"),
        ("255.255.255.255", 5, "255.255.255.255:5: there is no way to it"),
        ("127.0.0.1", 70000, "127.0.0.1:70000: a port is a number from 1 to 65535"),
        ("127.0.0.1", 0, "127.0.0.1:0: a port is a number from 1 to 65535"),
        ("127.0.0.1", -1, "127.0.0.1:-1: a port is a number from 1 to 65535"),
    ],
)
def test_addresses_that_cannot_be_reached_are_named(
    host: str, port: int, words: str, sockets: list[socket.socket]
) -> None:
    with pytest.raises(LinkworkError, match=f"^a unit over UDP at {words}"):
        first_answer((host, port))
    assert all(made.fileno() == -1 for made in sockets)


def test_ports_that_a_unit_cannot_have_are_named(sockets: list[socket.socket]) -> None:
    for port in (-1, 65536):
        with pytest.raises(MechanismError, match=f"127.0.0.1:{port}: a port is a number from 0"):
            DatagramUnit(UNIT, port)
    with DatagramUnit(UNIT) as unit:
        port = unit.address[1]
        with pytest.raises(AnalysisError, match=f"127.0.0.1:{port}: the port cannot be had .*; give another one"):
            DatagramUnit(UNIT, port)
        assert [made.fileno() == -1 for made in sockets] == [False, True]


def test_a_part_that_was_closed_may_be_started_again_and_says_when_it_was_not() -> None:
    gives = direct(ROWS)
    with DatagramUnit(UNIT) as unit:
        part = DatagramPart(unit.address)
        with pytest.raises(AnalysisError, match=f"{unit.address[1]}: it is closed; start it first"):
            part.attempt(0.01, ROWS[:1])
        for _ in range(2):
            part.start(0.0, ROWS[0])
            assert np.array_equal(part.attempt(0.01, ROWS[:1]), gives[0])
            part.close()
            part.close()


def test_sockets_are_closed_after_an_answer_that_is_refused(sockets: list[socket.socket]) -> None:
    with peer(lambda at, bench: at.sendto(packed(1, [np.nan, *SEVENS[1:]]), bench)) as address:
        part = DatagramPart(address)
        part.start(0.0, ROWS[0])
        with pytest.raises(AnalysisError, match="finite"):
            part.attempt(0.01, ROWS[:1])
        assert [made.fileno() == -1 for made in sockets] == [False, True]


def test_a_bench_closes_its_part_whatever_happens() -> None:
    class Wrong(UnitPart):
        closed = 0

        def describe(self) -> Description:
            return Description(INPUTS, ("lamp",))

        def close(self) -> None:
            self.closed += 1

    part = Wrong(UNIT)
    with pytest.raises(MechanismError, match="a control unit gives"):
        control_bench(real_time_saloon(), Scenario("a", 20.0, 0.1), part=part)
    assert part.closed == 1


@pytest.mark.parametrize("wanted", [0.0, -1.0])
def test_the_speed_that_the_drive_is_told_is_positive(wanted: float) -> None:
    with pytest.raises(MechanismError, match="wanted must be positive"):
        Scenario("a", 20.0, 1.0, wanted=wanted)
    assert Scenario("a", 20.0, 1.0).wanted is None
