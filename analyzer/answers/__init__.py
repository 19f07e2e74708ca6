"""Questions and their answers: a module has what is asked, its JSON, and what it says, in no language.

It knows the rules, the search and the disputes; it knows no printer, no style, no language and no width.
Imported module by module where it is asked for; see :mod:`analyzer.importing`.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from analyzer.answers import (  # noqa: F401
        answer,
        audit,
        batch,
        check,
        compose,
        deals,
        decide,
        everydeal,
        explain,
        forced,
        judgement,
        moments,
        moves,
        progress,
        readings,
        replay,
        requests,
        rules,
        ruling,
        score,
        solution,
        solve,
        values,
        verify,
    )
else:
    from analyzer.importing import modules_of

    __getattr__ = modules_of(__name__)
