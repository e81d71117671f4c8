"""Assembling a page: what is escaped, what is refused, and that it names nothing outside itself."""

import base64
import hashlib
import json
import re
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sacrerouge_litepyramid.verdict.page.page import assemble, build_policy, embed_json, pack


@pytest.mark.parametrize(
    "text", ["</script>", "<!--", "<script>", "\u2028\u2029", "&amp;", 'quote " \\ back', "é 界"]
)
def test_embedded_json_is_json_and_holds_no_markup(text):
    embedded = embed_json({"text": text})
    assert json.loads(embedded) == {"text": text}
    assert not set("<>&\u2028\u2029") & set(embedded)


def test_a_lone_surrogate_can_be_written():
    embedded = embed_json(["\ud800"])
    assert embedded.encode("utf-8") and json.loads(embedded) == ["\ud800"]


@given(
    st.recursive(
        st.text() | st.integers() | st.none(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_any_json_comes_back_as_it_was(data):
    embedded = embed_json(data)
    assert json.loads(embedded) == data and "<" not in embedded


def test_packed_data_comes_back_and_is_smaller():
    data = {"texts": ["</script>é"] * 1000}
    packed = pack(data)
    assert json.loads(zlib.decompress(base64.b64decode(packed))) == data
    assert len(packed) < 1000 and re.fullmatch(r"[A-Za-z0-9+/=]+", packed)


def test_the_policy_has_the_hash_of_every_text():
    digest = base64.b64encode(hashlib.sha256(b"a = 1").digest()).decode()
    assert build_policy([], ["a = 1"]).endswith(f"script-src 'sha256-{digest}'")
    assert "unsafe" not in build_policy(["b {}"], ["a = 1"])


def test_the_page_holds_its_parts_and_no_address():
    made = assemble(
        "T & T", "<main>{{data}}</main>", {"a": "{{title}}"}, styles=["b {}"], scripts=["a = 1"]
    )
    assert (
        "<title>T &amp; T</title>" in made
        and "<style>b {}</style>" in made
        and "<script>a = 1</script>" in made
    )
    assert "<main>{{data}}</main>" in made and '{"a":"{{title}}"}' in made
    addresses = set(re.findall(r"""(?:href|src)=["']?([^"' >]+)|url\(([^)]*)|@import""", made))
    assert addresses == {("#main", ""), ("data:,", "")}
