"""Disputes about the play of a trick: which card was legal or proper, who names the Fool, who won."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from analyzer.disputes.tricks import (  # noqa: F401
        naming,
        namingproof,
        past,
        play,
        propriety,
        proprietysearch,
        trickwon,
    )
else:
    from analyzer.importing import modules_of

    __getattr__ = modules_of(__name__)
