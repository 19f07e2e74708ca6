"""What the clauses of a rule set must agree on, among themselves and with the cards."""

from __future__ import annotations

from collections.abc import Iterator

from analyzer.cards.card import COURTS, Suit
from analyzer.messages import Verbatim, say
from analyzer.rules.spec.chapters import make_ruleset
from analyzer.rules.spec.game import WinsBy
from analyzer.rules.spec.kinds.catalogue import KINDS
from analyzer.rules.spec.kinds.pots import When
from analyzer.rules.spec.pointagreement import count_contradictions
from analyzer.rules.spec.potcompiling import FROM_EACH
from analyzer.rules.spec.reading import RulesReading
from analyzer.rules.spec.ruleset import FoolDiscard, RuleSet
from analyzer.rules.spec.settled import SUBJECTS, Disagreement, settled_by_id


def disagreements(rules: RuleSet) -> Iterator[Disagreement]:
    """Every clause that contradicts another, or the cards, and every parameter that nothing reads."""
    given = RulesReading(rules.clauses)
    wrong = list(contradictions(rules, given))
    yield from wrong
    for clause, name in given.unread():
        settled = KINDS[rules.clauses[clause].kind].parameters[name].is_settled
        if not settled and clause not in {each.clause for each in wrong}:
            message = say(
                "nothing reads `{name}` of a clause of the kind `{kind}` here",
                name=Verbatim(name),
                kind=Verbatim(rules.clauses[clause].kind),
            )
            yield Disagreement(clause, name, message, say("expected it left out"))


def contradictions(rules: RuleSet, given: RulesReading | None = None) -> Iterator[Disagreement]:
    """Every clause that contradicts another, or the cards; `given` notes what is read on the way."""
    given = given or RulesReading(rules.clauses)
    make_ruleset(rules.name, rules.title, rules.clauses, rules.sources, given)
    found = _contradictions if rules.game.pots is not None else count_contradictions
    yield from found(rules, given)


def _contradictions(rules: RuleSet, given: RulesReading) -> Iterator[Disagreement]:
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


def _deal_agrees(rules: RuleSet, given: RulesReading) -> Iterator[Disagreement]:
    table = rules.table
    size, cards = given.number("table.deck", "size"), len(table.deck)
    if size != cards:
        yield Disagreement(
            "table.deck",
            "size",
            say("the deck is said to have {size} cards", size=size),
            say("78 less those left out are {cards}", cards=cards),
        )
    dealt = table.players * table.hand_size + table.skat_size
    if dealt != cards:
        message = say(
            "{players} hands of {size} and a skat of {skat} are {number} cards",
            players=table.players,
            size=table.hand_size,
            skat=table.skat_size,
            number=dealt,
        )
        yield Disagreement("table.hand", "hand", message, say("the deck has {cards}", cards=cards))
    away = given.number("discard.size", "cards")
    if away != table.skat_size:
        message = say(
            "the dealer lays away {number} cards and takes up {skat}", number=away, skat=table.skat_size
        )
        yield Disagreement("discard.size", "cards", message, say("expected as many as in table.hand"))


def _ranks_agree(given: RulesReading) -> Iterator[Disagreement]:
    if given.words("table.ranks", "courts") != COURTS:
        yield Disagreement(
            "table.ranks", "courts", say("courts rank in another order"), say("expected [R, D, C, V]")
        )
    if Suit.TRUMPS.value in given.words("table.ranks", "reversed_spots"):
        message, expected = say("trumps have no spot cards"), say("expected some of h, d, s, c")
        yield Disagreement("table.ranks", "reversed_spots", message, expected)


def _points_agree(rules: RuleSet, given: RulesReading) -> Iterator[Disagreement]:
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
    total = sum(map(piles.of, table.deck)) + piles.trick * table.hand_size + piles.discard
    if total != said:
        message = say("the points are said to make {number}", number=said)
        yield Disagreement(
            "count.points", "total", message, say("cards, tricks and skat make {total}", total=total)
        )
    if count.par * table.players != total:
        message = say(
            "{players} times {par} is not {total}", players=table.players, par=count.par, total=total
        )
        yield Disagreement(
            "count.par",
            "par",
            message,
            say("expected an equal share, {number}", number=Verbatim(f"{total / table.players:g}")),
        )


def _tricks_agree(rules: RuleSet, given: RulesReading) -> Iterator[Disagreement]:
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


def _fool_agrees(rules: RuleSet, given: RulesReading) -> Iterator[Disagreement]:
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


def _play_agrees(rules: RuleSet, given: RulesReading) -> Iterator[Disagreement]:
    if WinsBy.HIGHEST_OF_SUIT_LED not in rules.game.winner:
        message = say("nobody would win a trick without trumps")
        yield Disagreement("play.winner", "by", message, say("expected `highest-of-suit-led` among the ways"))
    if given.has("play.no-beat", "among") and not given.flag("play.no-beat", "holds"):
        message = say("no card has to beat another")
        yield Disagreement("play.no-beat", "among", message, say("expected it with `holds: true` only"))


def _skat_agrees(rules: RuleSet, given: RulesReading) -> Iterator[Disagreement]:
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
        message = say("the Fool goes with a Tout that need not be announced")
        yield Disagreement(
            "discard.announce", "announce", message, say("expected `tout`, as in discard.fool")
        )


def _early_payments_agree(rules: RuleSet, given: RulesReading) -> Iterator[Disagreement]:
    """What a further payment is for is said in full; for the others it is settled by the id."""
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
    for clause in given.each("lost-early"):
        if not given.cards(clause) and clause not in SUBJECTS:
            yield Disagreement(
                clause, "cards", say("no card is named that it is paid for"), say("expected some cards")
            )


def _settlement_agrees(rules: RuleSet, given: RulesReading) -> Iterator[Disagreement]:
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
    for clause in given.each("failed-tout-declarations"):
        if not given.flag(clause, "stand"):
            message = say("what was declared and paid is not undone by a Tout that fails")
            yield Disagreement(clause, "stand", message, say("expected true"))
    if not given.flag("end.divide", "evenly"):
        yield Disagreement("end.divide", "evenly", say("no other division is known"), say("expected true"))
