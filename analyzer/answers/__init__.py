"""Questions and their answers: each module has a question, its JSON, and its text, in no particular language.

It knows the rules, the search and the disputes, but no printer, style, language or width. Modules are
imported one by one when they are needed; see :mod:`analyzer.importing`.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from analyzer.answers import (  # noqa: F401
        answer,
        batch,
        compose,
        deals,
        decide,
        everydeal,
        explain,
        forced,
        moves,
        records,
        requests,
        solution,
        solve,
        values,
    )
else:
    from analyzer.importing import modules_of

    __getattr__ = modules_of(__name__)
