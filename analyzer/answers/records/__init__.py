"""Answers about hands that were played and about rule sets: replays, audits, rulings, sheets, claims."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from analyzer.answers.records import (  # noqa: F401
        audit,
        check,
        judgement,
        replay,
        rules,
        ruling,
        score,
        verify,
    )
else:
    from analyzer.importing import modules_of

    __getattr__ = modules_of(__name__)
