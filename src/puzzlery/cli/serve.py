"""`puzzlery serve`: the app in the browser."""

from pathlib import Path
from typing import Annotated

import typer


def serve(
    host: Annotated[
        str, typer.Option(help="Where to listen; any other than this machine needs --public.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 takes a free one.")] = 8420,
    public: Annotated[
        bool, typer.Option("--public", help="Let other machines in, who must bear the token.")
    ] = False,
    token: Annotated[
        str | None, typer.Option(help="The token for --public; else a new one is made.")
    ] = None,
    library: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where jobs and puzzles are kept.")
    ] = None,
    workers: Annotated[int, typer.Option(min=1, max=64, help="How many jobs at once.")] = 2,
    open_page: Annotated[
        bool, typer.Option("--open/--no-open", help="Open it in the browser.")
    ] = True,
) -> None:
    """Start the app and open it in the browser."""
    from puzzlery.web.serve import serve as start

    start(host, port, public=public, token=token, library=library, workers=workers,
          open_page=open_page)  # fmt: skip
