"""One question put to many positions: where they come from, what is asked, who answers, where it is kept.

It knows the answers to one position, and neither a terminal nor a page. Modules are imported one by one when
they are needed; see :mod:`analyzer.importing`.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from analyzer.many import (  # noqa: F401
        cluster,
        output,
        progress,
        question,
        report,
        source,
        store,
        study,
        studyrun,
    )
else:
    from analyzer.importing import modules_of

    __getattr__ = modules_of(__name__)
