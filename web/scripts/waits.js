// waits.js: the example's answer never stands for another one.
//
// Contract. A classic script in the head. Where the address holds values, or this device holds table rules for what the
// calculator asks (`data-rules` names them), `<html data-waits>` stands before anything is painted: styles keep the
// figures back until the first answer is there (session.js). Where a character was chosen in this session and can fill
// the form (`data-fills`), `<html data-chosen>` says what the line above the inputs will show, so that its place is there,
// and the figures wait for that character ("sheet"). A link's values are nobody's: "link", unless they came from the
// sheet. The keys of storage are those of house.js and chosen.js.

{
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const { dataset } = document.documentElement;
  const rules = (script.dataset.rules ?? "").split(" ");
  const app = `tableside.${new URL("../../../", script.src).pathname}`;
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
  const linked = location.hash.includes("=");
  if (linked || hasRules()) dataset.waits = "";
  const choice = "fills" in script.dataset && !("embed" in dataset) && chosen();
  if (choice) {
    const came = choice.at?.[location.pathname];
    const ours = !linked || came?.hash === location.hash;
    dataset.chosen = ours ? `${choice.shows}` : "link";
    if (!linked || (ours && came.fill)) dataset.waits = "sheet";
  }
}
