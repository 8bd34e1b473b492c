"""Words within Markdown are read back as they were."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from autogm.view.markdown import MARKS, as_markdown, from_markdown


@given(st.text(alphabet=f"{MARKS}ab -(): ", max_size=20))
def test_words_are_read_back(words: str) -> None:
    assert from_markdown(as_markdown(words)) == words


def test_nothing_that_somebody_wrote_is_a_mark() -> None:
    assert as_markdown("<b>*a*</b>\n[b](c)") == r"\<b\>\*a\*\</b\> \[b\](c)"
