"""What a reader or a program is told, a room each; see :mod:`analyzer.importing`."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from analyzer.report import (  # noqa: F401
        document,
        graph,
        spans,
        style,
        terminal,
        text,
        view,
    )
else:
    from analyzer.importing import modules_of

    __getattr__ = modules_of(__name__)
