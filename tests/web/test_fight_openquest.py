"""The fight page of OpenQuest: a panel opens with one act, lines name the skill, and distances stay short."""

from __future__ import annotations

import json
from typing import Any

from lxml import html

from tests.games.openquest.fighting import SCENE, Fighting
from tests.games.openquest.test_fight_acts import BOW, SWORD, fighter
from web.worker import endpoint


def drawn(fight: Fighting, **view: str) -> Any:
    """The list of a fight with its open panel."""
    events = [entry.event.to_json() for entry in fight.entries]
    request = {"kind": "fight", "system": "openquest", "events": events, "view": view}
    return html.fromstring(json.loads(endpoint.handle(json.dumps(request)))["parts"]["list"])


def text(element: Any) -> str:
    return " ".join(element.text_content().split())


def test_a_panel_opens_with_one_act_and_has_a_line_and_a_button_for_each_other() -> None:
    fight = Fighting(fighter("hild", weapons=[SWORD, BOW]), fighter("orc", "foes"))
    acts = drawn(fight, panel="target", who="hild", to="orc").xpath("//div[@class='panel']/ul/li")
    assert text(acts[0].find(".//b")) == "Shoot or throw: Bow action"
    assert "damage" in text(acts[0].find("p"))
    for act in acts[1:]:
        assert "folded" in act.get("class")
        assert len(act.xpath("./button[@data-roll]")) == 1
        assert not act.xpath("./details[@open]")


def test_what_somebody_dies_of_comes_first_in_what_is_due_and_in_the_line() -> None:
    fight = Fighting(fighter("hild"), fighter("orc", "foes"))
    fight.add({"do": "hold", "who": "hild", "id": "prone"})
    fight.add({"do": "hold", "who": "hild", "id": "fumbled"})
    fight.add({"do": "track", "who": "orc", "name": "hit_points", "to": -1})
    fight.add({"do": "hold", "who": "orc", "id": "fumbled"})
    events = [entry.event.to_json() for entry in fight.entries]
    parts = json.loads(endpoint.handle(json.dumps({"kind": "fight", "system": "openquest", "events": events})))["parts"]

    due = html.fromstring(parts["top"]).xpath("//ul[@class='due']/li")
    assert [text(one.find("span")) for one in due] == [
        "Orc dies as round 2 ends, unless saved.",
        "Hild has fumbled: the Referee says what goes wrong.",
        "Orc has fumbled: the Referee says what goes wrong.",
        SCENE,
    ]
    held = html.fromstring(parts["list"]).xpath("//*[@id='held-orc']/b")
    assert [text(one) for one in held] == ["Mortal wound (dies as round 2 ends)"]


def test_a_fighter_is_hidden_in_the_head_of_each_panel_and_marked_in_the_list() -> None:
    fight = Fighting(fighter("hild"), fighter("orc", "foes"))
    for panel in ("target", "fighter"):
        (button,) = drawn(fight, panel=panel, who="hild", to="orc").xpath("//*[@class='panel-head']/*[@id='hide']")
        assert button.get("aria-pressed") == "false"
    fight.add(json.loads(button.get("data-event")))
    after = drawn(fight, panel="fighter", to="orc")

    assert after.xpath("//*[@id='hide']")[0].get("aria-pressed") == "true"
    assert text(after.xpath("//*[@id='open-orc']")[0]).startswith("Orc hidden Foes")


def test_an_act_that_the_rules_ask_for_is_open_in_its_panel() -> None:
    fight = Fighting(fighter("hild"), fighter("orc", "foes"))
    assert not drawn(fight, panel="target", who="hild", to="hild").xpath("//*[@data-asked]")
    (act,) = drawn(fight, panel="target", who="hild", to="hild", act="scene").xpath("//li[@data-asked]")
    assert text(act.find(".//b")) == "Distance and light of all"
    assert act.xpath("./details[@class='asks'][@open]//select")


def test_fighters_of_one_place_are_done_one_by_one_or_all_at_once() -> None:
    fight = Fighting(fighter("hild", close_combat=65), fighter("wren", close_combat=65), fighter("orc", "foes"))
    events = [entry.event.to_json() for entry in fight.entries]
    view = {"panel": "fighter", "who": "orc", "to": "orc"}
    request = {"kind": "fight", "system": "openquest", "events": events, "view": view}
    bar = html.fromstring(json.loads(endpoint.handle(json.dumps(request)))["parts"]["bar"])
    buttons = [text(one) for one in bar.xpath("//button")]
    assert buttons[:2] == ["All are done", "Hild is done"]


def test_a_line_says_at_which_skill_a_fighter_acts_while_standing() -> None:
    fight = Fighting(fighter("hild", close_combat=65), fighter("orc", "foes"))
    fight.add({"do": "track", "who": "orc", "name": "hit_points", "to": 0})
    lines = [text(one) for one in drawn(fight).xpath("//button[@class='name']/small")]
    assert lines == ["Party · acts at 65 %", "Foes"]


def test_a_distance_to_many_is_told_in_few_words() -> None:
    fight = Fighting(fighter("hild"), *(fighter(one, "foes") for one in ("orc", "grim", "snag")), begun=False)
    fight.do("scene", "hild", distance="20")
    held = [text(one) for one in drawn(fight).xpath("//button[@class='held']")]
    assert held[0] == "Hild: Meters apart 20: Orc and 2 more"
    assert held[1] == "Orc: Meters apart 20: Hild"
    assert "Hild: unhurt; Meters apart 20: Orc and 2 more" in asked(fight, "fight_view", numbers=False)["text"]


def test_the_list_says_at_whom_somebody_aims() -> None:
    bow = {"name": "Bow", "damage": "1d8", "skill": "ranged", "range": 75}
    fight = Fighting(fighter("hild", weapons=[bow]), fighter("orc", "foes"))
    for _ in range(2):
        fight.do("aim", "hild", "orc", 0)
    assert [text(one) for one in drawn(fight).xpath("//button[@class='held']")] == ["Hild: Aims 2: Orc"]


def test_the_scene_is_chosen_in_the_panel_of_a_fighter() -> None:
    fight = Fighting(fighter("hild"), fighter("orc", "foes"), begun=False)
    events = [entry.event.to_json() for entry in fight.entries]
    parts = json.loads(endpoint.handle(json.dumps({"kind": "fight", "system": "openquest", "events": events})))["parts"]
    view = json.loads(html.fromstring(parts["top"]).xpath("//*[@id='due-1']/@data-view")[0])
    labels = [text(one) for one in drawn(fight, **view).xpath("//div[@class='panel']//li[contains(@class,'act')]//b")]
    assert "Distance and light of all" in labels


def asked(fight: Fighting, kind: str, **more: Any) -> dict[str, Any]:
    events = [entry.event.to_json() for entry in fight.entries]
    reply: dict[str, Any] = json.loads(
        endpoint.handle(json.dumps({"kind": kind, "system": "openquest", "events": events, **more}))
    )
    return reply


def declare_buttons(fight: Fighting) -> dict[str, Any]:
    """The request of each button of the order's panel with which fighters declare."""
    panel = html.fromstring(asked(fight, "fight", view={"panel": "order"})["parts"]["panel"])
    return {text(one): json.loads(one.get("data-declare")) for one in panel.xpath("//button[@data-declare]")}


def declared(fight: Fighting) -> dict[str, str]:
    return {held.who: held.note for held in fight.state.held if held.id == "declared"}


def test_a_side_declares_in_one_tap_and_the_same_again_in_the_next_round() -> None:
    fight = Fighting(fighter("hild"), fighter("orc", "foes"), fighter("grim", "foes"))
    fight.add(asked(fight, "fight_declare", who=["hild"], option="intimidation")["event"])
    assert sorted(declare_buttons(fight)) == ["All foes: Close Combat Attack"]
    fight.add(asked(fight, "fight_declare", **declare_buttons(fight)["All foes: Close Combat Attack"])["event"])
    assert declared(fight) == {"hild": "Intimidation", "orc": "Close Combat Attack", "grim": "Close Combat Attack"}
    assert declare_buttons(fight) == {}, "all have declared"
    while fight.state.round == 1:
        fight.add({"do": "next"})
    assert declared(fight) == {}

    fight.add(asked(fight, "fight_declare", **declare_buttons(fight)["As last round"])["event"])
    assert declared(fight) == {"hild": "Intimidation", "orc": "Close Combat Attack", "grim": "Close Combat Attack"}


def test_each_of_a_side_declares_what_is_usual_for_it() -> None:
    bow = {"name": "Bow", "damage": "1d8", "skill": "ranged", "range": 75}
    ghost = fighter("ghost", "foes", conditions=["bodiless"], weapons=[])
    fight = Fighting(fighter("hild"), fighter("orc", "foes"), fighter("elk", "foes", weapons=[bow]), ghost)
    fight.add(asked(fight, "fight_declare", **declare_buttons(fight)["All foes: usual action"])["event"])
    assert declared(fight) == {"orc": "Close Combat Attack", "elk": "Ranged Combat Attack", "ghost": "Spirit combat"}


def test_another_declaration_replaces_the_one_of_this_round() -> None:
    fight = Fighting(fighter("hild"), fighter("orc", "foes"))
    for option in ("intimidation", "close_attack"):
        fight.add(asked(fight, "fight_declare", who=["hild"], option=option)["event"])
    assert declared(fight) == {"hild": "Close Combat Attack"}


def test_what_cannot_be_declared_is_refused_with_a_sentence() -> None:
    fight = Fighting(fighter("hild"), fighter("orc", "foes"))
    for more in ({}, {"who": "hild"}, {"who": ["nobody"]}, {"who": ["hild"]}, {"who": ["hild"], "option": "dance"}):
        reply = asked(fight, "fight_declare", **more)
        assert not reply["ok"] and reply["problems"][0]["text"].endswith(".")


def test_the_bar_of_a_spirit_shows_its_magic_points() -> None:
    ghost = {"conditions": ["bodiless"], "shamanism": 40, "pow": 11, "magic_points": 7}
    fight = Fighting(fighter("ghost", **ghost), fighter("orc", "foes"))
    orcs, ghosts = [text(one) for one in drawn(fight).xpath("//button[@class='wounds']")]
    assert ghosts == "Ghost, Magic points: 7/11"
    assert orcs.startswith("Orc, Hit points: ")
    assert "Ghost: hurt (7 of 11)" in asked(fight, "fight_view", numbers=True)["text"]
