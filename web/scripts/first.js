// first.js: what has to stand before anything is painted, in one script: each more would cost its way over the line.
//
// Contract. A classic script in the head of a calculator's page. Asked for with `?embed`, in another site's iframe, the
// page comes without what is around the calculator: `<html data-embed>`; the stylesheet does the rest, and links open
// beside the frame, which is too small for a whole page.
// The example's answer never stands for another one: where the address holds values, or this device holds table rules for
// what the calculator asks (`data-rules` names them), `<html data-waits>` keeps the figures back until the first answer is
// there (session.js). The key of storage is that of house.js.

{
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const { dataset } = document.documentElement;
  const rules = (script.dataset.rules ?? "").split(" ");
  const hasRules = () => {
    try {
      const key = `tableside.${new URL("../../../", script.src).pathname}.house.${dataset.system}`;
      const pairs = JSON.parse(localStorage.getItem(key) ?? "null")?.pairs ?? [];
      return pairs.some((/** @type {[string, string]} */ [rule]) => rules.includes(rule));
    } catch {
      return false; // what cannot be read is not used either
    }
  };
  if (location.hash.includes("=") || hasRules()) dataset.waits = "";
  if (new URLSearchParams(location.search).has("embed")) {
    dataset.embed = "";
    document.addEventListener("click", (event) => {
      const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
      if (link instanceof HTMLAnchorElement && !link.hasAttribute("data-skip")) link.target = "_blank";
    });
  }
}
