"""Which cases of a test are quick: of a cross product of parameters, each value of each once.

The other combinations vary what one case of each kind holds already: they are marked `soak`. A test that needs every
combination at once is marked `every_combination`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import chain

import pytest


def mark_repeats(items: Iterable[pytest.Item]) -> None:
    """Mark as `soak` all but the diagonal of each cross product: as many cases as its longest parameter has values."""
    products: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if len(_ids(item)) > 1 and not any(item.iter_markers("soak")) and not any(item.iter_markers(EVERY)):
            products[item.nodeid.partition("[")[0]].append(item)
    for cases in products.values():
        seen: list[dict[str, int]] = [{} for _ in _ids(cases[0])]
        places = [
            tuple(values.setdefault(value, len(values)) for values, value in zip(seen, _ids(case), strict=True))
            for case in cases
        ]
        sizes = [len(values) for values in seen]
        longest = sizes.index(max(sizes))
        quick = [place for place in places if place == tuple(place[longest] % size for size in sizes)]
        met = {*chain.from_iterable(map(enumerate, quick))}
        for case, place in zip(cases, places, strict=True):
            if place in quick:
                continue
            if met.issuperset(enumerate(place)):
                case.add_marker("soak")
            met.update(enumerate(place))  # the diagonal may be lacking where not every combination is a case


EVERY = "every_combination"


def _ids(item: pytest.Item) -> list[str]:
    """One id a parameter, by which pytest tells the cases of a test apart."""
    callspec = getattr(item, "callspec", None)
    return [] if callspec is None else [str(value) for value in callspec._idlist]
