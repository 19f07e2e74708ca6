"""A rule-set file being read: its tree, its head, the sources it may cite, and every fault found so far.

A cited heading must be in its source, once, and in the section given for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from analyzer.messages import Message, Several, Verbatim, listed, say
from analyzer.rules.spec.clause import Citation, Parameter
from analyzer.rules.spec.files.clausemodel import (
    CiteModel,
    HeadingModel,
    Headings,
    PlainHead,
    RulesHead,
    SourceModel,
    Stated,
)
from analyzer.rules.spec.kinds.catalogue import CLAUSE_KINDS, POT_GAMES, ClauseIds, read_parameters
from analyzer.yamltree.node import shown_plainly, suggestion
from analyzer.yamltree.reading import Node, fill
from analyzer.yamltree.shapes import Notes

TOP = "/"
"""The name of the section of a heading that has none above it."""

Place = tuple[str, ...]


class Lost(NamedTuple):
    """The reason that a citation leads nowhere: the wrong key, its fault, and the expectation."""

    key: str
    message: Message
    expected: Message


def look_up(sources: Mapping[str, SourceModel], source: str, heading: str, within: str | None) -> Lost | None:
    """Return the fault of a citation, None if it leads to one place."""
    model = sources.get(source)
    if model is None:
        return Lost(
            "source",
            say("unknown source `{source}`", source=Verbatim(source)),
            suggestion(source, sources),
        )
    places = model.places()
    if not places:
        return None  # that it has no headings is told where it is described
    found = [place for place in places if place[-1] == heading]
    if not found:
        headings = dict.fromkeys(place[-1] for place in places)
        return Lost(
            "heading",
            say("the source has no heading `{heading}`", heading=Verbatim(heading)),
            suggestion(heading, headings),
        )
    if within is None:
        if len(found) == 1:
            return None
        message = say(
            "the source has the heading `{heading}` {number} {number:time/times}",
            heading=Verbatim(heading),
            number=len(found),
        )
        return Lost(
            "heading", message, say("expected `within: ...`, one of {sections}", sections=_sections(found))
        )
    inside = [place for place in found if within in (place[:-1] or (TOP,))]
    straight = [place for place in inside if within == (place[-2] if len(place) > 1 else TOP)]
    if len(inside) == 1 or len(straight) == 1:
        return None
    if inside:
        message = say(
            "the source has the heading `{heading}` {number} {number:time/times} within `{within}`",
            heading=Verbatim(heading),
            number=len(inside),
            within=Verbatim(within),
        )
        return Lost("within", message, say("expected one of {sections}", sections=_sections(inside)))
    message = say(
        "the source has no heading `{heading}` within `{within}`",
        heading=Verbatim(heading),
        within=Verbatim(within),
    )
    return Lost("within", message, say("it is in {sections}", sections=_sections(found)))


def _sections(places: Sequence[Place]) -> Several:
    """Return the sections of places, each by the heading right above."""
    return listed(dict.fromkeys(Verbatim(f"`{place[-2] if len(place) > 1 else TOP}`") for place in places))


FORMAT: Final = "tarok-rules/2"
"""The format in which a rule set can extend another; every other file is read as one of the first."""
Parameters = Mapping[str, Parameter]


class RulesPage:
    """A file's tree with its head, as far as that can be read, and the faults found in it so far."""

    def __init__(self, root: Node, known: Mapping[str, SourceModel]) -> None:
        self.root = root
        self.notes = Notes(root.where)
        self.ids: ClauseIds = POT_GAMES
        """The clauses of this sort of game."""
        stated = root.child("format")
        self.plain = stated is None or stated.value != FORMAT
        """True if it is of the first format."""
        head = fill(PlainHead if self.plain else RulesHead, root, self.notes)
        self.head = RulesHead(**{each.name: getattr(head, each.name) for each in head.fields().values()})
        self.forms = tuple(self.head.seats)
        """The numbers of players it allows; those of the rule set it extends if it gives none."""
        self.sources = dict(known) | self.head.sources
        self.own_source = self._find_own_source()

    @property
    def name(self) -> str:
        """The name of the rule set in the file."""
        return self.head.name

    def fault(self, node: Node | None, message: Message, expected: Message) -> None:
        """Note a fault at a node, or at the head of the file if there is none.

        If the value was refused for its shape, no further fault is noted.
        """
        self.notes.fault((node or self.root).where, shown_plainly(message), expected)

    def key_fault(self, node: Node | None, message: Message, expected: Message) -> None:
        """Note a fault at the key of a node."""
        where = None if node is None else node.key_where
        self.notes.fault(where or (node or self.root).where, shown_plainly(message), expected)

    def entries(self, key: str) -> Iterator[tuple[str, Node]]:
        """Yield the values of a mapping in the head, by key; nothing if it is not a mapping."""
        node = self.root.child(key)
        if node is not None and isinstance(node.value, dict):
            yield from node.value.items()

    def items(self, key: str) -> Iterator[Node]:
        """Yield the items of a list in the head; nothing if it is not a list."""
        node = self.root.child(key)
        if node is not None and isinstance(node.value, list):
            yield from node.value

    def parameters(self, kind: str, node: Node | None) -> Parameters | None:
        """Return the parameters of a clause, None if one does not fit its kind."""
        if node is None or not isinstance(node.value, dict):
            return None
        parameters, faults = read_parameters(kind, node)
        self.notes.faults += faults
        return None if faults or kind not in CLAUSE_KINDS else parameters

    def read_seat_parameters(self, kind: str, node: Node) -> dict[int, Parameters]:
        """Return the parameters of a clause for every form; those in its `seats` override the common ones."""
        common, seats = node.child("parameters"), node.child("seats")
        found: dict[int, Parameters] = {}
        if common is None or seats is None or not isinstance(seats.value, dict):
            return found
        words = [str(form) for form in self.forms]
        for word, given in seats.value.items():
            if word not in words:
                forms = say("the forms are {known}", known=listed(map(Verbatim, words)))
                expected = forms if words else say("expected `seats: [...]` in the head")
                self.key_fault(
                    given,
                    say("nobody plays this with {word} {word:seat/seats}", word=Verbatim(word)),
                    expected,
                )
        for form in self.forms:
            differing = seats.child(str(form)) or Node({}, common.where, common.end)
            both = [each.value for each in (common, differing) if isinstance(each.value, dict)]
            parts = {name: each for part in both for name, each in part.items()}
            parameters = self.parameters(kind, Node(parts, differing.where, differing.end))
            if parameters is not None:
                found[form] = parameters
        return found

    def standing(self, of: Stated, name: str, node: Node, at: Node | None) -> None:
        """Note anything missing, or superfluous, in the support of a clause or a reading called `name`."""
        at = node.child("standing") or at
        if not _reads(node, "standing", of):
            return
        if of.standing == "stated":
            if not _has_value(node, "cites"):
                self.fault(
                    at,
                    say("{name} is stated but cites nothing", name=Verbatim(name)),
                    say("expected `cites`, or another standing"),
                )
            if _has_value(node, "because"):
                expected = say("expected `because` only with `standing: silent` or `disputed`")
                self.fault(
                    node.child("because"),
                    say("{name} is stated but gives a reason for a default", name=Verbatim(name)),
                    expected,
                )
        elif not _has_value(node, "because"):
            self.fault(
                at,
                say(
                    "{name} is {standing} but does not say why",
                    name=Verbatim(name),
                    standing=Verbatim(of.standing),
                ),
                say("expected `because`"),
            )

    def cites(self, of: Stated, node: Node) -> tuple[Citation, ...]:
        """Return the citations of a clause or a reading, with a fault for each that leads nowhere."""
        found = []
        for index, cite in enumerate(of.cites if _reads(node, "cites", of) else ()):
            model = CiteModel(heading=cite) if isinstance(cite, str) else cite
            found.append(self._cite(model, model.source, node.path(("cites", index))[1]))
        return tuple(found)

    def own_cites(self, headings: Headings, node: Node) -> tuple[Citation, ...]:
        """Return citations of the rule set's own source, one heading or several of them."""
        if not isinstance(headings, list):
            return (self._own_cite(headings, node),)
        return tuple(self._own_cite(each, node.child(index) or node) for index, each in enumerate(headings))

    def _own_cite(self, heading: str | HeadingModel, node: Node) -> Citation:
        model = HeadingModel(heading=heading) if isinstance(heading, str) else heading
        return self._cite(model, None, node)

    def _cite(self, cite: HeadingModel, source: str | None, at: Node) -> Citation:
        source = source or self.own_source
        if source is None:
            if not _has_value(self.root, "source"):
                self.fault(
                    at, say("the source is not named"), say("expected `source: ...` here or in the head")
                )
            return Citation("", cite.heading, cite.within)
        lost = look_up(self.sources, source, cite.heading, cite.within)
        if lost is not None:
            self.fault(at.child(lost.key) or at.child("heading") or at, lost.message, lost.expected)
        return Citation(source, cite.heading, cite.within)

    def _find_own_source(self) -> str | None:
        """Return the rule set's own source: the one named, otherwise the only one described, or cited."""
        if self.head.source is not None:
            if self.head.source not in self.sources:
                lost = look_up(self.sources, self.head.source, "", None)
                assert lost is not None
                self.fault(self.root.child("source"), lost.message, lost.expected)
            return self.head.source
        described = list(self.head.sources)
        named = described if len(described) == 1 else list(dict.fromkeys(self._named_sources()))
        return named[0] if len(named) == 1 else None

    def _named_sources(self) -> Iterable[str]:
        for clause in self.items("clauses"):
            cites = clause.child("cites")
            for cite in cites.value if cites is not None and isinstance(cites.value, list) else []:
                source = cite.child("source")
                if source is not None and isinstance(source.value, str):
                    yield source.value


def _has_value(node: Node, key: str) -> bool:
    """Return True if a key has any value, right or wrong."""
    child = node.child(key)
    return child is not None and child.value not in (None, [])


def _reads(node: Node, key: str, model: Stated) -> bool:
    """Return True if the value of a key is all in the model: nothing of it was refused."""
    child, read = node.child(key), getattr(model, key)
    if child is None or not isinstance(child.value, list):
        return child is None or key in model.given_fields
    return len(child.value) == len(read)
