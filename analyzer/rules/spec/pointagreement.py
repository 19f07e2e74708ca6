"""Contradictions between the clauses of a game that counts card points."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from analyzer.cards.card import COURTS, FOOL, KINGS
from analyzer.messages import Verbatim, listed, say
from analyzer.rules.spec.game import SidesRule
from analyzer.rules.spec.kinds.contracts import ContractAim, contracts_named, contracts_of
from analyzer.rules.spec.kinds.piling import DiscardOwner
from analyzer.rules.spec.reading import RulesReading
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.settled import Disagreement


def paying_contradictions(rules: RuleSet, given: RulesReading) -> Iterator[Disagreement]:
    """Every clause about declarations, contracts or bids that contradicts another."""
    yield from _matadors_agree(rules, given)
    yield from _declared_courts_agree(given)
    yield from _contracts_agree(given)
    yield from _passes_agree(rules, given)
    yield from _half_agrees(rules)
    yield from _nil_agrees(given)
    yield from _prices_agree(given)


def _matadors_agree(rules: RuleSet, given: RulesReading) -> Iterator[Disagreement]:
    clause, game = given.maybe("matador-declaration"), rules.game
    if clause is not None and given.cards(clause, "core") != game.trull:
        expected = say("expected [{cards}]", cards=listed(map(Verbatim, map(str, sorted(game.trull)))))
        yield Disagreement(clause, "core", say("these are other cards"), expected)


def _declared_courts_agree(given: RulesReading) -> Iterator[Disagreement]:
    first, *others = given.each("courts-declared") or ("",)
    for other in others:
        for name in ("half", "full"):
            here, there = given.number(other, name), given.number(first, name)
            if here != there:
                message = say(
                    "{here} here and {there} in {like}", here=here, there=there, like=Verbatim(first)
                )
                yield Disagreement(other, name, message, say("expected one amount"))
    if others and len({given.word(each, "of") for each in (first, *others)}) < len(others) + 1:
        message = say("`{word}` stands in two clauses", word=Verbatim(given.word(first, "of")))
        yield Disagreement(first, "of", message, say("expected one clause for each"))


def _contracts_agree(given: RulesReading) -> Iterator[Disagreement]:
    contracts = contracts_of(given)
    for clause, parameter, name in contracts_named(given):
        if name not in contracts:
            message = say("there is no contract `{name}`", name=Verbatim(name))
            known = say("the contracts are {known}", known=listed(map(Verbatim, contracts)))
            yield Disagreement(clause, parameter, message, known)
    for clause in given.each("contracts"):
        value = given.table(clause, "value")
        for name in contracts:
            if name not in value:
                message = say("the contract `{name}` has no value", name=Verbatim(name))
                yield Disagreement(clause, "value", message, say("expected a value for each contract"))


def _passes_agree(rules: RuleSet, given: RulesReading) -> Iterator[Disagreement]:
    game = rules.game
    if game.all_pass is None:
        return
    clause = game.all_pass.clause
    if given.word(clause, "then") == "unbid-contract" and not given.has(clause, "plays"):
        unbid = [each.name for each in game.contracts.values() if not each.bid]
        if len(unbid) != 1:
            message = say("{number} contracts are never bid", number=len(unbid))
            yield Disagreement(clause, "then", message, say("expected one, or `plays`"))


def _half_agrees(rules: RuleSet) -> Iterator[Disagreement]:
    game = rules.game
    if game.stake is None:
        return
    half, total = game.stake.half, game.piles.total // game.piles.unit
    if 2 * half != total:
        message = say("{half} is not half of {total} points", half=half, total=total)
        yield Disagreement(game.stake.value, "half", message, say("expected half of all points"))


def _nil_agrees(given: RulesReading) -> Iterator[Disagreement]:
    for clause in given.each("nil"):
        if given.flag(clause, "ultimo_won") and not given.number(clause):
            yield Disagreement(clause, "ultimo_won", say("there is no Nil here"), say("expected no"))


def _prices_agree(given: RulesReading) -> Iterator[Disagreement]:
    for clause in given.each("purchase-price"):
        paid = given.number(clause, "each") or given.number(clause, "mond")
        if not paid and given.word(clause, "to") != "holder":
            yield Disagreement(clause, "to", say("nothing is paid"), say("expected holder"))


def count_contradictions(rules: RuleSet, given: RulesReading) -> Iterator[Disagreement]:
    """Every clause that contradicts another, or the cards."""
    yield from _deal_agrees(rules, given)
    yield from _courts_agree(given)
    yield from _total_agrees(rules, given)
    yield from table_contradictions(rules, given)
    yield from paying_contradictions(rules, given)
    yield from target_contradictions(rules, given)
    yield from sheet_contradictions(rules, given)


def _deal_agrees(rules: RuleSet, given: RulesReading) -> Iterator[Disagreement]:
    table, deck = rules.table, given.the("deck")
    size, cards = given.number(deck, "size"), len(table.deck)
    if size != cards:
        yield Disagreement(
            deck,
            "size",
            say("the deck is said to have {size} cards", size=size),
            say("78 less those left out are {cards}", cards=cards),
        )
    hands = table.players + given.dead_hands()
    dealt = hands * table.hand_size + table.skat_size
    if dealt != cards:
        message = say(
            "{players} hands of {size} and a talon of {skat} are {number} cards",
            players=hands,
            size=table.hand_size,
            skat=table.skat_size,
            number=dealt,
        )
        yield Disagreement(given.the("deal"), "hand", message, say("the deck has {cards}", cards=cards))


def _courts_agree(given: RulesReading) -> Iterator[Disagreement]:
    ranks = given.the("ranks")
    if given.words(ranks, "courts") != COURTS:
        yield Disagreement(ranks, "courts", say("courts rank in another order"), say("expected [R, D, C, V]"))


def _total_agrees(rules: RuleSet, given: RulesReading) -> Iterator[Disagreement]:
    """The points of all cards, tricks and the discard are the total that the clause states."""
    game = rules.game
    piles, table = game.piles, rules.table
    counted = sum(map(piles.of, table.deck)) + piles.trick * table.hand_size + piles.discard
    if given.dead_hands():
        return
    if counted != piles.total:
        message = say(
            "all cards, tricks and the discard count {counted} units, not {total}",
            counted=counted,
            total=piles.total,
        )
        yield Disagreement(piles.clause, "total", message, say("expected what they count"))


_OF_THE_FOOL: Final = ("excuse", "never-wins", "exchange", "pile-at-trick")
"""The kinds of clauses that are about the Fool and name it."""
_TWO, _FOUR = 2, 4


def table_contradictions(rules: RuleSet, given: RulesReading) -> Iterator[Disagreement]:
    """Every clause of the table, the Fool or the discard that contradicts another, or says nothing."""
    yield from _fool_agrees(rules, given)
    yield from _honours_agree(rules, given)
    yield from _sides_agree(rules, given)
    yield from _discard_agrees(rules, given)
    yield from _deviation_agrees(rules)


def _fool_agrees(rules: RuleSet, given: RulesReading) -> Iterator[Disagreement]:
    for clause in (each for kind in _OF_THE_FOOL for each in given.each(kind)):
        if given.word(clause, "card") != str(FOOL):
            yield Disagreement(clause, "card", say("this is about the Fool"), say("expected fool"))
    for clause in given.each("exchange-later"):
        if not given.flag(clause, "owed"):
            message = say("a Fool goes home against a card, and nothing else is known where there is none")
            yield Disagreement(clause, "owed", message, say("expected yes"))
    for clause in given.each("pile-at-trick"):
        if given.word(clause, "goes_to") == "other-side" and not rules.game.contracts:
            message = say("there is one other side only where there is a declarer")
            yield Disagreement(clause, "goes_to", message, say("expected its-player or trick-winner"))


def _honours_agree(rules: RuleSet, given: RulesReading) -> Iterator[Disagreement]:
    game, clause = rules.game, given.the("honours")
    wanted = game.trull | {*KINGS}
    if game.honours != wanted:
        expected = say("expected [{cards}]", cards=listed(map(Verbatim, map(str, sorted(wanted)))))
        yield Disagreement(clause, "cards", say("the honours are the kings and the Trull"), expected)


def _sides_agree(rules: RuleSet, given: RulesReading) -> Iterator[Disagreement]:
    game, clause = rules.game, given.the("sides")
    if (rules.game.sides is SidesRule.DECLARER) is not bool(game.contracts):
        message = say("there is a declarer where there are contracts")
        yield Disagreement(clause, "who", message, say("expected both or neither"))
    if rules.game.sides is SidesRule.PARTNERS and rules.table.players != _FOUR:
        yield Disagreement(
            clause, "who", say("partners sit opposite each other"), say("expected four players")
        )


def _discard_agrees(rules: RuleSet, given: RulesReading) -> Iterator[Disagreement]:
    game, table = rules.game, rules.table
    for clause in given.each("skat-size"):
        if given.number(clause, "cards") != table.skat_size:
            message = say("a talon of {size} cards is taken", size=table.skat_size)
            yield Disagreement(clause, "cards", message, say("expected as many"))
    declarer, dealers = rules.game.sides is SidesRule.DECLARER, not game.declarer_takes
    wanted = DiscardOwner.DEALERS_SIDE if declarer and dealers else DiscardOwner.ITS_MAKER
    if game.discard_clause and game.discard_for is not wanted:
        message = say("the cards laid away are the dealer's, and his side's where there is a declarer")
        expected = say("expected {word}", word=Verbatim(wanted.value))
        yield Disagreement(game.discard_clause, "for", message, expected)


def _deviation_agrees(rules: RuleSet) -> Iterator[Disagreement]:
    """Who settles with whom what is above or below the average goes by how many sides there are."""
    game, players = rules.game, rules.table.players
    if game.deviation is None:
        return
    alone = {_TWO: "other"}.get(players, "in-common")
    wanted = "one-opponent" if rules.game.sides is SidesRule.PARTNERS else alone
    if game.deviation.to not in ("sheet", wanted):
        message = say("{players} players do not settle so", players=players)
        expected = say("expected sheet or {word}", word=Verbatim(wanted))
        yield Disagreement(game.deviation.clause, "to", message, expected)
    average = Fraction(game.piles.total, game.piles.unit * (_TWO if wanted == "one-opponent" else players))
    if game.deviation.to != "other" and game.deviation.par != average:
        message = say(
            "{par} is not the average, so one side would win what none loses", par=game.deviation.par
        )
        expected = say("expected {number}", number=Verbatim(str(average)))
        yield Disagreement(game.deviation.clause, "par", message, expected)


def target_contradictions(rules: RuleSet, given: RulesReading) -> Iterator[Disagreement]:
    """Every clause of a talon that nobody takes, and of more trumps than a hand has."""
    game = rules.game
    for clause in given.each("talon-shown"):
        taken = {name for name, each in game.contracts.items() if each.takes}
        if set(given.words(clause, "contracts")) & {*game.contracts} != taken:
            message = say("the talon is shown by who takes it")
            expected = say("expected [{names}]", names=listed(map(Verbatim, sorted(taken))))
            yield Disagreement(clause, "contracts", message, expected)
    if game.shown is not None and game.shown.number > rules.table.hand_size:
        message = say("a hand has {size} cards", size=rules.table.hand_size)
        yield Disagreement(game.shown.clause, "from", message, say("expected no more"))
    if game.auction is not None and game.auction.once and game.auction.holds:
        message = say("nobody answers a later bid where everybody speaks once")
        yield Disagreement(game.auction.clause, "holds", message, say("expected no"))
    for clause in given.each("never-or-alone"):
        both = given.cards(clause, "never") & given.cards(clause, "alone")
        if both:
            cards = listed(Verbatim(str(card)) for card in sorted(both))
            yield Disagreement(
                clause, "alone", say("{cards} never goes", cards=cards), say("expected other cards")
            )


_TRICK_AIMS: Final = (ContractAim.NO_TRICK, ContractAim.EVERY_TRICK)


def sheet_contradictions(rules: RuleSet, given: RulesReading) -> Iterator[Disagreement]:
    """Every clause about single contracts or the sheet that contradicts another."""
    yield from _halves_agree(rules, given)
    yield from _flat_agree(rules, given)
    yield from _hands_agree(rules, given)
    yield from _talon_agrees(rules, given)


def _halves_agree(rules: RuleSet, given: RulesReading) -> Iterator[Disagreement]:
    """Half of all points is half of what all cards count."""
    game = rules.game
    total = game.piles.total // game.piles.unit
    for clause in (*given.each("sheet-value"), *given.each("game-value")):
        half = given.number(clause, "half")
        if 2 * half != total:
            message = say("{half} is not half of {total} points", half=half, total=total)
            yield Disagreement(clause, "half", message, say("expected half of all points"))


def _flat_agree(rules: RuleSet, given: RulesReading) -> Iterator[Disagreement]:
    """The contracts that count their value alone are those that are about tricks."""
    game = rules.game
    about_tricks = {name for name, each in game.contracts.items() if each.aim in _TRICK_AIMS}
    for clause in given.each("flat-value"):
        if set(given.words(clause, "contracts")) != about_tricks:
            expected = say("expected [{known}]", known=listed(map(Verbatim, sorted(about_tricks))))
            yield Disagreement(clause, "contracts", say("these are other contracts"), expected)


def _hands_agree(rules: RuleSet, given: RulesReading) -> Iterator[Disagreement]:
    """Numbers of hands of which none is the one after which all have dealt equally often, or two may be."""
    last = rules.table.players - 1
    for clause in given.each("ends-on-wish"):
        least, most = given.number(clause, "least"), given.number(clause, "most")
        if least > most:
            message = say("{least} is more than {most}", least=least, most=most)
            yield Disagreement(clause, "least", message, say("expected the fewest hands first"))
        elif most > least + last:
            message = say("with {most} two numbers of hands would do", most=most)
            yield Disagreement(clause, "most", message, say("expected at most {number}", number=least + last))


def _talon_agrees(rules: RuleSet, given: RulesReading) -> Iterator[Disagreement]:
    """Clauses on the talon that would say nothing, and a value of a contract that nobody declares."""
    game = rules.game
    named = [(each, "contracts", given.words(each, "contracts")) for each in given.each("talon-left")]
    taken = [(each, "takes", (*given.table(each, "takes"),)) for each in given.each("talon-taken-in")]
    for clause, parameter, names in (*named, *taken):
        if not names:
            yield Disagreement(clause, parameter, say("no contract is named"), say("expected one at least"))
    for contract in game.contracts.values():
        if contract.aim is ContractAim.FEWEST and contract.value:
            message = say("nobody declares `{name}`, and it has no value", name=Verbatim(contract.name))
            yield Disagreement(contract.clause, "value", message, say("expected 0"))
    for clause in given.each("called-away"):
        if game.declarer_takes and given.word(clause, "makes") == "dealer":
            yield Disagreement(clause, "makes", say("the dealer lays nothing away"), say("expected alone"))
