"""Checks that the clauses of a rule set agree with each other and with the cards."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from analyzer.cards.card import COURTS, FOOL, KINGS, Suit
from analyzer.messages import Verbatim, listed, say
from analyzer.rules.spec.chapters import make_ruleset
from analyzer.rules.spec.compiling import FROM_EACH
from analyzer.rules.spec.game import SidesRule, WinsBy
from analyzer.rules.spec.kinds.bidding import DiscardOwner
from analyzer.rules.spec.kinds.catalogue import CLAUSE_KINDS
from analyzer.rules.spec.kinds.contracts import ContractAim, contracts_named, contracts_of
from analyzer.rules.spec.kinds.paying import When
from analyzer.rules.spec.reading import ClauseReader
from analyzer.rules.spec.ruleset import FoolDiscard, RuleSet
from analyzer.rules.spec.variants import SUBJECTS, Disagreement, settled_by_id


def paying_contradictions(rules: RuleSet, given: ClauseReader) -> Iterator[Disagreement]:
    """Yield every clause about declarations, contracts or bids that contradicts another."""
    yield from _matadors_agree(rules, given)
    yield from _declared_courts_agree(given)
    yield from _contracts_agree(given)
    yield from _passes_agree(rules, given)
    yield from _half_agrees(rules)
    yield from _nil_agrees(given)
    yield from _prices_agree(given)


def _matadors_agree(rules: RuleSet, given: ClauseReader) -> Iterator[Disagreement]:
    clause, game = given.maybe("matador-declaration"), rules.game
    if clause is not None and given.cards(clause, "core") != game.trull:
        expected = say("expected [{cards}]", cards=listed(map(Verbatim, map(str, sorted(game.trull)))))
        yield Disagreement(clause, "core", say("these are other cards"), expected)


def _declared_courts_agree(given: ClauseReader) -> Iterator[Disagreement]:
    first, *others = given.clause_ids("courts-declared") or ("",)
    for other in others:
        for name in ("half", "full"):
            here, there = given.number(other, name), given.number(first, name)
            if here != there:
                message = say(
                    "{here} here and {there} in {like}", here=here, there=there, like=Verbatim(first)
                )
                yield Disagreement(other, name, message, say("expected one amount"))
    if others and len({given.word(each, "of") for each in (first, *others)}) < len(others) + 1:
        message = say("`{word}` appears in two clauses", word=Verbatim(given.word(first, "of")))
        yield Disagreement(first, "of", message, say("expected one clause for each"))


def _contracts_agree(given: ClauseReader) -> Iterator[Disagreement]:
    contracts = contracts_of(given)
    for clause, parameter, name in contracts_named(given):
        if name not in contracts:
            message = say("unknown contract `{name}`", name=Verbatim(name))
            known = say("the contracts are {known}", known=listed(map(Verbatim, contracts)))
            yield Disagreement(clause, parameter, message, known)
    for clause in given.clause_ids("contracts"):
        value = given.table(clause, "value")
        for name in contracts:
            if name not in value:
                message = say("the contract `{name}` has no value", name=Verbatim(name))
                yield Disagreement(clause, "value", message, say("expected a value for each contract"))


def _passes_agree(rules: RuleSet, given: ClauseReader) -> Iterator[Disagreement]:
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
        message = say("{half} is not half of {total} {total:point/points}", half=half, total=total)
        yield Disagreement(game.stake.value, "half", message, say("expected half of all points"))


def _nil_agrees(given: ClauseReader) -> Iterator[Disagreement]:
    for clause in given.clause_ids("nil"):
        if given.flag(clause, "ultimo_won") and not given.number(clause):
            yield Disagreement(clause, "ultimo_won", say("no Nil exists here"), say("expected no"))


def _prices_agree(given: ClauseReader) -> Iterator[Disagreement]:
    for clause in given.clause_ids("purchase-price"):
        paid = given.number(clause, "each") or given.number(clause, "mond")
        if not paid and given.word(clause, "to") != "holder":
            yield Disagreement(clause, "to", say("nothing is paid"), say("expected holder"))


def count_contradictions(rules: RuleSet, given: ClauseReader) -> Iterator[Disagreement]:
    """Yield every clause that contradicts another, or the cards."""
    yield from _point_deal_agrees(rules, given)
    yield from _courts_agree(given)
    yield from _total_agrees(rules, given)
    yield from table_contradictions(rules, given)
    yield from paying_contradictions(rules, given)
    yield from target_contradictions(rules, given)
    yield from sheet_contradictions(rules, given)


def _point_deal_agrees(rules: RuleSet, given: ClauseReader) -> Iterator[Disagreement]:
    table, deck = rules.table, given.the("deck")
    size, cards = given.number(deck, "size"), len(table.deck)
    if size != cards:
        yield Disagreement(
            deck,
            "size",
            say("the deck is said to have {size} {size:card/cards}", size=size),
            say("78 less those left out are {cards}", cards=cards),
        )
    hands = table.players + given.dead_hands()
    dealt = hands * table.hand_size + table.skat_size
    if dealt != cards:
        message = say(
            "{players} {players:hand/hands} of {size} and a talon of {skat} are {number} {number:card/cards}",
            players=hands,
            size=table.hand_size,
            skat=table.skat_size,
            number=dealt,
        )
        yield Disagreement(given.the("deal"), "hand", message, say("the deck has {cards}", cards=cards))


def _courts_agree(given: ClauseReader) -> Iterator[Disagreement]:
    ranks = given.the("ranks")
    if given.words(ranks, "courts") != COURTS:
        yield Disagreement(ranks, "courts", say("courts rank in another order"), say("expected [R, D, C, V]"))


def _total_agrees(rules: RuleSet, given: ClauseReader) -> Iterator[Disagreement]:
    """Check that the points of all cards, tricks and the discard are the total that the clause states."""
    game = rules.game
    piles, table = game.piles, rules.table
    counted = sum(map(piles.card_units, table.deck)) + piles.trick * table.hand_size + piles.discard
    if given.dead_hands():
        return
    if counted != piles.total:
        message = say(
            "all cards, tricks and the discard count {counted} {counted:unit/units}, not {total}",
            counted=counted,
            total=piles.total,
        )
        yield Disagreement(piles.clause, "total", message, say("expected what they count"))


_OF_THE_FOOL: Final = ("excuse", "never-wins", "exchange", "pile-at-trick")
"""The kinds of clauses that are about the Fool and name it."""
_TWO, _FOUR = 2, 4


def table_contradictions(rules: RuleSet, given: ClauseReader) -> Iterator[Disagreement]:
    """Yield every clause of the table, the Fool or the discard that contradicts another, or says nothing."""
    yield from _point_fool_agrees(rules, given)
    yield from _honours_agree(rules, given)
    yield from _sides_agree(rules, given)
    yield from _discard_agrees(rules, given)
    yield from _deviation_agrees(rules)


def _point_fool_agrees(rules: RuleSet, given: ClauseReader) -> Iterator[Disagreement]:
    for clause in (each for kind in _OF_THE_FOOL for each in given.clause_ids(kind)):
        if given.word(clause, "card") != str(FOOL):
            yield Disagreement(clause, "card", say("this is about the Fool"), say("expected fool"))
    for clause in given.clause_ids("exchange-later"):
        if not given.flag(clause, "owed"):
            message = say("a Fool goes home against a card, and nothing else is known without one")
            yield Disagreement(clause, "owed", message, say("expected yes"))
    for clause in given.clause_ids("pile-at-trick"):
        if given.word(clause, "goes_to") == "other-side" and not rules.game.contracts:
            message = say("there is one other side only where there is a declarer")
            yield Disagreement(clause, "goes_to", message, say("expected its-player or trick-winner"))


def _honours_agree(rules: RuleSet, given: ClauseReader) -> Iterator[Disagreement]:
    game, clause = rules.game, given.the("honours")
    wanted = game.trull | {*KINGS}
    if game.honours != wanted:
        expected = say("expected [{cards}]", cards=listed(map(Verbatim, map(str, sorted(wanted)))))
        yield Disagreement(clause, "cards", say("the honours are the kings and the Trull"), expected)


def _sides_agree(rules: RuleSet, given: ClauseReader) -> Iterator[Disagreement]:
    game, clause = rules.game, given.the("sides")
    if (rules.game.sides is SidesRule.DECLARER) is not bool(game.contracts):
        message = say("there is a declarer where there are contracts")
        yield Disagreement(clause, "who", message, say("expected both or neither"))
    if rules.game.sides is SidesRule.PARTNERS and rules.table.players != _FOUR:
        yield Disagreement(
            clause, "who", say("partners sit opposite each other"), say("expected four players")
        )


def _discard_agrees(rules: RuleSet, given: ClauseReader) -> Iterator[Disagreement]:
    game, table = rules.game, rules.table
    for clause in given.clause_ids("skat-size"):
        if given.number(clause, "cards") != table.skat_size:
            message = say("a talon of {size} {size:card/cards} is taken", size=table.skat_size)
            yield Disagreement(clause, "cards", message, say("expected as many"))
    declarer, dealers = rules.game.sides is SidesRule.DECLARER, not game.declarer_takes
    wanted = DiscardOwner.DEALERS_SIDE if declarer and dealers else DiscardOwner.ITS_MAKER
    if game.discard_clause and game.discard_for is not wanted:
        message = say("the discarded cards are the dealer's, and his side's if there is a declarer")
        expected = say("expected {word}", word=Verbatim(wanted.value))
        yield Disagreement(game.discard_clause, "for", message, expected)


def _deviation_agrees(rules: RuleSet) -> Iterator[Disagreement]:
    """Check that the settlement of differences from the average suits the number of sides."""
    game, players = rules.game, rules.table.players
    if game.deviation is None:
        return
    alone = {_TWO: "other"}.get(players, "in-common")
    wanted = "one-opponent" if rules.game.sides is SidesRule.PARTNERS else alone
    if game.deviation.to not in ("sheet", wanted):
        message = say("{players} {players:player does not/players do not} settle so", players=players)
        expected = say("expected sheet or {word}", word=Verbatim(wanted))
        yield Disagreement(game.deviation.clause, "to", message, expected)
    average = Fraction(game.piles.total, game.piles.unit * (_TWO if wanted == "one-opponent" else players))
    if game.deviation.to != "other" and game.deviation.par != average:
        message = say(
            "{par} is not the average, so one side would win what none loses", par=game.deviation.par
        )
        expected = say("expected {number}", number=Verbatim(str(average)))
        yield Disagreement(game.deviation.clause, "par", message, expected)


def target_contradictions(rules: RuleSet, given: ClauseReader) -> Iterator[Disagreement]:
    """Yield every faulty clause of a talon that nobody takes, and of more trumps than a hand has."""
    game = rules.game
    for clause in given.clause_ids("talon-shown"):
        taken = {name for name, each in game.contracts.items() if each.takes}
        if set(given.words(clause, "contracts")) & {*game.contracts} != taken:
            message = say("the talon is shown by the player who takes it")
            expected = say("expected [{names}]", names=listed(map(Verbatim, sorted(taken))))
            yield Disagreement(clause, "contracts", message, expected)
    if game.shown is not None and game.shown.number > rules.table.hand_size:
        message = say("a hand has {size} {size:card/cards}", size=rules.table.hand_size)
        yield Disagreement(game.shown.clause, "from", message, say("expected no more"))
    if game.auction is not None and game.auction.once and game.auction.holds:
        message = say("nobody answers a later bid where everybody speaks once")
        yield Disagreement(game.auction.clause, "holds", message, say("expected no"))
    for clause in given.clause_ids("never-or-alone"):
        both = given.cards(clause, "never") & given.cards(clause, "alone")
        if both:
            cards = listed(Verbatim(str(card)) for card in sorted(both))
            yield Disagreement(
                clause, "alone", say("{cards} never goes", cards=cards), say("expected other cards")
            )


_TRICK_AIMS: Final = (ContractAim.NO_TRICK, ContractAim.EVERY_TRICK)


def sheet_contradictions(rules: RuleSet, given: ClauseReader) -> Iterator[Disagreement]:
    """Yield every clause about single contracts or the sheet that contradicts another."""
    yield from _halves_agree(rules, given)
    yield from _flat_agree(rules, given)
    yield from _hands_agree(rules, given)
    yield from _talon_agrees(rules, given)


def _halves_agree(rules: RuleSet, given: ClauseReader) -> Iterator[Disagreement]:
    """Check that half of all points is half of the count of all cards."""
    game = rules.game
    total = game.piles.total // game.piles.unit
    for clause in (*given.clause_ids("sheet-value"), *given.clause_ids("game-value")):
        half = given.number(clause, "half")
        if 2 * half != total:
            message = say("{half} is not half of {total} {total:point/points}", half=half, total=total)
            yield Disagreement(clause, "half", message, say("expected half of all points"))


def _flat_agree(rules: RuleSet, given: ClauseReader) -> Iterator[Disagreement]:
    """Check that the contracts that count only their own value are those about tricks."""
    game = rules.game
    about_tricks = {name for name, each in game.contracts.items() if each.aim in _TRICK_AIMS}
    for clause in given.clause_ids("flat-value"):
        if set(given.words(clause, "contracts")) != about_tricks:
            expected = say("expected [{known}]", known=listed(map(Verbatim, sorted(about_tricks))))
            yield Disagreement(clause, "contracts", say("these are other contracts"), expected)


def _hands_agree(rules: RuleSet, given: ClauseReader) -> Iterator[Disagreement]:
    """Yield numbers of hands of which none, or two, may let everybody deal equally often."""
    last = rules.table.players - 1
    for clause in given.clause_ids("ends-on-wish"):
        least, most = given.number(clause, "least"), given.number(clause, "most")
        if least > most:
            message = say("{least} is more than {most}", least=least, most=most)
            yield Disagreement(clause, "least", message, say("expected the fewest hands first"))
        elif most > least + last:
            message = say("with {most} two numbers of hands would do", most=most)
            yield Disagreement(clause, "most", message, say("expected at most {number}", number=least + last))


def _talon_agrees(rules: RuleSet, given: ClauseReader) -> Iterator[Disagreement]:
    """Yield clauses on the talon that say nothing, and a value of a contract that nobody declares."""
    game = rules.game
    named = [(each, "contracts", given.words(each, "contracts")) for each in given.clause_ids("talon-left")]
    taken = [(each, "takes", (*given.table(each, "takes"),)) for each in given.clause_ids("talon-taken-in")]
    for clause, parameter, names in (*named, *taken):
        if not names:
            yield Disagreement(clause, parameter, say("no contract is named"), say("expected one at least"))
    for contract in game.contracts.values():
        if contract.aim is ContractAim.FEWEST and contract.value:
            message = say("nobody declares `{name}`, and it has no value", name=Verbatim(contract.name))
            yield Disagreement(contract.clause, "value", message, say("expected 0"))
    for clause in given.clause_ids("called-away"):
        if game.declarer_takes and given.word(clause, "makes") == "dealer":
            yield Disagreement(clause, "makes", say("the dealer discards nothing"), say("expected alone"))


def disagreements(rules: RuleSet) -> Iterator[Disagreement]:
    """Yield every clause that contradicts another, or the cards, and every parameter that nothing reads."""
    given = ClauseReader(rules.clauses)
    wrong = list(contradictions(rules, given))
    yield from wrong
    for clause, name in given.unread():
        settled = CLAUSE_KINDS[rules.clauses[clause].kind].parameters[name].is_settled
        if not settled and clause not in {each.clause for each in wrong}:
            message = say(
                "nothing reads `{name}` of a clause of the kind `{kind}` here",
                name=Verbatim(name),
                kind=Verbatim(rules.clauses[clause].kind),
            )
            yield Disagreement(clause, name, message, say("expected it left out"))


def contradictions(rules: RuleSet, given: ClauseReader | None = None) -> Iterator[Disagreement]:
    """Yield every clause that contradicts another, or the cards; `given` notes what is read on the way."""
    given = given or ClauseReader(rules.clauses)
    make_ruleset(rules.name, rules.title, rules.clauses, rules.sources, given)
    found = _contradictions if rules.game.pots is not None else count_contradictions
    yield from found(rules, given)


def _contradictions(rules: RuleSet, given: ClauseReader) -> Iterator[Disagreement]:
    yield from _deal_agrees(rules, given)
    yield from _ranks_agree(given)
    yield from _points_agree(rules, given)
    yield from _tricks_agree(rules, given)
    yield from _fool_agrees(rules, given)
    yield from settled_by_id(given)
    yield from _play_agrees(rules, given)
    yield from _skat_agrees(rules, given)
    yield from _early_payments_agree(rules, given)
    yield from _settlement_agrees(rules, given)


def _deal_agrees(rules: RuleSet, given: ClauseReader) -> Iterator[Disagreement]:
    table = rules.table
    size, cards = given.number("table.deck", "size"), len(table.deck)
    if size != cards:
        yield Disagreement(
            "table.deck",
            "size",
            say("the deck is said to have {size} {size:card/cards}", size=size),
            say("78 less those left out are {cards}", cards=cards),
        )
    dealt = table.players * table.hand_size + table.skat_size
    if dealt != cards:
        message = say(
            "{players} {players:hand/hands} of {size} and a skat of {skat} are {number} {number:card/cards}",
            players=table.players,
            size=table.hand_size,
            skat=table.skat_size,
            number=dealt,
        )
        yield Disagreement("table.hand", "hand", message, say("the deck has {cards}", cards=cards))
    away = given.number("discard.size", "cards")
    if away != table.skat_size:
        message = say(
            "the dealer discards {number} {number:card/cards} and takes up {skat}",
            number=away,
            skat=table.skat_size,
        )
        yield Disagreement("discard.size", "cards", message, say("expected as many as in table.hand"))


def _ranks_agree(given: ClauseReader) -> Iterator[Disagreement]:
    if given.words("table.ranks", "courts") != COURTS:
        yield Disagreement(
            "table.ranks", "courts", say("courts rank in another order"), say("expected [R, D, C, V]")
        )
    if Suit.TRUMPS.value in given.words("table.ranks", "reversed_spots"):
        message, expected = say("trumps have no spot cards"), say("expected some of h, d, s, c")
        yield Disagreement("table.ranks", "reversed_spots", message, expected)


def _points_agree(rules: RuleSet, given: ClauseReader) -> Iterator[Disagreement]:
    count, piles, table = rules.count, rules.game.piles, rules.table
    said = given.number("count.points", "total")
    for key in piles.values:
        if key not in {str(card) for card in table.deck} | set(COURTS):
            yield Disagreement(
                "count.points",
                "points",
                say("{key} is not in the deck", key=Verbatim(key)),
                say("expected cards of it"),
            )
    total = sum(map(piles.card_units, table.deck)) + piles.trick * table.hand_size + piles.discard
    if total != said:
        message = say("the points are said to make {number}", number=said)
        yield Disagreement(
            "count.points", "total", message, say("cards, tricks and skat make {total}", total=total)
        )
    if count.par * table.players != total:
        message = say(
            "{players} {players:time/times} {par} is not {total}",
            players=table.players,
            par=count.par,
            total=total,
        )
        yield Disagreement(
            "count.par",
            "par",
            message,
            say("expected an equal share, {number}", number=Verbatim(f"{total / table.players:g}")),
        )


def _tricks_agree(rules: RuleSet, given: ClauseReader) -> Iterator[Disagreement]:
    last = rules.table.hand_size - 1
    for clause in ("fool.second-to-last", "fool.demand", "fool.last-trick"):
        trick = given.number(clause, "trick")
        if trick > last:
            message = say("no play comes before trick {trick} from the end", trick=trick)
            yield Disagreement(clause, "trick", message, say("expected at most {last}", last=last))
    demanded = rules.fool.demand_trick
    if demanded is not None and demanded == rules.fool.banned_trick:
        message = say("the Fool is demanded at the trick it may not be played to")
        yield Disagreement(
            "fool.demand", "trick", message, say("expected another than in fool.second-to-last")
        )


def _fool_agrees(rules: RuleSet, given: ClauseReader) -> Iterator[Disagreement]:
    fool = rules.fool
    if given.has("fool.last-trick", "goes_to") and given.word("fool.last-trick", "goes_to") == "other-side":
        message = say("there is one other side only where there is a declarer")
        expected = say("expected its-player or trick-winner")
        yield Disagreement("fool.last-trick", "goes_to", message, expected)
    if fool.banned_trick == 1:
        message = say("who has only the Fool left could not play to the last trick")
        yield Disagreement("fool.second-to-last", "trick", message, say("expected an earlier trick"))
    elif fool.banned_trick is not None and fool.lost_in_last == fool.banned_trick:
        message = say("the Fool may not be played to this trick")
        expected = say("expected another than in fool.second-to-last")
        yield Disagreement("fool.last-trick", "trick", message, expected)


def _play_agrees(rules: RuleSet, given: ClauseReader) -> Iterator[Disagreement]:
    if WinsBy.HIGHEST_OF_SUIT_LED not in rules.game.winner:
        message = say("nobody would win a trick without trumps")
        yield Disagreement("play.winner", "by", message, say("expected `highest-of-suit-led` among the ways"))
    if given.has("play.no-beat", "among") and not given.flag("play.no-beat", "holds"):
        message = say("no card has to beat another")
        yield Disagreement("play.no-beat", "among", message, say("expected it with `holds: true` only"))


def _skat_agrees(rules: RuleSet, given: ClauseReader) -> Iterator[Disagreement]:
    for clause in rules.discard.clauses:
        strange = sorted(card for card in clause.cards if card.suit is not clause.suit)
        if clause.kind == "only-if-void" and strange:
            message = say(
                "{strange} is not of the suit `{suit}`",
                strange=Verbatim(strange[0]),
                suit=Verbatim(clause.suit),
            )
            yield Disagreement(clause.id, "suit", message, say("expected the suit of the cards"))
    announced = "tout" in given.words("discard.announce", "announce")
    if announced and rules.discard.fool is FoolDiscard.NEVER:
        message = say("no card goes with an announced Tout")
        yield Disagreement("discard.announce", "announce", message, say("expected no `tout`"))
    if not announced and rules.discard.fool is not FoolDiscard.NEVER:
        message = say("the Fool goes with a Tout that does not have to be announced")
        yield Disagreement(
            "discard.announce", "announce", message, say("expected `tout`, as in discard.fool")
        )


def _early_payments_agree(rules: RuleSet, given: ClauseReader) -> Iterator[Disagreement]:
    """Check that a further payment states its occasion in full; the id settles it for the rest."""
    for entry in rules.game.the_pots.entries:
        if rules.clauses[entry.clause].kind != "from-each":
            continue
        when = FROM_EACH.get(entry.clause, When.WON_EARLY)
        if entry.when is not when:
            message = say("`{when}` is not what this is about", when=Verbatim(entry.when.value))
            yield Disagreement(
                entry.clause, "when", message, say("expected `{when}`", when=Verbatim(when.value))
            )
        if entry.clause not in FROM_EACH and not entry.cards:
            message = say("no card is named that it is paid for")
            yield Disagreement(entry.clause, "cards", message, say("expected `cards`"))
    for clause in given.clause_ids("lost-early"):
        if not given.cards(clause) and clause not in SUBJECTS:
            yield Disagreement(
                clause, "cards", say("no card is named that it is paid for"), say("expected some cards")
            )


def _settlement_agrees(rules: RuleSet, given: ClauseReader) -> Iterator[Disagreement]:
    steps = given.words("payment.order", "steps")
    for step in ("ultimo", "bagud"):
        if step not in steps:
            message = say("what is paid for `{step}` would never be paid", step=Verbatim(step))
            yield Disagreement(
                "payment.order", "steps", message, say("expected `{step}` among them", step=Verbatim(step))
            )
    if ("foundation" in steps) != bool(rules.game.the_pots.accounts.refill.pots):
        message = say("pots are founded at the end of a settlement in one of two clauses only")
        expected = say("expected `foundation` where payment.foundation says whenever-empty")
        yield Disagreement("payment.order", "steps", message, expected)
    if given.flag("count.next-dealer", "next_dealer_counts") != rules.count.own:
        message = say("nobody is left with whom the next dealer could settle his own pile")
        if rules.count.own:
            message = say("where each gains or loses by his own pile the next dealer does too")
        expected = say("expected {word}", word=Verbatim(str(rules.count.own).lower()))
        yield Disagreement("count.next-dealer", "next_dealer_counts", message, expected)
    for clause in given.clause_ids("failed-tout-declarations"):
        if not given.flag(clause, "stand"):
            message = say("what was declared and paid is not undone by a Tout that fails")
            yield Disagreement(clause, "stand", message, say("expected true"))
    if not given.flag("end.divide", "evenly"):
        yield Disagreement("end.divide", "evenly", say("no other division is known"), say("expected true"))
