// Stands in for `navigator.locks`: exclusive and shared locks, granted in the order of the requests.

export function createLocks() {
  let held = [];
  let pending = [];

  const fits = ({ name, mode }) => {
    const others = held.filter((lock) => lock.name === name);
    return !others.length || (mode === "shared" && others.every((lock) => lock.mode === "shared"));
  };

  function grantNext() {
    for (const request of [...pending]) {
      const earlier = pending.slice(0, pending.indexOf(request));
      if (earlier.some(({ name }) => name === request.name) || !fits(request)) continue;
      pending = pending.filter((each) => each !== request);
      held.push(request);
      hold(request);
    }
  }

  async function hold(lock) {
    await Promise.resolve()
      .then(() => lock.callback({ name: lock.name, mode: lock.mode }))
      .then(lock.resolve, lock.reject);
    held = held.filter((each) => each !== lock);
    grantNext();
  }

  return {
    request(name, ...rest) {
      const callback = rest.at(-1);
      const { mode = "exclusive", signal } = rest.length > 1 ? rest[0] : {};
      return new Promise((resolve, reject) => {
        const request = { name, mode, callback, resolve, reject };
        signal?.addEventListener("abort", () => {
          if (!pending.includes(request)) return;
          pending = pending.filter((each) => each !== request);
          reject(signal.reason);
          grantNext();
        });
        pending.push(request);
        grantNext();
      });
    },
    query: async () => ({
      held: held.map(({ name, mode }) => ({ name, mode })),
      pending: pending.map(({ name, mode }) => ({ name, mode })),
    }),
  };
}
