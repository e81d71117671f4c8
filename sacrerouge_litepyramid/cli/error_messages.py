"""The one line that a user reads of an error."""

import re

from sacrerouge_litepyramid.cli.installation import find_remedy
from sacrerouge_litepyramid.registry import explain_unknown_name

FIELD_HINTS = {
    "units": "use --dataset-reader units-based, pyramid-units or line-aligned",
    "summary_id": "--evidence-output needs --dataset-reader units-based, pyramid-units or line-aligned",
    "references": "give references in the summaries file, and use a reader of them (reference-based, units-based, …)",
    "documents": "give documents in the summaries file, and use a reader of them (document-based, units-based, …)",
}
#: SacreROUGE's message for an unknown name
SACREROUGE_UNKNOWN = re.compile(r"^(?P<name>.*) not in acceptable choices for (?P<option>.*): \[(?P<known>.*)\]")


def describe_error(error: Exception) -> str:
    """Return one line for an error: what is wrong and, if known, the remedy."""
    if isinstance(error, KeyError) and error.args and error.args[0] in FIELD_HINTS:
        field = error.args[0]
        return f"the dataset reader gives no {field!r}; {FIELD_HINTS[field]}"
    if isinstance(error, TypeError) and ".read() " in str(error):
        return f"--input-files (input_files) are not those that the dataset reader takes ({error})"
    if isinstance(error, ModuleNotFoundError):
        remedy = find_remedy(error.name or "") or "`sacrerouge-litepyramid doctor` says what is missing"
        return f"{error}; {remedy}"
    if isinstance(error, MemoryError):
        return f"not enough memory ({error}); give less data, or fewer --resamples and --permutations"
    # A ConfigurationError of SacreROUGE's keeps its text out of str().
    text = " ".join((str(error) or getattr(error, "message", "")).split())
    unknown = SACREROUGE_UNKNOWN.match(text)
    if unknown:
        known = re.findall(r"'(.*?)'", unknown["known"])
        return explain_unknown_name(f"the {unknown['option']}", unknown["name"], known, lists_known=False)
    # SacreROUGE raises bare Exceptions, whose texts are for its users.
    is_for_users = isinstance(error, (ValueError, ImportError)) or type(error) is Exception
    return text if is_for_users and text else f"{type(error).__name__}: {text}"
