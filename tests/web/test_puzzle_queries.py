"""Answers about puzzles that are larger than most."""

import json
from decimal import Decimal

from puzzlery.twisty.catalog import puzzle
from puzzlery.web.puzzle_queries import run_query


def test_the_order_of_a_huge_group_is_written_out() -> None:
    told = json.loads(run_query("summary", "30x30x30", None, {}))
    assert len(told["order"]) > 4300
    assert told["order"].isdecimal()
    assert Decimal(told["order"]) == puzzle("30x30x30").group.order
