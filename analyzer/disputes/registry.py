"""The kinds of dispute, and the only list of them: a new kind is one module and one line here.

A kind is what a file of it says, how that is read into facts, and how the facts are settled. All of it is
named and not imported: a file is of one kind, and settling brings the prover. A kind may be told in one way
in games with pots, and in another in games without.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from analyzer import disputes
from analyzer.disputes.kinds.common import DisputeShape
from analyzer.disputes.model import CANNOT_BE, Dispute
from analyzer.disputes.readings import settle_under_readings
from analyzer.errors import Fault, InvalidFile, UsageError
from analyzer.messages import Message, say
from analyzer.position.files.reader import Reader
from analyzer.rules.spec.ruleset import RuleSet

if TYPE_CHECKING:
    from analyzer.disputes.findings import Finding
    from analyzer.rules.spec.game import GameSpec


class HowTold(NamedTuple):
    """How a kind is told: `MODULE:SHAPE`, the reader in that module, `MODULE:FUNCTION` that settles it."""

    shaped: str
    reader: str
    settling: str
    played: Callable[[GameSpec], bool] = lambda _: True
    """Whether a game has what is told so."""
    question: bool = False
    """Whether Z3 is put one question about it, which the finding keeps as SMT-LIB text."""

    @property
    def shape(self) -> type[DisputeShape]:
        """What a file of it may look like."""
        module, _, name = self.shaped.partition(":")
        shape: type[DisputeShape] = getattr(_kind_module(module), name)
        return shape

    @property
    def read(self) -> Callable[[Reader, Any], Dispute | None]:
        """What makes a dispute of such a file."""
        reader: Callable[[Reader, Any], Dispute | None]
        reader = getattr(_kind_module(self.shaped.partition(":")[0]), self.reader)
        return reader


def _kind_module(name: str) -> ModuleType:
    return import_module(f"analyzer.disputes.kinds.{name}")


class DisputeKind:
    """One kind of dispute: `about` is what is settled, as the verdict names it, in `ways` by the game."""

    def __init__(self, about: Message, *ways: HowTold) -> None:
        self.about, self.ways = about, ways

    def by(self, rules: RuleSet) -> HowTold | None:
        """How it is told by a rule set; None where its game has no such disputes."""
        return next((each for each in self.ways if each.played(rules.game)), None)

    @property
    def shapes(self) -> tuple[type[DisputeShape], ...]:
        """What files of it may look like."""
        return tuple(dict.fromkeys(each.shape for each in self.ways))


def _pots(game: GameSpec) -> bool:
    return game.pots is not None


def _scored(game: GameSpec) -> bool:
    return game.pots is None


KINDS: Final = {
    "discard": DisputeKind(
        say("the discard"),
        HowTold("discard:DiscardShape", "read_discard", "discard:settle_discard", question=True),
    ),
    "declarations": DisputeKind(
        say("the declarations"),
        HowTold(
            "declarations:DeclarationsShape",
            "read_declarations",
            "declarations:settle_declared",
            _pots,
        ),
        HowTold(
            "declarations:DeclarationsShape",
            "read_declarations",
            "handsdeclared:settle_declared_hands",
            lambda game: game.declaring is not None,
        ),
    ),
    "fool-naming": DisputeKind(
        say("naming the Fool"),
        HowTold("events:FoolNamingShape", "read_naming", "inplay.naming:settle_naming", _pots, question=True),
    ),
    "fool-demand": DisputeKind(
        say("demanding the Fool"),
        HowTold("events:FoolDemandShape", "read_demand", "inplay.play:settle_play", _pots),
    ),
    "play": DisputeKind(
        say("the play"),
        HowTold("events:PlayShape", "read_play", "inplay.play:settle_play", _pots),
        HowTold("play:HandPlayShape", "read_play_of_hand", "inplay.play:settle_play"),
    ),
    "trick": DisputeKind(
        say("who won the trick"),
        HowTold("trickwon:TrickWonShape", "read_trick_won", "inplay.trickwon:settle_trick_won"),
    ),
    "piles": DisputeKind(
        say("what lies in whose pile"),
        HowTold("piles:PilesShape", "read_piles", "inplay.piles:settle_piles", _scored),
    ),
    "purchase": DisputeKind(
        say("the purchase"),
        HowTold(
            "bid:PurchaseDisputeShape",
            "read_purchase",
            "bid:settle_purchase",
            lambda game: game.purchase is not None,
        ),
    ),
    "settlement": DisputeKind(
        say("the settlement"),
        HowTold(
            "settlement:SettlementShape",
            "read_settlement",
            "settlement:settle_settlement",
            _pots,
        ),
        HowTold("came:HandSettlementShape", "read_hand_settlement", "settlement:settle_hand"),
    ),
    "announcement": DisputeKind(
        say("the announcement"),
        HowTold(
            "announcement:AnnouncementShape",
            "read_announcement",
            "announcement:settle_announcement",
            lambda game: (
                _scored(game) and any((game.shown, game.declaring, game.difference_sheet, game.bonus_sheet))
            ),
        ),
    ),
    "bid": DisputeKind(
        say("the auction"),
        HowTold("bid:BidShape", "read_bid", "bid:settle_bid", lambda game: game.auction is not None),
    ),
    "call": DisputeKind(
        say("the called card"),
        HowTold("hand:CallShape", "read_call", "call:settle_call", lambda game: game.call is not None),
    ),
    "count": DisputeKind(
        say("the count"),
        HowTold("count:CountShape", "read_count", "count:settle_disputed_count", _pots),
        HowTold(
            "pilescounted:PilesCountedShape", "read_piles_counted", "inplay.pilescounted:settle_piles_counted"
        ),
    ),
    "irregularity": DisputeKind(
        say("the irregularity"),
        HowTold("misdeal:IrregularityShape", "read_irregularity", "misdeal:settle_irregularity", _pots),
    ),
    "misdeal": DisputeKind(
        say("the deal"), HowTold("misdeal:MisdealShape", "read_misdeal", "misdeal:settle_misdeal", _pots)
    ),
    "asking": DisputeKind(
        say("asking for trumps"),
        HowTold("asking:AskingShape", "read_asking", "inplay.asking:settle_asking", _pots),
    ),
    "propriety": DisputeKind(
        say("whether a card was proper"),
        HowTold("propriety:ProprietyShape", "read_propriety", "inplay.propriety:settle_propriety", _pots),
    ),
    "session": DisputeKind(
        say("what goes on around the hands"),
        HowTold("session:SessionShape", "read_session", "session.settling:settle_session", _pots),
    ),
}
"""By the word for the kind in a file."""


def with_question(rules: RuleSet) -> tuple[str, ...]:
    """The kinds about which Z3 is put one question where they are told by a rule set."""
    told = {word: kind.by(rules) for word, kind in KINDS.items()}
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
    telling = KINDS[dispute.kind].by(dispute.rules)
    assert telling is not None
    module, _, name = telling.settling.partition(":")
    try:
        return settle_under_readings(dispute, getattr(import_module(f"analyzer.disputes.{module}"), name))
    except UsageError as error:
        raise InvalidFile([Fault(error.message, error.expected or CANNOT_BE, dispute.where)]) from error
