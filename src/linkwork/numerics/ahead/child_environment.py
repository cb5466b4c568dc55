"""The environment of processes that share the work of this one."""

from __future__ import annotations

import os
from pathlib import Path

from linkwork.base import version
from linkwork.numerics.ahead.together import ALONE


def child_environment() -> dict[str, str]:
    """That of this process; the package is found where this process found it.

    There are as many workers as cores: threads of linear algebra would only wait for each other.
    """
    here = str(Path(version.__file__).parents[2])
    others = os.environ.get("PYTHONPATH", "")
    threads = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    return {**threads, **os.environ, ALONE: "1", "PYTHONPATH": os.pathsep.join([here, others] if others else [here])}
