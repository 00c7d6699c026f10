"""How debates go."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from pyrules.engine import chain
from pyrules.engine.dice import Dist, d
from pyrules.games.openquest.skills.skill import CRITICAL, FAILURE, FUMBLE, SUCCESS, SkillRoll, grade_die
from pyrules.games.openquest.talk.debate_odds import can_end_from
from pyrules.games.openquest.talk.oratory import ORATORY, debate

from ..asking import ask, refused

CLOSE = Fraction(1, 10**13)


def debated(**inputs: Any) -> dict[str, Any]:
    return ask(ORATORY, **inputs)


# The rule once more, one listener at a time.

State = tuple[Any, int, int]
WON, FUMBLED, LOST = "won", "fumbled", "lost"


def modified(held: dict[str, int], penalties: int, mastery: str) -> SkillRoll:
    base, mods = held["base"], held.get("mods", 0)
    return SkillRoll(base, base + mods - 20 * penalties, mastery)


def penalties_after(grade: str, now: int, held: dict[str, int], a: dict[str, Any]) -> int:
    cumulative = a.get("oratory_pen") == "cumulative"
    if grade in (CRITICAL, SUCCESS):
        return 0
    if grade == FUMBLE and a.get("fumble_penalty") == "no":
        return now if cumulative else 0
    if not cumulative:
        return 1
    return now + 1 if held["base"] + held.get("mods", 0) - 20 * now > 0 else now


def spoken(a: dict[str, Any], who: str, state: State) -> Dist[State]:
    following, *penalties = state
    if isinstance(following, str):
        return Dist({state: 1})
    everybody, held, side = a["audience"], a[who], int(who == "defence")
    toward = -1 if side else 1

    def after(grade: str) -> Dist[State]:
        then = list(penalties)
        then[side] = penalties_after(grade, penalties[side], held, a)
        own = everybody - following if side else following
        if grade == FUMBLE and own <= (0 if a.get("fumble_loss") == "already_none" else 10):
            return Dist({(FUMBLED if side else LOST, 0, 0): 1})
        by: dict[str, Dist[int]] = {
            CRITICAL: Dist({10: 1}),
            SUCCESS: d(10),
            FAILURE: Dist({0: 1}),
            FUMBLE: Dist({-10: 1}),
        }
        return by[grade].read(lambda n: (min(everybody, max(0, following + toward * n)), then[0], then[1]))

    return grade_die(modified(held, penalties[side], a.get("mastery", "auto_crit"))).chain(after)


def checked(a: dict[str, Any], state: State) -> State:
    return (WON, 0, 0) if state[0] == a["audience"] else state


def one_exchange(a: dict[str, Any], state: State) -> Dist[State]:
    states = spoken(a, "influence", state)
    at_once = a.get("defence") is None or a.get("oratory_check") == "after_orator"
    if at_once:
        states = states.read(lambda s: checked(a, s))
    if a.get("defence") is not None:
        states = states.chain(lambda s: spoken(a, "defence", s))
    return states if at_once else states.read(lambda s: checked(a, s))


def after_exchanges(a: dict[str, Any], count: int) -> list[Dist[State]]:
    return list(chain.rounds((a.get("supporters", 0), 0, 0), lambda s: one_exchange(a, s), count))


SWITCHES = [
    {"fumble_loss": loss, "fumble_penalty": penalty, "oratory_pen": pen, "oratory_check": check}
    for loss, penalty, pen, check in product(
        ("emptied", "already_none"), ("yes", "no"), ("one_shot", "cumulative"), ("after_defence", "after_orator")
    )
]


@pytest.mark.parametrize("switches", SWITCHES, ids=lambda switches: "-".join(switches.values()))
@pytest.mark.parametrize("defence", [None, {"base": 45}], ids=["alone", "answered"])
def test_a_limited_debate_is_what_listener_by_listener_gives(switches: dict[str, str], defence: Any) -> None:
    a = {"audience": 17, "supporters": 5, "influence": {"base": 52}, "defence": defence, "exchanges": 3, **switches}
    values, end = debated(**a), after_exchanges(a, 3)[-1]

    assert values["p_win_all"] == end.p(lambda s: s[0] == WON)
    assert values["p_win_defence_fumble"] == end.p(lambda s: s[0] == FUMBLED)
    assert values["p_lose"] == end.p(lambda s: s[0] == LOST)
    assert values["p_win_majority"] == end.p(lambda s: not isinstance(s[0], str) and 2 * s[0] > 17)
    assert values["p_win"] + values["p_lose"] + values["p_not_won"] == 1


@pytest.mark.parametrize("penalty", ["yes", "no"])
def test_penalties_with_the_same_future_change_nothing(penalty: str) -> None:
    both = {"influence": {"base": 150}, "defence": {"base": 90, "mods": 45}}
    a = {"audience": 30, "supporters": 12, **both, "exchanges": 4, "mastery": "off"}
    a |= {"oratory_pen": "cumulative", "fumble_penalty": penalty}
    values, end = debated(**a), after_exchanges(a, 4)[-1]

    shared = {"0": values["p_lose"], "30": values["p_win_all"] + values["p_win_defence_fumble"]}
    for following in range(31):
        expected = end.p(lambda s, n=following: s[0] == n)  # type: ignore[misc]
        found = values["supporters"].get(str(following), 0) - shared.get(str(following), 0)
        assert found == expected


@pytest.mark.parametrize("switches", SWITCHES[::3], ids=lambda switches: "-".join(switches.values()))
def test_a_debate_without_a_limit_is_where_a_long_one_goes(switches: dict[str, str]) -> None:
    a = {"audience": 8, "influence": {"base": 40}, "defence": {"base": 35}, **switches}
    values, ends = debated(**a), after_exchanges(a, 400)
    lasted = sum((states.p(lambda s: not isinstance(s[0], str)) for states in ends), Fraction(1))

    assert abs(values["p_lose"] - ends[-1].p(lambda s: s[0] == LOST)) < CLOSE
    assert abs(values["p_win_all"] - ends[-1].p(lambda s: s[0] == WON)) < CLOSE
    assert abs(values["mean_exchanges"] - lasted) < CLOSE


def mean_by_elimination(a: dict[str, Any]) -> float:
    """The mean number of exchanges: each state is removed from the equations of the others."""
    start: State = (a.get("supporters", 0), 0, 0)
    equations: dict[State, dict[State, float]] = {}
    todo = [start]
    while todo:
        state = todo.pop()
        if state not in equations:
            one = one_exchange(a, state)
            going_on = [then for then in one.weights if not isinstance(then[0], str)]
            equations[state] = {then: one.weights[then] / one.total for then in going_on}
            todo += going_on
    lasting = dict.fromkeys(equations, 1.0)
    for state in [*sorted(set(equations) - {start}), start]:
        row, lasts = equations.pop(state), lasting.pop(state)
        again = 1 - row.pop(state, 0.0)
        for other, others in equations.items():
            if chance := others.pop(state, None):
                lasting[other] += chance * lasts / again
                for then, p in row.items():
                    others[then] = others.get(then, 0.0) + chance * p / again
    return lasts / again


@pytest.mark.parametrize("penalties", ["one_shot", "cumulative"])
@pytest.mark.parametrize(
    "speakers",
    [
        {"influence": {"base": 110, "mods": -60}, "defence": {"base": 110}, "mastery": "no_fumble"},
        {"influence": {"base": 40}, "defence": {"base": 95}, "mastery": "auto_crit"},
    ],
    ids=["no fumbles", "strong defense"],
)
def test_the_mean_of_a_debate_solves_its_equations(speakers: dict[str, Any], penalties: str) -> None:
    a = {
        "audience": 16 if penalties == "one_shot" else 7,
        **speakers,
        "oratory_check": "after_orator",
        "oratory_pen": penalties,
    }
    if speakers["mastery"] == "no_fumble" and penalties == "cumulative":
        a["defence"] = {"base": 60}  # else the Orator may get stuck without skill

    assert float(debated(**a)["mean_exchanges"]) == pytest.approx(mean_by_elimination(a), rel=1e-10)


def test_a_debate_with_hardly_a_way_to_its_end_comes_to_it() -> None:
    values = debated(
        audience=60,
        influence={"base": 100, "mods": -50},
        defence={"base": 300},
        mastery="no_fumble",
        oratory_check="after_orator",
    )

    assert (values["status"], values["p_win"], values["supporters"]) == ("ok", 1, {"60": 1})
    assert 13_868_731 < values["mean_exchanges"] < 13_868_732


@pytest.mark.parametrize("penalties", ["one_shot", "cumulative"])
def test_a_debate_that_lasts_beyond_all_numbers_may_not_end(penalties: str) -> None:
    values = debated(
        audience=200,
        supporters=190,
        influence={"base": 300, "mods": -250},
        defence={"base": 99, "mods": 230} if penalties == "cumulative" else {"base": 300},
        mastery="no_fumble",
        oratory_check="after_orator",
        oratory_pen=penalties,
    )

    assert (values["status"], values["mean_exchanges"]) == ("may_not_end", None)
    assert 0.01 < values["p_win"] == values["p_ends"] < 0.99


def test_no_limit_and_the_longest_limit_agree_as_far_as_it_goes() -> None:
    inputs = {"audience": 30, "influence": {"base": 70}, "defence": {"base": 30}}
    limited, unlimited = debated(**inputs, exchanges=20), debated(**inputs)

    for end in ("won", "lost"):
        pairs = zip(limited["by_exchange"][end], unlimited["by_exchange"][end], strict=True)
        assert all(abs(exact - summed) < CLOSE for exact, summed in pairs)


def test_without_any_skill_every_speech_risks_a_tenth() -> None:
    values = debated(audience=20, influence={"base": 0})

    assert (values["p_lose"], values["mean_exchanges"], values["supporters"]) == (1, 10, {"0": 1})


def test_a_master_takes_ten_with_each_speech() -> None:
    values = debated(audience=45, influence={"base": 100})

    assert (values["p_win_all"], values["mean_exchanges"], values["mean_minutes"]) == (1, 5, 50)


def test_two_masters_never_end_unless_the_first_speech_wins() -> None:
    masters = {"influence": {"base": 100}, "defence": {"base": 100}}

    assert debated(audience=30, **masters)["status"] == "never_ends"
    assert debated(audience=10, **masters)["mean_exchanges"] is None
    assert debated(audience=10, **masters, oratory_check="after_orator")["p_win"] == 1


def test_a_master_whom_a_failure_leaves_without_skill_may_get_stuck() -> None:
    values = debated(audience=30, influence={"base": 110, "mods": -90}, mastery="no_fumble")

    assert values["status"] == "may_not_end"
    assert values["mean_exchanges"] is None
    assert sum(values["supporters"].values()) == values["p_ends"] < 1


PARTICULAR = [{"base": 0}, {"base": 110, "mods": -90}, {"base": 110, "mods": -110}, {"base": 110}, {"base": 60}]


@pytest.mark.parametrize("mastery", ["auto_crit", "no_fumble"])
@pytest.mark.parametrize("check", ["after_defence", "after_orator"])
@pytest.mark.parametrize("defence", [None, *PARTICULAR])
@pytest.mark.parametrize("influence", PARTICULAR)
def test_a_debate_gets_stuck_where_no_way_leads_to_an_end(
    influence: dict[str, int], defence: Any, check: str, mastery: str
) -> None:
    a = {"audience": 12, "influence": influence, "defence": defence, "oratory_check": check, "mastery": mastery}
    terms = debate(ORATORY.parse(a))
    nexts: dict[State, set[State]] = {}
    todo: list[State] = [(n, 0, 0) for n in range(13)]
    while todo:
        state = todo.pop()
        if state not in nexts:
            nexts[state] = set(one_exchange(a, state).weights)
            todo += nexts[state]
    ending = {state for state in nexts if isinstance(state[0], str)}
    while more := {state for state, after in nexts.items() if state not in ending and after & ending}:
        ending |= more
    for state in nexts:
        if not isinstance(state[0], str):
            assert (state in ending) == (state[0] >= can_end_from(terms, state[1])), state


def test_the_roll_of_an_exchange_has_the_odds_of_the_first() -> None:
    inputs = {"audience": 9, "influence": {"base": 55}, "defence": {"base": 30}, "supporters": 4, "exchanges": 1}
    end = ORATORY.roll_option("exchange").procedure(ORATORY.parse(inputs)).odds()
    values = debated(**inputs)

    assert end.p(lambda s: s.end == "The Orator wins") == values["p_win_all"] + values["p_win_defence_fumble"]
    assert end.p(lambda s: s.end == "The Orator loses") == values["p_lose"]


def test_more_skill_and_more_supporters_help() -> None:
    by_skill = [
        debated(audience=25, influence={"base": n}, defence={"base": 40}, exchanges=4)["p_win"] for n in (20, 50, 80)
    ]
    by_start = [debated(audience=25, supporters=n, influence={"base": 50}, exchanges=4)["p_win"] for n in (0, 9, 18)]

    assert by_skill == sorted(set(by_skill)) and by_start == sorted(set(by_start))


def test_nobody_has_more_supporters_than_listeners() -> None:
    assert refused(ORATORY, audience=5, supporters=6, influence={"base": 50}) == ("supporters", "not_allowed")


def test_a_debate_that_always_ends_at_once_is_answered() -> None:
    master = debated(audience=21, influence={"base": 100})

    assert master["p_win"] == 1 and [one["p_win"] for one in master["readings"]][:2] == [1, 1]
