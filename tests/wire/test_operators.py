"""What whoever runs the bot meets: each gets its true cause, what to do and the right exit code, and no traceback."""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.children import PATIENCE, ROOT, child_of_loop, environment, run
from tests.storage.files import visit
from tests.wire.bot_process import COMMAND, BotProcess
from tests.wire.conftest import TOKEN
from tests.wire.faults import Fault, refused
from tests.wire.forks import Forks
from tests.wire.stand_in import StandIn, Unanswered
from tests.wire.steps import ADA, begin, ready, stopped

pytestmark = pytest.mark.asyncio


async def test_j3_a_working_folder_that_is_deleted_is_named(bot: BotProcess, tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    script = f"rmdir {gone}; for command in 'run' 'check' 'backup {tmp_path}/copy.db'; do "
    script += f"{sys.executable} -m bot $command; echo $?; done"
    done = run("sh", "-c", script, cwd=gone, env=bot.env, text=True)
    sentence = "The folder where this was started is deleted. Change to one that exists (cd)."
    assert done.stderr.splitlines() == [sentence, sentence]
    assert done.stdout.splitlines() == ["2", f"wrong: {sentence}", "2", "2"]


async def into_closed_pipe(bot: BotProcess, *arguments: str, errors: bool = False) -> tuple[int, str]:
    """Run a command whose output nobody reads; returns its exit code and what it says beside it. `errors`: nobody reads
    that either.
    """
    reading, writing = os.pipe()
    os.close(reading)
    try:
        async with child_of_loop(
            *COMMAND,
            *arguments,
            cwd=bot.folder,
            env=bot.env,
            stdout=writing,
            stderr=writing if errors else asyncio.subprocess.PIPE,
        ) as process:
            _, told = await asyncio.wait_for(process.communicate(), PATIENCE)
    finally:
        os.close(writing)
    return process.returncode or 0, (told or b"").decode()


@pytest.mark.parametrize(
    ("arguments", "exit_code"), [(("check",), 2), pytest.param(("backup", "copy.db"), 0, marks=pytest.mark.soak)]
)
async def test_j4_output_that_nobody_reads_changes_no_exit_code(
    bot: BotProcess, tmp_path: Path, arguments: tuple[str, ...], exit_code: int
) -> None:
    await visit(tmp_path / "duels.db")
    sentence = "The output can't be written (Broken pipe). Read the exit code, or send it elsewhere.\n"
    assert await into_closed_pipe(bot, *arguments) == (exit_code, sentence)
    assert (tmp_path / "copy.db").exists() == ("copy.db" in arguments)
    (tmp_path / "copy.db").unlink(missing_ok=True)
    assert await into_closed_pipe(bot, *arguments, errors=True) == (exit_code, "")
    if "copy.db" in arguments:
        assert await into_closed_pipe(bot, *arguments, errors=True) == (2, "")  # it is there by now


async def test_j4_a_path_that_the_output_cant_show_changes_no_exit_code(bot: BotProcess, tmp_path: Path) -> None:
    await visit(tmp_path / "\udcff.db")
    env = {**bot.env, "DATABASE_PATH": "\udcff.db"}
    copied = run(*COMMAND, "backup", "copy.db", cwd=tmp_path, env=env, text=True)
    assert (copied.returncode, copied.stdout, copied.stderr) == (0, "\\udcff.db is copied to copy.db.\n", "")
    checked = run(*COMMAND, "check", cwd=tmp_path, env=env, text=True)
    assert "\\udcff.db is whole" in checked.stdout


async def test_j5_it_goes_through_the_proxy_and_logs_where_the_database_is(
    discord: StandIn, tmp_path: Path, forks: Forks
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as nobody:
        elsewhere = nobody.getsockname()[1]
    bot, proxy = BotProcess(tmp_path, elsewhere, forks), f"http://127.0.0.1:{discord.port}"
    discord.log.clock = bot.now
    discord.port = elsewhere  # so that the gateway, too, can be reached through the proxy alone
    for start, new in enumerate((", a new one", "")):
        try:
            await ready(discord, bot, HTTPS_PROXY=proxy)
            await stopped(discord, bot)
        finally:
            await bot.kill()
        assert len(discord.gateway.identified) == start + 1
        assert [
            line.partition(": the database is ")[2] for line in bot.log.splitlines() if "the database is" in line
        ] == [f"{tmp_path / 'duels.db'}{new}"]
    bot.set("DISCORD_TOKEN", TOKEN)
    bot.set("HTTPS_PROXY", proxy)
    assert "ok: Discord knows the token." in (await bot.command("check"))[1]


async def test_j6_who_else_answers_with_this_token_is_named_once(discord: StandIn, bot: BotProcess) -> None:
    await ready(discord, bot)
    discord.faults += [Fault("/callback$", refused(400, 40060)) for _ in range(5)]
    for asked in range(5):
        waiting = asyncio.create_task(discord.slash(ADA, "help"))
        await discord.until(lambda asked=asked: bot.log.count("code=40060") > asked)  # type: ignore[misc]
        bot.leap(4)
        with pytest.raises(Unanswered):
            await waiting
        assert bot.log.count("Another process seems to run with the same token") == (asked >= 2)
    await begin(discord, "battle")
    await stopped(discord, bot)


WITHOUT_SIGNALS = """
import asyncio, runpy
def missing(*_):
    raise NotImplementedError
asyncio.SelectorEventLoop.add_signal_handler = missing
runpy.run_module("bot", run_name="__main__", alter_sys=True)
"""


async def test_j7_it_stops_in_order_where_asyncio_has_no_signal_handlers(
    discord: StandIn, command_line: BotProcess
) -> None:
    """As on Windows."""
    command_line.program = (sys.executable, "-c", WITHOUT_SIGNALS)
    await ready(discord, command_line)
    await stopped(discord, command_line)


async def test_j8_the_command_that_pip_installs_has_all_subcommands(tmp_path: Path) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    ((name, entry),) = project["scripts"].items()
    module, _, function = entry.partition(":")
    script = tmp_path / name
    script.write_text(f"#!{sys.executable}\nimport sys\nfrom {module} import {function}\nsys.exit({function}())\n")
    script.chmod(0o700)
    done = run(str(script), "--help", cwd=tmp_path, env=environment(PYTHONPATH=str(ROOT)), text=True)
    assert done.stdout.startswith("usage: number-duels ")
    assert all(f"\n    {command}" in done.stdout for command in ("run", "check", "backup", "playground"))


async def test_j8_what_pip_installs_has_all_files_of_the_packages() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
    taken = {
        file
        for package, globs in settings["package-data"].items()
        for glob in globs
        for file in ROOT.joinpath(*package.split(".")).glob(glob)
    }
    packages = [ROOT / name.removesuffix("*") for name in settings["packages"]["find"]["include"]]
    files = {file for package in packages for file in package.rglob("*") if file.is_file() and file.suffix != ".pyc"}
    assert {file for file in files if file.suffix != ".py"} == taken
    assert {file.parent for file in files if file.suffix == ".py"} == {
        file.parent for file in files if file.name == "__init__.py"
    }
    assert len(taken) > 6


def makes(folder: Path, env: Mapping[str, str]) -> str:
    """What `make run` would do in this folder."""
    return str(run("make", "-n", "run", cwd=folder, env=dict(env), text=True, check=True).stdout)


@pytest.mark.parametrize("left", ["another version's", "nothing"])
async def test_j9_a_python_that_was_replaced_under_its_packages_is_set_up_anew(tmp_path: Path, left: str) -> None:
    for name in ("Makefile", "requirements.lock", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    python, env = tmp_path / ".venv" / "bin" / "python", environment()
    python.symlink_to(sys.executable)
    (tmp_path / ".venv" / "pyvenv.cfg").write_text((Path(sys.prefix) / "pyvenv.cfg").read_text())
    packages = tmp_path / ".venv" / "lib" / f"python{sys.version_info.major}.{sys.version_info.minor}" / "site-packages"
    (packages / "discord").mkdir(parents=True)
    (packages / "discord" / "__init__.py").touch()
    for stamp in (".ready", ".playable"):
        (tmp_path / ".venv" / stamp).touch()
    assert "venv --clear" not in makes(tmp_path, env)
    if left == "nothing":
        python.unlink()
        python.symlink_to(tmp_path / "removed")
    else:
        shutil.move(packages, tmp_path / ".venv" / "lib" / "python3.0")
    assert "venv --clear .venv" in makes(tmp_path, env)
