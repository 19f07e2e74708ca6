"""Modules imported when first asked for; see :mod:`analyzer.importing`."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from analyzer.cli import failures, table  # noqa: F401
else:
    from analyzer.importing import modules_of

    __getattr__ = modules_of(__name__)
