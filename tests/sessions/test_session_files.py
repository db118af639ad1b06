"""Files of timers: samples in csTimer's own forms, round trips, and what cannot be read."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlery.errors import PuzzleryError
from puzzlery.sessions.session_files import (
    cstimer_text,
    csv_text,
    not_among,
    read_cstimer,
    read_csv,
)
from puzzlery.sessions.timed_solve import LONGEST_MILLISECONDS, Session, TimedSolve, read_result

# As csTimer writes it: sessionData is JSON within JSON, unnamed sessions have numbers for names,
# the scramble type of the 3x3x3 is left out, and the fifth entry of a solve is its own.
SAMPLE = {
    "session1": [
        [[0, 12340], "R U R' U'", "", 1700000000],
        [[2000, 10010, 5000], "F2 D", "sloppy", 1700000100],
        [[-1, 9000], "L", "", 1700000200, ["", "giiker"]],
    ],
    "session2": [[[0, 4567], "R+ U- L R", "", 1700000300]],
    "session3": [],
    "properties": {
        "session": 2,
        "sessionN": 3,
        "sessionData": json.dumps(
            {
                "1": {"name": 1, "opt": {}, "rank": 1, "stat": [3, 1, 11175]},
                "2": {"name": "tetra", "opt": {"scrType": "pyrso"}, "rank": 2},
            }
        ),
    },
}

TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=12)
SOLVES = st.builds(
    TimedSolve,
    id=st.just(""),
    milliseconds=st.integers(0, LONGEST_MILLISECONDS),
    scramble=TEXTS,
    penalty=st.sampled_from(["none", "+2", "DNF"]),
    comment=TEXTS,
    at=st.integers(0, 4_000_000_000).map(float),
)


def told(solves):
    return [(s.milliseconds, s.penalty, s.scramble, s.comment, s.at) for s in solves]


def test_cstimers_sessions_are_read():
    (first, solves), (second, others) = read_cstimer(json.dumps(SAMPLE))
    assert (first.name, first.puzzle) == ("Session 1", "3x3x3")
    assert (second.name, second.puzzle, second.event) == ("tetra", "pyraminx", "usual")
    assert told(solves) == [
        (12340, "none", "R U R' U'", "", 1700000000),
        (10010, "+2", "F2 D", "sloppy", 1700000100),
        (9000, "DNF", "L", "", 1700000200),
    ]
    assert others[0].result == 456


def test_cstimers_table_is_read():
    table = (
        "No.;Time;Comment;Scramble;Date;P.1\n"
        '1;12.34;"say ""so""; twice";R U;2026-05-23 10:00:00;12.34\n'
        "2;DNF(1:02.500);;F2;2026-05-23 10:01:00;62.500\n"
        "3;14.34+;;;2026-05-23 10:02:00;12.34\n"
    )
    first, second, third = read_csv(table, "mon")
    assert (first.milliseconds, first.comment) == (12340, 'say "so"; twice')
    assert (second.milliseconds, second.penalty) == (62500, "DNF")
    assert (third.milliseconds, third.penalty, third.result) == (12340, "+2", 1434)
    assert second.at - first.at == 60


@given(st.lists(SOLVES, max_size=5))
def test_what_is_written_is_read_again(solves):
    session = Session("mon", "Monday", "4x4x4", "blind")
    if solves:
        [(found, again)] = read_cstimer(cstimer_text([(session, solves)]))
        assert (found.name, found.puzzle, found.event) == ("Monday", "4x4x4", "blind")
        assert told(again) == told(solves)
    assert told(read_csv(csv_text(solves), "mon")) == told(solves)


def test_a_file_that_is_read_twice_adds_nothing():
    text = json.dumps(SAMPLE)
    for (_, once), (_, twice) in zip(read_cstimer(text), read_cstimer(text), strict=True):
        assert [s.id for s in once] == [s.id for s in twice]
        assert not_among(twice, once) == []


def test_two_equal_solves_of_one_file_stay_two():
    table = "Time;Scramble\n9.00;\n9.00;\n"
    assert len({solve.id for solve in read_csv(table, "mon")}) == 2


def test_comments_are_no_formulas_of_a_spreadsheet():
    text = csv_text([TimedSolve("a", 9_000, comment="=1+1")])
    assert ";'=1+1;" in text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "JSON"),
        ("[]", "session1"),
        ("{}", "session1"),
        ('{"session1": 5}', "session1: expected a list"),
        ('{"session1": [[[7, 9000], ""]]}', "session1, solve 1: .* 0, 2000 or -1"),
        ('{"session1": [[[0, 9000], "", "", 1], [[0, -5], ""]]}', "session1, solve 2"),
        ('{"session1": [[[0, NaN], ""]]}', "solve 1"),
        ('{"session1": [[[0, 5], "", "", NaN]]}', "solve 1"),
        ('{"session1": ["x"]}', "solve 1"),
        ("[" * 100_000, "JSON"),
    ],
)
def test_what_is_no_file_of_cstimer_is_refused_with_its_place(text, said):
    with pytest.raises(PuzzleryError, match=said):
        read_cstimer(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name;scramble\n", 'column "Time"'),
        ("Time;Date\nfast;\n", 'row 1: .*"fast"'),
        ("Time;Date\n9.00;\n9.00;soon\n", 'row 2: .*"soon"'),
        ("Time\n1.5+\n", "less than its penalty"),
        ("Time\n999:00:00.00\n", "100 hours"),
    ],
)
def test_what_is_no_table_of_times_is_refused_with_its_row(text, said):
    with pytest.raises(PuzzleryError, match=said):
        read_csv(text, "mon")


def test_times_are_read_as_people_write_them():
    read = {text: read_result(text)[0] for text in ("9", "9.5", "9,50", "1:02.03", "1:00:00")}
    assert read == {"9": 9000, "9.5": 9500, "9,50": 9500, "1:02.03": 62030, "1:00:00": 3600000}
