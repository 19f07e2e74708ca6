"""What is said at the table, in the language of a game, where its rule set has an English word for it."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from analyzer.cards.names import folded
from analyzer.rules.deal.auction import SLAM
from analyzer.rules.score.opening import NO_COURTS, NO_TRUMPS
from analyzer.rules.score.told import PASS
from analyzer.rules.spec.game import GameSpec

_WORDS: Final = {
    "prise": ("petite", "take"),
    "garde sans": ("garde-sans",),
    "garde sans le chien": ("garde-sans",),
    "garde contre": ("garde-contre",),
    "garde contre le chien": ("garde-contre",),
    "passe": (PASS,),
    "je passe": (PASS,),
    "chelem": (SLAM,),
    "grand chelem": (SLAM,),
    "misere d'atout": (NO_TRUMPS,),
    "misere d'atouts": (NO_TRUMPS,),
    "misere de tete": (NO_COURTS,),
    "misere de tetes": (NO_COURTS,),
    "petit": ("pagat",),
    "petit au bout": ("pagat",),
    "tri": ("three",),
    "dva": ("two",),
    "dve": ("two",),
    "ena": ("one",),
    "solo tri": ("solo-three",),
    "solo dva": ("solo-two",),
    "solo dve": ("solo-two",),
    "solo ena": ("solo-one",),
    "berac": ("beggar",),
    "solo brez": ("solo-without",),
    "solo brez talona": ("solo-without",),
    "barvni valat": ("colour-valat",),
    "klop": ("misere",),
    "naprej": (PASS,),
    "dalje": (PASS,),
    "kralji": ("kings",),
    "trula": ("trinity",),
    "kralj ultimo": ("king-ultimo",),
    "pagat ultimo": ("pagat",),
    "pagatultimo": ("pagat",),
    "dreier": ("threes",),
    "trull": ("trull", "trinity"),
    "vier konige": ("four-kings",),
    "weiter": (PASS,),
    "passt": (PASS,),
    "ich passe": (PASS,),
    "pas": (PASS,),
}
"""By what is said, folded, the words of the rule sets that have it."""

HANDFULS: Final = ("simple", "double", "triple")
_HANDFULS: Final = tuple((f"{each} poignee", f"poignee {each}") for each in HANDFULS)
"""Trumps that are shown, from the fewest to the most of which something is paid."""

_TRUMPS: Final = r"(?P<number>[0-9]{1,2}) atouts"


def of_the_rules(text: str, known: Collection[str], game: GameSpec) -> str:
    """The word of the game that a text is or means; a text that means none is given back in small letters."""
    word = " ".join(text.lower().split())
    if word in known:
        return word
    said = " ".join(map(folded, word.replace("-", " ").replace("’", "'").split()))
    meant = next((each for each in _WORDS.get(said, ()) if each in known), None)
    if meant is not None or game.shown is None:
        return meant or word
    trumps = re.fullmatch(_TRUMPS, said)
    shown = [str(each) for each in game.shown.amounts]
    numbers = (
        [trumps["number"]]
        if trumps
        else [n for n, names in zip(shown, _HANDFULS, strict=False) if said in names]
        or shown[: said == "poignee"]
    )
    return f"{numbers[0]} trumps" if numbers else word
