"""Questions and their answers, a module each; see :mod:`analyzer.lazily`."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from analyzer.api import (  # noqa: F401
        answer,
        asked,
        brief,
        certify,
        check,
        compose,
        deals,
        dealsinhand,
        decide,
        everydeal,
        explain,
        forced,
        graph,
        moments,
        moves,
        movesindeals,
        new,
        paper,
        replay,
        requests,
        rules,
        ruling,
        schema,
        score,
        show,
        solve,
        verify,
        wanted,
        why,
        whyindeals,
        writing,
    )
else:
    from analyzer.lazily import modules_of

    __getattr__ = modules_of(__name__)
