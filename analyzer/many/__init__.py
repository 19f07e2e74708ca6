"""Batches and studies: one question asked about many positions or deals.

The package reads positions, answers the question and stores the answers. It builds on the answers to one
position; it uses neither a terminal nor a web page. Each module is imported when it is first needed; see
:mod:`analyzer.importing`.
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
