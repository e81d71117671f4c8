"""Tables for papers: LaTeX's and Markdown's commands are escaped, and marks fit the form."""

import re

import pytest

from sacrerouge_litepyramid.statistics.tables import (
    HTML,
    LATEX,
    MARKDOWN,
    Bold,
    Italic,
    PaperTable,
    render_table,
    shorten,
    wrap,
)

HOSTILE = ["a_b", "50% & more", r"\input{x}", "~^", "#1 $x$", "{", "<b>|`*"]
#: TeX's characters for text and math, or a command that prints one; `&` and `%` are not among them
TOKEN = re.compile(r"\\[&%$#_{}]|\\text\w+\{\}|\$(?:<|>|-|\\\w+)\$|[^\\&%$#_{}~^<>]")
PRINTED = {
    r"\textbackslash{}": "\\",
    r"\textasciitilde{}": "~",
    r"\textasciicircum{}": "^",
    r"\textbar{}": "|",
}


def read_cell(text):
    """Return what TeX prints for a cell; fails for a character that is a command."""
    text = re.sub(r"^\\text(?:bf|it)\{(.*)\}$", r"\1", text)
    tokens = TOKEN.findall(text)
    assert "".join(tokens) == text
    return "".join(PRINTED.get(token, re.sub(r"^\$(.*)\$$|^\\", r"\1", token)) for token in tokens)


@pytest.mark.parametrize("style", [str, Bold, Italic])
def test_a_cell_of_latex_prints_its_text(style):
    table = render_table(["τ", "ρ"], [[style(text), "-0.5 [-1.0, p-2]"] for text in HOSTILE], LATEX)
    lines = table.splitlines()
    assert lines[:4] == [r"\begin{tabular}{lr}", r"\toprule", r"$\tau$ & $\rho$ \\", r"\midrule"]
    assert lines[-2:] == [r"\bottomrule", r"\end{tabular}"]
    cells = [re.split(r"(?<!\\) ?& ", line.removesuffix(r" \\")) for line in lines[4:-2]]
    assert [read_cell(first) for first, _ in cells] == HOSTILE
    assert {second for _, second in cells} == {"$-$0.5 [$-$1.0, p-2]"}
    command = {str: "", Bold: r"\textbf{", Italic: r"\textit{"}[style]
    assert all(first.startswith(command) for first, _ in cells)


def test_markdown_has_a_cell_for_each_text_and_bold_by_marks():
    markdown = pytest.importorskip("markdown")
    rows = [[text, Bold("0.5")] for text in HOSTILE[:3]] + [["<b>", "1"], ["*x*", Italic("2")]]
    text = PaperTable(["a", "b"], rows, "A <note>.").render(MARKDOWN)
    html = markdown.markdown(text, extensions=["tables"])
    cells = re.findall(r"<td[^>]*>(.*?)</td>", html)
    assert len(cells) == 10 and cells[1] == "<strong>0.5</strong>" and cells[9] == "<em>2</em>"
    assert "<b>" not in html and cells[8] == "*x*" and "A &lt;note" in html
    assert PaperTable(["a", "b"], [["x|y", "1"]], "").render(MARKDOWN).count("\\|") == 1


def test_the_note_of_a_latex_table_can_be_copied_into_a_caption():
    last = (
        PaperTable(["m_1"], [["x"]], "95% intervals of\nm_1, p ≤ 0.05")
        .render(LATEX)
        .splitlines()[-1]
    )
    assert last == r"% 95\% intervals of m\_1, p $\leq$ 0.05"


def test_html_escapes_cells_and_marks_bold_ones():
    drawn = render_table(["<m>"], [[Bold("a & b")], [Italic("<i>")]], HTML)
    assert "<b>a &amp; b</b>" in drawn and "<i>&lt;i&gt;</i>" in drawn and "&lt;m&gt;" in drawn


def test_long_names_are_cut_in_the_middle():
    names = [f"a-model-of-many-parts/{'x' * 40}/version {number}" for number in range(30)]
    short = [shorten(name, 30) for name in names]
    assert len(set(short)) == 30 and {len(name) for name in short} == {30}
    assert short[0].startswith("a-model-of-man") and short[0].endswith("/version 0")
    assert shorten("a\n b") == "a b"


def test_the_rest_of_an_indented_line_is_indented_further(monkeypatch):
    monkeypatch.setenv("COLUMNS", "20")
    assert wrap("Read from a table:\n  columns: a=one, b=two") == (
        "Read from a table:\n  columns: a=one,\n    b=two"
    )
