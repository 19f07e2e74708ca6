"""Questions and their answers, a module each; see :mod:`analyzer.importing`."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from analyzer.api import (  # noqa: F401
        answer,
        asked,
        check,
        compose,
        deals,
        decide,
        everydeal,
        explain,
        files,
        forced,
        moments,
        moves,
        paper,
        replay,
        requests,
        rules,
        ruling,
        score,
        solve,
        verify,
    )
else:
    from analyzer.importing import modules_of

    __getattr__ = modules_of(__name__)
