"""Modules imported when first asked for; see :mod:`analyzer.importing`."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from analyzer.report.text.unseen import (  # noqa: F401
        deals,
        dealsworth,
        decide,
        everydeal,
    )
else:
    from analyzer.importing import modules_of

    __getattr__ = modules_of(__name__)
