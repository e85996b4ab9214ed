"""The slash commands: parse the options, call `Handlers`, answer. No rules here, and no option takes a secret."""

from bot.commands.duels import add_commands as add_duel_commands
from bot.commands.limits import take_out_faulty
from bot.commands.pages import add_commands as add_page_commands
from bot.commands.practice import add_commands as add_practice_command
from bot.commands.sync import CommandSync

__all__ = ["CommandSync", "add_duel_commands", "add_page_commands", "add_practice_command", "take_out_faulty"]
