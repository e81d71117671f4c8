"""Tables as files."""

from sacrerouge_litepyramid.verdict.tables.files import write_table


def test_cells_are_quoted_only_in_a_table_with_carriage_returns(tmp_path):
    path = tmp_path / "table.csv"
    write_table(path, [{"id": "a", "score": 0.5}])
    assert path.read_bytes() == b"id,score\na,0.5\n"
    write_table(path, [{"id": "a\r", "score": 0.5}])
    assert path.read_bytes() == b'"id","score"\n"a\r","0.5"\n'
