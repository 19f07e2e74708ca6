"""The JSON Schemas of what `--json` writes: the machine interface, described for other programs.

Keys may be added to an answer, so nothing here forbids a key it does not know. What `required` lists is
always there; any other key is absent where that part was not asked for, not finished, or does not apply.
"""

from __future__ import annotations

from typing import Any, Final

from analyzer.cards.card import BY_TEXT, Suit
from analyzer.certify.checker import Flaw
from analyzer.position.replay.model import EVENTS
from analyzer.search.engine.results import Goal, Status
from analyzer.search.review.audit import MarkKind

Schema = dict[str, Any]

_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


def _text(description: str = "") -> Schema:
    return {"type": "string"} | ({"description": description} if description else {})


def _number(description: str = "", least: int | None = None) -> Schema:
    found: Schema = {"type": "integer"}
    if least is not None:
        found["minimum"] = least
    return found | ({"description": description} if description else {})


def _one_of(*words: str) -> Schema:
    return {"enum": list(words)}


def _or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def _list(items: Schema, description: str = "") -> Schema:
    return {"type": "array", "items": items} | ({"description": description} if description else {})


def _by_player(value: Schema, description: str) -> Schema:
    return {"type": "object", "additionalProperties": value, "description": description}


def _record(required: Schema, optional: Schema | None = None) -> Schema:
    return {"type": "object", "properties": required | (optional or {}), "required": list(required)}


def _part(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


_TRUTH: Final[Schema] = {"type": "boolean"}
_CARD: Final = _one_of(*BY_TEXT)
_SUIT: Final = _one_of(*(suit.value for suit in Suit))
_PLAYERS: Final = _list(_text(), "Players in table order.")
_MOVES: Final = _list(_text(), "Play in the words of a position file: hR, fool=h, demand[C].")
_AMOUNTS: Final = _by_player(_number(), "Tokens received less paid.")
_GOALS: Final = _by_player(
    {"type": "object", "properties": {goal.value: _part("goal") for goal in Goal}},
    "By player, then by goal; those that were asked for.",
)
_VALUES: Final[Schema] = {
    "goals": _GOALS,
    "guarantee": _by_player(_number(), "The most tokens a player is sure of against all others."),
    "equilibria": _list(_part("equilibrium"), "Best first for the player to move."),
}
_PLACE: Final[Schema] = {"line": _or_null(_number(least=1)), "column": _or_null(_number(least=1))}
_FORCING: Final[Schema] = {
    "status": _one_of(*(status.value for status in Status)),
    "forced_by": _list(_PLAYERS, "The minimal sets that can bring it about, shortest first."),
    "prevented_by": _list(_PLAYERS, "The minimal sets that can prevent it."),
}

_DECIDED: Final[Schema] = {
    "decision": _or_null(_number("Its place in the decisions of the audit, from 0.", 0)),
    "player": _or_null(_text()),
    "move": _or_null(_text()),
}

_WAY: Final[Schema] = {
    "decision": _or_null(_number("The last one that lost it, in the audit, from 0.", 0)),
    "instead_of": _or_null(_text("What was played there.")),
    "line": _MOVES | {"description": "Play from there on that wins it."},
}

_PARTS: Final[dict[str, Schema]] = {
    "goal": _record(_FORCING),
    "pots": _record({"king": _number(), "pagat": _number()}),
    "equilibrium": _record(
        {"tokens": _AMOUNTS, "pots": _part("pots") | {"description": "What they gain."}, "line": _MOVES}
    ),
    "limits": _record(
        {"complete": _TRUTH},
        {"reason": _text("Why the search stopped."), "unfinished": _list(_text(), "The parts not finished.")},
    ),
    "stats": _record(
        {"nodes": _number("Positions searched.", 0)}, {"seconds": {"type": "number", "minimum": 0}}
    ),
    "card": _record(
        {
            "card": _CARD,
            "names": _or_null(_SUIT) | {"description": "The suit a led Fool names."},
            "equals": _list(_CARD, "Cards with the same values, not listed themselves."),
        },
        _VALUES
        | {
            "proper": _TRUTH,
            "why": _text("Why the card is improper."),
            "evidence": _part("evidence"),
        },
    ),
    "evidence": _record(
        {
            "clause": _text("The clause an improper card offends."),
            "player": _text("Whose Ultimo it is about."),
            "goal": _one_of(*(goal.value for goal in Goal))
            | {"description": "What `line` keeps another player from, or wins for the player to move."},
            "instead": _text("The card held against it."),
            "line": _MOVES | {"description": "The play that would have prevented or won the Ultimo."},
            "offence": _MOVES | {"description": "The improper card, and the Ultimo that comes of it."},
        }
    ),
    "illegal": _record(
        {
            "message": _text(),
            "clause": _text("The clause that forbids the move."),
            "legal": _list(_text(), "What was legal."),
            "where": _or_null(_text("FILE:LINE:COL")),
            **_PLACE,
        }
    ),
    "payment": _record(
        {
            "payer": _text("A player, `king pot` or `pagat pot`."),
            "payee": _text("A player, `king pot` or `pagat pot`."),
            "amount": _number(least=0),
            "clause": _text(),
        }
    ),
    "declaration": _record({"text": _text(), "amount": _number("From each opponent.", 0), "clause": _text()}),
    "deal": _record(
        {
            "dealer": _text(),
            "skat": _list(_CARD),
            "announce": _list(_text()),
            "declarations": _by_player(_list(_part("declaration")), "What each hand requires."),
            "faults": _list(
                _record(
                    {
                        "player": _text(),
                        "kind": _text(),
                        "said": _or_null(_text()),
                        "required": _or_null(_text()),
                    }
                ),
                "Differences between what was said and what the hands require.",
            ),
            "payments": _list(_part("payment")),
        }
    ),
    "said": _record(
        {
            "kind": _one_of(*(kind.value for kind in EVENTS)),
            "player": _text(),
            "card": _or_null(_CARD),
            "suit": _or_null(_SUIT),
            "clause": _or_null(_text()),
        }
    ),
    "unsettled": _record(
        {
            "clauses": _list(_text()),
            "cards": _list(_CARD),
            "readings": _list(_text(), "Play went on by the first."),
        }
    ),
    "trick": _record(
        {
            "trick": _number("Counted from the start of a whole hand.", 1),
            "tricks_left": _number("1 is the last trick.", 1),
            "lead": _text(),
            "cards": _list(_text(), "As they lie in the end; a led Fool as fool=h."),
            "players": _PLAYERS | {"description": "Who laid each card."},
            "winner": _or_null(_text()),
            "payments": _list(_part("payment"), "With the last trick the whole settlement."),
        },
        {
            "named_by": _text("Who named a led Fool in the end."),
            "said": _list(_part("said"), "What was said, and cards played irregularly, in order."),
            "unsettled": _list(_part("unsettled"), "Questions of the naming that no source decides."),
        },
    ),
    "outcome": _record(
        {
            name: _or_null(_text())
            for name in ("ultimo", "king_ultimo", "pagat_ultimo", "last_trick", "tout", "nolo")
        }
        | {"bagud": _PLAYERS}
    ),
    "expected": _record(
        {
            "met": _TRUTH,
            "differs": _list(_record({"key": _text(), "expected": {}, "got": {}})),
        }
    ),
    "decision": _record(
        {
            "trick": _number(least=1),
            "player": _text(),
            "move": _text(),
            "card": _or_null(_CARD),
            "names": _or_null(_SUIT),
            "before": _or_null({"type": "object", "properties": _VALUES}),
            "after": _or_null({"type": "object", "properties": _VALUES}),
            "proper": _or_null(_TRUTH),
            "why": _or_null(_text()),
            "marks": _list(
                _record(
                    {
                        "kind": _one_of(*(kind.value for kind in MarkKind)),
                        "player": _text("Whose Ultimo it is about."),
                        "text": _text(),
                    }
                )
            ),
        }
    ),
    "audit": _record(
        {"decisions": _list(_part("decision")), "limits": _part("limits"), "stats": _part("stats")},
        {"judgement": _part("judgement")},
    ),
    "judgement": _record(
        {
            "turns": _list(
                _record(
                    {
                        "ultimo": _text("Whose Ultimo."),
                        "forced": _TRUTH | {"description": "Forced from here on, or no longer."},
                        **_DECIDED,
                    }
                ),
                "Where it changed who can force an Ultimo; what was so at the start comes first.",
            ),
            "blames": _list(
                _record(
                    {
                        **_DECIDED,
                        "kinds": _list(_one_of(*(kind.value for kind in MarkKind))),
                        "instead": _or_null(_text("The proper card an improper one is held against.")),
                        "cost": _or_null(_AMOUNTS)
                        | {"description": "What it changed in what every player is sure of."},
                    },
                    {"evidence": _part("evidence")},
                )
            ),
            "could_have_won": _by_player(
                _record(
                    {
                        "answer": _or_null(_one_of("won", "yes", "no", "open"))
                        | {
                            "description": "yes: alone; no: not from `judged_from` on; open: he still can "
                            "where the line ends; null: not judged."
                        },
                        "judged_from": _or_null(_number("As `decision`.", 0))
                        | {
                            "description": "The first decision from which on all were valued for his Ultimo: "
                            "0 is the whole line; null where not even the last was."
                        },
                        **_WAY,
                        "with_help": _list(
                            _record({"with": _PLAYERS, **_WAY, "player": _text()}),
                            "Where he could not alone: with whom, and until which decision.",
                        ),
                    },
                    {
                        "player": _text("Who decided there."),
                        "counted": _TRUTH | {"description": "False where Tout or Nolo cancels it."},
                    },
                ),
                "Whether each player won the Ultimo, or could have forced it alone, and how.",
            ),
        }
    ),
    "line": _record(
        {
            "name": _text(),
            "illegal": _or_null(_part("illegal")) | {"description": "A forbidden move ends the line."},
            "complete": _TRUTH | {"description": "Whether it was played to the last card."},
            "events": _list(_part("trick"), "Trick by trick."),
            "outcome": _or_null(_part("outcome")),
            "tokens": _AMOUNTS,
            "pots": _part("pots") | {"description": "What they gained."},
            "pots_before": _part("pots"),
            "pots_after": _part("pots"),
            "tricks": _by_player(_number(least=0), "Tricks won, as far as known."),
            "expected": _or_null(_part("expected")),
        },
        {
            "deal": _part("deal"),
            "missing": _text("What is still to be played."),
            "points": _by_player(_number(least=0), "Card points, 78 in all."),
            "audit": _part("audit"),
        },
    ),
    "error": _record(
        {
            "where": _text("FILE:LINE:COL, or empty."),
            **_PLACE,
            "message": _text("What is wrong; what was expected."),
        },
        {"expected": _or_null(_text()), "clause": _text(), "legal": _list(_text())},
    ),
    "certificate": _record(
        {"file": _or_null(_text())},
        {"moves": _number(least=0), "bytes": _number(least=0), "reason": _text("Why none was written.")},
    ),
}

_CHANCE: Final[Schema] = {"type": "number", "minimum": 0, "maximum": 1}
_NUMBER: Final[Schema] = {"type": "number"}
_FATE: Final[dict[str, Schema]] = {
    "tokens": _AMOUNTS,
    "ultimo": _or_null(_text("Who wins the last trick with an Ultimo card.")),
    "bagud": _PLAYERS,
}
_CHOICE: Final = _record(
    {
        "card": _CARD,
        "names": _or_null(_SUIT) | {"description": "The suit a led Fool names."},
        "equals": _list(_CARD, "Cards that are the same in every world, not listed themselves."),
        "expected": _NUMBER | {"description": "The player's tokens on average."},
        "expected_exact": _text("The same as a fraction."),
        "worst": _number("The player's tokens in the worst world."),
        "own_ultimo": _CHANCE,
        "own_bagud": _CHANCE,
        "other_ultimo": _CHANCE,
        "range": _record({"expected": _list(_NUMBER), "worst": _list(_number())}),
        "dominated_by": _list(_text(), "Cards never worse and sometimes better."),
        "per_world": _list(
            _record({"world": _text(), "weight": _number(least=0), **_FATE}, {"at_best": _record(_FATE)})
        ),
    },
    {
        "error": _NUMBER | {"description": "Of a sample: half the width of the interval around `expected`."},
        "proper": _TRUTH,
        "clause": _text("The clause an improper card offends."),
        "why": _text("Why the card is improper."),
        "evidence": _record({"world": _text(), "line": _MOVES}),
    },
)
_DECIDE: Final[tuple[Schema, Schema]] = (
    {
        "ruleset": _text(),
        "player": _text(),
        "worlds": _number("How many.", 1),
        "exact": _TRUTH | {"description": "False for a sample, and where a card has no value yet."},
        "opponents": _one_of("selfish", "against"),
        "cards": _list(_CHOICE, "In canonical order."),
        "advice": _record(
            {name: _or_null(_text()) for name in ("expected", "worst", "proper")}
            | {"equals": _by_player(_list(_text()), "All cards that are as good, by measure.")}
        ),
        "break_even": _list(
            _record(
                {
                    "card": _text(),
                    "against": _text(),
                    "chance": _CHANCE,
                    "exact": _text("The chance as a fraction."),
                    "worlds": _list(_text(), "The worlds whose chance it is: where the card pays more."),
                }
            )
        ),
        "deals": _list(
            _record(
                {
                    "world": _text(),
                    "weight": _number(least=0),
                    "chance": _CHANCE,
                    "hands": _by_player(_list(_CARD), "The hands the player does not see."),
                }
            )
        ),
        "limits": _part("limits"),
        "stats": _part("stats"),
    },
    {
        "sampled": _record(
            {
                "drawn": _number(least=1),
                "of": _number(least=1),
                "seed": _number(),
                "confidence": _CHANCE,
                "bound": _one_of("normal") | {"description": "How `error` is found: 1.96 standard errors."},
            }
        )
    },
)
_COMPOSE: Final[tuple[Schema, Schema]] = (
    {
        "want": _text("The property."),
        "problems": _list(
            _record(
                {
                    "file": _or_null(_text()),
                    "title": _text(),
                    "teaches": _text(),
                    "key": _text("The card it turns on."),
                    "tries": _number("Endings looked at.", 1),
                    "text": _text("The position file."),
                }
            )
        ),
        "limits": _record({"complete": _TRUTH}, {"reason": _text()}),
    },
    {},
)
_CARDS_BY_PLACE: Final[Schema] = {"type": "object", "additionalProperties": _list(_CARD)}
_FACTS: Final[Schema] = _list(
    _record(
        {
            "text": _text("In words."),
            "clause": _text("The clause it follows from."),
            "where": _text("File, line and column; empty where it stands in no file."),
            "line": _or_null(_number(least=1)),
            "column": _or_null(_number(least=1)),
        }
    )
)
_DEALS: Final[tuple[Schema, Schema]] = (
    {
        "ruleset": _text(),
        "seen_by": _text("Who does not see the cards."),
        "line": _or_null(_text("The line of play the facts come from.")),
        "at": _or_null(_text("How far it was played: TRICK.CARD.")),
        "cards": _list(_CARD, "The cards not seen."),
        "sizes": {
            "type": "object",
            "additionalProperties": _number(least=0),
            "description": "Hidden cards by player, and of the skat.",
        },
        "facts": _FACTS | {"description": "What is known, each fact with where it comes from."},
        "count": _number("Deals that fit, exactly.", 0),
        "clash": _FACTS
        | {"description": "Where none fits, facts that clash; without any one of them some deal fits."},
    },
    {
        "seed": _number("Of the sample."),
        "deals": _list(_CARDS_BY_PLACE, "Where they were asked for: the hidden cards by player."),
    },
)

_CLAIM: Final[Schema] = {
    "goal": _one_of(*(goal.value for goal in Goal)),
    "player": _text("Whose goal."),
    "by": _PLAYERS | {"description": "Who plays together for it."},
    "holds": _TRUTH | {"description": "Whether they bring it about; else the others prevent it."},
}

_ANSWERS: Final[dict[str, tuple[Schema, Schema]]] = {
    "solve": (
        {
            "ruleset": _text(),
            "to_play": _text(),
            "tricks_left": _number(least=1),
            "limits": _part("limits"),
            "stats": _part("stats"),
        },
        _VALUES | {"cards": _list(_part("card"), "In canonical order.")},
    ),
    "forced": (
        {
            "ruleset": _text(),
            "holds": _or_null(_TRUTH) | {"description": "Null where a limit came first."},
            "goal": _one_of(*(goal.value for goal in Goal)),
            "player": _text(),
            "by": _PLAYERS,
            "line": _MOVES,
            "limits": _part("limits"),
            "stats": _part("stats"),
        },
        _FORCING | {"certificate": _part("certificate")},
    ),
    "replay": ({"ruleset": _text(), "lines": _list(_part("line"))}, {}),
    "deals": _DEALS,
    "decide": _DECIDE,
    "compose": _COMPOSE,
    "certify": (
        {
            "proven": _TRUTH,
            "ruleset": _text(),
            **_CLAIM,
            "moves": _number("Moves of the strategy.", 0),
            "states": _number("States played, those that play alike once.", 0),
        },
        {
            "flaw": _one_of(*(flaw.value for flaw in Flaw)),
            "why": _text("What is wrong, where it is not proven."),
            "after": _MOVES | {"description": "The play that leads to it, in the words of a position file."},
        },
    ),
    "certificate": (
        {
            "position": _text("A position file."),
            **_CLAIM,
            "strategy": {
                "type": "object",
                "additionalProperties": _text(),
                "description": "The move of the side that gets its way, by state.",
            },
            "digest": _text("sha256: of all the rest as JSON in ASCII without blanks, keys sorted."),
            "rules": _record({"ruleset": _text(), "variant": {"type": "object"}, "digest": _text()}),
        },
        {},
    ),
    "error": ({"errors": _list(_part("error"), "Every fault, in file order.")}, {}),
}
"""The keys that are always there, and the others, by the kind of answer."""

ANSWERS: Final = tuple(_ANSWERS)
"""The kinds of answers described here."""


def answer_schema(kind: str) -> Schema:
    """The JSON Schema of a kind of answer: one of `ANSWERS`."""
    required, optional = _ANSWERS[kind]
    document = _record({"schema": {"const": f"tarok-analyze/{kind}/1"}} | required, optional)
    return (
        {"$schema": _DIALECT, "title": f"tarok-analyze {kind} --json"} | document | {"$defs": _used(document)}
    )


def _used(schema: Schema) -> dict[str, Schema]:
    """The named parts that a schema refers to, and those they refer to in turn."""
    found: dict[str, Schema] = {}
    waiting = [schema]
    while waiting:
        names = {name for name in _references(waiting.pop()) if name not in found}
        found |= {name: _PARTS[name] for name in names}
        waiting += [_PARTS[name] for name in names]
    return dict(sorted(found.items()))


def _references(value: object) -> set[str]:
    if isinstance(value, dict):
        own = {str(value["$ref"]).rpartition("/")[2]} if "$ref" in value else set()
        return own.union(*(_references(each) for each in value.values()))
    if isinstance(value, list):
        return set().union(*(_references(each) for each in value))
    return set()
