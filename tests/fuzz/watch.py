"""What a fuzzer watches in everything it tries: other errors than Linkwork's, hours, words without end, silent NaN."""

from __future__ import annotations

import contextlib
import io
import signal
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.base.errors import LinkworkError

LONGEST = 30.0
"""Processor seconds that nothing may take."""
_MOST_WORDS = 3000


class TooLongError(BaseException):
    """Something took more processor time than it may."""


@dataclass(frozen=True)
class Finding:
    """Something that ended otherwise than with a result or one of Linkwork's own errors."""

    what: str
    kind: str
    words: str

    def __str__(self) -> str:
        return f"{self.what}: {self.kind}: {self.words}"


@contextlib.contextmanager
def bounded() -> Iterator[None]:
    """Raise once the processor time is used up, where the system can tell."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def over(*_: Any) -> None:
        raise TooLongError

    before = signal.signal(signal.SIGPROF, over)
    signal.setitimer(signal.ITIMER_PROF, 1.5 * LONGEST)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0.0)
        signal.signal(signal.SIGPROF, before)


def tried(what: str, work: Callable[[], Any]) -> Finding | None:
    """What is wrong with how something ended; None when nothing is."""
    begin = time.process_time()
    try:
        with bounded(), warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
            warnings.simplefilter("ignore")
            work()
    except LinkworkError as error:
        words = str(error)
        if len(words) > _MOST_WORDS or not words.strip():
            return Finding(what, "words", f"{len(words)} characters")
        if "internal error" in words:
            return Finding(what, "internal", words[:300])
    except TooLongError:
        return Finding(what, "slow", f"over {LONGEST:.0f} s")
    except Exception as error:
        return Finding(what, type(error).__name__, str(error)[:300])
    seconds = time.process_time() - begin
    return Finding(what, "slow", f"{seconds:.0f} s") if seconds > LONGEST else None


def require_numbers(run: Any) -> None:
    """Refuse a motion with numbers that are none, unless the run says that it ended."""
    if run.completed and not all(np.all(np.isfinite(values)) for values in (run.t, run.q, run.v)):
        raise ArithmeticError("not a number in a run that says it is complete")
