"""The kinds of dispute: a new kind is one module and one row here, and nowhere else is a list of them.

A module is imported when a file of its kind is read: a file is of one kind, and some bring the search.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from analyzer import disputes
from analyzer.disputes.readings import settle_under_readings
from analyzer.disputes.shape import CANNOT_BE, Dispute
from analyzer.errors import Fault, InvalidFile, UsageError
from analyzer.messages import Message, say
from analyzer.rules.spec.ruleset import RuleSet

if TYPE_CHECKING:
    from analyzer.disputes.answer import CheckAnswer
    from analyzer.disputes.findings import DisputeModule, Finding
    from analyzer.disputes.shape import DisputeShape
    from analyzer.rules.spec.game import GameSpec


class DisputeWay(NamedTuple):
    """One way in which a kind is told: its module's `KIND`, and which games have what is told so."""

    kind: Callable[[], DisputeModule]
    played: Callable[[GameSpec], bool] = lambda _: True
    question: bool = False
    """Whether Z3 is put one question about it, which the finding keeps as SMT-LIB text."""


class DisputeKind:
    """One kind of dispute: what is settled, as a verdict names it and as it is asked; `ways` by the game.

    `area` is the part of the rules it belongs to; `called` are other words for it at the table.
    """

    def __init__(
        self, about: Message, asked: Message, *ways: DisputeWay, area: Message, called: str = ""
    ) -> None:
        self.about, self.asked, self.ways = about, asked, ways
        self.area, self.called = area, called.split()

    def find_way(self, rules: RuleSet) -> DisputeWay | None:
        """How it is told by a rule set; None where its game has no such disputes."""
        return next((each for each in self.ways if each.played(rules.game)), None)

    @property
    def shapes(self) -> tuple[type[DisputeShape], ...]:
        """What files of it may look like."""
        return tuple(dict.fromkeys(each.kind().shape for each in self.ways))

    @property
    def answers(self) -> tuple[type[CheckAnswer], ...]:
        """The JSON of rulings on it."""
        return tuple(dict.fromkeys(each.kind().answer for each in self.ways))


def _pots(game: GameSpec) -> bool:
    return game.pots is not None


def _scored(game: GameSpec) -> bool:
    return game.pots is None


def _has_announcements(game: GameSpec) -> bool:
    told = game.shown, game.declaring, game.difference_sheet, game.bonus_sheet
    return _scored(game) and any(told)


DISPUTE_KINDS: Final = {
    "discard": DisputeKind(
        say("the discard"),
        say("Was the discard legal?"),
        DisputeWay(lambda: disputes.deal.discard.KIND, question=True),
        area=say("discard"),
        called="skat aflæg chien écart",
    ),
    "declarations": DisputeKind(
        say("the declarations"),
        say("What was there to declare, and when?"),
        DisputeWay(lambda: disputes.deal.declarations.KIND, _pots),
        DisputeWay(lambda: disputes.deal.handsdeclared.KIND, lambda game: game.declaring is not None),
        area=say("declarations"),
        called="declaration melding meldinger",
    ),
    "fool-naming": DisputeKind(
        say("naming the Fool"),
        say("Who had the right to name a suit?"),
        DisputeWay(lambda: disputes.tricks.naming.KIND, _pots, question=True),
        area=say("naming"),
        called="naming fool benævnelse navngivning narren skis skisen",
    ),
    "fool-demand": DisputeKind(
        say("demanding the Fool"),
        say("Could the Fool be demanded?"),
        DisputeWay(lambda: disputes.tricks.play.DEMAND, _pots),
        area=say("demand"),
        called="demand krav",
    ),
    "play": DisputeKind(
        say("the play"),
        say("Did everybody follow suit, and in turn?"),
        DisputeWay(lambda: disputes.tricks.play.KIND, _pots),
        DisputeWay(lambda: disputes.tricks.past.KIND),
        area=say("play"),
        called="revoke kulørsvigt renonce spil",
    ),
    "trick": DisputeKind(
        say("who won the trick"),
        say("Whose trick was it?"),
        DisputeWay(lambda: disputes.tricks.trickwon.KIND),
        area=say("trick winner"),
        called="stik pli levée",
    ),
    "piles": DisputeKind(
        say("which pile each card belongs to"),
        say("Which cards count for whom?"),
        DisputeWay(lambda: disputes.payments.piles.KIND, _scored),
        area=say("score"),
        called="bunke bunker",
    ),
    "purchase": DisputeKind(
        say("the purchase"),
        say("May the card be bought, and what does it cost?"),
        DisputeWay(lambda: disputes.deal.purchase.PURCHASE, lambda game: game.purchase is not None),
        area=say("purchase"),
        called="køb achat",
    ),
    "settlement": DisputeKind(
        say("the settlement"),
        say("Who owes whom how much?"),
        DisputeWay(lambda: disputes.payments.settlement.SETTLEMENT, _pots),
        DisputeWay(lambda: disputes.payments.settlement.HAND_SETTLEMENT),
        area=say("score"),
        called="payment last-trick sidste-stik ultimo bagud opgør afregning betaling paiement règlement",
    ),
    "announcement": DisputeKind(
        say("the announcement"),
        say("May that be announced?"),
        DisputeWay(lambda: disputes.deal.announcement.KIND, _has_announcements),
        area=say("declarations"),
        called="annoncering annonce annonces poignée",
    ),
    "bid": DisputeKind(
        say("the auction"),
        say("May that be bid?"),
        DisputeWay(lambda: disputes.deal.auction.BID, lambda game: game.auction is not None),
        area=say("auction"),
        called="auction bud budrunde melderunde enchère enchères",
    ),
    "call": DisputeKind(
        say("the called card"),
        say("May that card be called?"),
        DisputeWay(lambda: disputes.deal.auction.CALL, lambda game: game.call is not None),
        area=say("called card"),
        called="kald appel",
    ),
    "count": DisputeKind(
        say("the count"),
        say("What do the cards count?"),
        DisputeWay(lambda: disputes.payments.count.KIND, _pots),
        DisputeWay(lambda: disputes.payments.pilescounted.KIND),
        area=say("score"),
        called="tælling optælling compte décompte",
    ),
    "irregularity": DisputeKind(
        say("the irregularity"),
        say("What does it cost, and what now?"),
        DisputeWay(lambda: disputes.deal.irregularity.KIND, _pots),
        area=say("irregularities"),
        called="fine bøde uregelmæssighed faute irrégularité amende",
    ),
    "misdeal": DisputeKind(
        say("the deal"),
        say("Is it dealt again, and by whom?"),
        DisputeWay(lambda: disputes.deal.misdeal.KIND, _pots),
        area=say("irregularities"),
        called="deal giv fejlgivning donne maldonne",
    ),
    "asking": DisputeKind(
        say("asking for trumps"),
        say("Had that to be answered?"),
        DisputeWay(lambda: disputes.deal.purchase.ASKING, _pots),
        area=say("telling"),
        called="spørgsmål spørge tarokker",
    ),
    "propriety": DisputeKind(
        say("whether a card was proper"),
        say("Was it a proper card?"),
        DisputeWay(lambda: disputes.tricks.propriety.KIND, _pots),
        area=say("propriety"),
        called="proper improper sømmelighed sømmeligt usømmeligt",
    ),
    "session": DisputeKind(
        say("a matter between hands"),
        say("Do the pots and the accounts agree?"),
        DisputeWay(lambda: disputes.session.settling.KIND, _pots),
        area=say("irregularities"),
        called="pots foundation kopper kopperne pulje",
    ),
}
"""By the word for the kind in a file."""


def with_question(rules: RuleSet) -> tuple[str, ...]:
    """The kinds about which Z3 is put one question where they are told by a rule set."""
    told = {word: kind.find_way(rules) for word, kind in DISPUTE_KINDS.items()}
    return tuple(word for word, way in told.items() if way is not None and way.question)


def settle(dispute: Dispute) -> Finding:
    """The verdict on a dispute by the engine, and by Z3 where it is asked, under every open reading.

    Raises: InvalidFile for what cannot have happened; LimitReached where Z3 does not decide it; Mismatch
    where the two differ.
    """
    if dispute.fits is None:
        return _settle(dispute)

    return disputes.halfknown.settle_in_deals(dispute, dispute.fits, _settle)


def _settle(dispute: Dispute) -> Finding:
    telling = DISPUTE_KINDS[dispute.kind].find_way(dispute.rules)
    assert telling is not None
    try:
        return settle_under_readings(dispute, telling.kind().settle)
    except UsageError as error:
        raise InvalidFile([Fault(error.message, error.expected or CANNOT_BE, dispute.where)]) from error


def answers() -> tuple[type[CheckAnswer], ...]:
    """The JSON of every ruling there can be, each once."""
    every = (each for kind in DISPUTE_KINDS.values() for each in kind.answers)
    return tuple(dict.fromkeys((disputes.answer.InDealsCheck, *every)))
