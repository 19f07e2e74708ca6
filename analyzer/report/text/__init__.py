"""Imported module by module where it is asked for; see :mod:`analyzer.importing`."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from analyzer.report.text import (  # noqa: F401
        batch,
        certificate,
        deals,
        decide,
        everydeal,
        forced,
        goalnews,
        progress,
        replay,
        ruling,
        score,
        solution,
        solve,
    )
else:
    from analyzer.importing import modules_of

    __getattr__ = modules_of(__name__)
