"""Disputes about piles, the count and what everyone pays."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from analyzer.disputes.payments import (  # noqa: F401
        count,
        piles,
        pilescounted,
        settlement,
    )
else:
    from analyzer.importing import modules_of

    __getattr__ = modules_of(__name__)
