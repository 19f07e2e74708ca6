"""What a composed problem writes into its file, as templates: what it teaches, its source, its lines."""

from __future__ import annotations

from typing import Final

from analyzer.messages import Message, Word, marked

SAFE_FROM_BOTH: Final = marked(
    "After {card}, and after no other card, {whose} Ultimo is safe from both others together."
)
PAGAT_HOME: Final = marked("Only {card} brings {whose} Pagat home in the last trick, whatever the others do.")
POTS_SAVED: Final = marked(
    "Every card but {card} gives {player} an Ultimo that nobody can prevent any more; after "
    "{card} the two others hold together and save the pots."
)
BAGUD_AVOIDED: Final = marked(
    "After every card but {card} the others together can bring {player} to lose an Ultimo card in the "
    "last trick."
)
IMPROPER_PAYS: Final = marked(
    "If all play for tokens, every card that lets {other} win his Ultimo leaves {player} better off than "
    "{card}; and yet {card}, the only one that saves the pots, is the only proper one."
)
OTHER_WITHOUT_DEMAND: Final = marked(
    "{other} would keep {whose} Ultimo forced if nobody might demand the Fool; as they may, only {card} does."
)
ONLY_BY_DEMAND: Final = marked(
    "Only {card} wins, and only because the Fool can be demanded: else {player} could force no Ultimo."
)
NAME_DECIDES: Final = marked(
    "The Fool is to be led, and its name decides: only {card} keeps {whose} Ultimo forced."
)
RICHER_POT: Final = marked(
    "{player} can win with the king or with the Pagat; {card} goes for the richer pot."
)
SURE: Final = marked("After {card}, and after no other card, {whose} side is sure of {goal:the}.")
LETS: Final = marked("Every card but {card} lets {whose} side be sure of {goal:the}.")
SOURCE: Final = marked("composed: {property}, {tricks} {tricks:trick/tricks}, seed {seed}, try {number}")
KEY: Final = marked("{card}, as it should be")
TRY: Final = marked("{card}, which fails")


def filled(template: str, **words: Word) -> Message:
    """One of the templates with its words."""
    return Message(template, words)
