"""`sacrerouge-litepyramid`: SacreROUGE's command line with this plugin loaded, and errors told in one line."""

import argparse
import io
import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sacrerouge_litepyramid
from sacrerouge_litepyramid.cli import command_help
from sacrerouge_litepyramid.cli.installation import SACREROUGE_LINE, report
from sacrerouge_litepyramid.plugin import host

FIELD_HINTS = {
    "units": "use --dataset-reader units-based, pyramid-units or line-aligned",
    "summary_id": "units_output needs --dataset-reader units-based, pyramid-units or line-aligned",
    "references": "give references in the summaries file, and use a reader of them (reference-based, units-based, …)",
    "documents": "give documents in the summaries file, and use a reader of them (document-based, units-based, …)",
}
OUTPUTS = ("output_jsonl", "output_json", "output_file", "output_plot", "log_file", "units_output", "report_file")


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command; returns 0, or 1 after a message when the user's input was wrong. ``--debug`` lets it raise."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if words[:1] == ["doctor"] and not {"-h", "--help"} & set(words):
        return report()
    if words == ["--version"]:
        print(sacrerouge_litepyramid.__version__)
        return 0
    debug = "--debug" in words
    try:
        with stoppable():
            parser = build_parser()
            status = run(parser, parser.parse_args([word for word in words if word != "--debug"]))
            sys.stdout.flush()
            return status
    except KeyboardInterrupt:
        print("error: stopped from the keyboard", file=sys.stderr)
        return 128 + signal.SIGINT
    except Terminated:
        print("error: terminated", file=sys.stderr)
        return 128 + signal.SIGTERM
    except BrokenPipeError:
        # Whoever read the output has stopped; what is still to be flushed at the end goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 128 + signal.SIGPIPE
    except Exception as error:
        if debug:
            raise
        print(f"error: {message(error)} (--debug shows where)", file=sys.stderr)
        return 1


class Terminated(BaseException):
    """SIGTERM came: what is half written is removed on the way out."""


@contextmanager
def stoppable() -> Iterator[None]:
    """SIGTERM raises `Terminated` in the block, and no text is too strange to be printed, whatever the locale."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, _terminate)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _terminate(number: int, frame: object) -> None:
    raise Terminated


def build_parser() -> argparse.ArgumentParser:
    """SacreROUGE's parser with the plugin's commands and metrics, and a help of its own."""
    host.plot_late()
    host.import_by_full_names()
    host.quiet_parameters()
    from sacrerouge.arguments import build_argument_parser

    host.import_module_and_submodules(sacrerouge_litepyramid.__name__)
    parser = build_argument_parser()
    parser.add_argument("--version", action="version", version=sacrerouge_litepyramid.__version__)
    parser.add_argument("--debug", action="store_true", help="show the whole traceback of an error")
    command_help.explain(parser)
    return parser


def run(parser: argparse.ArgumentParser, args: argparse.Namespace) -> int:
    """Runs the command of ``args`` once its outputs can be written and its config holds nothing unknown."""
    from sacrerouge_litepyramid import signature
    from sacrerouge_litepyramid.storage.files import check_writable

    command = getattr(args, "func", None)
    if command is None:
        parser.print_help()
        return 0
    signature.forget()
    outputs = [value for name, value in vars(args).items() if isinstance(value, str) and name.endswith(OUTPUTS)]
    for place, output in enumerate(outputs):
        check_writable(output)
        if Path(output).resolve() in [Path(other).resolve() for other in outputs[:place]]:
            raise ValueError(f"{output}: two outputs of one command; the later would replace the other")
    if getattr(args, "config", None):
        check_config(args.config)
    return command(args) or 0


def check_config(path: str) -> None:
    """Raises ValueError for a config file that is not there, is not JSON, or has keys that SacreROUGE would ignore."""
    from sacrerouge_litepyramid.storage.files import parse_json, read_text

    text = read_text(path)
    try:
        config = parse_json(text, path, "a config is one JSON object")
    except ValueError:
        if Path(path).suffix == ".jsonnet":
            return
        raise
    if not isinstance(config, dict):
        raise ValueError(f"{path}: a config is one JSON object, not {type(config).__name__}")
    known = ("dataset_reader", "metrics", "input_files")
    for key in config:
        if key not in known:
            raise ValueError(f"{path}: unknown key {key!r}; known: {', '.join(known)}")
    for each in (config.get("dataset_reader", ""), *_listed(path, config, "metrics")):
        name = each.get("type", "") if isinstance(each, dict) else each
        if not isinstance(name, str) or name.startswith("."):
            raise ValueError(f"{path}: a metric or dataset reader is a name or an object with a type, not {each!r:.50}")
    files = _listed(path, config, "input_files")
    if not all(isinstance(each, str) for each in files):
        raise ValueError(f"{path}: input_files must be a list of paths, not {files!r:.60}")


def _listed(path: str, config: dict[str, Any], key: str) -> list[Any]:
    value = config.get(key, [])
    if not isinstance(value, list):
        raise ValueError(f"{path}: {key} must be a list, not {value!r:.60}")
    return value


def message(error: Exception) -> str:
    """One line for an error; SacreROUGE's ConfigurationError keeps its text out of str()."""
    if isinstance(error, KeyError) and error.args and error.args[0] in FIELD_HINTS:
        field = error.args[0]
        return f"the dataset reader gives no {field!r}; {FIELD_HINTS[field]}"
    if isinstance(error, TypeError) and ".read() " in str(error):
        return f"--input-files (input_files) are not those that the dataset reader takes ({error})"
    if isinstance(error, ModuleNotFoundError):
        return f"{error}; `sacrerouge-litepyramid doctor` says what is missing (SacreROUGE itself: {SACREROUGE_LINE})"
    text = " ".join((str(error) or getattr(error, "message", "")).split())
    # SacreROUGE raises bare Exceptions, whose texts are for its users.
    told = isinstance(error, ValueError) or type(error) is Exception
    return text if told and text else f"{type(error).__name__}: {text}"


if __name__ == "__main__":
    sys.exit(main())
