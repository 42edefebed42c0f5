"""YAML as text with places: what is read, and what is refused without breaking or waiting."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from read.tile_samples import plain

from carcassonne.errors import Problem, Where
from carcassonne.read.source import (
    DEEPEST,
    LONGEST_FILE,
    MOST_VALUES,
    Node,
    as_choice,
    as_list,
    as_mapping,
    as_name,
    as_names,
    as_text,
    as_whole_number,
    as_yes_or_no,
    check_keys,
    cure_for,
    nearest,
    plainly,
    read_source,
    read_text,
    shown,
)


def read(text: str) -> tuple[Node | None, list[str]]:
    problems: list[Problem] = []
    node = read_text(text, "f.yaml", problems)
    return node, [told(problem) for problem in problems]


def told(problem: Problem) -> str:
    """A problem without its code and its line."""
    return f"{problem.where}: {problem.fault}" + (f"\n    {problem.cure}" if problem.cure else "")


def faults(text: str) -> list[str]:
    problems: list[Problem] = []
    read_text(text, "f.yaml", problems)
    return [f"{problem.where.line}:{problem.where.column} {problem.fault}" for problem in problems]


def node_of(text: str) -> Node:
    node, problems = read(text)
    assert [] == problems
    assert node is not None
    return node


# What is read ----------------------------------------------------------------------------------


def test_every_plain_scalar_is_text() -> None:
    words = ["on", "no", "Yes", "1:30", "~", "null", "0x10", "1e3", "2024-01-01", ".inf", "=", "N"]
    assert plain(node_of(f"[{', '.join(words)}]")) == words


def test_the_kinds_of_values() -> None:
    node = node_of("a: {b: [c, 'd: e', \"f\\ng\"], h: }\n? i\n: |\n  j\n  k\n")
    assert plain(node) == {"a": {"b": ["c", "d: e", "f\ng"], "h": ""}, "i": "j\nk\n"}
    assert node.is_mapping
    assert not node.is_text
    assert not node.is_list


def test_nodes_and_keys_know_their_places() -> None:
    node = node_of("# é\nfirst:\n  - é: [ü, x]\n")
    assert node.key_where["first"] == Where("f.yaml", 2, 1)
    assert [str(place) for place in places_of_texts(node)] == ["f.yaml:3:9", "f.yaml:3:12"]


def places_of_texts(node: Node) -> list[Where]:
    if isinstance(node.value, str):
        return [node.where]
    items = node.value if isinstance(node.value, tuple) else node.value.values()
    return [place for item in items for place in places_of_texts(item)]


def test_a_byte_order_mark_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_bytes(b"\xef\xbb\xbfa: b\n")
    node = read_source(tmp_path / "a.yaml", [])
    assert node is not None
    assert plain(node) == {"a": "b"}
    assert plain(node_of("\ufeffa: b\n")) == {"a": "b"}


def test_windows_line_ends() -> None:
    node = node_of("a: b\r\nc: d\r\n")
    assert plain(node) == {"a": "b", "c": "d"}
    assert node.key_where["c"] == Where("f.yaml", 2, 1)


def test_a_tree_cannot_be_changed() -> None:
    node = node_of("a: b")
    with pytest.raises(TypeError):
        node.value["c"] = node  # type: ignore[index]


# What is refused -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ["1:1 the file is empty"]),
        ("---\n...\n", []),
        ("a: 1\nb: 2\na: 3\na: 4\n", ["3:1 duplicate key 'a'", "4:1 duplicate key 'a'"]),
        ("a: {b: 1, 'b': 2}", ["1:12 duplicate key 'b'"]),
        (
            "a: !!python/object/apply:os.system [ls]",
            ["1:4 tag 'tag:yaml.org,2002:python/object/apply:os.system'"],
        ),
        ("a: !!str x\nb: ! y\n", ["1:4 tag 'tag:yaml.org,2002:str'", "2:4 tag '!'"]),
        ("a: &x 1\nb: &y [2]\n", ["1:4 anchor '&x'", "2:4 anchor '&y'"]),
        ("a: *x\n", ["1:4 alias '*x'"]),
        ("a: &a [*a]\n", ["1:4 anchor '&a'", "1:8 alias '*a'"]),
        ("<<: {a: 1}\n", ["1:1 merge key '<<'"]),
        ("[a, b]: c\n{d: e}: f\n", ["1:1 a key that is no text", "2:1 a key that is no text"]),
        ("a: b\n--- \nc: d\n---\ne\n", ["2:1 a second document"]),
        ("a:\n\tb: c\n  \td: e\n", ["2:1 a tab", "3:3 a tab"]),
        ("a: b\n\x07c: \x00\n", ["2:1 control character U+0007"]),
        ("a: \x9f", ["1:4 control character U+009F"]),
        ("a: \ud800", ["1:4 control character U+D800"]),
        ('a: "\\0"\n', ["1:4 control character U+0000 in a text"]),
    ],
)
def test_what_is_refused(text: str, expected: list[str]) -> None:
    assert expected == faults(text)


NO_YAML = [
    *("a: [b", "a: {b: c", "a: 'b", 'a: "b', "a: b: c", "a: @b", "a: `b`", "- a\nb: c", "a\n b: c", "]", "}"),
    *("%YAML 9.9\n--- a", "%FOO", "a: |9z", "*", "&", "!<", '"\\q"', '"\\ud800"', "a:\t- b", "a: [\t@]"),
]


@pytest.mark.parametrize("text", NO_YAML)
def test_what_is_no_yaml_is_one_problem(text: str) -> None:
    node, problems = read(text)
    assert node is None
    assert len(problems) == 1
    assert problems[0].startswith("f.yaml:")


def test_a_syntax_fault_comes_with_its_place_and_the_faults_before_it() -> None:
    assert faults("a: 1\na: 2\nb: [c, d\n")[:1] == ["2:1 duplicate key 'a'"]
    assert faults("a: 1\na: 2\nb: [c, d\ne: f\n")[1].startswith(("4:", "5:"))


@pytest.mark.parametrize(
    ("text", "cure"),
    [
        ("a:\n  b: 1\n c: 2\n", " in the same column"),
        ("gate:\n  city:N\n  road: S\n", "After a colon comes a space: see line 2."),
        ("gate\n  city: N\n", "Does the line before lack its colon? "),
        ("a:\n  b: 1\n  gate\n  city: N\n", "A key ends with a colon and a space: 'name: value'."),
        ('title: "Gates\ntiles: 3\n', "A quotation mark is opened and not closed."),
        ("title: @gates\n", "A text that begins so stands in quotes."),
        ("a: [b, {c: d]\n", "Inside [ ] and { } a text with a comma or a bracket stands in quotes."),
    ],
)
@pytest.mark.parametrize("parser", ["as it is", "in Python"])
def test_what_is_no_yaml_comes_with_a_cure(text: str, cure: str, parser: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if parser == "in Python":
        monkeypatch.setattr(yaml, "__with_libyaml__", False)
    problems: list[Problem] = []
    read_text(text, "x.yaml", problems)
    assert [True] == [problem.code == "CARC-Y008" and cure in problem.cure for problem in problems]


def test_nesting_has_an_end() -> None:
    read_well, problems = read("[" * DEEPEST + "]" * DEEPEST)
    assert read_well is not None
    assert [] == problems
    assert faults("[" * (DEEPEST + 1) + "]" * (DEEPEST + 1)) == ["1:41 nested deeper than 40 levels"]


def test_size_has_an_end(tmp_path: Path) -> None:
    assert faults("a" * (LONGEST_FILE + 1)) == [f"1:1 the file is longer than {LONGEST_FILE} bytes"]
    (tmp_path / "big.yaml").write_bytes(b"#" * (LONGEST_FILE + 1))
    problems: list[Problem] = []
    assert read_source(tmp_path / "big.yaml", problems, shown_as="big.yaml") is None
    assert [str(problem).splitlines()[0] for problem in problems] == [
        f"big.yaml:1:1: the file is longer than {LONGEST_FILE} bytes [CARC-Y003]"
    ]
    assert faults("- a\n" * (MOST_VALUES + 5))[0].endswith(f"more than {MOST_VALUES} values")


BOMBS = {
    "lists": "[" * 900_000,
    "mappings": "{a: " * 200_000,
    "dashes": "- " * 400_000,
    "question marks": "? " * 400_000,
    "keys": "".join(f"k{number}: 1\n" for number in range(70_000)),
    "duplicates": "k: 1\n" * 150_000,
    "empty items": "[" + "," * 900_000,
    "laughs": "a: &a [x,x,x,x,x,x,x,x,x]\n"
    + "".join(
        f"{here}: &{here} [{', '.join([f'*{before}'] * 9)}]\n"
        for before, here in zip("abcdefgh", "bcdefghi", strict=True)
    ),
    "anchors": "".join(f"- &a{number} x\n" for number in range(60_000)),
    "tags": "- !x y\n" * 100_000,
    "one long word": "a" * 999_000,
    "quotes": "'" * 999_000,
    "lines": "a: '" + "\n" * 900_000,
    "tabs": "\t" * 900_000,
    "lines of tabs": "\t\n" * 450_000,
    "spaces": " " * 900_000,
    "colons": "a:" * 400_000,
    "hashes": "#\n" * 450_000,
    "block": "a: |\n" + "  b\n" * 200_000,
    "directives": "%A b\n" * 150_000,
    "documents": "--- a\n" * 150_000,
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_hostile_text_costs_no_more_than_an_honest_one(name: str) -> None:
    start = time.process_time()
    node, problems = read(BOMBS[name])
    assert problems or (node is not None and isinstance(node.value, str)) or name == "block"
    assert all(len(problem) < 300 for problem in problems)
    assert time.process_time() - start < 10  # far above what it takes, far below what it must not


def test_the_parser_in_python_reads_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "a: {b: [c, no, 1:30], d: ''}\né: 'x'\n"
    with_libyaml = read(text)
    monkeypatch.setattr(yaml, "__with_libyaml__", False)
    assert with_libyaml == read(text)
    for bad in (
        "a: 1\na: 2",
        "a: &x 1\nb: *x",
        "!!python/name:os x",
        "a: b\n---\nc",
        "a: b\n\tc: d",
        "[" * 100,
    ):
        assert read(bad)[1]
    assert len(read("a: [b")[1]) == 1
    assert len(read("a: @b")[1]) == 1


@given(text=st.text(alphabet=st.sampled_from("ab:-?[]{},'\"&*!|>%@`#~ \n\t\\\x00é\u2028\ufeff"), max_size=60))
def test_no_text_breaks_the_reader(text: str) -> None:
    node, problems = read(text)
    assert node is not None or problems


# Files -----------------------------------------------------------------------------------------


def test_what_is_no_file_is_a_problem(tmp_path: Path) -> None:
    def fault(path: Path | str) -> str:
        problems: list[Problem] = []
        assert read_source(path, problems, shown_as="x.yaml") is None
        (problem,) = problems
        return str(problem)

    assert fault(tmp_path / "missing.yaml") == "x.yaml:1:1: there is no such file [CARC-Y001]"
    assert fault(tmp_path) == "x.yaml:1:1: this is no ordinary file [CARC-Y001]"
    assert fault("a\0b").startswith("x.yaml:1:1: ")
    assert fault("a" * 5000).startswith("x.yaml:1:1: ")
    (tmp_path / "latin.yaml").write_bytes("a: 1\nbé: ü".encode("latin-1"))
    assert fault(tmp_path / "latin.yaml") == (
        "x.yaml:2:2: byte 0xe9 is no UTF-8 [CARC-Y005]\n  2 │ b\n    │  ^\n    Save the file as UTF-8."
    )


def test_places_carry_the_path_as_given(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("a: b", encoding="utf-8")
    node = read_source(path, [])
    assert node is not None
    assert node.where == Where(str(path), 1, 1)


# Helpers ---------------------------------------------------------------------------------------


def test_the_nearest_spelling() -> None:
    assert nearest("pennants", ["inn", "pennant"]) == "pennant"
    assert nearest("SW", ["Nw", "Sw"]) == "Sw"
    assert nearest("xyz", ["inn", "pennant"]) == ""
    assert nearest("", ["inn"]) == ""
    assert nearest("p" * 10_000, ["pennant"]) == ""
    assert cure_for("pennants", ["pennant", "inn"], "symbols here") == (
        "symbols here: inn, pennant. Did you mean 'pennant'?"
    )
    assert cure_for("x", [], "symbols here") == "symbols here: none."
    assert cure_for("x", [f"a{number:02}" for number in range(30)], "w").endswith("a19, ….")


def test_long_and_strange_texts_are_shown_in_short() -> None:
    assert shown("a\nb") == "'a\\nb'"
    assert len(shown("a" * 1000)) == 62
    assert plainly("a b") == "a b"
    assert plainly("a\x1b") == "'a\\x1b'"


def test_questions_to_a_node() -> None:
    problems: list[Problem] = []
    node = node_of("{text: x y, empty: , list: [a, a, B], number: 12, minus: -3, big: 12345678901, yes: true}")
    keys = as_mapping(node, "it", problems)
    assert keys is not None
    assert as_text(keys["text"], "it", problems) == "x y"
    assert as_name(keys["text"], "it", problems) == "x y"
    assert as_whole_number(keys["number"], "it", problems) == 12
    assert as_whole_number(keys["minus"], "it", problems, least=None) == -3
    assert as_yes_or_no(keys["yes"], "it", problems) is True
    assert as_choice(keys["yes"], "it", ("true", "maybe"), problems) == "true"
    assert as_names(keys["text"], "it", problems) == ("x y",)
    assert [] == problems
    assert as_text(keys["empty"], "it", problems) is None
    assert as_name(keys["number"], "it", problems) is None
    assert as_names(keys["list"], "it", problems) == ("a",)
    assert as_whole_number(keys["minus"], "it", problems) is None
    assert as_whole_number(keys["big"], "it", problems) is None
    assert as_whole_number(keys["number"], "it", problems, least=1, most=5) is None
    assert as_mapping(keys["list"], "it", problems) is None
    assert as_list(node, "it", problems) is None
    assert as_yes_or_no(keys["number"], "it", problems) is None
    assert not check_keys(keys["text"], "it", ("a",), problems)
    assert [problem.fault for problem in problems] == [
        "it: expected a text, found nothing",
        "it: expected a name, found '12'",
        "it: 'a' stands there twice",
        "it: expected a name, found 'B'",
        "it: expected a whole number, 0 or more, found '-3'",
        "it: expected a whole number, 0 or more, found '12345678901'",
        "it: expected a whole number from 1 to 5, found '12'",
        "it: expected a mapping, found a list",
        "it: expected a list, found a mapping",
        "it: expected one of true, false; found '12'",
        "it: expected a mapping, found 'x y'",
    ]


def test_a_mapping_with_a_tight_colon() -> None:
    problems: list[Problem] = []
    node = read_text("gate: city:N", "x.yaml", problems)
    assert node is not None
    assert as_mapping(node.value["gate"], "tile gate", problems) is None
    assert ["After a colon comes a space."] == [problem.cure for problem in problems]


def test_keys_are_checked() -> None:
    problems: list[Problem] = []
    node = node_of("{points: 1, rul: x}")
    assert not check_keys(node, "score", ("points", "rule", "if"), problems, required=("rule",))
    assert [told(problem) for problem in problems] == [
        "f.yaml:1:13: score: unknown key 'rul'\n    keys here: if, points, rule. Did you mean 'rule'?",
        "f.yaml:1:1: score: the key 'rule' is missing\n    Add it: 'rule: …'.",
    ]
    assert check_keys(node, "score", ("points", "rul"), problems, required=("rul",))
