"""Logs on standard error, results on standard output."""

import logging

from sacrerouge_litepyramid.cli.terminal import log_to_stderr


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
