// Runs in any page: stores characters, then measures how long opening the storage and listing them takes.
//
// A function of {runs, characters, pairs}; resolves to the times in milliseconds.

async ({ runs, characters, pairs }) => {
  const at = document.querySelector('script[src*="/scripts/"]').src;
  const { openCharacters } = await import(new URL("../storage/characters.js", at).href);
  const filled = await openCharacters();
  const records = Array.from({ length: characters }, (_, n) => {
    const data = Array.from({ length: pairs }, (_, at) => [`weapons.${at}.label`, `entry ${at} of character ${n}`]);
    const name = `Character ${n}`;
    const updated = new Date().toISOString();
    const record = { schema: 1, system: "wwn", id: `${n}`.padStart(8, "0"), name, revision: 1, updated, data };
    return { record, seen: 0 };
  });
  await filled.bring(records);
  filled.close();
  const listed = [];
  while (listed.length < runs) {
    const began = performance.now();
    const kept = await openCharacters();
    const entries = await kept.list("wwn");
    if (!kept.kept || entries.length !== characters) throw new Error("Characters are missing.");
    listed.push(performance.now() - began);
    kept.close();
  }
  return { "opened and listed": listed };
};
