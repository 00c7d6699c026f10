"""Rest, and the magic points that it costs to come back."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pyrules.games.obss.life.magic_points import MAGIC_POINT_LOSS
from pyrules.games.obss.life.recovery import RECOVERY

from ..asking import ask, rolled


def rest(kind: str, **more: Any) -> dict[str, Any]:
    return ask(RECOVERY, kind=kind, **more)


def test_a_night_never_heals_less_than_the_proficiency() -> None:
    assert [rest("natural", con=con, wp=5)["per_night"] for con in (-3, 0, 1, 2)] == [5, 5, 5, 10]
    assert rest("natural", con=2, wp=5, mp=3, choice="mp", nights=3)["total"] == 18


def test_recovery_by_level_is_a_table_rule() -> None:
    assert rest("natural", con=2, wp=5, level=3, natural_recovery="level")["per_night"] == 6
    assert rest("natural", con=2, wp=5, level=3)["per_night"] == 10


def test_an_hour_takes_away_one_point_at_least() -> None:
    assert [rest("nonlethal", con=con, hours=4)["total"] for con in (-2, 0, 1, 3)] == [4, 4, 4, 12]


@pytest.mark.parametrize("con", [-9, -2, 0, 3])
def test_a_rest_for_the_maximum_is_a_die_and_constitution(con: int) -> None:
    values = rest("max_hp", con=con)
    back = [max(1, die + con) for die in (1, 2, 3, 4)]
    assert (values["min"], values["max"], values["mean"]) == (min(back), max(back), Fraction(sum(back), 4))
    fallen = rolled(RECOVERY, kind="max_hp", con=con)
    assert fallen == {f"{n} restored": p for n, p in values["restored"].items()}


def test_nothing_else_is_rolled() -> None:
    assert rolled(RECOVERY, kind="natural", con=2, wp=5, nights=3) == {"30 healed": 1}
    assert rolled(RECOVERY, kind="nonlethal", con=-1, hours=3) == {"3 healed": 1}
    assert rolled(RECOVERY, kind="ability", lost=2, days=9) == {"2 back": 1}


def test_ability_points_come_back_day_by_day() -> None:
    values = rest("ability", lost=5, days=9)
    assert (values["recovered"], values["days_to_full"], values["total"]) == (5, 5, None)


@pytest.mark.parametrize(("mp", "lost"), [(0, 0), (8, 8), (10, 10), (12, 10), (21, 10), (22, 11), (31, 15)])
def test_half_of_the_magic_points_is_lost_ten_at_least_but_never_more_than_all(mp: int, lost: int) -> None:
    assert ask(MAGIC_POINT_LOSS, mp=mp) == {"lost": lost, "left": mp - lost}
