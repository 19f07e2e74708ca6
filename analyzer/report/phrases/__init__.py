"""Imported module by module where it is asked for; see :mod:`analyzer.lazily`."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from analyzer.report.phrases import cardnames, grounds, stipulation, verdicts  # noqa: F401
else:
    from analyzer.lazily import modules_of

    __getattr__ = modules_of(__name__)
