// tool-notes.js: says beside a tool that its script is late, or does not load.
//
// Contract. `noteFor(name, control)` gives a function that sets the note of a tool: behind a control in the tool's section, in
// the section, or behind its control. `removeNote(name)` removes it. `button(words, act)` makes a button for a note;
// `sectionOf(name)` finds the section.

/** @param {string} name */
export function sectionOf(name) {
  return document.getElementById(`tool-${name}`);
}

/** Tells something about a tool: behind a control in its section, in its section, or behind its control. @param {string} name @param {Element} control */
export function noteFor(name, control) {
  const section = sectionOf(name);
  const own = control.matches("details, form") ? control : control.parentElement;
  const isInside = control !== section && section?.contains(control);
  const place = isInside ? own : (section ?? own);

  /** @param {string} text @param {HTMLButtonElement[]} ways  out */
  return (text, ...ways) => {
    removeNote(name);
    if (!place) return;
    // A tool that was closed again stays closed.
    if (section && !control.matches("[data-tool]")) section.hidden = false;
    const note = document.createElement("p");
    note.className = ways.length ? "problem" : "note";
    note.dataset.loading = name;
    note.setAttribute("role", "status");
    note.append(text, ...ways.flatMap((way) => [" ", way]));
    if (place === control.parentElement && !place.matches("li")) place.after(note);
    else place.append(note);
  };
}

/** @param {string} name */
export function removeNote(name) {
  document.querySelector(`[data-loading="${name}"]`)?.remove();
}

/** @param {string} words @param {() => void} act */
export function button(words, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.dataset.again = "";
  made.textContent = words;
  made.addEventListener("click", act);
  return made;
}
