// relay.js: the only script of the sandboxed frame. It starts the worker with Python and passes messages on.
//
// Contract. Inline in the frame (web/builder/site/console.py), which has an origin of its own: no storage, no network. The
// page sends the source of the worker and a port. Messages of the page go to the worker, texts of the worker to the page. A
// run that sends more than MOST_MESSAGES texts or MOST_CHARACTERS characters ends the worker, so that a script that floods
// its page stops here.
{
  const MOST_MESSAGES = 5_000;
  const MOST_CHARACTERS = 8_000_000;

  /** @param {string} source @param {MessagePort} page */
  const begin = (source, page) => {
    const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    // Chromium starts no module workers in a frame with an origin of its own.
    const worker = new Worker(address);
    let [messages, characters] = [0, 0];
    worker.onmessage = ({ data }) => {
      if (typeof data !== "string") return;
      messages += 1;
      characters += data.length;
      if (messages <= MOST_MESSAGES && characters <= MOST_CHARACTERS) return page.postMessage(data);
      worker.terminate();
      page.postMessage(JSON.stringify({ kind: "flooded" }));
    };
    worker.onerror = () => page.postMessage(JSON.stringify({ kind: "failed" }));
    page.onmessage = ({ data }) => {
      messages = characters = 0;
      worker.postMessage(data, Object.values(data.files ?? {}));
    };
  };

  addEventListener("message", function first({ data, ports, source }) {
    if (source !== parent.parent || !ports.length) return;
    removeEventListener("message", first);
    begin(data, ports[0]);
  });
}
