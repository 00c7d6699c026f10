"""A duel: two fighters repeat the same round until one drops.

"The Combat Round".
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ....engine import answer as out
from ....engine.calculator import Calculator, RollOption
from ....engine.explain import note
from ....engine.inputs import Option
from ....engine.procedure import Procedure, Step, settle
from ..exchange.exchange_answer import EXCHANGE_RULES
from ..exchange.incoming import summed
from ..rolls.shields import SHIELD_DEFENSE, SHIELD_RULES
from .duel_inputs import (
    BOTH,
    FIRST,
    LEADS,
    NAMES,
    Duel,
    X,
    Y,
    first_to_act,
    first_turns,
    opens,
    refuse_impossible,
    turns,
)
from .duel_odds import NEVER, DuelOdds, Start, in_turn, opened
from .duel_round import Round, one_round, outcome, turn_steps
from .duel_shield import against_shield
from .fighters import OPENINGS, READY, WAYS, mean_dealt, mean_struck_back

OK, STALEMATE = "ok", "stalemate"
STATUSES = (Option(OK, "Somebody drops"), Option(STALEMATE, "It may go on without end"))


def duel_odds(a: Duel) -> DuelOdds | None:
    """The end of the duel, with X as the first side; None if the duel never ends."""
    if not opens(a):
        return rest(a, {a.x.hp: 1}, {a.y.hp: 1})
    on_y, on_x = first_turns(a)
    leads = LEADS[first_to_act(a, at_start=True)]
    begun = opened(summed(on_y.strikes), a.y.hp, summed(on_x.strikes), a.x.hp, leads)
    return begun.then(rest(a, begun.first_start, begun.second_start) if begun.stands else NO_MORE)


NO_MORE = DuelOdds(NEVER, NEVER, Fraction(0))
"""The odds after a first round that certainly drops a fighter."""


def rest(a: Duel, x: Start, y: Start) -> DuelOdds | None:
    """The odds of equal rounds from weighted hit points of both sides; None if they never end."""
    on_y, on_x = turns(a)
    if not on_y.strikes and not on_x.strikes:
        return None
    if on_y.counter is not None:
        return against_shield(on_y, on_y.counter, max(x), y)
    if on_x.counter is not None:
        turned = against_shield(on_x, on_x.counter, max(y), x)
        return turned and turned.turned()
    return in_turn(summed(on_y.strikes), y, summed(on_x.strikes), x, LEADS[first_to_act(a)])


def _values(a: Duel) -> dict[str, Any]:
    on_y, on_x = turns(a)
    ends = duel_odds(a)
    x, y = (ends.first, ends.second) if ends else (NEVER, NEVER)
    over = ends is not None and ends.rounds is not None
    return {
        "p_x": x.chance,
        "p_y": y.chance,
        "p_both": 1 - (x.chance + y.chance)
        if over and BOTH in (first_to_act(a), first_to_act(a, at_start=True))
        else None,
        "mean_rounds": ends.rounds if ends else None,
        "status": OK if over else STALEMATE,
        "first": first_to_act(a),
        "mean_damage_to_y": mean_dealt(on_y) + mean_struck_back(on_x),
        "mean_damage_to_x": mean_dealt(on_x) + mean_struck_back(on_y),
        "x_left": out.text_keys(x.left),
        "y_left": out.text_keys(y.left),
    }


def _counted(a: Duel) -> str:
    """The values that decide the order, for the explanation (OQ-RND-07)."""
    counts = a.action_order == "counts"
    return "what an action adds by itself counts" if counts else "what an action adds by itself does not count"


TIES = {
    "base_then_dex": "the higher base first, then the higher DEX, then a coin in each round",
    "simultaneous": "equal skills strike at once",
}


def _opening(a: Duel) -> tuple[Step[Round], ...]:
    """The differences of the first round."""
    starts = ((NAMES[side], next(o for o in OPENINGS if o.id == one.opening)) for side, one in ((X, a.x), (Y, a.y)))
    return tuple(
        note(f"{name}, in the first round: {start.label}", start.rule) for name, start in starts if start.id != READY
    )


def explanation(a: Duel) -> Procedure[Round]:
    """What each side does in a round, and how the rounds follow each other."""
    order = next(option.label for option in FIRST if option.id == first_to_act(a))
    on_y, on_x = turns(a)
    idle = (
        note(f"{NAMES[side]} only defends", "OQ-SHD-09")
        for side, held in ((X, a.x), (Y, a.y))
        if held.option == SHIELD_DEFENSE
    )
    both_stand: Step[Round] = settle("Then the foe, if still standing", lambda s: Round(), rule="OQ-RND-01")
    steps = (
        *turn_steps(a, on_y, X),
        both_stand,
        *turn_steps(a, on_x, Y),
        *idle,
        *_opening(a),
        note(f"Strikes first: {order}; {_counted(a)}", "OQ-RND-05", also=("OQ-RND-07",)),
        note(f"The book breaks no ties. Table rule: {TIES[a.tie_policy]}", "OQ-RND-04"),
        note("A fumble costs nothing here beyond its result: what else happens is the Referee's choice", "OQ-FUM-02"),
        note("The same round again until one of them is down", "OQ-PHY-05"),
    )
    return Procedure(Round(), steps, outcome)


DUEL = Calculator(
    id="openquest.duel",
    title="Duel",
    summary="Two fighters, round after round, until one drops: who wins, and what is left of the winner.",
    inputs=Duel,
    outputs=(
        out.percent("p_x", "your side wins", rule="OQ-PHY-05", headline=True),
        out.percent("p_y", "the foe wins", rule="OQ-PHY-05", headline=True),
        out.percent("p_both", "Both drop at once", rule="OQ-RND-04"),
        out.figure("mean_rounds", "average length", rule="OQ-PHY-05", unit="in rounds", headline=True),
        out.word("status", "The duel", STATUSES, rule="OQ-PHY-05"),
        out.word("first", "Strikes first", FIRST, rule="OQ-RND-05"),
        out.figure("mean_damage_to_y", "Damage to the foe in a round, on average", rule="OQ-RND-01"),
        out.figure("mean_damage_to_x", "Damage to your side in a round, on average", rule="OQ-RND-05"),
        out.distribution("x_left", "Your side wins with so many hit points left", rule="OQ-PHY-05", unit="hit points"),
        out.distribution("y_left", "The foe wins with so many hit points left", rule="OQ-PHY-05", unit="hit points"),
    ),
    compute=_values,
    check=refuse_impossible,
    explain=explanation,
    also=(
        "OQ-RND-06",
        "OQ-CC-10",
        "OQ-SHD-09",
        *(option.rule for option in (*WAYS, *OPENINGS) if option.id != READY),
        *SHIELD_RULES,
        *EXCHANGE_RULES,
    ),
    start={
        "x": {
            "attack": {"base": 65},
            "damage": "1d8",
            "damage_mod": "+1d4",
            "defence": "parry",
            "parry": {"base": 60},
            "ap": 3,
            "hp": 12,
        },
        "y": {
            "attack": {"base": 55},
            "damage": "2d6",
            "defence": "dodge",
            "dodge": {"base": 45},
            "ap": 2,
            "hp": 14,
            "option": "great",
        },
    },
    rolls=(RollOption("round", "Roll the first round", one_round),),
)
