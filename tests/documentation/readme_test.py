"""README.md has the steps of a new user (tests/distribution/walk_test.py), and how they are found in a page."""

import pytest

from helpers import readme
from helpers.support import ROOT

PAGE = """
`pip install "sacrerouge-litepyramid[nli]"` brings a model.
```
pip install ".[all]"
pip install "sacrerouge-litepyramid[extract]"
sacrerouge-litepyramid evaluate-table 'my outputs.csv' --output-dir out  # ranks them
```
```python
print(1)
```
"""


def test_the_readme_has_the_steps():
    page = ROOT / "README.md"
    assert readme.find_python(page).text and isinstance(readme.find_extras(page), str)
    assert readme.find_command(page, "evaluate-table")[1].endswith((".csv", ".tsv", ".jsonl"))
    lines = readme.list_lines(page)
    assert "make demo" in lines and any("bin/activate" in line for line in lines)


def test_the_steps_of_a_page(tmp_path):
    page = tmp_path / "README.md"
    page.write_text(PAGE, "utf-8")
    assert readme.find_extras(page) == "[extract]" and readme.find_python(page).text == "print(1)\n"
    assert readme.find_command(page, "evaluate-table") == ["evaluate-table", "my outputs.csv", "--output-dir", "out"]


@pytest.mark.parametrize(
    ("find", "message"),
    [
        (readme.find_extras, "no line installs sacrerouge-litepyramid"),
        (readme.find_python, "no example in Python"),
        (lambda page: readme.find_command(page, "demo"), "no command sacrerouge-litepyramid demo"),
    ],
)
def test_a_page_without_them(find, message, tmp_path):
    page = tmp_path / "README.md"
    page.write_text("```\npip install numpy\nsacrerouge-litepyramid doctor\n```\n", "utf-8")
    with pytest.raises(ValueError, match=message):
        find(page)
