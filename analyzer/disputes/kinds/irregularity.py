"""Disputes about an irregularity: what a file of them says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from analyzer.cards.notation import shown
from analyzer.disputes.kinds.common import KIND, DisputeShape, PaidShape, about_of, moment_of, read_paid
from analyzer.disputes.model import ClaimedPayment, Dispute
from analyzer.messages import Verbatim, say
from analyzer.position.files.quarrels import check_found
from analyzer.position.files.reader import Reader
from analyzer.position.files.shape import Found, Name, PotsShape
from analyzer.position.files.spoken import read_pots
from analyzer.rules.book import Pots
from analyzer.rules.conduct.irregularities import Moment
from analyzer.rules.deal.declarations import DeclarationError, parse_declaration
from analyzer.rules.spec.ruleset import Category
from analyzer.yamltree.placed import Field, Text
from analyzer.yamltree.quoting import suggestion


class IrregularityShape(DisputeShape):
    """What an irregularity costs, and what becomes of the hand."""

    kind: Literal["irregularity"] = KIND
    irregularity: Text = Field(description="Its name in the rule set.", examples=["lead-out-of-turn"])
    by: Name = Field(description="Who committed it.")
    category: Literal["superficial", "minor", "major", "irrecoverable"] | None = Field(
        None, description="How grave the players hold it to be; as the rule set says where left out."
    )
    declaration: Text | None = Field(
        None, description="The wrong declaration that was paid for, if it is one."
    )
    found: Found | None = None
    pots: PotsShape | None = Field(None, description="The pots before the fine.")
    paid: list[PaidShape] | None = Field(None, description="What was paid, or what somebody says is owed.")


@dataclass(frozen=True, slots=True, kw_only=True)
class IrregularityDispute(Dispute):
    """What does this irregularity cost?"""

    irregularity: str
    by: int
    category: Category | None = None
    """What the players agreed on; None for what the rule set says."""
    declaration: str | None = None
    found: Moment | None = None
    pots: Pots
    paid: tuple[ClaimedPayment, ...] | None = None


def read_irregularity(reader: Reader, shape: IrregularityShape) -> IrregularityDispute | None:
    """What somebody did wrong; None where neither is known."""
    about = about_of(reader, shape)
    by = reader.seat_of(shape.by) if shape.has("by") else None
    name, known = shape.irregularity, reader.rules.fines.category
    if shape.has("irregularity") and name not in known:
        reader.fault(
            name.where,
            say("no irregularity is called {word}", word=Verbatim(shown(name))),
            suggestion(name, known),
        )
    if shape.found is not None and name in known:
        check_found(reader, str(name), Moment(shape.found), shape.place("found"))
    if shape.declaration is not None:
        try:
            parse_declaration(shape.declaration, reader.rules)
        except DeclarationError as error:
            reader.fault(shape.declaration.where, error.fault.message, error.fault.expected)
    paid = read_paid(reader, shape.paid)
    if by is None or name not in known:
        return None
    return IrregularityDispute(
        **about,
        irregularity=str(name),
        by=by,
        category=None if shape.category is None else Category(shape.category),
        declaration=None if shape.declaration is None else str(shape.declaration),
        found=moment_of(shape.found),
        pots=read_pots(shape.pots),
        paid=paid,
    )
