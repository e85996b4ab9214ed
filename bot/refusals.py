"""Every refusal, with the one sentence that the person is told. It holds no numbers that can be played; the only name
in it is the other player's, escaped: names are untrusted text. Knows no Discord.
"""

from __future__ import annotations

from bot.render import names

GONE_BUTTON = "I don't know that button any more: it was pressed, or its turn is over. /status shows what is next."
UNKNOWN_BUTTON = "I don't know that button any more. /status shows your duels, with buttons that work."
RESTARTING = "I am being restarted. Nothing is lost: press again in a minute."
CANT_WRITE = "I can't send you direct messages. Press *your move* on the board of duel {duel}: it opens your panel."


class Refusal(Exception):
    """Something can't be done. Each kind is a class; `str` gives the sentence, which says what to do instead, but for
    what can be played: that is in the player's view. `other` is the other player's name, unescaped.
    """

    sentence = "That can't be done."

    def __init__(self, *, other: str = "", **facts: object) -> None:
        super().__init__(self.sentence.format(other=names.shown(other), **facts))


class UnknownDuel(Refusal):
    """There is no duel with that number."""

    sentence = "You have no duel {duel}. /status lists the duels that you have."


class NotYourDuel(Refusal):
    """Somebody who is not in the duel pressed one of its public buttons, or named it."""

    sentence = "You don't play in duel {duel}. /duel starts one of your own; *Watch* on a board shows another's."


class AlreadyPlayed(Refusal):
    """The button belongs to a turn that was already played."""

    sentence = "You have already played that turn of duel {duel}; nothing was changed."


class NotYetYourTurn(Refusal):
    """The other player is to act."""

    sentence = "It is {other}'s turn in duel {duel}."


class SetAside(Refusal):
    """The duel's log can't be replayed."""

    sentence = "Duel {duel} is set aside: I can't read its moves. Nothing is lost, no time runs. /status lists others."


class NoSuchGame(Refusal):
    """Discord only offers the games there are, but anybody can send anything."""

    sentence = "There is no such game. Choose one of those that /rules lists."


class TooLate(Refusal):
    """The player asked for it after the deadline."""

    sentence = "The time for this move of duel {duel} is up, and the duel is about to end. /duel starts a new one."


class NotToBeCalledOff(Refusal):
    """The other player is in reach, or has not been out of reach for long enough."""

    sentence = "Duel {duel} can't be called off now. /status {duel} shows how it stands."


class NotHeld(Refusal):
    """The act is right, but not its number: the player never had it, or it is used."""

    sentence = "That number can't be played in duel {duel} now: it is used up, or was never there."


class WrongAct(Refusal):
    """Such a move is not what is to be made now, or no move of any game."""

    sentence = "That can't be played in duel {duel} now."


class AlreadyOver(Refusal):
    """The duel has ended."""

    sentence = "Duel {duel} is over. /duel starts a new one."


class NotStarted(Refusal):
    """The challenge is not accepted yet."""

    sentence = "Duel {duel} is not accepted yet, so there is nothing to play. /status {duel} shows its buttons."


class AlreadyAnswered(Refusal):
    """The challenge was already accepted, declined, withdrawn or has expired."""

    sentence = "Challenge {duel} is {status} already. /status lists your duels."


class OnlyOpponentAnswers(Refusal):
    """Somebody else pressed Accept or Decline."""

    sentence = "Only {other} can answer challenge {duel}. *Withdraw* takes it back."


class OnlyChallengerCancels(Refusal):
    """Somebody else pressed Withdraw."""

    sentence = "Only {other} can withdraw challenge {duel}. *Decline* turns it down."


class SelfChallenge(Refusal):
    """A player challenged themselves."""

    sentence = "You can't duel yourself. Choose somebody else as opponent, or play against me with /practice."


class BotChallenge(Refusal):
    """A player challenged a bot that is not ours."""

    sentence = "That bot does not play. Choose a person as opponent, or play against me with /practice."


class TooManyAtOnePerson(Refusal):
    """The limit on unanswered challenges to one person is reached."""

    sentence = "{limit} of your challenges to {other} are unanswered. Wait, or withdraw one: /status shows it."


class TooManyChallenges(Refusal):
    """The limit on unanswered challenges to all people together is reached."""

    sentence = "{limit} of your challenges are unanswered. Wait for an answer, or withdraw one: /status shows it."


class TooManyDuels(Refusal):
    """The person who asks has reached the limit on open duels."""

    sentence = "You have {limit} open duels, and that is the most. Finish one first; /status lists them."


class OpponentHasTooManyDuels(Refusal):
    """The other player has reached the limit on open duels."""

    sentence = "{other} has {limit} open duels, and that is the most. Try again when they have finished one."


class ChallengerAtLimit(Refusal):
    """The challenger has reached the limit on open duels, so the challenge is closed."""

    sentence = "{other} has {limit} open duels, and that is the most, so challenge {duel} is closed. Try /duel later."


class WhichDuel(Refusal):
    """The command fits several duels."""

    sentence = "You have several duels. Say which one with the option `duel`; /status lists them."


class NoDuel(Refusal):
    """The command fits none of the person's duels."""

    sentence = "You have no open duel. /duel or /practice starts one."


class OnlyChallenged(Refusal):
    """The command fits none of the person's duels, but they have challenged somebody."""

    sentence = "You have no open duel. Your challenge {duel} is unanswered: /status {duel} shows it, with *Withdraw*."


class AnotherDuel(Refusal):
    """The message whose button was pressed is older than the duel of that number, or was made for another game."""

    sentence = "That message is of another duel with the number {duel}. /status shows the duels that you have."


class GoneForRematch(Refusal):
    """One of the two has left the server."""

    sentence = "One of you has left the server of duel {duel}, so there is no rematch. /duel challenges who is here."


class NoCourseYet(Refusal):
    """The course or the review was asked for, but the duel is still going on."""

    sentence = "Duel {duel} is not over: course and review come with the end. *Watch* shows how it stands."


class NothingToWatch(Refusal):
    """The duel is in another server, or never began."""

    sentence = "Nothing of duel {duel} can be watched here. *Watch* on a board of this server shows what can."


class NotOver(Refusal):
    """A rematch was asked for, but the duel is still going on or never began."""

    sentence = "Duel {duel} is not over, so there is no rematch yet. /status {duel} shows how it stands."


class RematchAsked(Refusal):
    """The same player asked for the rematch again."""

    sentence = "You have asked for that rematch: challenge {rematch} waits for {other}. /status {rematch} shows it."


class RematchUsed(Refusal):
    """The duel already had its rematch: it was played, or is."""

    sentence = "Duel {duel} has had its rematch, number {rematch}. /duel starts a new one."


class RematchClosed(Refusal):
    """The duel's rematch was asked for, and never played."""

    sentence = "The rematch of duel {duel}, challenge {rematch}, was {status}. /duel starts a new one."


class ChallengedAlready(Refusal):
    """The opponent has already challenged the challenger, who has not answered."""

    sentence = "{other} has challenged you already. Accept that, or decline it and challenge again."

    def __init__(self, duel: int, other: str) -> None:
        super().__init__(duel=duel, other=other)
        self.duel = duel


class ChallengerGone(Refusal):
    """The challenger has left the server."""

    sentence = "{other} has left the server, so challenge {duel} is closed. /duel challenges somebody who is here."


class OpponentGone(Refusal):
    """Who is challenged has left the server themselves."""

    sentence = "You have left the server of challenge {duel}. Join it again to accept, or press *Decline*."


class OfferedAlready(Refusal):
    """The player has already offered a draw this turn."""

    sentence = "You have offered a draw in duel {duel} this turn. You can offer again after your next move."


class NoOffer(Refusal):
    """There is no offer of a draw: it has lapsed, or was never made."""

    sentence = "No draw is on offer in duel {duel} now: an offer lapses with the next move. /draw offers one."


class NotHere(Refusal):
    """The challenged person is not in the server."""

    sentence = "That person is not in this server. Choose an opponent who is."


class CantSeeChannel(Refusal):
    """The challenged person is in the server, but can't see the channel."""

    sentence = "{other} can't see this channel, so they could not answer. Use /duel in a channel that you both see."


class NotInThread(Refusal):
    """The bot is not in the private thread in which it is asked for a duel."""

    sentence = "I am not in this private thread, so I can't show a duel. Add me by a mention, then use /duel again."


class NotPosted(Refusal):
    """The challenge could not be posted in the channel."""

    sentence = (
        "I could not post the challenge in the channel, so it is withdrawn. There I need View Channel and "
        "Send Messages, in a thread Send Messages in Threads; /duel works where I have them."
    )


class MissingPermission(Refusal):
    """The bot lacks a permission in this channel that a duel needs."""

    sentence = "I lack the permission *{permission}* in this channel. Have it given to me, or use /duel in another one."


class BoardIsNew(Refusal):
    """The board was posted a moment ago, or is being edited."""

    sentence = "The board of duel {duel} was posted or changed a moment ago. Wait a minute, then ask for it again."


class BoardNotPosted(Refusal):
    """The board can't be posted in this channel."""

    sentence = "I could not post the board of duel {duel} here. Ask for it with /status in a channel where I may write."
