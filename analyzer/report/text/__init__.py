"""Imported module by module where it is asked for; see :mod:`analyzer.lazily`."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from analyzer.report.text import (  # noqa: F401
        brief,
        certificate,
        deals,
        decide,
        everydeal,
        explain,
        forced,
        frame,
        goalnews,
        moves,
        progress,
        replay,
        ruling,
        score,
        solution,
        solve,
    )
else:
    from analyzer.lazily import modules_of

    __getattr__ = modules_of(__name__)
