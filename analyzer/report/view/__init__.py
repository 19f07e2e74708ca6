"""Imported module by module where it is asked for; see :mod:`analyzer.importing`."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from analyzer.report.view import (  # noqa: F401
        board,
        deals,
        decide,
        explain,
        replay,
        rules,
        ruling,
        schema,
        score,
        show,
        solve,
        verify,
    )
else:
    from analyzer.importing import modules_of

    __getattr__ = modules_of(__name__)
