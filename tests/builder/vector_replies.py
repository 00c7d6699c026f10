"""The values and replies for a list of cases, as JSON; the same text runs on CPython and in Pyodide."""

import json

import pyrules
from web.worker import endpoint


def main(text):
    return json.dumps([replies_to(case["calculator"], case["inputs"]) for case in json.loads(text)])


def replies_to(calculator, inputs):
    request = {"kind": "answer", "calculator": calculator, "inputs": inputs}
    return {"core": core(calculator, inputs), "reply": json.loads(endpoint.handle(json.dumps(request)))}


def core(calculator, inputs):
    try:
        return {"values": pyrules.wire(pyrules.answer(calculator, inputs).values)}
    except pyrules.RulesError as refused:
        parts = {name: getattr(refused, name, None) for name in ("field", "code")}
        return {"refused": type(refused).__name__, "text": str(refused), **parts}
