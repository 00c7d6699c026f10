// own/link.js: a game's own rows in the fragment of a link, `#own=1.` (packed-link.js).

import { createPackedLinks } from "../storage/packed-link.js";

export const { encode, decode } = createPackedLinks({
  name: "own",
  many: "own rows",
  tooLarge: "These rows are too large for a link: give them away as a file.",
  none: "This link holds no own rows.",
  held: "What is",
});
