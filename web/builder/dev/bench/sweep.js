// Runs in any page of the site: sweeps one number with a separate Python, and requests an answer during the sweep.
//
// A function of {script, sweep, answer}: the address of pyrules.js and two requests. Resolves to milliseconds: `first`
// until the first points, `longest` slice, `all` slices, `alone` for an answer without a sweep, `amid` for an answer that
// is requested right after a slice.

async ({ script, sweep, answer }) => {
  const { createRules } = await import(script);
  const rules = createRules({ shared: false });
  const timed = async (request) => {
    const began = performance.now();
    const reply = await rules.request(request);
    if (!reply.ok) throw new Error(JSON.stringify(reply.problems));
    return { ms: performance.now() - began, reply };
  };
  await rules.ready;
  await timed(answer);
  const { ms: alone } = await timed(answer);

  const began = performance.now();
  const { ms: first } = await timed(sweep);
  const [slice, { ms: amid }] = await Promise.all([timed(sweep), timed(answer)]);
  const slices = [first, slice.ms];
  for (let { done } = slice.reply; !done; ) {
    const next = await timed(sweep);
    slices.push(next.ms);
    done = next.reply.done;
  }
  const all = performance.now() - began;
  rules.dispose();
  return { first, longest: Math.max(...slices), all, alone, amid };
};
