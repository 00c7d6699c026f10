// notfound.js: the page for unknown addresses: names the pages whose addresses are most like the one that was asked for.
//
// Contract. The section of this script names the index of all games (`data-index`) and gets links to the nearest games,
// calculators and rules; the page reserves its room. Without the index, and when nothing is near, the section stays empty.

import { section } from "../shared/controllers.js";
import { decode } from "../shared/link.js";
import { root } from "../shared/root.js";
import { index } from "./find.js";
import "./home.js";
import { nearest } from "./nearest.js";

async function show() {
  const place = section("pages/notfound");
  if (!place) return;
  const { entries } = await index(new URL(place.dataset.index ?? "", location.href));
  const games = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-system] > a"));
  const homes = [...games].map((link) => ({
    url: `${link.parentElement?.dataset.system}/`,
    title: link.querySelector("b")?.textContent ?? "",
    where: "",
  }));
  const asked = decode(location.pathname.slice(root.pathname.length) + location.hash);
  const links = nearest([...homes, ...entries], asked).map(({ url, title, where }) => {
    const link = document.createElement("a");
    link.href = new URL(url, root).href;
    link.textContent = [title, where].filter(Boolean).join(" · ");
    return link;
  });
  if (links.length) place.replaceChildren("Did you mean", ...links);
}

show().catch(() => {});
