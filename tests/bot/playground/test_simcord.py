"""Every private name of simcord that the playground uses is listed in one module, and still exists."""

from __future__ import annotations

import ast
import inspect
import re
from importlib.metadata import version
from pathlib import Path

import pytest
import simcord
import simcord.preview
from simcord.preview._server import PreviewServer

import bot.playground
from bot.playground import simcord_private
from bot.playground.simcord_pages import PAGE_NAMES, REWRITES, rewritten
from bot.playground.simcord_private import PRIVATE, Pane, PaneServer
from tests.bot.playground.test_world import started

STATIC = Path(simcord.preview.__file__).with_name("static")
OWN = {"_turn", "_shown", "_up_to_date"}
"""Private names that `Pane` itself defines."""


def private_names(module: Path) -> set[str]:
    """Every private name that a module uses or defines."""
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


MOVED: list[tuple[type, str]] = [
    *((simcord.Env, name) for name in ("_settle_internal", "_schedule_timer", "_virtual_time")),
    *((simcord.preview.Preview, name) for name in ("_action", "_publish", "_page_payload", "_PAGE_LEASE_SECONDS")),
    *((PreviewServer, name) for name in ("_STATIC_FILES", "_SECURITY_HEADERS", "start", "close", "_index")),
    *((PreviewServer, n) for n in ("_pages", "_delete_page", "_state", "_commands", "_action_result", "_asset")),
    *((PreviewServer, n) for n in ("_action", "_static", "_authorized", "_allowed_hosts")),
]
"""The names that a class has."""


@pytest.mark.parametrize(("owner", "name"), MOVED)
def test_a_private_name_is_where_it_was(owner: type, name: str) -> None:
    assert hasattr(owner, name)


@pytest.mark.asyncio
async def test_a_private_attribute_is_on_what_it_was(tmp_path: Path) -> None:
    """Attributes that exist only on instances."""
    async with started(tmp_path) as world:
        pane = next(iter(world.seats["Ada"].panes.values()))
        env = pane.env
        server = PreviewServer(pane, 1234)
        live: dict[str, object] = dict.fromkeys(("_preview", "_generation"), env)
        live |= {"_epoch": env.backend.clock, "name": env.backend.bot_user, "_requested_port": server}
        live |= dict.fromkeys(("faults", "transcript"), env.backend)
        plain = simcord.preview.Preview(
            env,
            pane.channel,
            (world.seats["Ada"].member,),
            layout="channel",
            display="responsive",
            width=960,
            height=720,
            locale="en-US",
            timezone="UTC",
            presentation_time=None,
            assets=None,
            port=0,
        )
        live |= dict.fromkeys(("_server", "_pages", "capability"), plain)
        missing = [name for name, owner in live.items() if name not in vars(owner)]
        assert not missing
        await world.set_direct_messages("Ada", opened=False)
        assert [fault["path"] for fault in env.backend.faults] == [world.seats["Ada"].messages_path]
    checked = {name for _, name in MOVED} | set(live)
    assert set(PRIVATE) <= checked


@pytest.mark.parametrize(("text", "why"), PAGE_NAMES.items())
def test_what_our_scripts_and_styles_hang_on_is_still_there(text: str, why: str) -> None:
    assert text in (STATIC / why.partition(":")[0]).read_text()


def test_our_scripts_and_styles_hang_on_nothing_else() -> None:
    ours = Path(bot.playground.__file__).with_name("static")
    css, pane, page = ((ours / name).read_text() for name in ("pane.css", "pane.js", "page.js"))
    used = set(re.findall(r"\.([a-z]+(?:-[a-z]+)+)", css + pane))
    used |= set(re.findall(r'byId\("([\w-]+)"\)', pane))
    used |= set(re.findall(r"#([a-z]+(?:-[a-z]+)+)", page)) | set(re.findall(r"\[(data-[a-z-]+)[\]=]", page + pane))
    [words] = re.findall(r"/([\w |]+)/\.test\(status", pane)
    used |= set(words.split("|"))
    named = " ".join(PAGE_NAMES).replace("dataset.messageId", "data-message-id")
    assert len(used) > 25
    assert {name for name in used if name not in named} <= {"data-style"}


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


def test_a_changed_text_of_simcord_is_reported() -> None:
    with pytest.raises(LookupError, match="does not hold"):
        rewritten("session.js", "nothing of it")


def test_no_request_of_a_script_leaves_its_pane() -> None:
    for script in STATIC.glob("*.js"):
        text = script.read_text()
        assert "/api/" not in (rewritten(script.name, text) if script.name in REWRITES else text).replace(
            '"api/', ""
        ).replace("`api/", "")
