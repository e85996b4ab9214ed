"""Duels: moves, draws, resignations and ends, checked and saved. Knows no Discord: ids and names come in."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from bot import errors, refusals
from bot.service.deadlines import AFTER_RETURN, Clock, milliseconds, now, reminder_lead
from bot.service.replays import Replays
from bot.service.saved_duel import CLOSED_WORDS, SavedDuel, has_current_rules, is_newer
from games import Action, Duel, DuelOver, Ending, IllegalAction, NotYourTurn, Player, get, names
from storage import DuelRow, DuelStore, MoveRow, Result, StaleLog, StaleStatus, Status

log = logging.getLogger(__name__)


class Duels:
    """All that is done to a duel. Each method saves first and returns what is true then; it raises a `Refusal` or,
    where the store fails, a `StorageError`.
    """

    def __init__(self, store: DuelStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._replays = Replays()
        self._spared_until: int | None = None
        """Until then nothing is late; None until we are in reach for the first time."""

    async def play(
        self, duel_id: int, user_id: int, action: Action, turn: int | None = None, *, at: int | None = None
    ) -> SavedDuel:
        """Make a move. `turn` is the player's own turn that a button was made for; None means the present one. `at`:
        when the person asked for it, None where that does not matter; raises `TooLate` where that is past the deadline.
        So it is with draws and resignations.
        """

        def move(duel: Duel, player: Player) -> Duel:
            present = duel.turn(player)
            if turn is not None and turn != present:
                raise refusals.AlreadyPlayed(duel=duel_id)
            try:
                return duel.play(player, action)
            except IllegalAction:
                is_act = action.verb in {legal.verb for legal in duel.view(player).actions}
                raise (refusals.NotHeld if is_act else refusals.WrongAct)(duel=duel_id) from None

        saved = await self._append(duel_id, user_id, move, at)
        ids = {"duel": duel_id, "person": user_id}
        log.info("duel %(duel)d: entry %(entry)d by %(person)d", {**ids, "entry": saved.plies})
        return saved

    async def resign(self, duel_id: int, user_id: int, *, at: int | None = None) -> SavedDuel:
        """Give up, on whosever turn."""
        saved = await self._append(duel_id, user_id, Duel.resign, at)
        log.info("duel %(duel)d: resigned by %(person)d", {"duel": duel_id, "person": user_id})
        return saved

    async def offer_draw(self, duel_id: int, user_id: int, *, at: int | None = None) -> SavedDuel:
        """Offer a draw, or accept the other's offer where it stands."""

        def offer(duel: Duel, player: Player) -> Duel:
            if not duel.outcome and not duel.is_offered(player) and not duel.may_offer(player):
                raise refusals.OfferedAlready(duel=duel_id)
            return duel.offer_draw(player)

        saved = await self._append(duel_id, user_id, offer, at)
        log.info("duel %(duel)d: an offer by %(person)d", {"duel": duel_id, "person": user_id})
        return saved

    async def accept_draw(self, duel_id: int, user_id: int, *, at: int | None = None) -> SavedDuel:
        """Accept the other's offer of a draw."""

        def accept(duel: Duel, player: Player) -> Duel:
            if not duel.outcome and not duel.is_offered(player):
                raise refusals.NoOffer(duel=duel_id)
            return duel.agree_draw()

        saved = await self._append(duel_id, user_id, accept, at)
        log.info("duel %(duel)d: an offer accepted by %(person)d", {"duel": duel_id, "person": user_id})
        return saved

    async def decline_draw(self, duel_id: int, user_id: int, *, at: int | None = None) -> SavedDuel:
        """Decline the other's offer of a draw."""

        def decline(duel: Duel, player: Player) -> Duel:
            if not duel.outcome and not duel.is_offered(player):
                raise refusals.NoOffer(duel=duel_id)
            return duel.decline_draw(player)

        saved = await self._append(duel_id, user_id, decline, at)
        log.info("duel %(duel)d: an offer declined by %(person)d", {"duel": duel_id, "person": user_id})
        return saved

    async def _append(
        self, duel_id: int, user_id: int, change: Callable[[Duel, Player], Duel], at: int | None
    ) -> SavedDuel:
        """Load, check, save; again from the start where somebody was faster."""
        while True:
            saved = await self.seated(duel_id, user_id)
            player = saved.seat(user_id)
            assert player is not None
            if saved.row.status is Status.CHALLENGED:
                raise refusals.NotStarted(duel=duel_id)
            if saved.row.opened_at is None:
                raise refusals.AlreadyAnswered(duel=duel_id, status=CLOSED_WORDS[saved.row.status])
            if saved.is_set_aside:
                raise refusals.SetAside(duel=duel_id)
            if saved.duel is None or saved.row.status is not Status.OPEN:
                raise refusals.AlreadyOver(duel=duel_id)
            if at is not None and self._is_late(saved.row, at):
                raise refusals.TooLate(duel=duel_id)
            try:
                duel = change(saved.duel, player)
            except DuelOver:
                raise refusals.AlreadyOver(duel=duel_id) from None
            except NotYourTurn:
                raise refusals.NotYetYourTurn(duel=duel_id, other=saved.name(player.other)) from None
            try:
                return await self.save(saved, duel)
            except StaleLog:
                continue

    def spare(self) -> None:
        """We have just come in reach: no deadline passes for a while."""
        self._spared_until = now(self._clock) + milliseconds(AFTER_RETURN)

    def _is_late(self, row: DuelRow, at: int) -> bool:
        is_spared = self._spared_until is None or now(self._clock) < self._spared_until
        return row.due_at is not None and at > row.due_at and not is_spared

    # ---- deadlines

    async def run_out(self, duel_id: int) -> SavedDuel | None:
        """End a challenge or a duel whose time is up: who had to move loses. A duel is called off where both had to, or
        where nobody has moved yet, and so is practice. None where there was nothing to end.

        Whoever calls it has found out that everybody who was to move had been told, or nobody had moved yet.
        """
        while (saved := await self.load_or_call_off(duel_id)) is not None:
            row, duel = saved.row, saved.duel
            if row.due_at is None or row.due_at > now(self._clock):
                break
            try:
                if row.status is Status.CHALLENGED:
                    ended = SavedDuel(await self._store.close(duel_id, Status.EXPIRED, now(self._clock)))
                elif row.status is Status.OPEN and duel is not None:
                    loses = saved.is_begun and len(duel.to_act) == 1 and saved.computer is None
                    late = duel.expire(*duel.to_act) if loses else duel.void()
                    ended = await self.save(saved, late)
                else:
                    break
            except (StaleStatus, StaleLog):
                continue  # somebody answered or moved meanwhile
            end = ended.row.ending or ended.row.status
            log.info("duel %(duel)d: its time is up: %(end)s", {"duel": duel_id, "end": end})
            return ended
        return None

    async def save(self, saved: SavedDuel, duel: Duel) -> SavedDuel:
        """Append the duel's last entry, with its outcome where it has one."""
        assert saved.duel is not None
        move, outcome = duel.moves[-1], duel.outcome
        result = Result(outcome.winner.value if outcome.winner else None, outcome.ending) if outcome else None
        # Each turn has its own time; in sudden death, the first pick must not restart the other's, unless that was held
        # for the one who picks: nobody had told them, but they know.
        was_held = saved.unreached == {move.player}
        is_new_turn = move.is_move and (was_held or not duel.to_act < saved.duel.to_act)
        row = await self._store.append(
            saved.row.id,
            len(duel.moves) - 1,
            move.player.value if move.player else None,
            move.token,
            now(self._clock),
            remind_before=reminder_lead(saved.row.pace) if is_new_turn else None,
            result=result,
        )
        return SavedDuel(row, duel, len(duel.moves))

    async def call_off_server(self, guild_id: int) -> None:
        """The bot was removed from a server: nobody can see its duels there, so they are called off, with no winner."""
        for duel_id in await self._store.under_way_in(guild_id):
            with suppress(StaleStatus):  # it is open, as most are
                await self._store.close(duel_id, Status.EXPIRED, now(self._clock))
            while (saved := await self.load_or_call_off(duel_id)) and saved.row.status is Status.OPEN:
                with suppress(StaleLog):
                    saved = await self._told_at_last(saved)
                    await (self.save(saved, saved.duel.void()) if saved.duel else self._void(saved.row, saved.plies))

    async def _told_at_last(self, saved: SavedDuel) -> SavedDuel:
        """Where time is held, that is over: it is not what a duel is called off for."""
        row, lead = saved.row, reminder_lead(saved.row.pace)
        if not row.unreached or row.due_at is None:
            return saved
        by = now(self._clock) - (row.due_at - row.pace)
        changed = await self._store.hold(
            row.id, row.due_at, unreached=0, may_call_off=False, extend_by=by, remind_before=lead
        )
        return replace(saved, row=changed) if changed else saved

    async def close_unposted(self, duel_id: int) -> None:
        """A challenge can't be posted, so nobody could answer it. Where it is a rematch, another may be asked for."""
        with suppress(StaleStatus):
            await self._store.close(duel_id, Status.EXPIRED, now(self._clock), unlink=True)

    # ---- reading

    async def call_off_forgotten(self) -> None:
        """Call off every open duel whose rules are not known any more, so that nobody waits for a move in one; and take
        back what was set aside and can be replayed by this program.
        """
        for duel_id in await self._store.of_other_rules({name: get(name).rules_version for name in names()}):
            await self.load_or_call_off(duel_id)

    async def seated(self, duel_id: int, user_id: int) -> SavedDuel:
        """A duel in which this person has a seat. Raises `UnknownDuel` or `NotYourDuel`."""
        saved = await self.load_or_call_off(duel_id)
        if saved is None:
            raise refusals.UnknownDuel(duel=duel_id)
        if saved.seat(user_id) is None:
            raise refusals.NotYourDuel(duel=duel_id)
        return saved

    async def duels_of(self, user_id: int) -> tuple[SavedDuel, ...]:
        """A person's open duels and unanswered challenges: those that wait for this person first, then by number."""
        wanted = {Status.OPEN, Status.CHALLENGED}
        found = [await self._replayed_or_called_off(*loaded) for loaded in await self._store.logs_of(user_id, wanted)]
        on = [saved for saved in found if saved.row.status in wanted]
        return tuple(sorted(on, key=lambda saved: (not saved.waits_for(user_id), saved.row.id)))

    async def load_or_call_off(self, duel_id: int) -> SavedDuel | None:
        """A duel as saved, None where there is none. One whose rules are no longer known is called off first."""
        loaded = await self._store.load(duel_id)
        return await self._replayed_or_called_off(*loaded) if loaded else None

    async def _replayed_or_called_off(self, row: DuelRow, moves: tuple[MoveRow, ...]) -> SavedDuel:
        if row.seed is None or row.starter is None:
            return SavedDuel(row)
        plies = moves[-1].ply + 1 if moves else 0  # where there is a gap, an end still comes after the last one
        if has_current_rules(row):
            try:
                saved = self._replays.saved(row, moves)
            except Exception as error:  # whatever it is, it is a fault of this duel alone
                return await self._set_aside(row, plies, error)
            if row.set_aside_at is None:
                return saved
            await self._store.take_back(row.id, now(self._clock))
            return await self._again(row.id)
        if row.status is Status.ENDED:
            return SavedDuel(row, None, plies)
        if is_newer(row):
            return await self._set_aside(row, plies, None)
        rules = {"duel": row.id, "game": row.game, "version": row.rules_version}
        log.warning("duel %(duel)d: %(game)s version %(version)d is not known any more", rules)
        try:
            return await self._void(row, plies)
        except StaleLog:
            return await self._again(row.id)

    async def _void(self, row: DuelRow, plies: int) -> SavedDuel:
        """Call off a duel that can't be replayed; or `StaleLog`."""
        at, result = now(self._clock), Result(None, Ending.VOID)
        await self._store.take_back(row.id, at)  # where it is set aside: both are told once more
        return SavedDuel(await self._store.append(row.id, plies, None, "!void", at, result=result), None, plies + 1)

    async def _set_aside(self, row: DuelRow, plies: int, error: Exception | None) -> SavedDuel:
        """A duel can't be replayed: by an error, or because a newer program has begun it. It is left as it is until a
        program can, and that is logged once.
        """
        if row.status is not Status.OPEN or row.set_aside_at is not None:
            return SavedDuel(row, None, plies)
        changed = await self._store.set_aside(row.id, now(self._clock))
        if changed is None:
            return await self._again(row.id)
        errors.log_set_aside(row.id, error)
        return SavedDuel(changed, None, plies)

    async def _again(self, duel_id: int) -> SavedDuel:
        saved = await self.load_or_call_off(duel_id)
        assert saved is not None, "no duel is ever deleted"
        return saved
