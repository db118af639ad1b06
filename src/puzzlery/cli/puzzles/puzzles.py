"""`puzzlery puzzles`: what there is."""

from typing import TYPE_CHECKING, Annotated

from typer import Argument

from puzzlery.cli.common import AsJson, answer

if TYPE_CHECKING:
    from rich.console import Console

    from puzzlery.twisty.catalog import CatalogEntry


def puzzles(
    search: Annotated[str, Argument(metavar="[SEARCH]", help="Words to look for.")] = "",
    as_json: AsJson = False,
) -> None:
    """List the puzzles that have names."""
    from puzzlery.twisty.catalog import entries
    from puzzlery.twisty.catalog import search as find

    found = find(search) if search else entries()
    data = [
        {
            "name": entry.name,
            "family": entry.family,
            "aliases": list(entry.aliases),
            "description": entry.description,
        }
        for entry in found
    ]
    answer(as_json, {"puzzles": data}, lambda console: _table(console, list(found), search))


def _table(console: "Console", found: "list[CatalogEntry]", search: str) -> None:
    from rich.table import Table

    if not found:
        console.print(f'No puzzle matches "{search}".')
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("name", style="cyan", no_wrap=True)
    table.add_column("family")
    table.add_column("what it is")
    table.add_column("also called", style="dim")
    for entry in found:
        table.add_row(entry.name, entry.family, entry.description, ", ".join(entry.aliases[:4]))
    console.print(table)
    console.print(f"{len(found)} puzzles", style="dim")
