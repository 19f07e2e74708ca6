"""What was done against the rules, the clauses that were broken, and what becomes of it: remedy and fine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from analyzer.errors import IllegalMove
from analyzer.messages import (
    BareClause,
    LineWord,
    Message,
    Name,
    Put,
    Several,
    Verbatim,
    Word,
    alone,
    either,
    formed,
    listed,
    say,
    stated,
    word_alone,
)
from analyzer.position.replay.legality import OUT_OF_TURN
from analyzer.position.replay.ruling import RuledBreach
from analyzer.rules.irregularities import (
    ABANDONED,
    CORRECTED,
    IMPROPER_DISCARD,
    NO_CLASS,
    NOTHING_DONE,
    PREMATURE_PLAY,
    WRONG_DECLARATION,
    Penalty,
    names_fines,
)
from analyzer.rules.spec.kinds.catalogue import IRREGULARITY
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.verdicts import VERDICT_WORDS, OpenQuestion, Reading, Unsettled
from analyzer.words.blocks import Law, Phrase
from analyzer.words.names import source_message, term_message


def law_entry(rules: RuleSet, clause: str) -> Law:
    """What a clause says, and where it stands."""
    says = word_alone(stated(rules.clauses[clause].statement))
    return Law(clause, says, source_message(rules, clause))


def reading_message(reading: Reading) -> Message:
    """One way to read what no source settles: what it says, the verdict by it, and what it leads to."""
    template, words = "{text}", dict[str, Word](text=Put(reading.text, "open"))
    if reading.verdict is not None:
        template, words["verdict"] = template + ": {verdict}", VERDICT_WORDS[reading.verdict]
    if reading.clauses:
        between = " " if reading.verdict is not None else ": "
        template += between + "({clauses})"
        words["clauses"] = listed(map(BareClause, reading.clauses))
    if reading.leads_to:
        template, words["leads_to"] = template + ": {leads_to}", reading.leads_to
    return Message(template, words)


UNTIL: Final = {
    "next-declaration": say("until the next player declares"),
    "opening-lead": say("until the opening lead"),
    "all-paid": say("until everything is paid"),
}
"""Until when something costs nothing, or is fined."""


def penalty_message(penalty: Penalty, player: str | None) -> Message:
    """What an irregularity costs its player, and what is done; in a sentence of its own until when."""
    name, cost = term_message(penalty.irregularity), _cost(penalty)
    if player is not None:
        name = say("{irregularity} by {player}", irregularity=name, player=Name(player))
    until = UNTIL[penalty.mended_until] if penalty.mended_until else None
    if until and penalty.remedy != CORRECTED:
        told = say("{offence}: can be corrected free {until}", offence=name, until=until)
        return Message("{one}. {two}", {"one": told, "two": say("After that it is {cost}", cost=cost)})
    sentences = [formed("{name}: {cost}", name=name, cost=cost)]
    if until:
        sentences.append(say("This holds only {until}", until=until))
    if penalty.fined_until:
        sentences.append(say("The fine is due only {until}", until=UNTIL[penalty.fined_until]))
    return Message(
        ". ".join(f"{{s{n}}}" for n in range(len(sentences))), {f"s{n}": s for n, s in enumerate(sentences)}
    )


def fine_message(each_pot: int) -> Message:
    """What a fine is."""
    return say("{amount} into each pot", amount=each_pot) if each_pot else say("no fine")


def _cost(penalty: Penalty) -> Message:
    """How grave an irregularity is, its fine, and what becomes of it."""
    words = {"grave": term_message(penalty.category), "fine": fine_message(penalty.each_pot)}
    words |= {"remedy": term_message(penalty.remedy), "up": say("the hand is given up")}
    done = "" if penalty.remedy == NOTHING_DONE else "; {remedy}"
    given_up = ", {up}" if not penalty.play_goes_on and penalty.remedy != ABANDONED else ""
    return Message("{grave}, {fine}" + done + given_up, words)


_MOST: Final = 3
"""So many cards that could have been played are told in a few words."""


def deed_message(rules: RuleSet, breach: RuledBreach, players: Sequence[str]) -> Message:
    """Who did what: `Bent revokes, ♦D for ♥7`; else the fault as it is told in full."""
    clause, cards = breach.broken.clause, breach.broken.cards
    if breach.seat is None or breach.trick is None:
        return breach.broken.text
    player = Name(players[breach.seat])
    if clause in rules.game.duty.clauses and cards:
        could = [LineWord(word) for word in breach.legal[:_MOST]]
        more = [Verbatim("…")] if len(breach.legal) > _MOST else []
        return say(
            "{player} revokes, {card} for {cards}",
            player=player,
            card=cards[0],
            cards=either([*could, *more]),
        )
    early = clause == f"{IRREGULARITY}{PREMATURE_PLAY}"
    if early or clause in (OUT_OF_TURN, f"{IRREGULARITY}lead-out-of-turn"):
        if not early and breach.at.endswith(".1"):
            return say("{player} leads out of turn", player=player)
        return say("{player} plays before his turn", player=player)
    return breach.broken.text


def ending_message(rules: RuleSet, breach: RuledBreach, players: Sequence[str]) -> Message:
    """Which breach ends the hand, and who pays what for it."""
    player = Name("" if breach.seat is None else players[breach.seat])
    deed = deed_message(rules, breach, players)
    if breach.voids:
        return say("the deal is void: {deed}. Nothing is due.", deed=deed)
    fine = breach.fine
    if fine is not None and fine.name == IMPROPER_DISCARD:
        deed = say("{player} discarded wrongly", player=player)
    elif fine is not None and fine.name == WRONG_DECLARATION:
        deed = say("{player} declared wrongly", player=player)
    ends = say("the hand ends at the deal: {deed}.", deed=deed)
    if breach.trick is not None:
        ends = say("the hand ends in trick {number}: {deed}.", number=breach.trick, deed=deed)
    if fine is None or not fine.each_pot:
        return ends
    pays = say("{player} pays {amount} into each pot.", player=player, amount=fine.each_pot)
    return formed("{ends} {pays}", ends=ends, pays=pays)


def cost_message(rules: RuleSet, breach: RuledBreach) -> Message | None:
    """What it costs in a few words; nothing where it costs nothing, or its sum stands with another breach."""
    if breach.beside or breach.too_late or not names_fines(rules) or not breach.fines:
        return None
    told = [fine_message(each.each_pot) for each in breach.fines]
    return say("{costs}, as the players agree", costs=either(told)) if len(told) > 1 else told[0]


def remedy_message(rules: RuleSet, breach: RuledBreach, players: Sequence[str]) -> Message:
    """What becomes of it, with the fine and the class that it is of."""
    if breach.too_late:
        return say("the hand had ended before it: nothing is due for it")
    if breach.beside:
        return say("the fine before it is for both")
    if breach.voids:
        void = say("the deal is void: nothing is due for this hand, and the next player deals")
        late = say("it was found when everything was paid, and the hand remains as played")
        return void if breach.ends else late
    if breach.of_the_end:
        wrong_file = say("what the file says about the end must be corrected")
        return wrong_file if breach.seat is None else say("what was paid by it is put right")
    player = None if breach.seat is None else players[breach.seat]
    told = [penalty_message(Penalty.from_fine(each, breach.seat), player) for each in breach.fines]
    if breach.put_right:
        told = [say("the card went back at the table"), *told]
    if len(breach.fines) > 1:
        return say("the players agree on one: {fines}", fines=Several(tuple(told), ";"))
    if breach.fines or breach.put_right:
        return alone(Several(tuple(told), ";"))
    return (
        NO_CLASS
        if names_fines(rules)
        else say("the source of these rules has no remedy for it: the players agree")
    )


def illegal_phrases(illegal: IllegalMove) -> Iterator[Phrase]:
    """The verdict on a move that the rules forbid: what was legal, which clause says so, and where."""
    yield Phrase(say("Illegal:"), "bad")
    yield Phrase(illegal.message.short, level=1)
    if illegal.legal:
        yield Phrase(say("legal: {cards}", cards=listed(map(LineWord, illegal.legal))), level=1)
    told = formed("[{clause}]", clause=BareClause(illegal.clause))
    if illegal.where is not None:
        told = formed("{told} {where}", told=told, where=Verbatim(illegal.where))
    yield Phrase(told, "dim", level=1, hang=False)


def unsettled_phrases(questions: Iterable[Unsettled | OpenQuestion]) -> Iterator[Phrase]:
    """What no source decides in a line, with its readings, that by which play went on first."""
    for question in questions:
        head = say("No source settles this; play went on by the first reading:")
        clauses = listed(map(BareClause, question.clauses))
        yield Phrase(formed("{head} [{clauses}]", head=head, clauses=clauses), "warn", level=2, hang=False)
        for reading in question.readings:
            told = reading_message(reading) if isinstance(reading, Reading) else reading
            yield Phrase(told, "warn", level=2, mark="* ")
