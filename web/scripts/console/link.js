// console/link.js: a script of the Console in the fragment of a link, `#script=1.<packed text>` (packed-text.js).

import { createPackedText } from "../storage/packed-text.js";

export const { encode, decode } = createPackedText({
  name: "script",
  many: "scripts",
  tooLarge: "This script is too large for a link: save it as a file.",
  none: "This link is damaged or was cut off: it holds no script.",
});
