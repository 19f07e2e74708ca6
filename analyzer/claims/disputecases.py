"""Disputes that `check` is asked about: a discard, a card played, what was said; the plainest first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, islice
from typing import Any, Final

import z3

from analyzer.cards.card import FOOL, MONDO, PAGAT, Card
from analyzer.claims.asked import CaseFile
from analyzer.claims.endingcases import SEATS, contracts_told
from analyzer.proofs.clauses.discard import Skat
from analyzer.proofs.smt import RLIMIT, SmtQuestion, Truth, canonical, every, exactly, not_, same, variables
from analyzer.rules.deal.combinations import combination_cards, declarations_of
from analyzer.rules.deal.declarations import dealer_declarations
from analyzer.rules.deal.discard import TOUT, laid_away, legal_discards
from analyzer.rules.spec.ruleset import RuleSet

Family = Callable[[RuleSet, RuleSet, str], Iterator[CaseFile]]


def dispute(rules: RuleSet, kind: str, **told: Any) -> CaseFile:
    """The file of a dispute among the players of a rule set."""
    return CaseFile("check", {"kind": kind, "players": [*SEATS[: rules.table.players]], **told})


def _row(cards: object) -> str:
    return " ".join(map(str, sorted(cards)))  # type: ignore[call-overload]


def discards(one: RuleSet, other: RuleSet, about: str) -> Iterator[CaseFile]:
    """The smallest discard without combination cards that breaks a clause of the one alone, by Z3."""
    del about
    question = SmtQuestion(RLIMIT)
    dealt, laid = variables("dealt", one.table.deck), variables("laid", one.table.deck)
    tout, size = z3.Bool("tout"), laid_away(one)[-1]
    question.given(exactly(dealt.values(), one.table.hand_size + size))
    question.given(exactly(laid.values(), size))
    skats = [Skat(rules, dealt, laid, tout, taken=size) for rules in (one, other)]
    question.given(*(not_(every((laid[card], there))) for card, there in skats[0].belongs.items()))
    question.given(*(z3.Implies(laid[card], dealt[card]) for card in laid))
    differ = not_(same(*(every(skat.duties().values()) for skat in skats)))
    if not question.possible((), differ):
        return
    (plain,) = question.smallest([not_(tout)], (), differ)
    fixed: list[Truth] = [differ, not_(tout) if plain else tout]
    away = canonical(question, laid, (), *fixed)
    fixed += [var if card in away else not_(var) for card, var in laid.items()]
    hand = canonical(question, dealt, (), *fixed)
    said = {} if plain else {"announce": TOUT}
    yield dispute(one, "discard", **_taking(one, size), hand=_row(hand), discard=_row(away), **said)


def _taking(rules: RuleSet, size: int) -> dict[str, Any]:
    """The contract under which so many cards are laid away, where it hangs on that."""
    game = rules.game
    taking = [each for each in game.contracts.values() if each.takes == size]
    return {"contract": taking[0].name, "declarer": "A"} if taking else {}


_DUTIES: Final = (
    ("h4", "h2 c7", "c7"),
    ("h4", "T5 c7", "c7"),
    ("s9", "s7 sR", "s7"),
    ("h4", "h1 h3", "h3"),
    ("h4 T9", "T5 T12", "T5"),
    ("T9", "T5 T12", "T5"),
    ("T9", "fool c7", "c7"),
    ("h4", "h2 fool", "fool"),
    ("h4", "c7 fool", "c7"),
    ("T9", "T5 fool", "T5"),
)
"""The cards on the table, the hand of who is to play, and what he plays."""
_NAMED: Final = ({"leads": "fool", "names": "T"}, {"leads": "fool", "names": "h"}, {"leads": "fool"})


def plays(one: RuleSet, other: RuleSet, about: str) -> Iterator[CaseFile]:
    """A card that a duty of the one forbids, and a led Fool with what it names."""
    if one.game.pots is not None:
        yield from _events(one)
        return
    for told in contracts_told(one, other, about):
        for trick, hand, play in _DUTIES:
            holder = SEATS[len(trick.split())]
            yield dispute(one, "play", **told, lead="A", trick=trick, hands={holder: hand}, play=play)
    if one.game.called_lead or other.game.called_lead:
        yield from _first_leads(one)


def _first_leads(rules: RuleSet) -> Iterator[CaseFile]:
    """A first card of the suit that was called."""
    plain = [card for card in rules.table.deck if not (card.is_trump or card.is_fool or card.is_king)]
    hand = " ".join(map(str, plain[-rules.table.hand_size + 1 :]))
    for contract in [each.name for each in rules.game.contracts.values() if not each.alone][:1]:
        told = {"contract": contract, "declarer": "A", "called": "hR"}
        yield dispute(rules, "play", **told, lead="C", hands={"C": f"h3 {hand}"}, play="h3")


def _events(rules: RuleSet) -> Iterator[CaseFile]:
    for trick, hand, play in _DUTIES:
        lead, *then = trick.split()
        laid = [("A", {"leads": lead}), *zip(SEATS[1:], ({"plays": card} for card in then), strict=False)]
        holder = SEATS[len(laid)]
        others = iter(("d1 d2", "s1 s2"))
        hands = {seat: f"{card} {next(others)[:2]}" for seat, card in zip("ABC", trick.split(), strict=False)}
        hands[holder] = hand
        hands |= {seat: next(others) for seat in "ABC" if seat not in hands}
        events = [{seat: done} for seat, done in (*laid, (holder, {"plays": play}))]
        yield dispute(rules, "play", hands=hands, lead="A", events=events)


def namings(one: RuleSet, other: RuleSet, about: str) -> Iterator[CaseFile]:
    """A led Fool, and what its leader names."""
    del other, about
    if one.game.pots is not None:
        hands = {"A": "fool s3", "B": "c5 T4", "C": "d3 T9"}
        for named in _NAMED[:2]:
            yield dispute(one, "fool-naming", hands=hands, lead="A", events=[{"A": named}])


def demands(one: RuleSet, other: RuleSet, about: str) -> Iterator[CaseFile]:
    """The Fool demanded: in time, after others have played behind it, and too early."""
    del other, about
    if one.game.pots is None:
        return
    hands = {"A": "h5 h6 c2", "B": "fool T4 c5", "C": "T9 d3 d4"}
    in_time = [{"A": {"leads": "h5"}}, {"B": {"plays": "T4"}}, {"C": {"demands": "fool"}}]
    yield dispute(one, "fool-demand", hands=hands, lead="A", events=in_time)
    hands = {"A": "h5 h6 c2", "B": "h7 fool c5", "C": "T9 T3 d4"}
    late = [
        {"A": {"leads": "h5"}},
        {"B": {"plays": "h7"}},
        {"C": {"plays": "T9"}},
        {"A": {"demands": "fool"}},
    ]
    yield dispute(one, "fool-demand", hands=hands, lead="A", events=late)
    hands = {"A": "h5 h6 c2 c3", "B": "fool h7 T4 c5", "C": "T9 d3 d4 h9"}
    yield dispute(one, "fool-demand", hands=hands, lead="A", events=[{"A": {"leads": "h5"}}, in_time[-1]])


def tellings(one: RuleSet, other: RuleSet, about: str) -> Iterator[CaseFile]:
    """A dealer who is asked for trumps in the skat, at his first chance and later, and what he says."""
    del other, about
    if one.game.pots is None:
        return
    for skat, chances, said in (("T4 h6 c2", "d7", {"answered": "yes"}), ("T4 h6 c2", "T9 d7", {})):
        asked = {"by": "B", "at": len(chances.split())}
        yield dispute(one, "asking", dealer="C", skat=skat, chances=chances, asked=asked, **said)


def declared(one: RuleSet, other: RuleSet, about: str) -> Iterator[CaseFile]:
    """A hand, and what the one or the other has it declare; a dealer who had to lay a combination away."""
    del about
    for hand in _declaring(one):
        said = {words: None for rules in (one, other) if _declares(rules) for words in [_words(rules, hand)]}
        for words in said:
            yield dispute(one, "declarations", dealer="A", hands={"A": _row(hand)}, said={"A": list(words)})
    if one.game.pots is not None and one.discard.unavoidable is not other.discard.unavoidable:
        yield from islice(_unavoidable(one, other), 1)


def _unavoidable(one: RuleSet, other: RuleSet) -> Iterator[CaseFile]:
    """A dealer who cannot but lay away a card of a combination, and declares by the other rule set."""
    for hand in _full_hands(one):
        laid = next(legal_discards(one, hand), None)
        if laid is None:
            continue
        said, theirs = (dealer_declarations(rules, hand - laid, laid) for rules in (one, other))
        if said != theirs:
            words = [each.text() for each in said]
            yield dispute(
                one, "declarations", dealer="A", hands={"A": _row(hand - laid)}, skat=_row(laid),
                said={"A": words},
            )  # fmt: skip


def _declares(rules: RuleSet) -> bool:
    return rules.game.pots is not None or rules.game.declaring is not None


def _words(rules: RuleSet, hand: frozenset[Card]) -> tuple[str, ...]:
    return tuple(each.text() for each in declarations_of(rules, hand))


def _declaring(rules: RuleSet) -> Iterator[frozenset[Card]]:
    """Whole hands with a combination each: trumps with the Fool and without, matadors, courts, kings."""
    deck = rules.table.deck
    trumps = [card for card in deck if card.is_trump and card not in (PAGAT, MONDO)]
    kings = [card for card in deck if card.is_king]
    hearts = [card for card in deck if card.is_court and card.suit is kings[0].suit]
    rich = [[*trumps[:10]], [*trumps[:9], FOOL], [*trumps[:10], FOOL], [*trumps[:9]], [*trumps[:11]]]
    rich += [[*trumps[:10], PAGAT], [MONDO, PAGAT, FOOL], [MONDO, *trumps[:1], PAGAT, FOOL]]
    rich += [[*some, *fool] for some in (hearts, hearts[:3], kings, kings[:3]) for fool in ((), (FOOL,))]
    plain = [card for card in deck if not (card.is_trump or card.is_fool or card.is_court)]
    for each in rich:
        yield frozenset((*each, *plain[: rules.table.hand_size - len(each)]))


def _full_hands(rules: RuleSet) -> Iterator[frozenset[Card]]:
    """Dealer's cards with all trumps and the Fool: first those with the fewest cards of combinations."""
    rich = frozenset(card for card in rules.table.deck if card.is_trump or card.is_fool)
    size = rules.table.hand_size + rules.table.skat_size - len(rich)
    courts = [card for card in rules.table.deck if card.is_court]
    plain = [card for card in rules.table.deck if card not in rich and not card.is_court]
    for number in range(size + 1):
        for some in combinations(courts, number):
            hand = rich.union(some, plain[: size - number])
            if len(combination_cards(rules, hand)) >= rules.table.hand_size:
                yield hand


def properties(one: RuleSet, other: RuleSet, about: str) -> Iterator[CaseFile]:
    """A king led where the one pot is so much the richer, and cards that leave the pots unprotected."""
    del other, about
    if one.game.pots is None:
        return
    hands = {"A": "hR T1", "B": "h5 h6", "C": "h7 h2"}
    for more in range(5, 125, 5):
        pots = {"king": 60 + more, "pagat": 60}
        yield dispute(one, "propriety", hands=hands, lead="A", pots=pots, play="hR")
    yield dispute(one, "propriety", hands={"A": "dR T7", "B": "hR d9", "C": "c7 c2"}, lead="A", play="T7 hR")


def irregularities(one: RuleSet, other: RuleSet, about: str) -> Iterator[CaseFile]:
    """Every irregularity that has a name, and what goes on around the hands."""
    del about
    if one.game.pots is None:
        return
    for name in dict.fromkeys((*one.fines.irregularities, *other.fines.irregularities)):
        yield dispute(one, "irregularity", irregularity=name, by="B")
    pots = {"king": 60, "pagat": 65}
    yield dispute(one, "session", event="session-ends", pots=pots, paid=[])
    hand = "hR hD hC hV h1 h2 h3 h4 h5 h6 dR dD dC dV d1 d2 d3 sR sD sC sV s1 s2 s3 fool"
    yield dispute(
        one, "misdeal", dealer="C", player="A", hand=hand, called={"by": "A", "when": "before-declarations"}
    )


def tricks(one: RuleSet, other: RuleSet, about: str) -> Iterator[CaseFile]:
    """A trick in which a suit may beat trumps, after a trump was led and led by an opponent."""
    for told in contracts_told(one, other, about):
        if len(told) == 2:
            for more in ({}, {"trump_led": True}):
                for lead in "AB":
                    yield dispute(one, "trick", **told, lead=lead, trick="s8 T21 sV d1", **more)
