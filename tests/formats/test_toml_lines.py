"""Lines of TOML: every value is found on the line where it stands."""

import tomllib

from hypothesis import given
from hypothesis import strategies as st

from puzzlery.formats.puzzles.own_toml import render
from puzzlery.formats.puzzles.toml_lines import line_of

HAND_WRITTEN = '''# comment with [brackets] = "and quotes
title = "a # no comment"   # 2
"quoted key" = """
many [[lines]]
x = 5 """
after.dotted = 'literal \\' # 6
list = [ # 7
  [1, 2],
  { a = "}", b = [
    10] }, # 10
] # 11
date = 1979-05-27 07:32:00Z

[table."sub.key"] # 14
"\\u0061" = '''
HAND_WRITTEN += """'''
lit''' # 16
[[many]]
x = 18
[[many]] # 19
x = [
 21]
[many.deep]
y = 23
"""


def test_hand_written_places():
    parsed = tomllib.loads(HAND_WRITTEN)
    assert parsed["table"]["sub.key"]["a"] == "lit"
    places = {
        ("title",): 2,
        ("quoted key",): 3,
        ("after", "dotted"): 6,
        ("list",): 7,
        ("list", 0, 1): 8,
        ("list", 1, "a"): 9,
        ("list", 1, "b", 0): 10,
        ("date",): 12,
        ("table", "sub.key"): 14,
        ("table", "sub.key", "a"): 15,
        ("many", 0, "x"): 18,
        ("many", 1): 19,
        ("many", 1, "x", 0): 21,
        ("many", 1, "deep", "y"): 23,
        ("many", 1, "deep", "missing"): 22,
        ("missing",): None,
    }
    assert {path: line_of(HAND_WRITTEN, path) for path in places} == places


def test_a_table_in_several_places_stands_where_it_is_first_named():
    assert line_of("a.b = 1\na.c = 2", ("a",)) == 1
    assert line_of("[t.u]\n[t]\nx = 1", ("t",)) == 2


COMPACT = """[a]#[z]
b=[
1,
[2],{k=[
3]}]
c={d=1,e=']'}#x=[
[[f]]#[y]
g='''
]'''
h=1
"i".j=2"""


def test_no_spaces_are_needed():
    places = {
        ("a",): 1,
        ("a", "b"): 2,
        ("a", "b", 0): 3,
        ("a", "b", 1): 4,
        ("a", "b", 1, 0): 4,
        ("a", "b", 2, "k", 0): 5,
        ("a", "c", "e"): 6,
        ("f", 0): 7,
        ("f", 0, "g"): 8,
        ("f", 0, "h"): 10,
        ("f", 0, "i", "j"): 11,
        ("z",): None,
        ("y",): None,
    }
    assert tomllib.loads(COMPACT)["f"] == [{"g": "]", "h": 1, "i": {"j": 2}}]
    assert {path: line_of(COMPACT, path) for path in places} == places


keys = st.text(min_size=1, max_size=6) | st.sampled_from(["a", "b-c", "x_1"])
keys = keys.filter(lambda key: not any(0xD800 <= ord(sign) <= 0xDFFF for sign in key))
leaves = st.just("leaf") | st.just("two\nlines") | st.integers(0, 9)
values = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=3),
    max_leaves=12,
)


def numbered(value, counter):
    """The same shape with a different number in every leaf."""
    if isinstance(value, list):
        return [numbered(item, counter) for item in value]
    if isinstance(value, dict):
        return {key: numbered(item, counter) for key, item in value.items()}
    counter.append(None)
    return 1_000_000 + len(counter)


def leaf_paths(value, path=()):
    if isinstance(value, list):
        for index, item in enumerate(value):
            yield from leaf_paths(item, (*path, index))
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from leaf_paths(item, (*path, key))
    else:
        yield path, value


@given(st.dictionaries(keys, values, max_size=5))
def test_every_leaf_is_on_its_line(shape):
    document = numbered(shape, [])
    text = render(document)
    assert tomllib.loads(text) == document
    for path, leaf in leaf_paths(document):
        assert str(leaf) in text.split("\n")[line_of(text, path) - 1]
