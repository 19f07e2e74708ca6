"""The board: a page on this machine, and the little server behind it. It is told what is legal."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from analyzer.web import questions, queue, work  # noqa: F401
else:
    from analyzer.importing import modules_of

    __getattr__ = modules_of(__name__)
