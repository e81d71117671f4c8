"""Where SacreROUGE's commands log."""

import logging

from sacrerouge_litepyramid.plugin.parser import prepare_logging


def test_sacrerouges_commands_log_to_standard_error_and_a_file(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(logging.root, "handlers", [])
    monkeypatch.setattr(logging.root, "level", logging.WARNING)
    prepare_logging(str(tmp_path / "logs" / "log.txt"))
    logging.getLogger("a.name").info("a line")
    printed = capsys.readouterr()
    assert printed.err.endswith(" - INFO - a.name - a line\n") and printed.out == ""
    assert (tmp_path / "logs" / "log.txt").read_text() == printed.err


def test_a_silent_command_of_sacrerouges_logs_nothing(monkeypatch, capsys):
    monkeypatch.setattr(logging.root, "handlers", [])
    prepare_logging(silent=True)
    logging.getLogger("a.name").info("a line")
    assert capsys.readouterr().err == ""
