"""A process that answers one question after the other, each within so much processor time; if it does not, another."""

from __future__ import annotations

import json
import resource
import signal
import subprocess
import sys
from importlib import import_module
from types import TracebackType
from typing import Any

TOO_SLOW = "too slow"


class WatchedChild:
    """Calls `function` of `module` in a process of its own; what it is given and gives back goes through JSON.

    The limit is the system's own: it ends compiled code that hangs, too.
    """

    def __init__(self, module: str, function: str, seconds: float) -> None:
        self._arguments = (module, function, str(int(seconds)))
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> WatchedChild:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._process is not None:
            self._process.kill()
            self._ended(self._process)

    def _ended(self, process: subprocess.Popen[str]) -> int:
        """How a process that ends has ended, with its pipes closed; the next question has another one."""
        self._process = None
        with process:
            return process.wait()

    def ask(self, *given: Any) -> Any:
        """The answer; a text that says why there is none: too slow, or how the process ended."""
        if self._process is None:
            command = [sys.executable, "-m", "bench.watched_child", *self._arguments]
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        asked, answers = self._process.stdin, self._process.stdout
        assert asked is not None and answers is not None
        print(json.dumps(given), file=asked, flush=True)
        answer = answers.readline()
        if answer:
            return json.loads(answer)
        status = self._ended(self._process)
        return TOO_SLOW if status == -signal.SIGXCPU else f"the process ended with {status}"


def main(module: str, function: str, seconds: str) -> None:
    """Answer what is asked line by line; each answer may take so many seconds of this process from its question on."""
    answer, out = getattr(import_module(module), function), sys.stdout
    sys.stdout = sys.stderr  # what else is printed is no answer
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
    for line in sys.stdin:
        used = resource.getrusage(resource.RUSAGE_SELF)
        until = int(used.ru_utime + used.ru_stime) + int(seconds) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (until, resource.getrlimit(resource.RLIMIT_CPU)[1]))
        print(json.dumps(answer(*json.loads(line))), file=out, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
