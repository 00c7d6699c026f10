// home.js: the home page and the page for unknown addresses: the search box, and links to the reader's characters.

import { bindCharacterLinks } from "./character-links.js";
import { bindFindBox } from "./find-box.js";
import "./page.js";

bindFindBox();
bindCharacterLinks();
