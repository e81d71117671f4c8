"""Logs on standard error, results on standard output."""

import logging

from sacrerouge_litepyramid.cli.logs import log_to_stderr
from sacrerouge_litepyramid.cli.sacrerouge_commands import prepare_logging


def test_the_package_is_heard_from_info_on_and_others_from_warning_on(capsys):
    own, other = logging.getLogger("sacrerouge_litepyramid.x"), logging.getLogger("another")
    with log_to_stderr():
        own.info("the signature")
        own.debug("no more than that")
        other.info("a library")
        other.warning("a library's %s", "warning")
    own.warning("after the command")
    printed = capsys.readouterr()
    assert printed.err == "info: the signature\nwarning: a library's warning\n"
    assert printed.out == ""


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
