"""What an evening's score says: what was paid or written hand by hand, and the table of it all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from analyzer.evenings.model import ContractHand, EveningScore, Hand, HandScore, LeftLying
from analyzer.messages import (
    NOTHING,
    Amount,
    BareClause,
    Message,
    Name,
    Several,
    Title,
    alone,
    both,
    formed,
    in_a_row,
    listed,
    say,
    say_many,
    word_alone,
)
from analyzer.rules.score.told import HandTold
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.words.blocks import Phrase, Said, amounts_grid, part
from analyzer.words.called import called_said, odd_pots_said, rules_said
from analyzer.words.grounds import grounds_said
from analyzer.words.paid import OWN_COUNT, came_to_said, payments_said, scores_said


def score_said(score: EveningScore) -> Said:
    """The score sheet of an evening."""
    return (
        *part("headline", [totals(score)]),
        *part("paragraph", _head(score)),
        *(each for hand in score.hands for each in part("paragraph", _hand(score, hand))),
        amounts_grid(score.evening.players, sum_rows(score)),
        *part("paragraph", _end(score)),
        *part("notes", [] if score.sums_to_zero else [Phrase(OWN_COUNT, hang=False)]),
        *part("notes", grounds_said(score.evening.rules, score.grounds)),
    )


def _head(score: EveningScore) -> Iterator[Phrase]:
    """What the evening is called, the rules, who was there, and what lay in the pots."""
    evening = score.evening
    title = word_alone(Title(evening.title)) if evening.title else say("Score sheet")
    yield Phrase(title, "bold")
    players = both(map(Name, evening.players))
    yield Phrase(say("{rules}: {players}", rules=rules_said(evening.rules), players=players), hang=False)
    yield from (
        Phrase(each, hang=False) for each in (() if evening.pots is None else odd_pots_said(evening.pots))
    )


def totals(score: EveningScore) -> Message:
    """What everybody has after the last hand, what the end brings aside."""
    named = zip(score.evening.players, score.totals, strict=True)
    each = (formed("{p} {n}", p=Name(name), n=Amount(amount)) for name, amount in named)
    return formed("{all}: {amounts}", all=say("In all"), amounts=listed(each))


def _hand(score: EveningScore, hand: HandScore) -> Iterator[Phrase]:
    """One hand: who dealt, what it came to, and who paid or wrote what."""
    players, words = score.evening.players, hand_said(hand, score.evening.players)
    number, dealer = say("Hand {number}", number=hand.number), Name(players[hand.dealer])
    told = say("{hand}: {player} deals", hand=number, player=dealer)
    if hand.out is not None:
        told = say(
            "{hand}: {player} deals, {other} sits out",
            hand=number,
            player=dealer,
            other=Name(players[hand.out]),
        )
    yield Phrase(told, hang=False)
    yield from [Phrase(words, level=1)] if words else []
    yield from paid_said(hand, players)
    for each in hand.violations:
        fault = say("against the rules: {fault}", fault=each.text)
        yield Phrase(formed("{fault} [{by}]", fault=fault, by=BareClause(each.clause)), "warn", level=1)


def hand_said(hand: HandScore, players: Sequence[str], told: Hand | None = None) -> Message:
    """What a hand came to, in a few words; where it is `told` in words, first who played which contract."""
    if hand.outcome is not None:
        contract = _contract(told.told, players) if isinstance(told, ContractHand) else ()
        return alone(Several((*contract, *came_to_said(hand.outcome, players, hand.last_trick)), ";"))
    if hand.void is not None:
        return say("the deal was void, and nothing is paid for it: {reason}", reason=hand.void)
    return say("everybody passed") if hand.lying.pots is None else say("not played out")


def _contract(told: HandTold, players: Sequence[str]) -> tuple[Message, ...]:
    """The contract and who declared it; nothing in a game without contracts."""
    contract = [called_said(told.contract)] if told.contract else []
    who = [] if told.declarer is None else [Name(players[told.declarer])]
    return (alone(in_a_row([*contract, *who])),) if contract or who else ()


def paid_said(hand: HandScore, players: Sequence[str]) -> Iterator[Phrase]:
    """Who paid or wrote what for a hand, each with its clause."""
    yield from payments_said(hand.transfers, players)
    yield from scores_said(hand.scores, players)


def sum_rows(score: EveningScore) -> Iterator[tuple[Message, Sequence[int], Message]]:
    """A row for each hand with what lies there after it, the totals, and what the end makes of them."""
    players, rules = score.evening.players, score.evening.rules
    for hand in score.hands:
        yield say("Hand {number}", number=hand.number), hand.amounts, lying_said(rules, hand.lying, players)
    yield say("In all"), score.totals, NOTHING
    if any(score.end.tokens) and not rules.game.on_a_sheet:
        yield say("At the end"), score.end.tokens, NOTHING
        yield say("With the end"), tuple(map(sum, zip(score.totals, score.end.tokens, strict=True))), NOTHING


def lying_said(rules: RuleSet, lying: LeftLying, players: Sequence[str]) -> Message:
    """What lies on the table after a hand, in a few words."""
    parts = list[Message]()
    if lying.pots is not None:
        parts += [
            say("king pot {amount}", amount=lying.pots.king),
            say("Pagat pot {amount}", amount=lying.pots.pagat),
        ]
    if rules.game.pools is not None:
        pools = listed(
            say("{amount} doubled", amount=p.amount) if p.doubled else p.amount for p in lying.pools
        )
        parts.append(say("pools: {pools}", pools=pools) if lying.pools else say("no pool"))
    radli = [(Name(players[seat]), lying.radli[seat]) for seat in sorted(lying.radli) if lying.radli[seat]]
    parts += [say("radli: {radli}", radli=listed(alone(in_a_row(each)) for each in radli))] if radli else []
    return alone(Several(tuple(parts), "·"))


def _end(score: EveningScore) -> Iterator[Phrase]:
    """What is paid and received, were the evening over."""
    end = score.end
    if end.transfers:
        yield Phrase(say("If the evening ended now"), "bold")
        yield from payments_said(end.transfers, score.evening.players)
    if end.uneven:
        told = say("{amount} cannot be shared evenly, and goes out coin by coin.", amount=end.uneven)
        yield Phrase(told, level=1, hang=False)
    for each in score.games:
        if not each.complete:
            told = say("Game {number} is not over: not everybody has dealt.", number=each.number)
            yield Phrase(told, level=1, hang=False)
    if score.evening.rules.game.wish is not None and end.hands_more is not None:
        told = say_many(
            "Whoever wishes to end plays {number} hand more.",
            "Whoever wishes to end plays {number} hands more.",
            end.hands_more,
        )
        yield Phrase(told, hang=False)
