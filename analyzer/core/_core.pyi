from collections.abc import Callable, Sequence
from typing import TypeAlias

SOURCE_HASH: str

def has_v3() -> bool: ...

class Watch:
    def laid(self) -> int: ...
    def stop(self) -> None: ...
    def this_thread(self) -> None: ...

def unwatched() -> None: ...

class Rules:
    lost_early: list[int]
    lost_early_pot: list[int]
    won_early: list[int]
    last: list[int]
    last_plain: int
    sweep: int
    sweep_takes: list[bool]
    blank: int
    failed_sweep: int
    failed_sweep_doubles: bool
    failed_sweep_pays_prize: bool
    refill: list[int]
    banned_trick: int
    call_trick: int
    excuse_home: bool
    excuse_lost: int
    court_points: list[int]
    top_trump_points: int
    low_trump_points: int
    excuse_points: int
    trick_points: int
    par: int
    rounding: int
    count_after_sweep: bool
    count_after_blank: bool
    count_own: bool
    next_dealer: int
    excuse_names: int

class Stakes:
    dealer: int
    count: bool
    announced: bool
    absent: bool
    pots: list[int]

class Guesser:
    def __init__(self, rules: Rules, stakes: Stakes, table_bytes: int) -> None: ...
    def guess(
        self, position: Position, seat: int, side: int, classes: int, max_nodes: int, seconds: float
    ) -> tuple[bool, int, str]: ...

class Switches:
    table: bool
    partition: bool
    merge: bool
    rank_pruning: bool
    bounds: bool
    lone_pagat: bool
    forced_out: bool
    spoils: bool
    sure_prizes: bool
    dominance: bool
    either: bool
    resolution: bool
    sparing: int
    near_misses: int
    ordering: bool
    last_winner: bool
    crowds: bool

class Position: ...

class Moment:
    picked: int
    passed: int
    called: bool

class PlanLimits:
    states: int
    all: int
    shrink: int
    need: int
    enough: int

ToldLine: TypeAlias = tuple[int, list[tuple[int, bool, int, int]], list[list[int]]]

def identity(seats: int, seat: int, side: int, tokens: bool, classes: int) -> int: ...
def position(
    hands: list[list[int]],
    leader: int,
    table: list[tuple[int, int]],
    pots: list[int],
    won: int,
    points: list[int],
) -> Position: ...

class Solver:
    def __init__(
        self, rules: Rules, stakes: Stakes, table_bytes: int, switches: Switches, seats: int
    ) -> None: ...
    def search(
        self,
        position: Position,
        seat: int,
        side: int,
        tokens: bool,
        classes: int,
        threshold: int,
        only_excuse: bool,
        max_nodes: int,
        seconds: float,
        threads: int = 1,
        alone: int = 0,
    ) -> tuple[int, int, str]: ...
    def forget(self, table_bytes: int) -> None: ...
    def forced_many(
        self,
        rows: bytes,
        numbers: Sequence[int],
        seat: int,
        side: int,
        classes: int,
        sizes: list[int],
        max_nodes: int,
        seconds: float,
    ) -> tuple[bytes, bytes]: ...
    def sure_many(
        self,
        rows: bytes,
        numbers: Sequence[int],
        seats: list[int],
        sizes: list[int],
        max_nodes: int,
        seconds: float,
    ) -> tuple[bytes, bytes, bytes]: ...
    def winning(
        self,
        position: Position,
        moment: Moment,
        seat: int,
        side: int,
        classes: int,
        max_nodes: int,
        seconds: float,
    ) -> tuple[tuple[bool, list[int]], int, str]: ...
    def plan(
        self,
        position: Position,
        moment: Moment,
        seat: int,
        side: int,
        classes: int,
        planners: int,
        limits: PlanLimits,
        max_nodes: int,
        seconds: float,
    ) -> tuple[tuple[list[ToldLine] | None, list[tuple[int, int]] | None, bool], int, str]: ...
    def equilibria(
        self, position: Position, only_excuse: bool, max_nodes: int, seconds: float, bytes: int
    ) -> tuple[list[tuple[list[int], list[tuple[int, int, int, int]]]], int, str]: ...

class Decider:
    def __init__(
        self,
        rules: Rules,
        stakes: Stakes,
        worlds: list[Position],
        weights: list[int],
        selfish: bool,
        table_bytes: int,
        cuts: bool = True,
    ) -> None: ...
    def card(
        self, suit: int, height: int, named: int, least: bool, max_nodes: int, seconds: float
    ) -> tuple[list[tuple[list[int], int, int]], list[tuple[list[int], int, int]], int, int, int, str]: ...
    def stop(self) -> None: ...

class SumRules:
    seats: int
    side: list[int]
    fool_is_trump: bool
    fool_names: bool
    excuse_names: int
    banned_trick: int
    exchange: bool
    surrender: bool
    worthless: bool
    lost_last: int
    lost_to_others: bool
    top_when_swept: bool
    beat: int
    colour_side: int
    colour_for_good: bool
    colour_anybody: bool
    barred: list[int]
    barred_trick: int
    three: int
    worth: list[int]
    each: int
    trick: int
    extra: list[int]
    declarer_side: int
    target: list[int]
    pagat_shift: int
    pagat_by_partner: bool

class SumPast:
    taken: int
    least: list[int]
    owed_by: int
    owed_to: int
    swept: int
    trump_led: bool
    held: int

class SumQuestion:
    kind: int
    of: int
    cards: list[int]
    by: int
    how: int
    width: int

class SumSwitches:
    table: bool
    partition: bool
    merge: bool
    rank_pruning: bool
    bounds: bool
    sure: bool
    lone_pagat: bool
    forced_out: bool
    spoils: bool
    sure_prizes: bool
    dominance: bool
    either: bool
    quasi: bool
    worths: bool
    shortfalls: bool
    ordering: bool
    crowds: bool

class SumPlay:
    @property
    def past(self) -> SumPast: ...
    @property
    def over(self) -> bool: ...

def sum_play(
    rules: SumRules,
    hands: list[list[int]],
    leader: int,
    table: list[tuple[int, int]],
    past: SumPast,
) -> SumPlay: ...

class SumSettled:
    def __init__(self, units: Sequence[int], lies: Sequence[int], won: int, mond: int) -> None: ...

class SumPayer:
    def __init__(
        self,
        rules: SumRules,
        marks: Sequence[int],
        early: Sequence[tuple[int, int, int, Sequence[int]]],
        talon: Sequence[tuple[int, int]],
        mond_told: bool,
        mond_to_partner: bool,
        ends: Callable[[Sequence[int], Sequence[int], int, int, Sequence[int], int, int], Sequence[int]],
        bytes: int,
    ) -> None: ...
    def sure(
        self, play: SumPlay, settled: SumSettled, sides: int, max_nodes: int, seconds: float
    ) -> tuple[int, int, str]: ...
    def equilibria(
        self, play: SumPlay, settled: SumSettled, max_nodes: int, seconds: float
    ) -> tuple[list[list[int]], int, str]: ...

class SumSolver:
    def __init__(self, rules: SumRules, table_bytes: int, switches: SumSwitches) -> None: ...
    def search(
        self,
        play: SumPlay,
        question: SumQuestion,
        high: int,
        threshold: int,
        max_nodes: int,
        seconds: float,
    ) -> tuple[int, int, str]: ...
    def exact(
        self, play: SumPlay, question: SumQuestion, high: int, max_nodes: int, seconds: float
    ) -> tuple[int, int, str]: ...
    def legal(self, play: SumPlay) -> list[int]: ...
    def nameable(self, play: SumPlay) -> list[int]: ...
    def after(
        self, play: SumPlay, question: SumQuestion, card: int, named: int
    ) -> tuple[SumPlay, int, int]: ...
