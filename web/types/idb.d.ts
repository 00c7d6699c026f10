// idb.js is the npm package of that name, as web/builder/site/scripts.py ships it beside the scripts.
export * from "idb";
