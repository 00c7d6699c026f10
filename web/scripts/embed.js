// embed.js: a calculator in another site's iframe, asked for with `?embed`: without the page around it.
//
// Contract. A classic script in the head, so that `<html data-embed>` stands before anything is painted and nothing
// moves; the stylesheet does the rest. Links open beside the frame, which is too small for a whole page.

if (new URLSearchParams(location.search).has("embed")) {
  document.documentElement.dataset.embed = "";
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (link instanceof HTMLAnchorElement && !link.hasAttribute("data-skip")) link.target = "_blank";
  });
}
