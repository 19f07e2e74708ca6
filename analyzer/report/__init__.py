"""Printers: what an answer says on a terminal, in JSON, on paper, as a picture."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from analyzer.report import graph, spans, style, terminal  # noqa: F401
else:
    from analyzer.importing import modules_of

    __getattr__ = modules_of(__name__)
