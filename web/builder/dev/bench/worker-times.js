// Runs before a page's own scripts: records in `window.pythonWork` when Python began and ended the latest answer, in
// milliseconds since navigation.
//
// The worker says when it begins a request and when it has the reply (worker.js).

(() => {
  const { prototype } = MessagePort;
  const { set, ...others } = Object.getOwnPropertyDescriptor(prototype, "onmessage");
  const answers = new Set();
  let began = 0;

  const postMessage = prototype.postMessage;
  prototype.postMessage = function (message, ...rest) {
    if (message?.request && JSON.parse(message.request).kind === "answer") answers.add(message.id);
    return postMessage.call(this, message, ...rest);
  };
  Object.defineProperty(prototype, "onmessage", {
    ...others,
    set(listener) {
      set.call(this, (event) => {
        const { id, taken, response } = event.data ?? {};
        if (answers.has(id) && taken) began = performance.now();
        if (answers.has(id) && response) window.pythonWork = { began, ended: performance.now() };
        listener.call(this, event);
      });
    },
  });
})();
