// help.js: the help page: adds the control that removes the app's own files.

import "./page.js";
import { bindAppFiles } from "../offline/app-files.js";

bindAppFiles();
