"""What an answer is made of: blocks, and the sentences that more than one answer says, as messages.

It knows the game and what a search came to, and no printer, style, language or width. Imported by module
where it is asked for; see :mod:`analyzer.importing`.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from analyzer.words import names, verdicts  # noqa: F401
else:
    from analyzer.importing import modules_of

    __getattr__ = modules_of(__name__)
