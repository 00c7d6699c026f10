// first.js: what has to stand before anything is painted, in one script: each more would cost its way over the line.
//
// Contract. A classic script in the head of a calculator's page. Asked for with `?embed`, in another site's iframe, the
// page comes without what is around the calculator: `<html data-embed>`; the stylesheet does the rest, and links open
// beside the frame, which is too small for a whole page.
// The example's answer never stands for another one: where the address holds values, this device keeps the state of this
// tracker (`data-tracker` is its id), or holds table rules for what the calculator asks (`data-rules` names them),
// `<html data-waits>` keeps the figures back until the first answer is there (session.js): "link" for an address, whose
// headline has no line about the example. Where a character was chosen in this session and can fill the form (`data-fills`), the figures wait
// for that ("sheet"), and `<html data-chosen>` says what the line above the inputs will show, so that its place is there;
// a link's values are nobody's ("link"), unless they came from the sheet. Keys of storage are those of
// table-rules-store.js, active-character.js and tracker-state.js. A kept state is not filled from a sheet.

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
      return false; // what cannot be read is not used either
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
