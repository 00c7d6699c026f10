"""Sends the worker's endpoint every kind of request, so that each module that a request needs has been imported."""

import json
import re
import traceback

import pyrules
from pyrules.engine import inputs as declared
from pyrules.games import FIGHTS
from pyrules.games import IDS as GAME_IDS
from web.worker import endpoint

FEW_FOES = 2
"""So many foes join a fight."""

asked_kinds = set()
answered_kinds = set()


def ask(**request):
    """The endpoint's response."""
    asked_kinds.add(request["kind"])
    return json.loads(endpoint.handle(json.dumps(request)))


def exercise_answers(game):
    """All requests but those of tools and those about characters, with the faults that a page can show."""
    import random  # noqa: F401

    ask(kind="systems")
    ask(kind="no such kind")
    nonsense = [["no_such_rule", "1"], *([name, "nonsense"] for name in game.table_rules)]
    ask(kind="house", system=game.id, pairs=nonsense)
    for calculator in different(game.calculators):
        exercise_calculator(calculator)
    ask(kind="answer", calculator="no.such", inputs={})
    for broken in ("not_a_name", "object().no_such", "import no.such", "(", "1 / 0", "int('x')"):
        try:
            exec(broken, {})
        except Exception as error:
            # Without this frame: its source is here, and the worker has no source of its frames.
            traceback.format_exception(error.with_traceback(error.__traceback__.tb_next))


def exercise_calculator(calculator):
    """Every request about one calculator, with inputs in order and with wrong ones."""
    asked = {"calculator": calculator.id, "inputs": dict(calculator.start)}
    answer = ask(kind="answer", **asked)
    if not answer["ok"]:
        raise RuntimeError(f"{calculator.id} refuses its own start: {answer['problems']}")
    answered_kinds.update(each.kind.name for each in with_columns(calculator.outputs))
    ask_for_folds(answer, **asked)
    ask(kind="roll", **asked)
    ask(kind="roll", faces=[], **asked)
    bad_pairs = [["no_such_field", "1"], *([name, "nonsense"] for name in calculator.start)]
    ask(kind="answer", calculator=calculator.id, pairs=bad_pairs)
    ask(kind="answer", calculator=calculator.id, pairs=[])
    ask(kind="answer", calculator=calculator.id, inputs={"no_such_field": 1})


def exercise_tools(game):
    """Every request of a page's tools."""
    ask(kind="qr", link="https://example.org/")
    ask(kind="fairness", counts={"6": [9, 8, 7, 6, 5, 4]})
    for part in shown_parts():
        ask(kind="show", name="p", part=part)
    for calculator in different(game.calculators):
        asked = {"calculator": calculator.id, "inputs": dict(calculator.start)}
        ask(kind="share", link=f"https://example.org/#{calculator.id}", **asked)
        ask(kind="sweep", **asked)
        pinned = with_one_number_more(ask(kind="answer", **asked)["link"])
        ask_for_folds(ask(kind="compare", vs=pinned, **asked), vs=pinned, **asked)


def shown_parts():
    """A part of each type that a script of the Console shows, and one that is refused."""
    yield {"type": "facts", "label": "Facts", "rows": [["a", "1"]]}
    yield {"type": "table", "label": "Table", "columns": ["a"], "rows": [["1"]]}
    yield {"type": "bars", "label": "Bars", "unit": "", "values": [["1", "1/2"], ["2", "1/2"]]}
    lines = {"xs": ["1", "2"], "lines": [["a", ["0", "1"]]]}
    yield {"type": "lines", "label": "Lines", "across": "x", "percent": True, **lines}
    yield {"type": "nonsense"}


def ask_for_folds(reply, **asked):
    """Every request that a fold of this reply names."""
    for fold in dict.fromkeys(re.findall('data-fold="([^"]*)"', reply.get("html", ""))):
        kind, output, index, column = [*fold.split(" "), None, None][:4]
        ask(kind=kind, output=output, index=index and int(index), column=column, **asked)


def with_one_number_more(pairs):
    """The same pairs, the first whole number raised by 1."""
    at = next((index for index, (_, text) in enumerate(pairs) if text.isdecimal()), None)
    return [[key, str(int(text) + 1) if index == at else text] for index, (key, text) in enumerate(pairs)]


def different(calculators):
    """Calculators that together have each kind of input and output: no other difference decides what is imported."""
    seen = set()
    for calculator in calculators:
        kinds = kinds_of(calculator)
        if not kinds <= seen:
            seen |= kinds
            yield calculator


def kinds_of(calculator):
    """The kinds of a calculator's outputs and inputs."""
    return {output.kind.name for output in with_columns(calculator.outputs)} | set(input_kinds(calculator.inputs))


def input_kinds(inputs):
    """The kinds of these inputs, of their elements, and of the inputs of records."""
    for field in declared.input_fields(inputs):
        kind = field.input
        while isinstance(kind, declared.ListInput):
            yield "list"
            kind = kind.element
        yield type(kind).__name__
        if isinstance(kind, declared.RecordInput):
            yield from input_kinds(kind.of)


def with_columns(outputs):
    """These outputs, and the columns of each."""
    for output in outputs:
        yield output
        yield from with_columns(output.columns)


def exercise_sheets(game):
    """Every request about a character of a game, with the ready-made characters against each other."""
    sheet = pyrules.sheet(game.id)
    held = [sheet.to_pairs(sheet.parse(dict(example.data))) for example in sheet.examples]
    every = [["conditions", option.id] for option in sheet.conditions.options]
    for mine in held:
        for pairs in (mine, [*(pair for pair in mine if pair[0] != "conditions"), *every]):
            target = {"sheet": held[0]}
            answer = ask(kind="sheet", system=game.id, pairs=pairs, target=target)
            if not answer["ok"]:
                raise RuntimeError(f"{game.id} refuses its own character: {answer['problems']}")
            ask(kind="sheet_paper", system=game.id, pairs=pairs, target=target)
            ask(kind="sheet_rules", system=game.id, pairs=pairs)
            ask(kind="harm", system=game.id, pairs=pairs, damage=1)
    # A table of targets fills the others.
    bound = [f"{game.id}.{slug}" for slug in sheet.bindings]
    for calculator in (bound[0], *(each.id for each in game.calculators if each.id not in bound)):
        ask(kind="fill", calculator=calculator, pairs=[], sheet=pairs, target=target)
    ask(kind="sheet", system=game.id, pairs=[["level", "nonsense"], ["no_such_field", "1"]])
    ask(kind="check", system=game.id, schema=1, data=held[0])
    ask(kind="migrate", system=game.id, schema=1, data=held[0])
    ask(kind="migrate", system=game.id, schema=99, data=held[0])
    own = [["weapons.0.name", "Mine"], ["armor.0.name", "Mine"], ["weapons.1.kind", "nonsense"], ["no_such.0.x", "1"]]
    ask(kind="own", system=game.id, schema=1, pairs=own)
    ask(kind="own", system=game.id, schema=99, pairs=own)


def exercise_declarations(about, add):
    """What the panel of the order offers to declare, and the same as last; a game without declarations refuses it."""
    shown = about("fight", view={"panel": "order"})["parts"]["panel"]
    requests = [json.loads(one.replace("&#34;", '"')) for one in re.findall('data-declare="([^"]*)"', shown)]
    about("fight_declare", who=[], option="nonsense")
    for request in requests:
        about("fight_declare", option="nonsense", who=request["who"])
    if requests:
        add(about("fight_declare", **requests[0])["event"])
        about("fight_declare", who=requests[0]["who"])


def exercise_targets(game_id, rules):
    """A foe and a quick foe against each calculator that has a target; against one of them also other targets."""
    sheet, row = pyrules.sheet(game_id), rules.foes.rows[0]
    mine = sheet.to_pairs(sheet.parse(dict(sheet.examples[0].data)))
    foe = {"foe": row.id, "weapon": rules.foes.weapons[0].id if row.bears_weapon else ""}
    actor = {"sheet": mine, "target": {"pairs": []}}

    def aim(calculator, targets, actor):
        rows = [{"name": "A target", "target": target} for target in targets]
        pairs = calculator.to_pairs(calculator.start_inputs)
        ask(kind="targets", system=game_id, calculator=calculator.id, rows=rows, pairs=pairs, actor=actor)

    for calculator in different(map(pyrules.calculator, (f"{game_id}.{slug}" for slug in sheet.bindings))):
        aim(calculator, [foe, {"quick": []}], actor)
    others = [None, {"sheet": mine}, {"values": [["nonsense:nonsense", "1"]]}, {"foe": "nonsense"}]
    for one in (actor, None):
        aim(calculator, others, one)
    ask(kind="targets", system=game_id, calculator=calculator.id, choices=True)


def exercise_fights(game):
    """A fight of the ready-made characters against some foes, with every panel and every act."""
    if game.id in FIGHTS:
        exercise_fight(game.id, has_links=game.id == GAME_IDS[0])


def exercise_fight(game_id, *, has_links):
    """A fight of one game. All games have the same code for links, which needs a second."""
    sheet, rules = pyrules.sheet(game_id), pyrules.fight_rules(game_id)
    events = []

    def about(kind, **more):
        return ask(kind=kind, system=game_id, events=events, **more)

    def add(event):
        reply = about("fight", event=event)
        if not reply.get("changed"):
            raise RuntimeError(f"{game_id} refuses {event['do']}: {reply['problems'] or reply.get('why')}")
        events[:] = reply["events"]
        return reply

    def invited(**given):
        reply = about("fight_join", join=given)
        if not reply["ok"]:
            raise RuntimeError(f"{game_id} lets nobody join with {given}: {reply['problems']}")
        return reply["event"]

    def join(**given):
        add(invited(**given))

    for example in sheet.examples:
        data = sheet.to_pairs(sheet.parse(dict(example.data)))
        join(character={"id": example.id, "schema": sheet.schema, "data": data})
    for at, row in enumerate(rules.foes.rows):
        weapon = rules.foes.weapons[0].id if row.bears_weapon else ""
        # Every request draws each fighter, so few stay.
        (join if at < FEW_FOES else invited)(foe=row.id, weapon=weapon, count=1, hit_points="roll")
    join(quick=[], count=2)
    join(own=about("fight_foe", foe={"quick": []})["own"], count=1)
    exercise_targets(game_id, rules)
    for mode in [mode.id for mode in rules.modes]:
        about("fight_order", mode=mode, totals={"nonsense": 1})
        rolled = about("fight_order", mode=mode)["event"]
        add(rolled)
        for totals in (rolled.get("numbers", {}), {side.id: 7 for side in rules.sides}):
            about("fight_order", mode=mode, totals=totals)
        about("fight_order", mode=mode, faces=[])
    reply = add({"do": "begin"})
    who, to = next(iter(reply["acting"])), list(reply["names"])[-1]
    exercise_declarations(about, add)
    add({"do": "hold", "who": who, "id": sheet.conditions.options[0].id})
    add({"do": "track", "who": who, "name": sheet.pools[0].name, "by": -1})
    for panel in ("", "target", "fighter", "order", "log", "setup", "end"):
        shown = about("fight", view={"panel": panel, "who": who, "to": to})
        for roll in re.findall('data-roll="([^"]*)"', "".join(shown["parts"].values())):
            # Jinja has escaped quotes, which are all that the ids of a roll have to escape.
            asked = json.loads(roll.replace("&#34;", '"'))
            about("fight_roll", faces=None, **asked)
            about("fight_roll", faces=[], **asked)
    about("fight_odds", view={"panel": ""})
    add({"do": "next"})
    about("fight_back")
    add({"do": "edit", "who": to, "hidden": True})
    about("fight_view", numbers=True)
    about("fight_log")
    if has_links:
        text = about("fight_link", name="A fight")["text"]
        about("fight_link", text=text)
        about("fight_link", text="nonsense")
    about("fight_foe", who=who)
    about("fight_foe", foe={"foe": rules.foes.rows[0].id, "weapon": "nonsense"})
    about("fight_line")
    hurt = next(at for at, event in enumerate(events) if "by" in event.get("then", [event])[0])
    about("fight_correct", at=hurt, numbers={"0": -2} if "then" in events[hurt] else {})
    about("fight", event={"do": "nonsense"})
    about("fight_order", mode="nonsense")
    about("fight_join", join={"foe": "nonsense"})
