"""`games.changes.replace`: another value of the same kind, and the old one as it was."""

from __future__ import annotations

from typing import Any

import pytest

from games.changes import replace
from tests.games.helpers import start


def test_a_field_is_replaced_in_the_new_value_alone() -> None:
    public = start("match").state.public
    assert replace(public, exchange=7).exchange == 7
    assert replace(replace(public, exchange=7), exchange=public.exchange) == public
    assert public.exchange == 0


def test_a_field_that_is_not_there_is_refused() -> None:
    wrong: dict[str, Any] = {"lives": (1, 2)}
    with pytest.raises(AssertionError, match="only fields that are there"):
        replace(start("match").state.public, **wrong)
