// Run in any page of the site: sweeps one number with a Python of its own, and asks for an answer in the midst of it.
//
// A function of {script, sweep, answer}: the address of pyrules.js and two requests. Resolves to milliseconds: `first`
// until the first points, `longest` slice, `all` of it, `alone` for an answer while nothing else is going on, `amid` for
// one that is asked for right behind a slice.

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
