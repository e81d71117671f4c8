"""How blocks and outputs are read from a page, and when an output is what was printed."""

import pytest

from helpers.page_examples import is_shown, is_shown_of_block, parse_examples

PAGE = """
```
# first
sacrerouge-litepyramid one --a \\
  "b c" # a remark
make two
```

```text
printed
```

Prose.

```text
measured elsewhere
```

```python
print(1)
```
```text
1
```
"""


def test_an_output_belongs_to_the_block_right_above_it():
    (commands, python), alone = parse_examples(PAGE)
    assert commands.list_lines() == ['sacrerouge-litepyramid one --a    "b c"', "make two"]
    assert commands.split_commands() == [["one", "--a", "b c"]] and commands.output == "printed\n"
    assert (python.language, python.output, python.split_commands()) == ("python", "1\n", [])
    assert alone == ["measured elsewhere\n"]


@pytest.mark.parametrize(
    ("output", "printed", "expected"),
    [
        ("a  1\nb  2\n", "a  1  \nb  2\n\n", True),
        ("a  1\n", "a  1\nb  2\n", False),
        ("b  2\n", "a  1\nb  2\n", False),
        ("a  1\n…\n", "a  1\nb  2\n", True),
        ("… 2\n", "a  1\nb  2\n", True),
        ("a … b  3\n", "a  1\nb  2\n", False),
        ("a+\n", "aa\n", False),
    ],
)
def test_all_that_was_printed_is_shown_but_for_the_ellipsis(output, printed, expected):
    assert is_shown(output, printed) is expected


def test_a_block_may_show_what_its_last_commands_print():
    assert is_shown_of_block("b\n", ["a\n", "b\n"]) and is_shown_of_block("a\nb\n", ["a\n", "b\n"])
    assert not is_shown_of_block("a\n", ["a\n", "b\n"])
