"""The skill check against a difficulty, with help and an optional second try.

From "Use a Skill" in the combat chapter; the roll comes from the SRD.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from ....engine import answer as out
from ....engine.calculator import Calculator, RollOption
from ....engine.explain import note, under
from ....engine.inputs import many, number, toggle
from ....engine.procedure import Modifier, Procedure, Step, throw, total
from ..tables import FACTS
from .checks import CHECK_RULES, Modifiers, attribute, check_die, check_modifiers, circumstances, skill


def difficulty() -> Any:
    """The input for the difficulty of a check."""
    ladder = ", ".join(f"{row['difficulty']} {row['label'].lower()}" for row in FACTS.table("difficulties").rows)
    return number("Difficulty", 2, 30, help=f"The number to reach: {ladder}.", rule="WWN-EXT-CHECK")


def helpers(help: str, group: str) -> Any:
    """The input for the helpers."""
    one = number("Helper", -5, 10, help="What this helper adds to 2d6.", rule="WWN-EXT-AID", signed=True)
    return many("Helpers", one, 0, 6, (), help=help, rule="WWN-EXT-AID", group=group)


@dataclass(frozen=True, kw_only=True)
class SkillCheck:
    """A check, its difficulty, and its helpers (WWN-EXT-CHECK)."""

    attr_mod: int = attribute()
    skill: int = skill()
    misc: int = circumstances()
    dc: int = difficulty()
    helpers: tuple[int, ...] = helpers(
        "Each rolls against the same difficulty; one success is enough to help you.", "Help and second tries"
    )
    reroll: bool = toggle(
        "May reroll",
        help="A failed check is tried once more from the start, help included.",
        rule="WWN-SKILL-02",
        group="Help and second tries",
    )


class Tried(NamedTuple):
    """The state of a check with retries: whether help is available, and the number of the successful try, if any."""

    aided: bool = False
    success_at: int = 0


def one_try(
    count: int, name: str, modifiers: Modifiers, difficulty: int, helpers: tuple[int, ...], *, rule: str
) -> tuple[Step[Tried], ...]:
    """Try number `count` at a difficulty: helpers roll first, and the try uses up their help."""

    def helper(index: int, bonus: int) -> Step[Tried]:
        helping = (Modifier("Helper", bonus, "WWN-EXT-AID"),)
        return throw(
            f"{name}: helper {index} against {difficulty}",
            check_die(bonus).map(lambda n: n >= difficulty),
            lambda s, helps: s._replace(aided=helps),
            rule="WWN-EXT-AID",
            when=lambda s: not s.aided and not s.success_at,  # one successful helper is enough
            modifiers=helping,
            adds=helping,
            tell=lambda helps, s: "helps" if helps else "no help",
        )

    def ends(s: Tried, n: int) -> Tried:
        reached = n + (FACTS.number("aid_bonus") if s.aided else 0)
        return Tried(success_at=count if reached >= difficulty else 0)

    check = throw(
        f"{name} against {difficulty}",
        check_die(total(modifiers)),
        ends,
        rule=rule,
        when=lambda s: not s.success_at,
        modifiers=modifiers,
        adds=modifiers,
        tell=lambda n, s: f"{f'{n} without help: ' if helpers else ''}{'success' if s.success_at else 'failure'}",
    )
    return (*(helper(index, bonus) for index, bonus in enumerate(helpers, 1)), check)


def with_help_explanation(a_try: tuple[Step[Tried], ...]) -> tuple[Step[Tried], ...]:
    """The explanation of a try: the value of help where helpers may succeed."""
    *helping, check = a_try
    bonus = note("Help came", "WWN-EXT-AID", (FACTS.modifier("aid_bonus"),), when=lambda s: s.aided)
    return (*helping, bonus, check) if helping else a_try


def tries(a: SkillCheck) -> tuple[tuple[Step[Tried], ...], ...]:
    """The check, and the second try if there is one."""
    names = (("Check", "WWN-EXT-CHECK"), ("Second try", "WWN-SKILL-02"))
    modifiers = check_modifiers(a)
    return tuple(
        one_try(count, name, modifiers, a.dc, a.helpers, rule=rule)
        for count, (name, rule) in enumerate(names if a.reroll else names[:1], 1)
    )


def skill_check(a: SkillCheck) -> Procedure[Tried]:
    """A skill check: helpers roll, then the character; possibly a second time."""
    steps = tuple(step for a_try in tries(a) for step in a_try)
    return Procedure(Tried(), steps, lambda s: "Success" if s.success_at else "Failure")


def explanation(a: SkillCheck) -> Procedure[Tried]:
    """The check with its help. The second try is separate, because the first does not depend on it."""
    first, *second = map(with_help_explanation, tries(a))
    again = tuple(under("WWN-SKILL-02", step) for a_try in second for step in a_try)
    return Procedure(Tried(), (*first, *again), str)


def _skill_check(a: SkillCheck) -> dict[str, Any]:
    end, modifier = skill_check(a).odds(), total(check_modifiers(a))
    return {
        "modifier": modifier,
        "p_success": end.p(lambda s: s.success_at == 1),
        "p_success_after_reroll": end.p(lambda s: s.success_at > 0),
        "totals": out.text_keys(check_die(modifier).probabilities()),
    }


SKILL_CHECK = Calculator(
    id="wwn.skill_check",
    title="Skill check",
    summary="The chance of any skill check, with help and a second try.",
    inputs=SkillCheck,
    outputs=(
        out.percent("p_success", "success", rule="WWN-EXT-CHECK", headline=True),
        out.percent("p_success_after_reroll", "Success with the second try, if there is one", rule="WWN-SKILL-02"),
        out.figure("modifier", "Modifier", rule="WWN-EXT-CHECK", signed=True),
        out.distribution("totals", "Total before help", rule="WWN-EXT-CHECK"),
    ),
    compute=_skill_check,
    also=(*CHECK_RULES, "WWN-SKILL-04", "WWN-SKILL-05", "WWN-RUN-04"),
    start={"attr_mod": 1, "skill": 1, "dc": 9, "helpers": [1]},
    rolls=(RollOption("check", "Roll it", skill_check),),
    explain=explanation,
)
