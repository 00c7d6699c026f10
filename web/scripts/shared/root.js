// root.js: the addresses of the site's folders, computed from this file in `assets/app-<hash>/scripts/shared/`.

/** The site's root folder. */
export const root = new URL("../../../../", import.meta.url);
/** The folder of this version's styles, scripts and icons. */
export const appFolder = new URL("../../", import.meta.url);
