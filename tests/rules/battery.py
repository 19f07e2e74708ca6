"""What is asked of a rule set, chapter by chapter, to see whether a parameter of it changes an answer.

Every question of a settlement, a discard, a declaration or a trick is put to the engine and to Z3, which
raise a Mismatch where they differ; endings are put to the plain reference and to the core, which must agree
or the core must say what it does not know.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from unittest.mock import patch

from msgspec import structs
from proofs.formulas.forcing import prove_forced
from proofs.twice import settled_twice
from table_play import over

import analyzer
from analyzer.cards.card import BY_TEXT, DECK, Suit, cards
from analyzer.disputes.files import loads_dispute
from analyzer.errors import UsageError
from analyzer.position.diagram import diagram, svg
from analyzer.position.files import reader
from analyzer.position.hand import Hand
from analyzer.proofs.play import PlayClauses, named
from analyzer.rules.book import Book, Pots
from analyzer.rules.deal.combinations import declarations_of
from analyzer.rules.deal.declarations import dealer_declarations, settle_declarations
from analyzer.rules.deal.discard import stated_trumps
from analyzer.rules.irregularities import fine_for, settle_fine
from analyzer.rules.play.table import FREE, Laid, State, legal
from analyzer.rules.score.goals import Goal
from analyzer.rules.score.hand import Outcome, Scoring
from analyzer.rules.score.payments import pay_for_dealing
from analyzer.rules.score.steps import is_counted, points_of_skat, rounded, settle_count
from analyzer.rules.session import (
    dealer_has_paid,
    deals_after_misdeal,
    divide_pots,
    fourth_joins,
    may_ask_for_pots,
    may_call_misdeal,
    seating,
    start_pots,
)
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.search.engine.engine import Budget
from analyzer.search.engine.native import NativeEngine
from analyzer.search.engine.reference import ReferenceEngine

Ask = Callable[[RuleSet], object]


def dispute(text: str) -> Ask:
    """The verdict on a dispute, by engine and Z3, with all that is paid and told in it."""
    asked = loads_dispute(f"format: tarok-dispute/1\n{text}\n")

    def told(rules: RuleSet) -> object:
        found = settled_twice(structs.replace(asked, rules=rules))
        apart = ("dispute", "smt2", "proofs")
        return {name: getattr(found, name) for name in found.__dataclass_fields__ if name not in apart}

    return told


def ending(text: str) -> Ask:
    """Amount guaranteed to reference and core say of an ending: the tokens each player, and every Ultimo."""
    position = analyzer.loads(f"format: tarok-position/1\n{text}\n")

    def told(rules: RuleSet) -> object:
        question = Hand.from_position(replace(position, rules=rules))
        answers = [_solved(question, engine) for engine in (ReferenceEngine(), NativeEngine())]
        assert answers[1] == answers[0] or isinstance(answers[1], str), (answers, rules.name)
        return answers[0]

    return told


def _solved(question: Hand, engine: ReferenceEngine | NativeEngine) -> object:
    wanted = [(seat, Goal.ULTIMO) for seat in range(3)]
    try:
        sure = [engine.guarantee(question, seat, Budget()) for seat in range(3)]
        return sure, dict(engine.goals(question, wanted, Budget()))
    except UsageError as refusal:
        return str(refusal)


def forcing(text: str) -> Ask:
    """Whether the Ultimo is forced, by Z3 and by the plain reference."""
    position = analyzer.loads(f"format: tarok-position/1\n{text}\n")

    def told(rules: RuleSet) -> object:
        of = replace(position, rules=rules)
        proved = prove_forced(of, Goal.ULTIMO, 0, 1)
        assert proved.holds == ReferenceEngine().forces(Hand.from_position(of), Goal.ULTIMO, 0, 1, Budget())
        return proved.holds, proved.states

    return told


def replayed(text: str) -> Ask:
    """A line of a position replayed: outcome, tokens, pots and points, or the card that was not legal."""
    position = analyzer.loads(f"format: tarok-position/1\n{text}\n")

    def told(rules: RuleSet) -> object:
        try:
            done = analyzer.replay(replace(position, rules=rules))
        except analyzer.IllegalMove as illegal:
            return str(illegal)
        return done.outcome, done.tokens, done.pots_after, done.points

    return told


def allowed(hand: str, trick: str, state: State = FREE) -> Ask:
    """The legal cards of a hand to a trick, by the engine and by Z3."""
    held, table = frozenset(cards(hand)), cards(trick)
    laid = tuple(Laid(seat, card, Suit.HEARTS if card.is_fool else None) for seat, card in enumerate(table))

    def told(rules: RuleSet) -> object:
        found = legal(held, laid, rules.game, state)
        play, led = PlayClauses(rules.game), named(laid[0].suit or Suit.HEARTS) if laid else None
        mine = dict.fromkeys(held, True)
        by_z3 = {
            card
            for card in held
            if play.may_play(mine, len(held), led, card, dict.fromkeys(table, True)) is True
        }
        assert state.demanded or by_z3 == found, (hand, trick)
        return sorted(found)

    return told


WHOLE = """
dealer: C
skat: "{skat}"
hands:
  A: "{a}"
  B: "{b}"
  C: "{c}"
"""


def first_lead(rules: RuleSet) -> object:
    """Who leads a whole hand whose file does not say it."""
    texts = [str(card) for card in DECK if card not in (BY_TEXT["h10"], BY_TEXT["d10"], BY_TEXT["s1"])]
    deal = {name: " ".join(texts[start::3]) for start, name in enumerate("abc")}
    with patch.object(reader, "load_ruleset", lambda *_args, **_more: rules):
        text = f"format: tarok-position/1\n{WHOLE.format(skat='h10 d10 s1', **deal)}"
        return analyzer.loads(text).lead


def table(rules: RuleSet) -> object:
    """Who sits where, and what an empty pot costs with a fourth at the table."""
    book = Book(4)
    start_pots(rules, book, 4, out=3)
    hands = ("hR d9 fool", "hR d9 T1", "d9 d8 s3", "hR s9 T1 fool")
    misdeals = [may_call_misdeal(rules, cards(hand)) for hand in hands]
    try:
        seats: object = seating(rules, 1, 4)
    except UsageError as refusal:
        seats = str(refusal)
    return seats, book.tokens, misdeals, deals_after_misdeal(rules, 2, 3), rules.table.deals_next(2, 4)


def drawn(text: str) -> Ask:
    """The table of a position, drawn and written."""
    position = analyzer.loads(f"format: tarok-position/1\n{text}\n")
    return lambda rules: (svg(replace(position, rules=rules)), diagram(replace(position, rules=rules)))


def heard(text: str) -> Ask:
    """How many deals fit what was heard of hands that are not seen."""
    position = analyzer.loads(f"format: tarok-position/1\n{text}\n")
    return lambda rules: analyzer.deals(replace(position, rules=rules)).count


def manners(rules: RuleSet) -> object:
    """What is asked of the pots when, what their place tells, and which is considerably the richer."""
    pots = [Pots(king, pagat) for king in (20, 65, 95, 120) for pagat in range(20, 125)]
    return (
        [may_ask_for_pots(rules, playing=playing) for playing in (False, True)],
        [dealer_has_paid(rules, side) for side in ("left", "right")],
        [rules.game.the_pots.considerable.richer(each) for each in pots],
    )


def declared(rules: RuleSet) -> object:
    """What hands declare, in what order it is paid, and what a dealer with too many declares."""
    book = Book(3)
    hands = {seat: declarations_of(rules, cards(each)) for seat, each in enumerate(HANDS)}
    settle_declarations(rules, hands, book, 1)
    dealers = [dealer_declarations(rules, cards(all_)[:25], cards(all_)[25:]) for all_ in (RICH, EXACT)]
    return [each.text() for said in dealers for each in said], book.transfers


def counted(rules: RuleSet) -> object:
    """What piles and skat are worth, and what is paid for them after which hands."""
    spec, book = rules.game, Book(3, Pots(60, 60))
    settle_count(Scoring.from_hand(spec, over(None, dealer=0, points=(40, 8, 30)), book))
    ends = [Outcome(tout=tout, nolo=nolo) for tout, nolo in ((None, None), (0, None), (None, 1))]
    points = [rounded(spec, each) for each in range(79)]
    return (
        points,
        points_of_skat(spec, cards("hR dD T1")),
        [is_counted(spec, each) for each in ends],
        book.transfers,
    )


def told_of_trumps(rules: RuleSet) -> object:
    """What a dealer must tell of trumps in the skat."""
    return repr([stated_trumps(rules, cards(skat)) for skat in ("T2 T3 h4", "h4 h5 h6")])


def accounts(rules: RuleSet) -> object:
    """What is paid into the pots beside the play, at a table of three."""
    book = Book(3)
    start_pots(rules, book, 3)
    pay_for_dealing(rules.game, 2, book)
    return book.transfers


def the_end(rules: RuleSet) -> object:
    """What a fourth player lays who joins, and how the pots are shared out."""
    book = Book(4, Pots(60, 120))
    if rules.table.may_sit_out:
        fourth_joins(rules, 3, book)
    divide_pots(rules, book, 4)
    return book.transfers


def fines(rules: RuleSet) -> object:
    """The fine for every irregularity, and what it puts into the pots."""
    book, found = Book(3), []
    for name in sorted(rules.fines.category):
        found.append(fine_for(rules, name))
        settle_fine(found[-1], 0, book)
    return found, book.transfers


RICH = "T1 T2 T3 T4 T5 T6 T7 T8 T9 T10 T21 T20 fool hR hD hC hV dR dD dC dV sR sD sC sV cR cD cC"
EXACT = "T1 T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12 T13 T14 T15 T16 T17 T18 T19 T20 T21 fool hR hC sR hD s1 s2"
HANDS = (
    "T1 T2 T3 T4 T5 T6 T7 T8 T9 fool hR hD hC hV",
    "T10 T11 T12 T13 T14 T15 T16 T17 T18 T19 T2 dR sR cR",
    "T1 T21 fool T20 hR dR sR cR hD hC hV dD dC",
)
EARLY = """
kind: settlement
lead: A
tricks_left: 9
pots: {{king: 60, pagat: 65}}
trick: {trick}
"""
LAST = """
kind: settlement
lead: A
dealer: B
pots: {{king: 60, pagat: 65}}
trick: {trick}
{more}
"""
TAKEN_OF_ALL = "taken: {A: {tricks: 8, points: 27}, B: {tricks: 9, points: 25}, C: {tricks: 7, points: 25}}"
TAKEN = "taken: {A: {tricks: %d, points: 27}, B: {tricks: %d, points: 25}, C: {tricks: %d, points: 21}}"
TRICKS_TAKEN = "taken: {A: {tricks: %d}, B: {tricks: %d}, C: {tricks: %d}}"
TRICKS = ("hR dR sR", "hR T1 c4", "h5 hR T1", "T1 hR c4", "h5 h3 h9")
LATE_DEMAND = """kind: fool-demand
hands: {A: h5 h6 c2, B: h7 fool c5, C: T9 T3 d4}
lead: A
events: [{A: {leads: h5}}, {B: {plays: h7}}, {C: {plays: T9}}, {A: {demands: fool}}]
"""

FOOL_HOME = """
hands: {A: fool c3 d9, B: T9 T8 c9, C: sD h4 h5}
lead: B
dealer: B
count: true
taken: {A: {tricks: 7, points: 22}, B: {tricks: 8, points: 25}, C: {tricks: 7, points: 21}}
"""
PRIZES = "hands: {A: hR h9 T1, B: T9 dR d9, C: sR h4 h5}\nlead: B\npots: {king: 60, pagat: 65}\n"
WON = "taken: {A: {tricks: %d}, B: {tricks: %d}, C: {tricks: %d}}\n"
DISCARD = """
kind: discard
hand: {hand}
discard: {discard}
announce: [{announce}]
"""
SPADES = "hR dR T21 T20 T19 T1 fool sD sC sV s10 s9 s8 s7 s6 s5 s4 s3 s2 s1 h10 h9 h8 d10 d9 d8 c1 c2"
FEW_TRUMPS = "hR hD h10 h9 h8 h7 dR dD d10 d9 d8 d7 sR sD s10 s9 s8 s7 s6 cR c10 c9 c8 c7 c6 T1 T2 fool"
SAID = """
kind: declarations
hands: {A: T2 T3 T4 T5 T6 T7 T8 T9 T10 fool hR hD hC hV h9 h8 h7 h6 d4 d5 d6 d7 d8 s4 s5,
        B: T21 T20 T11 T1 T12 T13 T14 T15 T16 T17 dR dD dC dV sR sD sC sV c4 c5 c6 c7 c8 c9 c10}
said: {A: [10 trumps with pagat, abundant hearts], B: [10 trumps, full diamonds, full spades]}
"""
NEARLY = """
kind: declarations
hands: {{A: T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12 T13 h9 h8 h7 h6 h5 d4 d5 d6 d7 d8 s4 s5 s6}}
said: {{A: [{number} trumps without pagat]}}
"""
NAMED = """
kind: fool-naming
hands: {A: fool c3 d9, B: T9 c9 h3, C: sD h4 T2}
lead: A
events: [{A: {leads: fool, names: T}}]
"""
SPOTS = tuple(
    f"{suit}{low} {suit}{high} {other}5"
    for suit, other in ("hc", "dh", "sh", "ch") for low, high in ((3, 4), (1, 10))
)  # fmt: skip
UNSEEN = """
hands: {B: hR d9}
unseen: {hidden_from: B, sizes: {A: 2, C: 2}, cards: T1 T7 fool s1, declared: {A: 11 trumps without pagat}}
lead: B
"""


def _discards() -> list[Ask]:
    tries = [
        (SPADES, "h10 c1 T20", ""), (SPADES, "h10 c1 T1", ""), (SPADES, "hR T21 c1", ""),
        (SPADES, "fool c1 c2", "tout"), (SPADES, "fool c1 c2", ""), (SPADES, "h10 c1", ""),
        (FEW_TRUMPS, "T1 T2 h7", ""), (FEW_TRUMPS, "T2 h8 h7", ""), (FEW_TRUMPS, "T1 T2 fool", "tout"),
        (RICH, "T3 T4 hV", "T4 T3"), (RICH, "T3 T4 sD", ""),
    ]  # fmt: skip
    return [dispute(DISCARD.format(hand=hand, discard=laid, announce=said)) for hand, laid, said in tries]


def _lasts() -> list[Ask]:
    shared = [dispute(LAST.format(trick=trick, more="")) for trick in TRICKS]
    said = "announce: [tout]"
    piles = (((24, 0, 0), ""), ((24, 0, 0), said), ((9, 8, 7), said), ((12, 12, 0), ""), ((0, 24, 0), ""))
    for tricks, more in piles:
        taken = f"{TRICKS_TAKEN % tricks}\n{more}"
        endings = ("hR dR sR", "h3 h9 h8", "h9 T1 dR")
        shared += [dispute(LAST.format(trick=trick, more=taken)) for trick in endings]
    four = "sitting_out: D"
    return [*shared, dispute(LAST.format(trick="hR h9 h8", more=four))]


PLAY: list[Ask] = [
    *(allowed(hand, trick) for hand in ("hR h9 T3 T9 fool", "T3 T9 d4", "d4 s9", "d4 fool", "fool h9 h3 T2")
      for trick in ("", "h10", "h10 h4", "h10 T4", "hD", "T5 h9", "fool h10")),
    allowed("hR fool h9", "h10", State(demanded=True)),
    forcing("hands: {A: T10 hR h2, B: h9 dR d9, C: h3 T7 h4}\nlead: B"),
    replayed("hands: {A: T9 h5, B: hR s3, C: T8 c4}\nlead: B\nlines: [{play: hR T8 h5 c4 T9 s3}]"),
    replayed("hands: {A: T9 h5, B: hD s3, C: hR h4}\nlead: B\nlines: [{play: hD h4 h5 s3 hR T9}]"),
    first_lead,
    drawn("hands: {A: T9 h5, B: s3, C: T8 c4}\nlead: B\ntrick: [hR]"),
]  # fmt: skip
FOOL: list[Ask] = [
    *PLAY,
    replayed(FOOL_HOME + "lines: [{play: T8 h5 fool c9 h4 c3 T9 sD d9}]"),
    replayed(FOOL_HOME + "lines: [{play: T8 h5 d9 c9 h4 c3 T9 sD fool}]"),
    replayed(FOOL_HOME + "lines: [{play: T8 h5 d9 c9 h4 fool T9 sD c3}]"),
    dispute(LATE_DEMAND),
    replayed(FOOL_HOME + "lines: [{play: T8 h5 d9 demand fool c9 h4 c3 T9 sD d9}]"),
    ending(FOOL_HOME),
    ending("hands: {A: hR T7 fool, B: dR d9 T12, C: h9 T9 T3}\nlead: A"),
    forcing("hands: {A: hR T7 fool, B: dR d9 T12, C: h9 T9 T3}\nlead: A"),
    dispute(NAMED),
    forcing("hands: {A: T10 hR fool, B: h9 dR d9, C: h3 T7 h4}\nlead: A"),
]
COUNT: list[Ask] = [
    counted,
    ending("hands: {A: T9 h5, B: sD s3, C: h1 c4}\nlead: A\ndealer: B\ncount: true\n" + TAKEN % (8, 8, 7)),
    dispute(LAST.format(trick="h9 T2 h3", more="count: true\n" + TAKEN_OF_ALL)),
]
PAYMENT: list[Ask] = [
    accounts,
    *(dispute(EARLY.format(trick=trick)) for trick in TRICKS),
    *_lasts(),
    ending(PRIZES),
    ending(PRIZES + WON % (22, 0, 0)),
    ending(PRIZES + WON % (22, 0, 0) + "dealer: A\nannounce: [tout]\n"),
    ending(PRIZES + WON % (8, 8, 6) + "dealer: B\nannounce: [tout]\n"),
]
FOUR = "kind: session\nplayers: [A, B, C, D]\n"
SESSION: list[Ask] = [
    dispute(f"{FOUR}event: start\ndealer: A"),
    dispute(f"{FOUR}event: pot-emptied\ndealer: A\nby: B\npots: {{king: 0}}"),
    dispute(f"{FOUR}event: fourth-joins\nby: D\npots: {{king: 65, pagat: 80}}"),
    dispute(f"{FOUR}event: session-ends\npots: {{king: 65, pagat: 80}}"),
    dispute("kind: session\nevent: pot-short\npot: king\nmissing: 20\nby: B"),
    dispute(f"{FOUR}event: sits-out\ndealer: B"),
    dispute(f"{FOUR}event: next-dealer\ndealer: B\nafter: misdeal"),
    dispute(f"{FOUR}event: dealer-paid\ndealer: B\npots_stand: left"),
    dispute(f"{FOUR}event: dealer-paid\ndealer: B\npots_stand: left\nagreed: paid"),
]

ASKED = "kind: asking\ndealer: C\nskat: T2 T3 h4\nchances: T7 s3\nasked: {by: A}\nanswered: 2"

BATTERY: dict[str, list[Ask]] = {
    "table": [
        table, *(dispute(LAST.format(trick=trick, more="")) for trick in SPOTS),
        *(ending(f"hands: {{A: {a}, B: {b}, C: {c}}}\nlead: A") for a, b, c in map(str.split, SPOTS)),
        *COUNT, *PAYMENT, *SESSION,
    ],
    "play": PLAY,
    "fool": FOOL,
    "naming": FOOL,
    "discard": [told_of_trumps, dispute(ASKED), declared, *_discards()],
    "declare": [
        declared, dispute(SAID), *(dispute(NEARLY.format(number=n)) for n in range(10, 16)), heard(UNSEEN),
    ],
    "payment": [manners, *PAYMENT, *SESSION],
    "count": COUNT,
    "end": [the_end, *SESSION],
    "fine": [fines],
    "irregularity": [fines],
    "proper": [manners],
}  # fmt: skip
"""What is asked, by chapter; the first that answers otherwise is enough."""
