"""Errors in one line for the user; logs on standard error, results on standard output."""

import logging
import sys

import pytest

from sacrerouge_litepyramid.cli.terminal import (
    describe_error,
    escape_controls,
    log_to_stderr,
    print_any_character,
)


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (ValueError("a file:\n  broken"), "a file: broken"),
        (
            ImportError('it needs torch: pip install "x[nli]"'),
            'it needs torch: pip install "x[nli]"',
        ),
        (Exception("for a user"), "for a user"),
        (RuntimeError("for a programmer"), "RuntimeError: for a programmer"),
        (ValueError(), "ValueError: "),
        (
            ValueError(
                "lite2pyramyd not in acceptable choices for metrics.[0].type: ['lite2pyramid', "
                "'rouge']. You"
            ),
            "the metrics.[0].type 'lite2pyramyd' is unknown; did you mean 'lite2pyramid'?",
        ),
    ],
)
def test_an_error_becomes_one_line(error, line):
    assert describe_error(error).startswith(line)
    assert "\n" not in describe_error(error)


def test_the_error_about_a_missing_module_points_to_doctor():
    line = describe_error(ModuleNotFoundError("No module named 'sacrerouge'"))
    assert line.startswith(
        "No module named 'sacrerouge'; `sacrerouge-litepyramid doctor` lists what is missing"
    )


def test_the_package_logs_from_info_on_and_others_from_warning_on(capsys, caplog):
    caplog.set_level(logging.WARNING)  # SacreROUGE's commands set another level of the root logger
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


def test_control_characters_are_escaped():
    assert (
        escape_controls("a\x1b]0;x\x07\x9b2J\r\u202eb\tc\n")
        == "a\\u001b]0;x\\u0007\\u009b2J\\u000d\\u202eb\tc\n"
    )
    assert escape_controls("Zoë, 東京, \u200fשלום") == "Zoë, 東京, \u200fשלום"


def test_both_streams_are_escaped_except_for_progress_bars(capsys):
    with print_any_character():
        print("\x1bc")
        for text in ("\ra 1", "\n", "\x1b[A", "\x1b[Aname\r"):
            sys.stderr.write(text)
    assert capsys.readouterr() == ("\\u001bc\n", "\ra 1\n\x1b[A\\u001b[Aname\\u000d")


def test_messages_that_a_library_prints_itself_are_not_printed_twice(capsys):
    library = logging.getLogger("printing_library")
    handler = logging.StreamHandler(sys.stderr)
    library.addHandler(handler)
    try:
        with log_to_stderr():
            logging.getLogger("printing_library.utils").warning("Retrying in 1s")
    finally:
        library.removeHandler(handler)
    assert capsys.readouterr().err == "Retrying in 1s\n"
