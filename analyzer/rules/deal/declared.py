"""What is declared in a game of card points, as it is paid: from the hands, or as it was said.

Source: clauses of the kinds trumps-declared, courts-declared, matador-declaration and may-declare.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from analyzer.cards.card import FOOL, Card, Suit
from analyzer.messages import Name, say
from analyzer.rules.deal.combinations import Declaration, declarations_of
from analyzer.rules.deal.declarations import parse_declaration
from analyzer.rules.score.told import Declared
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.verdicts import Violation


def declared_by_hands(
    rules: RuleSet, hands: Sequence[Collection[Card]]
) -> Mapping[int, tuple[Declared, ...]]:
    """Everything that the hands can declare, by seat."""
    held = {seat: declarations_of(rules, hand) for seat, hand in enumerate(hands)}
    return {seat: tuple(as_declared(each) for each in found) for seat, found in held.items() if found}


def declared_in_words(
    rules: RuleSet, said: Mapping[int, Sequence[str]]
) -> Mapping[int, tuple[Declared, ...]]:
    """What was declared in these words, by seat; a pass declares nothing.

    Raises: DeclarationError for words that are no declaration.
    """
    parsed = {seat: [parse_declaration(text, rules) for text in texts] for seat, texts in said.items()}
    found = {
        seat: tuple(as_declared(each) for each in each_said if each is not None)
        for seat, each_said in parsed.items()
    }
    return {seat: each for seat, each in found.items() if each}


def as_declared(declaration: Declaration) -> Declared:
    """A declaration as it is paid."""
    returnable = declaration.kind == "trumps"
    return Declared(declaration.clause, declaration.amount, returnable, declaration.cards)


def judge_declared(
    rules: RuleSet, player: str, hand: Collection[Card], said: Sequence[Declaration]
) -> tuple[Violation, ...]:
    """What was declared although the hand does not hold it, and what it holds and had to be declared."""
    wrong = []
    for each, right in zip(said, rightly_declared(rules, hand, said), strict=True):
        if not right:
            text = say(
                "{player} declared “{said}”, which the cards do not hold", player=Name(player), said=each.said
            )
            wrong.append(Violation(each.clause, tuple(sorted(each.cards & frozenset(hand))), text))
    game = rules.game
    if game.declaring is None or game.declaring.voluntary:
        return tuple(wrong)
    declared = {(each.kind, each.suit) for each in said}
    for each in declarations_of(rules, hand):
        if (each.kind, each.suit) not in declared:
            text = say("{player} did not declare “{said}”", player=Name(player), said=each.said)
            wrong.append(Violation(each.clause, tuple(sorted(each.cards)), text))
    return tuple(wrong)


def superfluous(player: str, said: Sequence[Declaration]) -> Iterator[Violation]:
    """What was declared and is worth nothing, whatever the cards are: too few, or a second time."""
    told = set[tuple[str, Suit | None]]()
    for each in said:
        twice = (each.kind, each.suit) in told
        told.add((each.kind, each.suit))
        if twice or not each.amount:
            text = say(
                "{player} declared “{said}”, which is worth nothing", player=Name(player), said=each.said
            )
            yield Violation(each.clause, (), text)


def rightly_declared(rules: RuleSet, hand: Collection[Card], said: Sequence[Declaration]) -> tuple[bool, ...]:
    """Of each declaration whether the cards hold it; of two of the same kind only the first is one."""
    held = {(each.kind, each.suit): each for each in declarations_of(rules, hand)}
    found = (held.pop((each.kind, each.suit), None) for each in said)
    return tuple(
        right is not None and _is_held(each, right, hand) for each, right in zip(said, found, strict=True)
    )


def _is_held(said: Declaration, held: Declaration, hand: Collection[Card]) -> bool:
    """Whether the cards hold what was said, or more of the same kind."""
    if held.number is not None:
        return said.number is not None and said.number <= held.number
    if said.grade != "half":
        return held.grade == said.grade
    return FOOL in hand and (said.missing is None or held.missing in (None, said.missing))
