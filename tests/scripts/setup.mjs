// Makes the scripts in web/scripts importable in Node as the modules of a site: `node --import ./tests/scripts/setup.mjs`.

import { register } from "node:module";

register("./support/hooks.mjs", import.meta.url);
