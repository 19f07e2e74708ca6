"""Imported module by module where it is asked for; see :mod:`analyzer.importing`."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from analyzer.report.text import (  # noqa: F401
        batch,
        certificate,
        compare,
        deals,
        decide,
        everydeal,
        forced,
        goalnews,
        progress,
        replay,
        rules,
        ruling,
        score,
        solution,
        solve,
        verify,
    )
else:
    from analyzer.importing import modules_of

    __getattr__ = modules_of(__name__)
