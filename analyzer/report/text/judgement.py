"""The judgement of a line as text: who came to force an Ultimo, what mistakes cost, who could have won.

And what was against the rules in it: clauses, fines, what is open, what it comes to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from analyzer.disputes.findings import Penalty
from analyzer.frozenrecord import Record
from analyzer.layout import wrap
from analyzer.position.replay.due import due
from analyzer.position.replay.model import FineDue, Replay
from analyzer.report.phrases.plans import plan_words
from analyzer.report.phrases.sources import source_lines
from analyzer.report.phrases.tokens import play_words, sums_words
from analyzer.report.rulings.broken import penalty_words, violation_lines
from analyzer.report.rulings.remedies import unsettled_lines
from analyzer.report.style.textstyle import TextStyle
from analyzer.report.text.audit import decided
from analyzer.report.text.cards import better_words
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.search.review.audit import Audit, Audited
from analyzer.search.review.chances import Chance, Way
from analyzer.search.review.judgement import Blame, ForcingTurn, Judgement
from analyzer.search.review.marks import MarkKind

_DEEPER = "    "


def judged_lines(style: TextStyle, rules: RuleSet, replay: Replay) -> list[str]:
    """Everything that was against the rules and did not end the line, and what is due with the fines."""
    judged, lines = replay.judged, list[str]()
    if judged.offences:
        lines += ["", style.paint(style.t("Against the rules:"), "bad")]
    for offence in judged.offences:
        trick = "" if offence.trick is None else style.t("trick {number}: ", number=offence.trick)
        lines += violation_lines(style, rules, offence.violation, context=trick)
    broken = [each.violation.clause for each in judged.offences]
    for fined in judged.dues:
        lines += wrap(_fine(style, fined, replay), style.width, _INDENT, _DEEPER)
    lines += _due(style, replay)
    lines += unsettled_lines(style, judged.open_questions)
    for note in judged.notes:
        lines += wrap(style.t("Note: {note}.", note=style.said(note)), style.width, _INDENT, _DEEPER)
    return lines + source_lines(rules, broken, style)


def _fine(style: TextStyle, owed: FineDue, replay: Replay) -> str:
    words = penalty_words(style, Penalty.of(owed.fine, owed.seat), replay.players[owed.seat])
    return words + ("; " + style.t("play goes on") if owed.fine.play_goes_on else "")


def _due(style: TextStyle, replay: Replay) -> Iterator[str]:
    """The one sum that is due; what the play paid stands below."""
    paid = due(replay)
    if not any(paid.costs):
        return
    amounts = sums_words(style, paid, replay.players)
    text = style.t("With the fines paid: {amounts}.", amounts=amounts)
    if paid.ends_in == 0:
        text = style.t("Given up before the first lead, with what is repaid: {amounts}.", amounts=amounts)
    elif paid.ends_in is not None:
        text = style.t("Given up in trick {number}: {amounts}.", number=paid.ends_in, amounts=amounts)
    yield from wrap(text, style.width, _INDENT, _DEEPER)


_INDENT = "  "


def judgement_lines(style: TextStyle, judgement: Judgement, audit: Audit, replay: Replay) -> Iterator[str]:
    """The section under the audit; nothing where no decision was valued, or too little of it to say."""
    if not judgement.chances:
        return
    teller = _Teller(style, audit, replay, judgement.chances)
    told = [*teller.start(), *map(teller.turn, judgement.turns)]
    told += [text for blame in judgement.blames for text in teller.blame(blame)]
    told += [text for chance in judgement.chances for text in teller.chance(chance)]
    told += teller.never()
    if not told:
        return
    yield ""
    yield style.paint(style.t("Judgement"), "bold")
    for text in told:
        yield from wrap(text, style.width, "", _INDENT)


class _Teller(Record, frozen=True):
    """Says everything there is to say of one line."""

    style: TextStyle
    audit: Audit
    replay: Replay
    chances: tuple[Chance, ...]

    def start(self) -> Iterator[str]:
        """From where on the line is judged for all players, where that is not its beginning."""
        since = max((chance.since for chance in self.chances if chance.since is not None), default=0)
        if since:
            yield self.style.t("Judged from {by} {card} in trick {trick} on.", **self._decided(since))

    def turn(self, turn: ForcingTurn) -> str:
        """How it came about that an Ultimo was forced, or no longer was."""
        whose = self._whose(turn.seat)
        if turn.place is None:
            if self.chances[turn.seat].since != 0:
                return self.style.t("{whose} Ultimo was forced by then.", whose=whose)
            return self.style.t("{whose} Ultimo was forced from the start.", whose=whose)
        words = {"whose": whose, **self._decided(turn.place)}
        if turn.forced:
            return self.style.t("{whose} Ultimo was forced by {by} {card} in trick {trick}.", **words)
        return self.style.t("{whose} Ultimo was let go by {by} {card} in trick {trick}.", **words)

    def blame(self, blame: Blame) -> Iterator[str]:
        """What a marked card cost whom, for an improper one instead of which, and the play of that."""
        decision, style = self.audit.decisions[blame.place], self.style
        words = {"whose": self._whose(decision.seat), "card": decided(style, decision)}
        improper = MarkKind.IMPROPER in blame.kinds
        if blame.cost is not None:
            words["change"] = self._change(blame.cost)
            if not improper:
                yield style.t("What {whose} {card} changed: {change}.", **words)
            elif blame.instead is None or blame.instead.card is None:
                yield style.t("{whose} {card} was improper: {change}.", **words)
            else:
                words["instead"] = style.card(blame.instead.card, blame.instead.suit)
                yield style.t(
                    "{whose} {card} was improper; held against {instead} it changed: {change}.", **words
                )
        elif improper:
            yield style.t("{whose} {card} was improper.", **words)
        if blame.evidence is not None:
            better = better_words(style, blame.evidence, decision.step.table, self.replay.players)
            yield f"{better[:1].upper()}{better[1:]}"
            if plan := plan_words(blame.evidence.better, self.replay.players, style):
                yield style.t("Why: {plan}", plan=plan)

    def chance(self, chance: Chance) -> Iterator[str]:
        """Whether a player won his Ultimo, or could have, and how; nothing of those who never could."""
        player, t = self.style.strong(self.replay.players[chance.seat]), self.style.t
        if chance.won and chance.counted:
            yield t("{player} won the Ultimo.", player=player)
        elif chance.won:
            yield t("{player} won the last trick with an Ultimo card, but it does not count.", player=player)
        elif chance.still:
            yield t("{player} can still force the Ultimo.", player=player)
        elif chance.alone is not None:
            yield self._alone(player, chance.alone, chance.seat)
            yield from self._plan(chance.alone, chance.seat)
        for way in chance.helped:
            yield t(
                "{player} could have won the Ultimo together with {partner} until {by} {card} in trick "
                "{trick}: {line}",
                player=player, partner=self._partner(chance, way), **self._way(way),
            )  # fmt: skip

    def _alone(self, player: str, way: Way, seat: int) -> str:
        words = self._way(way)
        if self.audit.decisions[way.place].seat != seat:  # only what is no proper move can do that
            return self.style.t(
                "{player} could have won the Ultimo until {by} {card} in trick {trick}: {line}",
                player=player, **words,
            )  # fmt: skip
        return self.style.t(
            "{player} could have won the Ultimo, playing otherwise than {card} in trick {trick}: {line}",
            player=player, **words,
        )  # fmt: skip

    def _plan(self, way: Way, seat: int) -> Iterator[str]:
        """The plan that was let go there, where there is one."""
        for mark in self.audit.decisions[way.place].marks:
            text = plan_words(mark.reason, self.replay.players, self.style)
            if mark.kind is MarkKind.LET_GO and mark.seat == seat and text:
                yield self.style.t("Why: {plan}", plan=text)

    def never(self) -> Iterator[str]:
        """Those who could not have won in any way, said of no more of the line than was valued for them."""
        hopeless = [chance for chance in self.chances if chance.hopeless]
        # Where the limits ended it in the midst of a decision, some players were judged from earlier on.
        for since in sorted({chance.since for chance in hopeless if chance.since is not None}):
            seats = [chance.seat for chance in hopeless if chance.since == since]
            yield self._never(since, seats)

    def _never(self, since: int, seats: Sequence[int]) -> str:
        t, nobody = self.style.t, len(seats) == len(self.chances)
        players = self.style.both([self.style.strong(self.replay.players[seat]) for seat in seats])
        if nobody and since:
            return t(
                "From {by} {card} in trick {trick} on, nobody could have forced an Ultimo, alone or together "
                "with one other.",
                **self._decided(since),
            )
        if nobody:
            return t("Nobody could have forced an Ultimo, alone or together with one other.")
        if since:
            return t(
                "From {by} {card} in trick {trick} on, {players} could not have forced the Ultimo, alone or "
                "together with one other.",
                players=players, **self._decided(since),
            )  # fmt: skip
        return t(
            "{players} could not have forced the Ultimo, alone or together with one other.", players=players
        )

    def _partner(self, chance: Chance, way: Way) -> str:
        return self.style.strong(self.replay.players[(way.by & ~(1 << chance.seat)).bit_length() - 1])

    def _way(self, way: Way) -> dict[str, object]:
        decision = self.audit.decisions[way.place]
        return {
            **self._decided(way.place),
            "line": play_words(self.style, decision.step.table, way.line, self.replay.players)
            or self.style.t("no time for a line"),
        }

    def _decided(self, place: int) -> dict[str, object]:
        """The words that point at a decision: whose it was, its card, and the trick."""
        decision = self.audit.decisions[place]
        return {
            "by": self._whose(decision.seat),
            "card": decided(self.style, decision),
            "trick": self._trick(decision),
        }

    def _change(self, cost: tuple[int, ...]) -> str:
        named = (
            f"{self.style.name(self.replay.players[seat])} {self.style.signed(amount)}"
            for seat, amount in enumerate(cost)
            if amount
        )
        return ", ".join(named) or self.style.t("nothing")

    def _whose(self, seat: int) -> str:
        return self.style.whose(self.replay.players[seat])

    def _trick(self, decision: Audited) -> int:
        """The number of its trick, as it stands beside the trick."""
        return self.replay.tricks[decision.step.trick].number
