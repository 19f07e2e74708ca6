"""The text of a line's judgement: forced Ultimos, the cost of mistakes, and missed chances to win.

It also covers the breaches in the line: clauses, fines, open questions, and the amounts due.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from analyzer.answers.records.audit import decided
from analyzer.frozenrecord import Record
from analyzer.messages import (
    Amount,
    LineWord,
    Message,
    Name,
    Put,
    Whose,
    Word,
    alone,
    both,
    formed,
    listed,
    say,
    word_alone,
)
from analyzer.position.replay.model import FineDue, Replay
from analyzer.position.replay.turning import due
from analyzer.rules.irregularities import Penalty
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.search.review.audit import Audit, Audited, MarkKind
from analyzer.search.review.judgement import Blame, Chance, ForcingTurn, Judgement, MissedWin
from analyzer.words.blocks import Block, Law, Phrase, part
from analyzer.words.names import source_phrases
from analyzer.words.paid import sums_message
from analyzer.words.plans import better_message, plan_message
from analyzer.words.remedies import law_entry, penalty_message, unsettled_phrases
from analyzer.words.verdicts import play_message


def judged_blocks(rules: RuleSet, replay: Replay) -> Iterator[Block]:
    """Yield every breach that did not end the line, and the amounts due with the fines."""
    yield from part("paragraph", against_rules(rules, replay))
    broken = [each.violation.clause for each in replay.judged.offences]
    yield from part("notes", source_phrases(rules, broken), close=True)


def against_rules(rules: RuleSet, replay: Replay) -> Iterator[Phrase | Law]:
    """Yield each offence with its law, fines, the sum due, open questions, and notes."""
    judged = replay.judged
    if judged.offences:
        yield Phrase(say("Against the rules:"), "bad")
    for offence in judged.offences:
        told = offence.violation.text
        if offence.trick is not None:
            told = formed("{trick}{told}", trick=say("trick {number}: ", number=offence.trick), told=told)
        yield Phrase(told, level=1, mark="- ")
        yield law_entry(rules, offence.violation.clause)
    yield from (Phrase(_fine(fined, replay), level=1) for fined in judged.dues)
    yield from _due(replay)
    yield from unsettled_phrases(judged.open_questions)
    yield from (Phrase(say("Note: {note}.", note=note), level=1) for note in judged.notes)


def _fine(owed: FineDue, replay: Replay) -> Message:
    told = penalty_message(Penalty.from_fine(owed.fine, owed.seat), replay.players[owed.seat])
    return formed("{told}; {on}", told=told, on=say("play goes on")) if owed.fine.play_goes_on else told


def _due(replay: Replay) -> Iterator[Phrase]:
    """Yield the sum that is due; the payments of the play are shown below it."""
    paid = due(replay)
    if not any(paid.costs):
        return
    amounts = sums_message(paid, replay.players)
    told = say("With the fines paid: {amounts}.", amounts=amounts)
    if paid.ends_in == 0:
        told = say("Given up before the first lead, with what is repaid: {amounts}.", amounts=amounts)
    elif paid.ends_in is not None:
        told = say("Given up in trick {number}: {amounts}.", number=paid.ends_in, amounts=amounts)
    yield Phrase(told, level=1)


def judgement_blocks(judgement: Judgement, audit: Audit, replay: Replay) -> Iterator[Block]:
    """Yield the text under the audit; nothing if too few decisions were valued."""
    told = judgement_sentences(judgement, audit, replay)
    yield from part("paragraph", [Phrase(say("Judgement"), "bold"), *told] if told else [])


def judgement_sentences(judgement: Judgement, audit: Audit, replay: Replay) -> list[Message]:
    """Return its sentences, without its title."""
    if not judgement.chances:
        return []
    teller = _Teller(audit, replay, judgement.chances)
    told = [*teller.start(), *map(teller.turn, judgement.turns)]
    told += [text for blame in judgement.blames for text in teller.blame(blame)]
    told += [text for chance in judgement.chances for text in teller.chance(chance)]
    return [*told, *teller.never()]


class _Teller(Record, frozen=True):
    """The author of all sentences about one line."""

    audit: Audit
    replay: Replay
    chances: tuple[Chance, ...]

    def start(self) -> Iterator[Message]:
        """Yield the point from which the line is judged for all players, if it is not the beginning."""
        since = max((chance.since for chance in self.chances if chance.since is not None), default=0)
        if since:
            yield say("Judged from {by} {card} in trick {trick} on.", **self._decided(since))

    def turn(self, turn: ForcingTurn) -> Message:
        """Return how an Ultimo came to be forced, or ceased to be."""
        whose = self._whose(turn.seat)
        if turn.place is None:
            if self.chances[turn.seat].since != 0:
                return say("{whose} Ultimo could already be forced.", whose=whose)
            return say("{whose} Ultimo was forced from the start.", whose=whose)
        words = {"whose": whose, **self._decided(turn.place)}
        if turn.forced:
            return say("After {by} {card} in trick {trick}, {whose} Ultimo could be forced.", **words)
        return say("{by} {card} in trick {trick} lost {whose} Ultimo.", **words)

    def blame(self, blame: Blame) -> Iterator[Message]:
        """Yield the cost of a marked card to each player; for an improper one, a better card and its play."""
        decision = self.audit.decisions[blame.place]
        words: dict[str, Word] = {"whose": self._whose(decision.seat), "card": decided(decision)}
        improper = MarkKind.IMPROPER in blame.kinds
        if blame.cost is not None:
            words["change"] = self._change(blame.cost)
            if not improper:
                yield say("Effect of {whose} {card}: {change}.", **words)
            elif blame.instead is None or blame.instead.card is None:
                yield say("{whose} {card} was improper: {change}.", **words)
            else:
                words["instead"] = LineWord(str(blame.instead))
                yield say(
                    "{whose} {card} was improper. Compared with {instead} it cost or won: {change}.", **words
                )
        elif improper:
            yield say("{whose} {card} was improper.", **words)
        if blame.evidence is not None:
            better = better_message(blame.evidence, decision.step.table, self.replay.players)
            yield word_alone(Put(better, "capital"))
            if plan := plan_message(blame.evidence.better, self.replay.players):
                yield say("Why: {plan}", plan=plan)

    def chance(self, chance: Chance) -> Iterator[Message]:
        """Yield a player's win of the Ultimo, or the missed chance; nothing for a player without a chance."""
        player = Name(self.replay.players[chance.seat])
        if chance.won and chance.counted:
            yield say("{player} won the Ultimo.", player=player)
        elif chance.won:
            yield say(
                "{player} won the last trick with an Ultimo card, but it does not count.", player=player
            )
        elif chance.still:
            yield say("{player} can still force the Ultimo.", player=player)
        elif chance.alone is not None:
            yield self._alone(player, chance.alone, chance.seat)
            yield from self._plan(chance.alone, chance.seat)
        for way in chance.helped:
            yield say(
                "{player} could have won the Ultimo together with {partner} until {by} {card} in trick "
                "{trick}: {line}",
                player=player, partner=self._partner(chance, way), **self._way(way),
            )  # fmt: skip

    def _alone(self, player: Name, way: MissedWin, seat: int) -> Message:
        words = self._way(way)
        if self.audit.decisions[way.place].seat != seat:  # only what is no proper move can do that
            return say(
                "{player} could have won the Ultimo until {by} {card} in trick {trick}: {line}",
                player=player, **words,
            )  # fmt: skip
        return say(
                "{player} could have won the Ultimo with another card than {card} in trick "
                "{trick}: {line}",
            player=player, **words,
        )  # fmt: skip

    def _plan(self, way: MissedWin, seat: int) -> Iterator[Message]:
        """Yield the plan that was let go there, if there is one."""
        for mark in self.audit.decisions[way.place].marks:
            text = plan_message(mark.reason, self.replay.players)
            if mark.kind is MarkKind.LET_GO and mark.seat == seat and text:
                yield say("Why: {plan}", plan=text)

    def never(self) -> Iterator[Message]:
        """Yield the players who had no chance, only for the part of the line that was valued for them."""
        hopeless = [chance for chance in self.chances if chance.hopeless]
        # Where the limits ended it in the midst of a decision, some players were judged from earlier on.
        for since in sorted({chance.since for chance in hopeless if chance.since is not None}):
            seats = [chance.seat for chance in hopeless if chance.since == since]
            yield self._never(since, seats)

    def _never(self, since: int, seats: Sequence[int]) -> Message:
        nobody = len(seats) == len(self.chances)
        players = both(Name(self.replay.players[seat]) for seat in seats)
        if nobody and since:
            return say(
                "After {by} {card} in trick {trick}, nobody could force an Ultimo, alone or "
                "with one partner.",
                **self._decided(since),
            )
        if nobody:
            return say("Nobody could have forced an Ultimo, alone or together with one other.")
        if since:
            return say(
                "From {by} {card} in trick {trick} on, {players} could not have forced the Ultimo, alone or "
                "together with one other.",
                players=players, **self._decided(since),
            )  # fmt: skip
        return say(
            "{players} could not have forced the Ultimo, alone or together with one other.", players=players
        )

    def _partner(self, chance: Chance, way: MissedWin) -> Name:
        return Name(self.replay.players[(way.by & ~(1 << chance.seat)).bit_length() - 1])

    def _way(self, way: MissedWin) -> dict[str, Word]:
        decision = self.audit.decisions[way.place]
        return {
            **self._decided(way.place),
            "line": play_message(decision.step.table, way.line, self.replay.players)
            or say("no time for a line"),
        }

    def _decided(self, place: int) -> dict[str, Word]:
        """Return the words for a decision: its player, its card, and the trick."""
        decision = self.audit.decisions[place]
        return {
            "by": self._whose(decision.seat),
            "card": decided(decision),
            "trick": self._trick(decision),
        }

    def _change(self, cost: tuple[int, ...]) -> Message:
        named = zip(self.replay.players, cost, strict=False)
        told = (formed("{player} {n}", player=Name(name), n=Amount(n)) for name, n in named if n)
        return alone(listed(told), say("nothing"))

    def _whose(self, seat: int) -> Whose:
        return Whose(self.replay.players[seat])

    def _trick(self, decision: Audited) -> int:
        """Return the number of its trick, as shown next to the trick."""
        return self.replay.tricks[decision.step.trick].number
