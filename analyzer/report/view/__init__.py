"""Imported module by module where it is asked for; see :mod:`analyzer.lazily`."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from analyzer.report.view import (  # noqa: F401
        base,
        board,
        certify,
        check,
        deals,
        decide,
        errors,
        explain,
        graph,
        moves,
        new,
        replay,
        rules,
        ruling,
        schema,
        score,
        show,
        solve,
        verify,
        writing,
    )
else:
    from analyzer.lazily import modules_of

    __getattr__ = modules_of(__name__)
