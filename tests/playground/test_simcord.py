"""What the playground needs of simcord beyond its public names: it is all named, in one module, and still there."""

from __future__ import annotations

import ast
import inspect
from importlib.metadata import version
from pathlib import Path

import pytest
import simcord
import simcord.preview
from simcord.preview._server import PreviewServer

import bot.playground
from bot.playground import simcord_private
from bot.playground.simcord_private import PRIVATE, REWRITES, Pane, PaneServer, rewritten

STATIC = Path(simcord.preview.__file__).with_name("static")
OWN = {"_turn", "_shown", "_up_to_date"}
"""Private names of `Pane`'s own."""


def private_names(module: Path) -> set[str]:
    """What is reached for on anything but a module's own objects."""
    tree = ast.parse(module.read_text())
    used = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    used |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names}
    used |= {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
    used |= {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return {name for name in used if name.startswith("_") and not name.startswith("__")}


def test_it_is_the_simcord_that_was_read() -> None:
    assert version("simcord") == "3.2.1"


def test_every_private_name_is_named_and_explained() -> None:
    assert simcord_private.__file__
    assert private_names(Path(simcord_private.__file__)) - OWN - {"_controls"} == set(PRIVATE)


def test_no_other_module_reaches_for_one() -> None:
    for module in Path(bot.playground.__file__).parent.glob("*.py"):
        if module.name != "simcord_private.py":
            assert private_names(module).isdisjoint(PRIVATE)


@pytest.mark.parametrize(
    ("owner", "name"),
    [
        *((simcord.Env, name) for name in ("_settle_internal",)),
        *((simcord.preview.Preview, name) for name in ("_action", "_publish", "_page_payload", "_PAGE_LEASE_SECONDS")),
        *((PreviewServer, name) for name in ("_STATIC_FILES", "_SECURITY_HEADERS", "start", "close", "_index")),
        *((PreviewServer, n) for n in ("_pages", "_delete_page", "_state", "_commands", "_action_result", "_asset")),
        *((PreviewServer, n) for n in ("_action", "_static", "_authorized", "_allowed_hosts")),
    ],
)
def test_a_private_name_is_where_it_was(owner: type, name: str) -> None:
    assert hasattr(owner, name)


def test_what_is_overridden_is_called_as_it_was() -> None:
    preview = simcord.preview.Preview
    assert list(inspect.signature(preview._action).parameters) == ["self", "context_id", "body"]
    assert list(inspect.signature(preview._publish).parameters) == ["self", "page", "reason"]
    assert list(inspect.signature(preview._page_payload).parameters) == ["self", "page"]
    assert "idle" in (simcord.Env._settle_internal.__kwdefaults__ or {})
    assert "frame-ancestors 'self'" in PaneServer._SECURITY_HEADERS["Content-Security-Policy"]
    assert issubclass(Pane, preview)


@pytest.mark.parametrize("name", REWRITES)
def test_what_is_rewritten_is_still_there(name: str) -> None:
    assert rewritten(name, (STATIC / name).read_text()) != (STATIC / name).read_text()


def test_what_has_moved_is_told() -> None:
    with pytest.raises(LookupError, match="does not hold"):
        rewritten("session.js", "nothing of it")


def test_no_request_of_a_script_leaves_its_pane() -> None:
    for script in STATIC.glob("*.js"):
        text = script.read_text()
        assert "/api/" not in (rewritten(script.name, text) if script.name in REWRITES else text).replace(
            '"api/', ""
        ).replace("`api/", "")
