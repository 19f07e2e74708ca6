"""Imported module by module where it is asked for; see :mod:`analyzer.importing`."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from analyzer.report.graph import files, game  # noqa: F401
else:
    from analyzer.importing import modules_of

    __getattr__ = modules_of(__name__)
