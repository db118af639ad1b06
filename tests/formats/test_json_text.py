"""JSON text: what Python's own reader reads, laid out within a width, and faults by line."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlery.errors import FileFault
from puzzlery.formats.json_text import parse, render

words = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
plain = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
values = st.recursive(
    plain | words,
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(words, inner, max_size=5),
    max_leaves=30,
)


@given(values)
def test_what_is_laid_out_reads_back(value):
    text = render(value)
    assert json.loads(text) == value
    assert text.endswith("\n")
    assert parse(text).value == json.loads(text)


@given(st.integers(1, 40), st.integers(0, 3))
def test_tables_that_fit_stand_on_one_line(count, depth):
    """A line holds 96 signs: the parts, a comma and a space each, and the indent."""
    inner = {f"{k:02}": 1 for k in range(count)}
    value = inner
    for _ in range(depth):
        value = {"a": value, "long": "x" * 96}
    line = next(line for line in render(value).split("\n") if '"00"' in line)
    fits = 9 * count + 2 * depth <= 96
    assert (line.count(":") >= count) == fits
    indents = {len(line) - len(line.lstrip()) for line in render(value).split("\n")[:-1]}
    assert indents == set(range(0, 2 * depth + (1 if fits else 3), 2))


@pytest.mark.parametrize("indent", [0, 2, 4])
def test_a_line_has_96_signs_at_most(indent):
    for length in (85, 86, 87, 88, 89):
        value = {"k": "x" * (length - indent)}
        for _ in range(indent // 2):
            value = {"a": value, "b": "x" * 96}
        # The brackets count as the comma and the space after the last part.
        lines = render(value).split("\n")
        assert any(line.count("{") == line.count("}") == 1 for line in lines) == (length <= 87)


def test_long_lists_of_lists_have_a_line_for_each():
    rows = [[k] * 20 for k in range(5)]
    assert render(rows).split("\n") == [
        "[", *(f"  {json.dumps(row)}," for row in rows[:-1]), f"  {json.dumps(rows[-1])}", "]", "",
    ]  # fmt: skip
    assert render([[1], [2]]) == "[[1], [2]]\n"
    assert render([{"a": 1}, 2]) == '[{"a": 1}, 2]\n'


def test_lists_of_numbers_are_never_opened_up():
    assert render(list(range(100))) == json.dumps(list(range(100))) + "\n"


def test_what_holds_an_opened_part_is_opened_too():
    inner = {"k": list(range(60))}
    assert render({"a": inner}) == (
        '{\n  "a": {\n    "k": ' + json.dumps(inner["k"]) + "\n  }\n}\n"
    )


def test_letters_of_all_languages_stay_as_they_are():
    assert render({"é": "→", "list": [["ß"]]}) == '{"é": "→", "list": [["ß"]]}\n'
    assert parse('{"\\u00e9": 1}').value == {"é": 1}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"a": 1,\n "a": 2}', 'f.json: the key "a" stands twice'),
        ('{"b": 1, "c": 3, "c": 2}', 'f.json: the key "c" stands twice'),
        ("[NaN]", "f.json: NaN is not a finite number"),
        ("[-Infinity]", "f.json: -Infinity is not a finite number"),
        ("[1,\n 2", r"f.json, line 2: .* \(column 3\)"),
        ("[" * 100_000, "f.json: is nested too deeply"),
        ("9" * 5000, "f.json: holds a number of thousands of digits"),
        ('"\\ud800"', "f.json, line 1: holds half of a character"),
    ],
)
def test_faults_name_the_file_and_the_reason(text, message):
    with pytest.raises(FileFault, match=message):
        parse(text, "f.json")


def test_marks_and_line_ends_of_other_systems_do_not_matter():
    assert parse('\ufeff{"a":\r\n [1, 2]}').table()["a"].items()[1].whole() == 2
