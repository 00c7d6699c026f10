// home.js: the home page: the search box, an answer to touch, how to install, and what a player uses first.

import { bindCharacterLinks } from "./character-links.js";
import { bindFindBox } from "./find-box.js";
import { bindInstall } from "./install.js";
import "./page.js";
import { bindTrial } from "./trial.js";
import { bindYours } from "./yours.js";

bindFindBox();
bindCharacterLinks();
bindTrial();
bindInstall();
bindYours();
