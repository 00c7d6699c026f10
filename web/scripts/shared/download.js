// download.js: files that the page has made, handed to the browser.
//
// Contract. `download(files)` starts a download of each. The addresses of the files before are given up: those are long on
// their way.

let addresses = /** @type {string[]} */ ([]);

/** @param {File[]} files */
export function download(files) {
  for (const address of addresses) URL.revokeObjectURL(address);
  addresses = files.map((file) => URL.createObjectURL(file));
  for (const [at, file] of files.entries()) {
    const link = document.createElement("a");
    link.href = addresses[at];
    link.download = file.name;
    link.click();
  }
}
