// early.js: lets Python start before the page's own scripts are all here.
//
// Contract. An async module in the head of a calculator's page. What is on this device costs no line: then at once. Else
// with the first frame, so that Python is never in the way of what is to be read. Who talks to the worker is session.js.

import { startEarly } from "./workers.js";

const start = () => startEarly(new URL("worker.js", import.meta.url));
if (navigator.serviceWorker?.controller) start();
else requestAnimationFrame(start);
