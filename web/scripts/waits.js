// waits.js: the example's answer never stands for another one.
//
// Contract. A classic script in the head. Where the address holds values, or this device holds table rules for what the
// calculator asks (`data-rules` names them), `<html data-waits>` stands before anything is painted: styles keep the
// figures back until the first answer is there (session.js). The key of storage is that of house.js.

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
}
