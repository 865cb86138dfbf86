"""Where blocks are played: threads or processes of this machine, or a cluster. All through joblib.

A cluster's workers get a study as bytes: small, and nothing that a lost worker could take with it.
"""

from __future__ import annotations

import importlib
import os
import threading
import time
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import joblib

from engines.game import UsageError

CLUSTERS = ("dask", "ray")

BACKENDS = ("threads", "processes", *CLUSTERS)

_PACKAGES = {"dask": "distributed", "ray": "ray"}

Task = Callable[..., Any]


@dataclass(frozen=True)
class Workers:
    """A pool: how many tasks it works on at a time, and `map`, which yields the results of tasks as they come back."""

    count: int
    map: Callable[[Iterable[tuple[Any, ...]]], Generator[Any, None, None]]


def check_backend(backend: str, scheduler: str | None) -> None:
    """Raises UsageError if a backend lacks its package or its scheduler's address, or takes none."""
    if scheduler is not None and backend not in CLUSTERS:
        raise UsageError(f"--scheduler {scheduler} needs --backend dask or --backend ray.")
    if backend not in CLUSTERS:
        return
    try:
        importlib.import_module(_PACKAGES[backend])
    except ImportError:
        raise UsageError(f"--backend {backend} needs a package: pip install 'meeplecarlo[{backend}]'") from None
    if backend == "dask" and scheduler is None:
        raise UsageError("--backend dask needs the scheduler's address, such as --scheduler tcp://127.0.0.1:8786")


@contextmanager
def open_workers(backend: str, jobs: int, scheduler: str | None, task: Task) -> Iterator[Workers]:
    """Workers for calls of `task`. To be used in one thread from beginning to end. Raises UsageError."""
    if backend == "dask":
        with _dask_workers(scheduler or "", task) as workers:
            yield workers
    elif backend == "ray":
        with _ray_workers(scheduler, task) as workers:
            yield workers
    elif jobs == 1:
        yield Workers(1, lambda calls: (task(*call) for call in calls))
    elif backend == "threads":
        with joblib.Parallel(n_jobs=jobs, backend="threading", return_as="generator_unordered", batch_size=1) as pool:
            yield Workers(jobs, _joblib_map(pool, task))
    else:  # no `with`: it would start new processes for those that an interrupt ends
        with joblib.parallel_config("loky", initializer=watch_parent, initargs=(os.getpid(),)):
            pool = joblib.Parallel(n_jobs=jobs, return_as="generator_unordered", batch_size=1)
            yield Workers(jobs, _joblib_map(pool, task))


def _joblib_map(pool: Any, task: Task) -> Callable[[Iterable[tuple[Any, ...]]], Generator[Any, None, None]]:
    """Calls through joblib; joblib's warning that not all results were taken is no news after an interrupt."""

    def call_all(calls: Iterable[tuple[Any, ...]]) -> Generator[Any, None, None]:
        results = pool(joblib.delayed(task)(*call) for call in calls)
        if isinstance(results, list):
            yield from results
            return
        try:
            for result in results:  # noqa: UP028 (`yield from` would close the results before the warning is silenced)
                yield result
        finally:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                results.close()

    return call_all


@contextmanager
def _dask_workers(scheduler: str, task: Task) -> Iterator[Workers]:
    from distributed import Client

    try:
        client = Client(scheduler, timeout=10, set_as_default=False)
    except (OSError, ValueError) as error:
        raise UsageError(f"--scheduler {scheduler}: no Dask scheduler answers there ({error}).") from None
    try:
        client.wait_for_workers(1, timeout=60)
        with joblib.parallel_config("dask", client=client):
            pool = joblib.Parallel(n_jobs=-1, return_as="generator_unordered", batch_size=1)
            with pool:
                yield Workers(max(1, sum(client.ncores().values())), _joblib_map(pool, task))
    except TimeoutError:
        raise UsageError(
            f"--scheduler {scheduler}: the Dask scheduler has no workers; start some with `dask worker`."
        ) from None
    finally:
        client.close()


@contextmanager
def _ray_workers(scheduler: str | None, task: Task) -> Iterator[Workers]:
    """A wave comes back as a whole: joblib takes results one by one from no pool like `multiprocessing`'s, and Ray's is one."""
    import ray
    from ray.util.joblib import register_ray

    started_here = not ray.is_initialized()
    if started_here:
        try:
            ray.init(address=scheduler, log_to_driver=False, logging_level="error")
        except (ConnectionError, ValueError) as error:
            raise UsageError(f"--scheduler {scheduler}: no Ray cluster answers there ({error}).") from None
    try:
        register_ray()
        with joblib.parallel_config("ray"), joblib.Parallel(n_jobs=-1, batch_size=1) as pool:
            yield Workers(max(1, int(ray.cluster_resources().get("CPU", 1))), _joblib_map(pool, task))
    finally:
        if started_here:
            ray.shutdown()


def watch_parent(parent: int) -> None:
    """End this worker process when its parent ends: nothing else would tell it that the parent was killed."""
    if os.name == "posix":
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)
