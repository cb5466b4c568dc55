"""A subsystem that lives on a worker of a Dask cluster: an actor there, of which only interface data comes here."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import LinkworkError
from linkwork.exchange.patience import checked_patience
from linkwork.exchange.subsystem import CouplingError, Description, SubsystemError
from linkwork.expression.given import public

_PATIENCE = 10  # seconds to wait for a scheduler


class Place:
    """What the worker holds: the subsystem itself, and states that were saved, by number."""

    def __init__(self, make: Callable[..., Any], given: tuple[Any, ...]) -> None:
        self._subsystem = make(*given)
        self._tokens: list[Any] = []

    def ask(self, what: str, *given: Any) -> Any:
        """Do what is asked; a failure is told in words. `commit, attempt` keeps the last step before the next."""
        try:
            if what == "save":
                self._tokens.append(self._subsystem.save())
                return True, len(self._tokens) - 1
            if what == "restore":
                return True, self._subsystem.restore(self._tokens[given[0]])
            if what == "commit, attempt":
                self._subsystem.commit()
                what = "attempt"
            return True, getattr(self._subsystem, what)(*given)
        except (LinkworkError, ValueError, ArithmeticError) as error:
            return False, str(error)


class ClusterPart:
    """A subsystem made by `make(*given)` on a worker, where its state stays.

        part = ClusterPart("tcp://127.0.0.1:8786", make_left, "left.yaml")

    `scheduler` is the address of a Dask scheduler, which listens where you told it to, or a client of one; `worker`
    the address of the worker, any of them otherwise. A step costs one message and its answer, straight to the worker
    where it can be reached; a client of your own does that with `direct_to_workers=True`. A worker that is lost takes
    the state with it: the run ends, and has to be started anew.
    """

    @public
    def __init__(
        self, scheduler: Any, make: Callable[..., Any], *given: Any, worker: str = "", timeout: float = 60.0
    ) -> None:
        self._own, self._timeout = isinstance(scheduler, str), checked_patience("cluster", timeout)
        self._client = _client(scheduler) if isinstance(scheduler, str) else scheduler
        self.sent: list[tuple[Any, ...]] | None = None
        self._waiting: Any = None
        self._to_commit = False
        asked: dict[str, Any] = {"actor": True, "pure": False} | ({"workers": [worker]} if worker else {})
        try:
            # The actor lives as long as a future of it does: this one is kept, or the scheduler lets it go in the
            # moment between the answer and the binding below, and the first call finds nothing on the worker.
            self._held = self._client.submit(Place, make, given, **asked)
            self._actor = self._held.result(self._timeout)
            with self._client.as_current():
                _ = self._actor._io_loop  # binds the actor to this client, which is nobody's default
        except Exception as error:  # whatever happened on the worker comes through here
            raise CouplingError(f"cluster: the subsystem cannot be made on a worker: {error}") from None
        self._told: Description = self._first_answer()

    def _first_answer(self) -> Any:
        """What it describes; where workers cannot be reached from here, all that is asked goes by the scheduler."""
        try:
            return self._ask("describe")
        except SubsystemError:
            if not (self._own and self._client.direct_to_workers):
                raise
            self._client.direct_to_workers = False
            return self._ask("describe")

    def _post(self, what: str, *given: Any) -> Any:
        if self.sent is not None:
            self.sent.append((what, *given))
        try:
            return self._actor.ask(what, *given)
        except Exception as error:
            raise SubsystemError(_lost(error)) from None

    def _take(self, waiting: Any) -> Any:
        try:
            good, answer = waiting.result(self._timeout)
        except TimeoutError:
            raise SubsystemError(f"its worker does not answer within {self._timeout:g} s") from None
        except Exception as error:
            raise SubsystemError(_lost(error)) from None
        if self.sent is not None:
            self.sent.append((answer,))
        if not good:
            raise SubsystemError(answer)
        return answer

    def _ask(self, what: str, *given: Any) -> Any:
        return self._take(self._post(what, *given))

    def _settle(self) -> None:
        """Let the worker keep a step before anything but the next is asked."""
        if self._to_commit:
            self._to_commit = False
            self._ask("commit")

    def describe(self) -> Description:
        """As the subsystem told when it was made."""
        return self._told

    def start(self, t: float, inputs: Array) -> Array:
        """Its outputs at the start."""
        self._to_commit = False
        return np.asarray(self._ask("start", t, np.array(inputs)))

    def attempt(self, h: float, inputs: Array) -> Array:
        """Its outputs at the end of a step."""
        self.post_attempt(h, inputs)
        return self.take_attempt()

    def post_attempt(self, h: float, inputs: Array) -> None:
        """Ask for a step; others can be asked before the answer is taken."""
        what = "commit, attempt" if self._to_commit else "attempt"
        self._to_commit = False
        self._waiting = self._post(what, h, np.array(inputs))

    def take_attempt(self) -> Array:
        """The answer."""
        return np.asarray(self._take(self._waiting))

    def derivatives(self, h: float, inputs: Array) -> Array:
        """How its outputs change with its inputs, by row of inputs, input and output."""
        self._settle()
        return np.asarray(self._ask("derivatives", h, np.array(inputs)))

    def commit(self) -> None:
        """Keep the step; that is told with the next."""
        self._settle()
        self._to_commit = True

    def save(self) -> Any:
        """A number; the state stays on the worker."""
        self._settle()
        return self._ask("save")

    def restore(self, token: Any) -> None:
        """Let it go back."""
        self._to_commit = False
        self._ask("restore", token)

    def close(self) -> None:
        """Let go of the actor."""
        with suppress(SubsystemError):
            self._ask("close")
        self._actor = self._held = None
        if self._own:
            self._client.close()


def _client(address: str) -> Any:
    try:
        import distributed
    except ImportError:
        raise CouplingError("a part on a cluster needs Dask; install it with: pip install linkwork[cluster]") from None
    try:
        return distributed.Client(address, timeout=_PATIENCE, set_as_default=False, direct_to_workers=True)
    except (OSError, ValueError, TypeError, TimeoutError) as error:
        raise CouplingError(f"no Dask scheduler answers at '{address}' ({error})") from None


def _lost(error: Exception) -> str:
    return f"its worker is lost, and its state with it ({type(error).__name__}: {error}); start the run anew"
