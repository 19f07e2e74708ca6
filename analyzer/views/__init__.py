"""What answers have in common as JSON, and what a hand came to; see :mod:`analyzer.importing`."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from analyzer.views import base, outcome, why  # noqa: F401
else:
    from analyzer.importing import modules_of

    __getattr__ = modules_of(__name__)
