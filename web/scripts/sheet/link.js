// sheet/link.js: one character in the fragment of a link, `#sheet=1.` (packed-link.js). The receiver sees the character and
// may keep it.

import { createPackedLinks } from "../storage/packed-link.js";

export const { encode, decode } = createPackedLinks({
  name: "sheet",
  many: "characters",
  tooLarge: "This character is too large for a link: give it away as a file.",
  none: "This link holds no character.",
  held: "The character",
});
