"""How errors that are the user's to mend are shown by Python and by notebooks: without the frames of this package.

The error itself keeps them all; only what is printed when nobody catches it is shortened, to the user's own lines and
our message. The environment variable LINKWORK_TRACEBACK=full shows everything.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import TracebackType
from typing import Any

_PACKAGE = str(Path(__file__).resolve().parents[1]) + os.sep
_installed: list[bool] = []


def hide_own_frames() -> None:
    """See to it, once, that errors of this package are shown without its frames."""
    if _installed or os.environ.get("LINKWORK_TRACEBACK") == "full":
        return
    _installed.append(True)
    before = sys.excepthook

    def shortened(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        shown = own_lines(error, trace)
        before(kind, error.with_traceback(shown), shown)

    sys.excepthook = shortened
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    if shell is not None:
        from linkwork.base.errors import LinkworkError

        def shown(shell: Any, kind: Any, error: Any, trace: Any, tb_offset: Any = None) -> None:
            shell.showtraceback((kind, error, own_lines(error, trace)), tb_offset=tb_offset)

        shell.set_custom_exc((LinkworkError,), shown)


def own_lines(error: BaseException, trace: TracebackType | None) -> TracebackType | None:
    """The traceback without our frames, where the error is one for users; else as it is."""
    from linkwork.base.errors import LinkworkError

    if not isinstance(error, LinkworkError):
        return trace
    error.__suppress_context__ = True
    frames = []
    while trace is not None:
        if not trace.tb_frame.f_code.co_filename.startswith(_PACKAGE):
            frames.append(trace)
        trace = trace.tb_next
    kept: TracebackType | None = None
    for each in reversed(frames):
        kept = TracebackType(kept, each.tb_frame, each.tb_lasti, each.tb_lineno)
    return kept
