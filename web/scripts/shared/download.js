// download.js: downloads files that the page has made.
//
// Contract. `download(files)` starts a download of each file and releases the addresses of the earlier files.

let addresses = /** @type {string[]} */ ([]);

/** @param {File[]} files */
export function download(files) {
  // Earlier downloads have ended.
  for (const address of addresses) URL.revokeObjectURL(address);
  addresses = files.map((file) => URL.createObjectURL(file));
  for (const [at, file] of files.entries()) {
    const link = document.createElement("a");
    link.href = addresses[at];
    link.download = file.name;
    link.click();
  }
}
