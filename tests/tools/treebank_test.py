"""CoNLL-U files."""

from pathlib import Path

import pytest
from treebank import read_conllu, read_treebank

TEXT = """# sent_id = 1
# text = They don't.
1\tThey\tthey\tPRON\tPRP\t_\t2\tnsubj\t_\t_
2-3\tdon't\t_\t_\t_\t_\t_\t_\t_\t_
2\tdo\tdo\tAUX\tVBP\t_\t0\troot\t_\t_
3\tn't\tnot\tPART\tRB\t_\t2\tadvmod\t_\tSpaceAfter=No
3.1\tgo\tgo\tVERB\tVB\t_\t_\t_\t_\t_
4\t.\t.\tPUNCT\t.\t_\t2\tpunct\t_\t_

1\tGo\tgo\tVERB\tVB\t_\t0\troot\t_\t_
2\ton\ton\tADP\tRP\t_\t1\tcompound:prt\t_\t_
"""


def test_words_of_the_tree_without_ranges_and_empty_nodes(tmp_path: Path) -> None:
    path = tmp_path / "a-train.conllu"
    path.write_text(TEXT, encoding="utf-8")
    first, second = read_conllu(path)
    assert first.text == "They don't."
    assert first.words == ("They", "do", "n't", ".")
    assert first.tags == ("PRP", "VBP", "RB", ".")
    assert first.heads == (1, 1, 1, 1)
    assert first.relations == ("nsubj", "root", "advmod", "punct")
    assert (second.text, second.heads) == ("Go on", (0, 0))
    assert read_treebank(tmp_path, "train") == [first, second]


def test_wrong_files(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"no file \*-train.conllu; give the folder of Universal Dependencies"):
        read_treebank(tmp_path, "train")
    path = tmp_path / "b-train.conllu"
    path.write_text("# text = Go\n1\tGo\tgo\n", encoding="utf-8")
    with pytest.raises(ValueError, match="b-train.conllu, line 2: 3 columns; CoNLL-U has 10, divided by tabs"):
        read_conllu(path)


@pytest.mark.parametrize("head", ["_", "-1", "3", "1.1"])
def test_a_head_that_is_no_word_of_the_sentence(tmp_path: Path, head: str) -> None:
    path = tmp_path / "c-train.conllu"
    path.write_text(
        f"# text = Go on\n1\tGo\tgo\tVERB\tVB\t_\t0\troot\t_\t_\n2\ton\ton\tADP\tRP\t_\t{head}\tdep\t_\t_\n"
    )
    with pytest.raises(ValueError, match=rf"c-train.conllu, line 3: the head '{head}' is no number from 0 to 2"):
        read_conllu(path)
