"""`python -m linkwork.warm`: everything compiled before workers start; `record` writes what is asked of the library."""

from __future__ import annotations

import sys
from pathlib import Path

from linkwork.warm import ANALYSES, RECORD, ready, share, tasks
from linkwork.warm.small_runs import analyses


def _record() -> None:
    """Write the list of what is asked of the library, from what is kept."""
    from linkwork.numerics.ahead.build import kept_files
    from linkwork.numerics.ahead.kernel_list import record
    from linkwork.numerics.ahead.objects import make_object

    record([row for row in map(make_object, kept_files()) if row is not None])


if sys.argv[1:] == [ANALYSES]:
    for task in analyses():
        task()
elif sys.argv[1:] == [RECORD]:
    _record()
elif len(sys.argv) > 1:
    folder, number, count, for_library = sys.argv[1:]
    for _ in share(tasks(bool(int(for_library))), Path(folder), int(number), int(count)):
        pass
else:
    print(ready())
