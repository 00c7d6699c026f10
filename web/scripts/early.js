// early.js: lets Python start before the page's own scripts are all here.
//
// Contract. An async module in the head of a calculator's page. What is on this device costs no line: then at once, be it
// in the offline copy or, as this script was, in the browser's own cache. Else with the first frame, so that Python is
// never in the way of what is to be read. Who talks to the worker is session.js.

import { startEarly } from "./workers.js";

const start = () => startEarly(new URL("worker.js", import.meta.url));
const [own] = /** @type {PerformanceResourceTiming[]} */ (performance.getEntriesByName(import.meta.url, "resource"));
if (navigator.serviceWorker?.controller || own?.transferSize === 0) start();
else requestAnimationFrame(start);
