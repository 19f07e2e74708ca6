"""Disputes about the deal, the auction, the discard and the declarations: all that comes before the play."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from analyzer.disputes.deal import (  # noqa: F401
        announcement,
        auction,
        declarations,
        discard,
        discardproof,
        handsdeclared,
        irregularity,
        misdeal,
        purchase,
    )
else:
    from analyzer.importing import modules_of

    __getattr__ = modules_of(__name__)
