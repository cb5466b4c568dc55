"""Whether this process was started by another one of the program's to share its work."""

from __future__ import annotations

import sys


def is_worker() -> bool:
    """Whether it is one; multiprocessing is not imported for the question, for a worker has done so."""
    module = sys.modules.get("multiprocessing.process")
    return module is not None and module.parent_process() is not None
