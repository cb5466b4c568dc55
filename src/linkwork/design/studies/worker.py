"""A worker process of a study: `python -m linkwork.design.studies.worker`, told its task through its pipes.

It is a fresh process that runs nothing of the user's script, and it ends when the pipe does: with the process that
started it, however that ended.
"""

from __future__ import annotations

import os
import sys
from collections import deque
from typing import IO, Any

from linkwork.base.errors import LinkworkError
from linkwork.design.studies.executor import Finished, evaluate_slice
from linkwork.design.studies.pipe_messages import receive, send
from linkwork.design.studies.task import known_variants


def main() -> None:
    """Evaluate batches until there are no more."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a library prints is no answer
    try:
        _serve(sys.stdin.buffer, answers)
    except (BrokenPipeError, KeyboardInterrupt):
        os._exit(1)


def _serve(questions: IO[bytes], answers: IO[bytes]) -> None:
    task: Any = receive(questions)
    if task is None:
        return
    try:
        variants = known_variants(task)
    except LinkworkError as error:
        send(answers, {"refused": str(error)})
        return
    send(answers, {"ready": os.getpid()})
    variants.told.take()  # of designs by which batches were tried
    while (batch := receive(questions)) is not None:
        waiting = deque((int(number), values) for number, values in batch)
        while waiting:
            outcomes: Finished = []
            evaluate_slice(variants, waiting, outcomes.append)
            send(answers, {"finished": outcomes, "told": variants.told.take()})


if __name__ == "__main__":
    main()
