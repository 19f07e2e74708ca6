"""The answer of `score`: the payments or score entries of each hand, the totals, the table, and the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Annotated, Any

from analyzer.answers.answer import Answer, Settled
from analyzer.answers.requests import answer_each_reading
from analyzer.evenings.model import (
    CarriedOver,
    ContractHand,
    Evening,
    EveningEnd,
    EveningScore,
    GameScore,
    Hand,
    HandScore,
)
from analyzer.evenings.tally import load, tally
from analyzer.frozenrecord import Record
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
from analyzer.rules.spec.readings import CachePerReading
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import rules_asked
from analyzer.views.base import (
    UNSET,
    Amounts,
    Count,
    Grounded,
    Meta,
    NotZeroSum,
    Players,
    PotsView,
    TransferView,
    UnsetType,
    View,
    grounded,
    name_amounts,
    or_unset,
    pots_view,
    transfer_views,
)
from analyzer.views.outcome import (
    OutcomeView,
    PoolView,
    ScoreView,
    Sheet,
    outcome_view,
    pool_views,
    written,
)
from analyzer.words.blocks import Phrase, Said, amounts_grid, part
from analyzer.words.names import (
    announcement_messages,
    contract_messages,
    ground_phrases,
    odd_pot_messages,
    rules_message,
)
from analyzer.words.paid import (
    OWN_COUNT,
    account_message,
    outcome_parts,
    payment_phrases,
    pool_word,
    score_phrases,
)

Pools = Annotated[list[PoolView], Meta(description="The pools after the hand.")] | UnsetType
Radli = Annotated[dict[str, Count], Meta(description="Radli by player after the hand.")] | UnsetType


class BrokenView(View, frozen=True):
    """A breach of the rules in a recorded hand that was nevertheless played to its end."""

    clause: str
    text: str


class ScoredHandView(View, frozen=True, kw_only=True):
    """A hand: its dealer, its payments or score-sheet entries, and the pots and pools after it."""

    number: Annotated[int, Meta(ge=1)]
    dealer: str
    sitting_out: str | UnsetType = UNSET
    transfers: Annotated[
        list[TransferView], Meta(description="The payments, in the order in which they are made.")
    ]
    scores: (
        Annotated[list[ScoreView], Meta(description="The entries of the score sheet, line by line.")]
        | UnsetType
    ) = UNSET
    tokens: Amounts | UnsetType = UNSET
    sheet: Sheet | UnsetType = UNSET
    pots: Annotated[PotsView, Meta(description="Change of the pots in the hand.")] | UnsetType = UNSET
    pots_after: Annotated[PotsView, Meta(description="The pots after the hand.")] | UnsetType = UNSET
    pools: Pools = UNSET
    radli: Radli = UNSET
    outcome: Annotated[OutcomeView | None, Meta(description="Null for a hand that was not played out.")]
    void: Annotated[str, Meta(description="The reason that the deal was void, if it was.")] | UnsetType = (
        UNSET
    )
    violations: list[BrokenView]


class GameView(View, frozen=True, kw_only=True):
    """A game, in which everybody deals once: its running totals and its final payments."""

    number: Annotated[int, Meta(ge=1)]
    hands: Annotated[list[int], Meta(description="The numbers of its first and last hand.")]
    complete: Annotated[bool, Meta(description="True if everybody has dealt.")]
    sheet: Sheet
    transfers: list[TransferView]
    tokens: Amounts


class EndView(View, frozen=True, kw_only=True):
    """The payments if the session ended now."""

    transfers: list[TransferView]
    tokens: Amounts
    uneven: (
        Annotated[
            int, Meta(description="The remainder that cannot be shared evenly; it is paid out coin by coin.")
        ]
        | UnsetType
    ) = UNSET
    hands_more: (
        Annotated[
            int | None,
            Meta(description="Number of hands still to be played if somebody wishes to end the session."),
        ]
        | UnsetType
    ) = UNSET


class ScoreAnswer(Grounded, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/score/1"):
    """A scored session. `totals`, `pots` and `pools` are those before the final payments."""

    players: Annotated[Players, Meta(description="All players at the table.")]
    hands: list[ScoredHandView]
    totals: Annotated[
        dict[str, int], Meta(description="Tokens or score-sheet amounts of all hands, by player.")
    ]
    pots: PotsView | UnsetType = UNSET
    pools: Pools = UNSET
    radli: Radli = UNSET
    games: (
        Annotated[list[GameView], Meta(description="The games, if a game has a fixed number of hands.")]
        | UnsetType
    ) = UNSET
    zero_sum: NotZeroSum = UNSET
    end: EndView


def score_view(score: EveningScore) -> ScoreAnswer:
    """Return the answer of `score`."""
    evening = score.evening
    players, rules = evening.players, evening.rules
    return ScoreAnswer(
        **grounded(rules, score.grounds),
        players=list(players),
        hands=[_hand(rules, each, players) for each in score.hands],
        totals=name_amounts(score.totals, players),
        **_lying(rules, score.lying, players),
        games=[_game(each, players) for each in score.games] or UNSET,
        zero_sum=UNSET if score.sums_to_zero else False,
        end=_end(rules, score.end, players),
    )


def _hand(rules: RuleSet, hand: HandScore, players: Sequence[str]) -> ScoredHandView:
    game, found = rules.game, dict[str, Any]()
    if game.on_a_sheet:
        found |= written(hand.amounts, hand.scores, players)
    else:
        found["tokens"] = name_amounts(hand.amounts, players)
    found |= _lying(rules, hand.lying, players)
    if game.pots is not None:
        found |= {"pots": pots_view(hand.pots_change), "pots_after": found["pots"]}
    return ScoredHandView(
        number=hand.number,
        dealer=players[hand.dealer],
        sitting_out=UNSET if hand.out is None else players[hand.out],
        transfers=transfer_views(hand.transfers, players),
        outcome=outcome_view(game, hand.outcome, players, hand.last_trick),
        void=UNSET if hand.void is None else str(hand.void),
        violations=[BrokenView(each.clause, each.text) for each in hand.violations],
        **found,
    )


def _lying(rules: RuleSet, lying: CarriedOver, players: Sequence[str]) -> dict[str, Any]:
    """Return the contents of the table, under the keys that the game has."""
    game, found = rules.game, dict[str, Any]()
    if lying.pots is not None:
        found["pots"] = pots_view(lying.pots)
    if game.pools is not None:
        found["pools"] = pool_views(lying.pools)
    if game.bonus_sheet is not None:
        found["radli"] = {name: lying.radli.get(seat, 0) for seat, name in enumerate(players)}
    return found


def _game(game: GameScore, players: Sequence[str]) -> GameView:
    return GameView(
        number=game.number,
        hands=[game.first, game.last],
        complete=game.complete,
        sheet=name_amounts(game.sheet, players),
        transfers=transfer_views(game.transfers, players),
        tokens=name_amounts(game.tokens, players),
    )


def _end(rules: RuleSet, end: EveningEnd, players: Sequence[str]) -> EndView:
    wish = rules.game.wish
    return EndView(
        transfers=transfer_views(end.transfers, players),
        tokens=name_amounts(end.tokens, players),
        uneven=or_unset(end.uneven or None),
        hands_more=UNSET if wish is None else end.hands_more,
    )


class Scored(Answer, Record, frozen=True):
    """The answer of `score`."""

    score: EveningScore

    @property
    def settled(self) -> Settled:
        return Settled.NO if any(hand.violations for hand in self.score.hands) else Settled.YES

    def view(self) -> ScoreAnswer:
        return score_view(self.score)

    @property
    def about(self) -> RuleSet:
        return self.score.evening.rules

    @property
    def says(self) -> Said:
        return score_blocks(self.score)


def evening_of(file: str, ruleset: str | None = None) -> Evening:
    """Read the evening of a file, under its own rules or those named: `NAME+OPTION=READING`.

    Raises: InvalidFile with every fault; UsageError for an unknown rule set, option or reading.
    """
    return load(file) if ruleset is None else load(file, rules_asked(ruleset))


def score(evening: Evening) -> Scored:
    """Score an evening under the first reading of everything that no source settles, with the other readings.

    Raises: Invalid, IllegalMove for a hand that the rules make impossible.
    """
    known = CachePerReading[HandScore]()

    def ask(read: Evening) -> Scored:
        return Scored(tally(read, known))

    def applied(answer: Scored) -> tuple[str, ...]:
        return answer.score.applied

    found, grounds = answer_each_reading(evening, ask, Scored.view, applied)
    return Scored(replace(found.score, evening=evening, grounds=grounds))


def score_blocks(score: EveningScore) -> Said:
    """Return the score sheet of an evening."""
    return (
        *part("headline", [totals(score)]),
        *part("paragraph", _head(score)),
        *(
            each
            for hand, told in zip(score.hands, score.evening.hands, strict=True)
            for each in part("paragraph", _hand_phrases(score, hand, told))
        ),
        amounts_grid(score.evening.players, sum_rows(score)),
        *part("paragraph", _end_phrases(score)),
        *part("notes", [] if score.sums_to_zero else [Phrase(OWN_COUNT, hang=False)]),
        *part("notes", ground_phrases(score.evening.rules, score.grounds)),
    )


def _head(score: EveningScore) -> Iterator[Phrase]:
    """Yield the title of the evening, the rules, the players, and the pots at first."""
    evening = score.evening
    title = word_alone(Title(evening.title)) if evening.title else say("Score sheet")
    yield Phrase(title, "bold")
    players = both(map(Name, evening.players))
    yield Phrase(say("{rules}: {players}", rules=rules_message(evening.rules), players=players), hang=False)
    yield from (
        Phrase(each, hang=False) for each in (() if evening.pots is None else odd_pot_messages(evening.pots))
    )


def totals(score: EveningScore) -> Message:
    """Return everybody's amount after the last hand, without that of the end."""
    named = zip(score.evening.players, score.totals, strict=True)
    each = (formed("{p} {n}", p=Name(name), n=Amount(amount)) for name, amount in named)
    return formed("{all}: {amounts}", all=say("In all"), amounts=listed(each))


def _hand_phrases(score: EveningScore, hand: HandScore, told: Hand) -> Iterator[Phrase]:
    """Yield one hand: its dealer, its result, and the payments or score entries."""
    players = score.evening.players
    words = hand_message(hand, players, score.evening.rules, told)
    number, dealer = say("Hand {number}", number=hand.number), Name(players[hand.dealer])
    title = say("{hand}: {player} deals", hand=number, player=dealer)
    if hand.out is not None:
        title = say(
            "{hand}: {player} deals, {other} sits out",
            hand=number,
            player=dealer,
            other=Name(players[hand.out]),
        )
    yield Phrase(title, hang=False)
    yield from [Phrase(words, level=1)] if words else []
    yield from paid_phrases(hand, players)
    for each in hand.violations:
        fault = say("against the rules: {fault}", fault=each.text)
        yield Phrase(formed("{fault} [{by}]", fault=fault, by=BareClause(each.clause)), "warn", level=1)


def hand_message(
    hand: HandScore, players: Sequence[str], rules: RuleSet, told: Hand | None = None
) -> Message:
    """Return the result of a hand in a few words; `told` adds its contract and extra payments."""
    if hand.outcome is not None:
        came_to = outcome_parts(hand.outcome, players, hand.last_trick)
        if not isinstance(told, ContractHand):
            return alone(Several(tuple(came_to), ";"))
        begun = [*contract_messages(told.told, players)]
        begun += announcement_messages(dict(sorted(told.told.announced.items())), players)
        return alone(Several((*begun, *came_to, *_last_pagat(hand, players, rules)), ";"))
    if hand.void is not None:
        return say("the deal was void, and nothing is paid for it: {reason}", reason=hand.void)
    return say("everybody passed") if hand.lying.pots is None else say("not played out")


def _last_pagat(hand: HandScore, players: Sequence[str], rules: RuleSet) -> Iterator[Message]:
    """Yield the player whom the Pagat in the last trick brought something, in a game with coefficients."""
    game = rules.game.coefficients
    paid = [each.payee for each in hand.transfers if game is not None and each.clause == game.pagat]
    if game is not None and paid:
        who = both(account_message(each, players) for each in dict.fromkeys(paid))
        yield say("Pagat Ultimo for {player}", player=who)


def paid_phrases(hand: HandScore, players: Sequence[str]) -> Iterator[Phrase]:
    """Yield the payments or score entries for a hand, each with its clause."""
    yield from payment_phrases(hand.transfers, players)
    yield from score_phrases(hand.scores, players)


def sum_rows(score: EveningScore) -> Iterator[tuple[Message, Sequence[int], Message]]:
    """Yield a row for each hand with the table after it, the totals, and the amounts after the end."""
    players, rules = score.evening.players, score.evening.rules
    for hand in score.hands:
        yield (
            say("Hand {number}", number=hand.number),
            hand.amounts,
            left_over_message(rules, hand.lying, players),
        )
    yield say("In all"), score.totals, NOTHING
    if any(score.end.tokens) and not rules.game.on_a_sheet:
        yield say("At the end"), score.end.tokens, NOTHING
        yield say("With the end"), tuple(map(sum, zip(score.totals, score.end.tokens, strict=True))), NOTHING


def left_over_message(rules: RuleSet, lying: CarriedOver, players: Sequence[str]) -> Message:
    """Return the contents of the table after a hand, in a few words."""
    parts = list[Message]()
    if lying.pots is not None:
        parts += [
            say("king pot {amount}", amount=lying.pots.king),
            say("Pagat pot {amount}", amount=lying.pots.pagat),
        ]
    if rules.game.pools is not None:
        pools = listed(map(pool_word, lying.pools))
        parts.append(say("pools: {pools}", pools=pools) if lying.pools else say("no pool"))
    radli = [(Name(players[seat]), lying.radli[seat]) for seat in sorted(lying.radli) if lying.radli[seat]]
    parts += [say("radli: {radli}", radli=listed(alone(in_a_row(each)) for each in radli))] if radli else []
    return alone(Several(tuple(parts), "·"))


def _end_phrases(score: EveningScore) -> Iterator[Phrase]:
    """Yield the payments if the evening were over."""
    end = score.end
    if end.transfers:
        yield Phrase(say("If the evening ended now"), "bold")
        yield from payment_phrases(end.transfers, score.evening.players)
    if end.uneven:
        told = say(
            "The {amount} left over cannot be shared equally; it is paid out one coin at a time.",
            amount=end.uneven,
        )
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
