"""An event loop on which time passes at once, and lives that can be frozen or ended while it runs. No tests here.

A *life* is one process of the cluster from its start to its end. Whatever it does runs in its context: each callback
and each step of a task belongs to a life, or to nobody. So a life that has ended does nothing more, as after
`kill -9`, and one that is frozen does later what it had to do meanwhile, as after SIGSTOP and SIGCONT.
"""

import asyncio
import contextvars
import selectors
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor
from typing import Any, Final, TypeVar, TypeVarTuple, Unpack

START_S: Final = 1_000_000.0
THREAD_S: Final = 0.01  # how long a thread takes for what it is given
T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class NothingLeftError(Exception):
    """Everybody waits, and nothing will ever happen."""


class Life:
    """One process. Its context is where everything is called that it does."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.is_over = False
        self.is_frozen = False
        self.context = contextvars.copy_context()
        self.context.run(_LIFE.set, self)
        self._held: list[Callable[[], object]] = []
        self._unwoken: list[Callable[[], object]] = []  # tasks, when it was over

    def begin(self, work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        """A task of this life."""
        return asyncio.get_running_loop().create_task(work, context=self.context)

    def freeze(self) -> None:
        """It does nothing until it thaws."""
        self.is_frozen = True

    def thaw(self) -> None:
        """It does all that it had to do meanwhile, in order."""
        self.is_frozen = False
        held, self._held = self._held, []
        for call in held:
            asyncio.get_running_loop().call_soon(call, context=self.context)

    def bury(self) -> None:
        """Whatever stands still since it was over, or is frozen, goes on. To be called when its tasks are cancelled."""
        self.is_over = False
        self._held, self._unwoken = self._unwoken + self._held, []
        self.thaw()

    def do(
        self, handles: list[asyncio.Handle], callback: Callable[[Unpack[Ts]], object], *args: *Ts
    ) -> None:
        """Calls it, unless this life is over; or later, if it is frozen and nobody cancels the handle meanwhile."""
        if self.is_over:
            if isinstance(getattr(callback, "__self__", None), asyncio.Task):
                self._unwoken.append(lambda: callback(*args))
            return
        if self.is_frozen:
            self._held.append(lambda: handles[0].cancelled() or callback(*args))
            return
        callback(*args)


NOBODY: Final = contextvars.copy_context()  # for what is done by no process
_LIFE: Final[contextvars.ContextVar[Life | None]] = contextvars.ContextVar("life", default=None)


def living() -> str | None:
    """The name of the life that this is called by."""
    life = _LIFE.get()
    return None if life is None else life.name


class Clockwork(selectors.DefaultSelector):
    """Waits for nothing: where nothing is ready, time passes."""

    def __init__(self) -> None:
        super().__init__()
        self.now_s = START_S

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """As selectors.BaseSelector. Raises NothingLeftError where there is no end to the wait."""
        if timeout is None:
            raise NothingLeftError
        self.now_s += max(timeout, 0.0)
        return []


class VirtualLoop(asyncio.SelectorEventLoop):
    """Its time is `START_S` at first."""

    def __init__(self) -> None:
        self._clockwork = Clockwork()
        super().__init__(self._clockwork)

    def time(self) -> float:
        """As asyncio."""
        return self._clockwork.now_s

    def call_soon(
        self,
        callback: Callable[[Unpack[Ts]], object],
        *args: *Ts,
        context: contextvars.Context | None = None,
    ) -> asyncio.Handle:
        """As asyncio, for the life of the context."""
        life = _life_of(context)
        if life is None:
            return super().call_soon(callback, *args, context=context)
        handles: list[asyncio.Handle] = []
        handles.append(super().call_soon(life.do, handles, callback, *args, context=context))
        return handles[0]

    def call_at(
        self,
        when: float,
        callback: Callable[[Unpack[Ts]], object],
        *args: *Ts,
        context: contextvars.Context | None = None,
    ) -> asyncio.TimerHandle:
        """As asyncio, for the life of the context."""
        life = _life_of(context)
        if life is None:
            return super().call_at(when, callback, *args, context=context)
        handles: list[asyncio.Handle] = []
        handle = super().call_at(when, life.do, handles, callback, *args, context=context)
        handles.append(handle)
        return handle

    def run_in_executor(
        self, executor: Executor | None, func: Callable[[Unpack[Ts]], T], *args: *Ts
    ) -> "asyncio.Future[T]":
        """As asyncio, without a thread: that would be done at any moment of this loop's time."""
        done: asyncio.Future[T] = self.create_future()

        def work() -> None:
            if not done.cancelled():
                try:
                    done.set_result(func(*args))
                except Exception as problem:  # noqa: BLE001 (whoever waits is told)
                    done.set_exception(problem)

        self.call_later(THREAD_S, work)
        return done


def _life_of(context: contextvars.Context | None) -> Life | None:
    return _LIFE.get() if context is None else context.get(_LIFE)


def run_virtually(work: Coroutine[Any, Any, T]) -> T:
    """Runs it to its end on a loop of its own."""
    loop = VirtualLoop()
    try:
        return loop.run_until_complete(work)
    finally:
        loop.close()
