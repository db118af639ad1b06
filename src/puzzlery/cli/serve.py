"""`puzzlery serve`: the app in the browser."""

from pathlib import Path
from typing import Annotated

from typer import Option


def serve(
    host: Annotated[
        str, Option(help="Where to listen; any other than this machine needs --public.")
    ] = "127.0.0.1",
    port: Annotated[int, Option(min=0, max=65535, help="0 takes a free one.")] = 8420,
    public: Annotated[
        bool, Option("--public", help="Let other machines in, who must bear the token.")
    ] = False,
    token: Annotated[
        str | None, Option(help="The token for --public; else a new one is chosen.")
    ] = None,
    library: Annotated[
        Path | None, Option(metavar="FILE", help="Where jobs and puzzles are kept.")
    ] = None,
    workers: Annotated[int, Option(min=1, max=64, help="How many jobs at once.")] = 2,
    job_seconds: Annotated[
        float, Option(min=1, metavar="SECONDS", help="How long a job may take.")
    ] = 3600.0,
    job_memory: Annotated[
        float | None,
        Option(min=0.25, metavar="GIB", help="How much a job may fill; else all there is."),
    ] = None,
    open_page: Annotated[bool, Option("--open/--no-open", help="Open it in the browser.")] = True,
) -> None:
    """Start the app and open it in the browser."""
    from puzzlery.web.jobs.job_queue import Limits, all_memory
    from puzzlery.web.server import serve as start

    memory = all_memory() if job_memory is None else int(job_memory * 2**30)
    start(
        host,
        port,
        public=public,
        token=token,
        library=library,
        workers=workers,
        limits=Limits(job_seconds, memory),
        open_page=open_page,
    )
