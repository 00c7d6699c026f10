"""What the endpoint says of characters, as JSON: every ready-made one, in every condition, with every listed weapon."""

import json

import pyrules
from pyrules.engine.inputs import input_fields
from pyrules.engine.sheet.sheet import CONDITIONS, WEAPONS
from web.worker import endpoint

KINDS = ("sheet_rules", "sheet")


def main(game):
    sheet = pyrules.sheet(game)
    [weapons] = [field for field in input_fields(sheet.character) if field.name == WEAPONS]
    every = [[CONDITIONS, option.id] for option in sheet.conditions.options]
    told = []
    for example in sheet.examples:
        held = sheet.to_pairs(sheet.parse(dict(example.data)))
        bare = [pair for pair in held if pair[0] != CONDITIONS and not pair[0].startswith(f"{WEAPONS}.")]
        for preset in weapons.input.element.presets():
            weapon = [[f"{WEAPONS}.0.{key}", text] for key, text in preset.pairs]
            asked = {"system": game, "pairs": [*bare, *every, *weapon], "target": {"sheet": held}}
            # The odds are the longer part of it, and the rules what a pack may lack.
            for kind in KINDS if example is sheet.examples[0] else KINDS[:1]:
                reply = json.loads(endpoint.handle(json.dumps({"kind": kind, **asked})))
                told.append([preset.label, kind, reply["ok"], reply["problems"]])
    return json.dumps(told)
