"""Words of rule sets and of the machine interface as a reader reads them: offences, remedies, keys."""

from __future__ import annotations

from typing import Final

from analyzer.messages import LineWord, Message, formed, marked
from analyzer.words.called import called_said

TERMS: Final = frozenset({
    # what is irregular, how grave it is, what becomes of it, and until when it can be put right
    marked("corrected revoke"), marked("irrecoverable revoke"), marked("premature play"),
    marked("needless demand"), marked("mistaken demand"), marked("improper discard"),
    marked("wrong number of cards"),
    marked("early declaration"), marked("lead out of turn"), marked("unfollowable name"),
    marked("pots not moved"), marked("wrong declaration"), marked("wrong deal unseen"),
    marked("wrong deal"), marked("corrected declaration"),
    marked("superficial"), marked("minor"), marked("major"), marked("irrecoverable"),
    marked("corrected"), marked("abandoned"), marked("none"), marked("redeal same dealer"),
    marked("stands"), marked("repaid"), marked("taken back"),
    marked("opening lead"), marked("all paid"), marked("next declaration"),
    marked("before declarations"), marked("before lead"), marked("during play"), marked("after payments"),
    # what is done in a trick
    marked("leads"), marked("plays"), marked("says void"), marked("says holds"), marked("claims"),
    marked("demands"),
    # how a clause stands
    marked("stated"), marked("silent"), marked("disputed"),
    # what a case tells
    marked("hand"), marked("hands"), marked("discard"), marked("announce"), marked("must announce"),
    marked("led"), marked("trick"), marked("tricks"), marked("winner"), marked("pots before"),
    marked("pots after"), marked("tokens"), marked("king"), marked("pagat"), marked("lead"),
    marked("names"), marked("case"), marked("points"), marked("dealer"), marked("tout"), marked("nolo"),
    marked("skat"), marked("laid"), marked("trumps"), marked("combination cards"), marked("declares"),
    marked("verdict"), marked("announced"), marked("variant"), marked("players"), marked("contract"),
    marked("pile"), marked("declarer"), marked("opponents"), marked("frees"), marked("table"),
    marked("by"), marked("with"), marked("asked"), marked("answered"), marked("chances"), marked("said"),
    marked("kind"),
    # what is said in an auction and in a trick, what happens around the hands, and where tokens lie
    marked("pass"), marked("hold"), marked("push"), marked("slam"), marked("four kings"),
    marked("claims naming"), marked("demands fool"), marked("pool"), marked("pool 2"), marked("new pool"),
    marked("start"), marked("pot emptied"), marked("fourth joins"), marked("session ends"),
    marked("pot short"), marked("dealer paid"), marked("left"), marked("right"), marked("paid"),
    marked("unpaid"), marked("misdeal"), marked("play"), marked("deal"),
    # the cases of naming the Fool
    marked("both play"), marked("both play without trumps"), marked("both say void"),
    marked("second plays third claims"),
})  # fmt: skip


def term_said(word: str) -> Message:
    """A word, written with `-` or `_`, as a message; what is no term stays as it is."""
    spaced = word.replace("-", " ").replace("_", " ")
    return Message(spaced, {}) if spaced in TERMS else formed("{word}", word=LineWord(word))


def named_said(word: str) -> Message:
    """A term, else a contract or a bonus as it is called at the table; of other words the blanks are told."""
    spaced = word.replace("-", " ").replace("_", " ")
    return term_said(word) if spaced in TERMS else called_said(word)
