"""Runs inside Pyodide (see pack.mjs): compiles the Python that the site's worker will need, and no more.

Three steps, each in a Python of its own:
    trace   walks every entry point in /work/core (pyrules, web, jinja2, markupsafe, segno) -> /work/traced.json
    core    compiles /work/core -> /work/core.zip
    std     compiles the traced part of the standard library -> /work/std.zip

Compiling here, with the very Python that will run the result, is what makes the boot quick: the stock library is
source, and each boot would compile it anew. A fresh Python for each step, because marshal writes down which objects
happen to be shared: a pack must depend on its sources alone.
"""

import os
import sys

CORE = "/work/core"
STOCK = f"/lib/python{sys.version_info.major}{sys.version_info.minor}.zip/"

# Modules that a traced run does not import but a real one may, each with its reason.
STD_LAZY = (
    "_colorize",  # a traceback in the worker's answer
    "_pylong",  # int() and str() of very long numbers
    "difflib",  # "did you mean"
    "encodings.ascii",  # asked for by name, as the next three
    "encodings.idna",
    "encodings.latin_1",
    "encodings.utf_8_sig",
    "string.templatelib",  # a t-string, or a traceback through one
    "textwrap",
)
LIBRARIES = ("jinja2", "markupsafe", "segno")
CORE_LAZY = ("jinja2.debug", "jinja2.constants")  # an error inside a template; lorem ipsum


def main(step):
    sys.path.insert(0, CORE)
    {"trace": trace, "core": pack_core, "std": pack_std}[step]()


def trace():
    exercise()
    used = {name: origin(module) for name, module in sys.modules.items()}

    import json

    std = {name for name in used if used[name].startswith(STOCK)} | existing(STD_LAZY)
    libraries = {name for name in used if name.partition(".")[0] in LIBRARIES} | existing(CORE_LAZY)
    with open("/work/traced.json", "w") as out:
        json.dump({"std": sorted(std), "libraries": sorted(libraries)}, out)


def traced(part):
    import json

    return json.loads(read("/work/traced.json"))[part]


def origin(module):
    return getattr(getattr(module, "__spec__", None), "origin", None) or ""


def existing(names):
    import importlib.util

    return {name for name in names if importlib.util.find_spec(name)}


# Tracing


def exercise():
    """Walk every entry point, error paths too, so that each module that is needed has been imported."""
    import json
    import random  # noqa: F401
    import traceback

    import pyrules
    from web import endpoint

    def ask(**request):
        return json.loads(endpoint.handle(json.dumps(request)))

    ask(kind="systems")
    ask(kind="no such kind")
    ask(kind="fairness", counts={"6": [9, 8, 7, 6, 5, 4]})
    for system in pyrules.SYSTEMS:
        for calculator in system.calculators:
            asked = {"calculator": calculator.id, "inputs": dict(calculator.start)}
            answer = ask(kind="answer", **asked)
            if not answer["ok"]:
                raise RuntimeError(f"{calculator.id} refuses its own start: {answer['problems']}")
            ask(kind="roll", **asked)
            ask(kind="share", link=f"https://example.org/#{calculator.id}", **asked)
            ask(kind="roll", faces=[], **asked)
            bad_pairs = [["no_such_field", "1"], *([name, "nonsense"] for name in calculator.start)]
            ask(kind="answer", calculator=calculator.id, pairs=bad_pairs)
            ask(kind="answer", calculator=calculator.id, pairs=[])
            ask(kind="answer", calculator=calculator.id, inputs={"no_such_field": 1})
    ask(kind="answer", calculator="no.such", inputs={})
    for broken in ("not_a_name", "object().no_such", "import no.such", "(", "1 / 0", "int('x')"):
        try:
            exec(broken, {})
        except Exception:
            traceback.format_exc()


# Packing


def pack_core():
    """Our Python with its line tables, the tables of facts, and the templates as compiled modules."""
    libraries = traced("libraries")
    entries = {}
    for path in sorted(files_below(CORE)):
        name = path.removeprefix(CORE + "/")
        top = name.partition("/")[0]
        if name.startswith("web/templates/"):
            continue
        if not name.endswith(".py"):
            if top in ("pyrules", "web"):
                entries[name] = read(path)
        elif top in ("pyrules", "web"):
            entries[name + "c"] = pyc(read(path), name, optimize=0)
        elif module_name(name) in libraries:
            # Nobody reads other people's docstrings here.
            entries[name + "c"] = pyc(read(path), name, optimize=2)
    entries.update(compiled_templates())
    write_zip("/work/core.zip", entries)


def compiled_templates():
    import jinja2

    from web import views

    folder = CORE + "/web/templates"
    if not os.path.isdir(folder):
        return {}
    environment = views.environment(jinja2.FileSystemLoader(folder))
    entries = {}
    for name in sorted(environment.list_templates()):
        source, _, _ = environment.loader.get_source(environment, name)
        python = environment.compile(source, name, f"web/templates/{name}", raw=True, defer_init=True)
        module = jinja2.ModuleLoader.get_module_filename(name)
        path = f"web/templates_compiled/{module}"
        entries[path + "c"] = pyc(python.encode(), path, optimize=0)
    return entries


def pack_std():
    """The traced modules of the standard library, without docstrings and line tables."""
    import zipimport

    stock = zipimport.zipimporter(STOCK.rstrip("/"))
    entries = {}
    for name in traced("std"):
        folder = name.replace(".", "/")
        path = folder + ("/__init__.py" if stock.is_package(folder) else ".py")
        entries[path + "c"] = pyc(stock.get_data(STOCK + path), path, optimize=2, lines=False)
    write_zip("/work/std.zip", entries)


def pyc(source, path, *, optimize, lines=True):
    """Compiled code with an unchecked hash header, so that nobody looks for a source or at a clock."""
    import importlib.util
    import marshal

    code = compile(source, path, "exec", dont_inherit=True, optimize=optimize)
    if not lines:
        code = without_lines(code)
    header = importlib.util.MAGIC_NUMBER + (1).to_bytes(4, "little") + importlib.util.source_hash(source)
    return header + marshal.dumps(code)


def without_lines(code):
    inner = tuple(without_lines(each) if isinstance(each, type(code)) else each for each in code.co_consts)
    return code.replace(co_linetable=b"", co_consts=inner)


def module_name(path):
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def files_below(folder):
    for parent, _, names in os.walk(folder):
        if not parent.endswith("__pycache__"):
            yield from (f"{parent}/{name}" for name in names)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write_zip(path, entries):
    """The same entries give the same bytes: sorted, one fixed time, one compression."""
    import zipfile

    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(entries):
            info = zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, entries[name])


main(os.environ["PACK_STEP"])
