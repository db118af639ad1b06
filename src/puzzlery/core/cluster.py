"""Clusters: the workers of a Dask scheduler, as an executor of Python's own kind."""

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from puzzlery.errors import MissingExtra, Stopped

# A scheduler in the same network answers within milliseconds; ten seconds allow for a slow start.
CONNECT_TIMEOUT = "10s"


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """An executor that runs on the cluster of a Dask scheduler.

    The scheduler listens at the address, such as tcp://10.0.0.1:8786.

    Its workers need the same version of Puzzlery. Start a cluster with `dask scheduler` on one
    machine and `dask worker ADDRESS` on each.
    """
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise MissingExtra("counting on a cluster", "cluster") from None
    try:
        client = distributed.Client(address, timeout=CONNECT_TIMEOUT, set_as_default=False)
    except (OSError, ValueError) as reason:
        raise Stopped(f'no Dask scheduler answers at "{address}": {reason}') from None
    with client:
        yield client.get_executor()
