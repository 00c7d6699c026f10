"""What a built calculator's page is asked without being opened: its form is read and its worker asked, by one page."""

from playwright.sync_api import Route

from tests.answers import as_built
from web.builder.site import scripts

from .shared import START_MS, SharedSite

SOURCES = "**/sources/"
"""Where the keeper finds each module as it was written: the site has them only as parts of bundles."""

# Runs in the keeper (shared.py): a document without a policy, which holds the worker of all pages.
FAULTS = """async ({ scripts, address, limit }) => {
  const [{ read }, { foldRequest }] = await Promise.all(
    ["shared/form", "calculator/answer-folds"].map((name) => import(`${scripts}${name}.js`)),
  );
  const page = await new Promise((settle, refuse) => {
    const request = new XMLHttpRequest();
    request.open("GET", address);
    request.responseType = "document";
    request.onload = () => settle(request.response);
    request.onerror = refuse;
    request.send();
  });
  const [form, shown] = [page.querySelector("[data-calculator]"), page.getElementById("answer")];
  const found = [];
  // As on a page, a question that the worker leaves without an answer is asked again.
  const about = async (question, turns = 3) => {
    const reply = await ask({ calculator: form.dataset.calculator, ...question }, limit);
    return reply.ok === undefined && turns > 1 ? about(question, turns - 1) : reply;
  };

  const pairs = read(form);
  const reply = await about({ kind: "answer", pairs });
  if (!reply.ok || reply.problems.length) {
    return { found: [`The form is refused: ${JSON.stringify(reply.problems)}`], answer: "", shown: "" };
  }
  const example = JSON.stringify(JSON.parse(form.dataset.start));
  if (JSON.stringify(reply.link) !== example) found.push("the form does not read as the page's example");

  const answer = page.createElement("div");
  answer.innerHTML = reply.html;
  // A later row of a table has no folds in the built page.
  const built = (fold) => !fold.closest("tr.rest ~ tr.opens");
  const folds = [...answer.querySelectorAll("details[data-fold]")].filter(built);
  for (const fold of folds) {
    const body = await about({ pairs: reply.shared, ...foldRequest(fold.dataset.fold) });
    if (!body.ok || !body.html) found.push(`the fold ${fold.dataset.fold} stays empty`);
    fold.insertAdjacentHTML("beforeend", body.html ?? "");
  }
  const ahead = folds.filter((fold) => fold.matches("[data-headline] > *"));
  const steps = ahead.map((fold) => fold.querySelectorAll(".why > ol > li").length);
  ahead[steps.indexOf(Math.max(...steps))].parentElement.toggleAttribute("data-fullest", true);

  const figures = [...shown.querySelectorAll(".why")];
  if (!figures.length) found.push("no figure says where it comes from");
  found.push(...figures.filter((why) => !why.querySelector('a[href]')).map(({ id }) => `${id} names no rule`));

  const options = [...page.querySelectorAll("[data-option] option")].map(({ value }) => value);
  for (const option of options.length ? options : page.querySelector("[data-roll]") ? [null] : []) {
    if (option in reply.closed) continue;
    const roll = await about({ kind: "roll", pairs, option });
    if (!roll.ok || !roll.html.includes('class="outcome')) found.push(`${option ?? "the button"} rolls nothing`);
  }
  return { found, answer: answer.innerHTML, shown: shown.innerHTML };
}"""


def faults(shared: SharedSite, url: str) -> list[str]:
    """What is wrong with the calculator's page at this address, in words.

    Its form reads as its example. Its answer with every fold is the worker's, and each figure names a rule. Each roll
    that its example allows is rolled.
    """
    asked = {"scripts": f"{shared.server.url}sources/", "address": url, "limit": START_MS}
    shared.keeper.route(f"{SOURCES}**", _source)
    try:
        reply = shared.keeper.evaluate(FAULTS, asked)
    finally:
        shared.keeper.unroute(f"{SOURCES}**")
    found: list[str] = reply["found"]
    same = as_built(reply["answer"]) == reply["shown"]
    return found if same else [*found, "Python's answer is not the one of the build"]


def _source(route: Route) -> None:
    _, _, name = route.request.url.partition("/sources/")
    route.fulfill(path=scripts.SCRIPTS / name, content_type="text/javascript")
