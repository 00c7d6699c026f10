// first.js: sets on `<html>` what the stylesheet must know before the first paint. One script, because each more delays the
// paint.
//
// Contract. A classic script in the head of a calculator's page. With `?embed`, in another site's iframe, it sets `<html
// data-embed>`: the stylesheet then shows only the calculator, and links open outside the frame, which is too small for a
// whole page.
// `<html data-waits>` hides the example's figures until session.js has the first answer, so that they never stand for
// another answer. It is set when the address holds values ("link", which also removes the headline's line about the
// example), when this device stores a state of this tracker (`data-tracker` is its id), or when it stores table rules that
// the calculator reads (`data-rules` names them).
// With an active character that can fill the form (`data-fills`), the figures wait for the character ("sheet"). `<html
// data-chosen>` then names the parts that the line above the inputs will show, so that the page reserves their room. It is
// "link" when the values of a link are not the character's. A restored tracker is not filled from a sheet. The storage keys
// are those of storage-keys.js.

{
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const { dataset } = document.documentElement;
  const rules = (script.dataset.rules ?? "").split(" ");
  const app = `tableside.${new URL("../../../../", script.src).pathname}`;
  const hasRules = () => {
    try {
      const pairs = JSON.parse(localStorage.getItem(`${app}.house.${dataset.system}`) ?? "null")?.pairs ?? [];
      return pairs.some((/** @type {[string, string]} */ [rule]) => rules.includes(rule));
    } catch {
      return false; // unreadable table rules are not used
    }
  };
  const chosen = () => {
    try {
      return JSON.parse(sessionStorage.getItem(`${app}.chosen`) ?? "null")?.[dataset.system ?? ""];
    } catch {
      return null;
    }
  };
  const hasState = () => {
    try {
      const key = `${app}.tracker.${script.dataset.tracker}`;
      return "tracker" in script.dataset && !!JSON.parse(localStorage.getItem(key) ?? "null")?.pairs?.length;
    } catch {
      return false;
    }
  };
  const linked = location.hash.includes("=");
  const restored = !linked && hasState();
  if (linked || restored || hasRules()) dataset.waits = linked ? "link" : "";
  if (new URLSearchParams(location.search).has("embed")) {
    dataset.embed = "";
    document.addEventListener("click", (event) => {
      const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
      if (link instanceof HTMLAnchorElement && !link.hasAttribute("data-skip")) link.target = "_blank";
    });
  } else if ("fills" in script.dataset) {
    const choice = chosen();
    const came = choice?.at?.[location.pathname];
    const ours = !linked || came?.hash === location.hash;
    if (choice) dataset.chosen = ours ? `${choice.shows}` : "link";
    if (choice && ours && linked) dataset.waits = "";
    if (choice && !restored && (!linked || (ours && came.fill))) dataset.waits = "sheet";
  }
}
