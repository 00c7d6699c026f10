// find.js and typos.js: what is searched for stands first, the reader's game before the others, and a typo is mended.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { openPage } from "../support/browser.mjs";

const entry = (title, system, kind = "rule", more = {}) => ({
  system,
  kind,
  title,
  text: "",
  where: "",
  url: `${system}/rules/#${kind}-${title}`,
  ...more,
});
const open = async () => (await openPage(["pages/find"]))[0];
const asked = (find, entries, typed, game) => {
  const { entries: searched, spell } = find.indexOf(entries);
  return find.search(searched, spell(find.words(typed)), game);
};
const titles = (entries) => entries.map(({ title, system }) => `${system} ${title}`);

describe("search", () => {
  test("the_game_that_one_comes_from_stands_first", async () => {
    const find = await open();
    const entries = [entry("Prone", "obss", "calculator"), entry("Prone", "wwn"), entry("Standing up", "wwn")];
    entries[2].text = "Someone prone stands up.";

    assert.deepEqual(titles(asked(find, entries, "prone", "wwn")), ["wwn Prone", "wwn Standing up", "obss Prone"]);
  });

  test("without_a_game_titles_stand_before_texts_and_calculators_before_rules", async () => {
    const find = await open();
    const entries = [
      entry("Other", "wwn", "rule", { text: "prone" }),
      entry("Prone", "wwn"),
      entry("Prone", "obss", "calculator"),
    ];

    assert.deepEqual(titles(asked(find, entries, "prone", null)), ["obss Prone", "wwn Prone", "wwn Other"]);
  });

  test("a_rule_whose_id_was_typed_stands_before_the_game", async () => {
    const find = await open();
    const hit = entry("To hit", "obss", "rule", { text: "OBSS-HIT-14", url: "obss/rules/#OBSS-HIT-14" });
    const entries = [entry("About it", "wwn", "rule", { text: "OBSS-HIT-14" }), hit];

    assert.equal(titles(asked(find, entries, "obss-hit-14", "wwn"))[0], "obss To hit");
  });

  test("british_spelling_finds_american_and_an_unfinished_word_counts", async () => {
    const find = await open();
    const entries = [entry("Armor of the foe", "wwn"), entry("Stabilize", "wwn")];

    assert.deepEqual(titles(asked(find, entries, "armour")), ["wwn Armor of the foe"]);
    assert.deepEqual(titles(asked(find, entries, "stabilis")), ["wwn Stabilize"]);
    assert.deepEqual(titles(asked(find, entries, "armour class")), []);
  });

  test("a_word_is_found_where_a_word_begins_and_inside_of_words_only_without_that", async () => {
    const find = await open();
    const entries = [
      entry("Ready or stow: readying a weapon", "wwn"),
      entry("Longbow 1d8", "wwn"),
      entry("Dying", "wwn"),
    ];

    assert.deepEqual(titles(asked(find, entries, "dyin")), ["wwn Dying"]);
    assert.deepEqual(titles(asked(find, entries, "dying")), ["wwn Dying"]);
    assert.deepEqual(titles(asked(find, entries, "bow")), ["wwn Longbow 1d8"]);
    assert.deepEqual(titles(asked(find, entries, "d8")), ["wwn Longbow 1d8"]);
    assert.equal(find.instead(["bow"], find.indexOf(entries).spell(["bow"])), "");
  });

  test("compounds_that_end_with_a_word_are_found_after_titles_that_have_it", async () => {
    const find = await open();
    const entries = [
      entry("Longbow", "wwn"),
      entry("Without bowing", "wwn", "rule", { text: "a long cut, out of it" }),
      entry("Shots", "wwn", "rule", { text: "with a bow" }),
      entry("Bow", "wwn"),
    ];

    assert.deepEqual(titles(asked(find, entries, "bow")), [
      "wwn Bow",
      "wwn Without bowing",
      "wwn Longbow",
      "wwn Shots",
    ]);
    assert.deepEqual(find.indexOf(entries).spell(["bow", "out"]), [["bow", "longbow"], ["out"]]);
  });

  test("two_letters_are_whole_words_of_texts_or_begin_a_word_of_a_title", async () => {
    const find = await open();
    const entries = [
      entry("Fight", "wwn", "rule", { text: "act or react" }),
      entry("Guard", "wwn", "foe", { text: "AC 13" }),
      entry("Actions", "wwn"),
      entry("Best AC", "wwn"),
    ];

    assert.deepEqual(titles(asked(find, entries, "AC")), ["wwn Best AC", "wwn Actions", "wwn Guard"]);
    assert.equal(asked(find, entries, "act").length, 2);
  });

  test("what_was_searched_for_instead_of_a_typo_is_named", async () => {
    const { indexOf, instead, words } = await open();
    const { spell } = indexOf([entry("Hand axe", "wwn"), entry("Hand crossbow", "wwn")]);

    assert.equal(instead(words("hnad crosbow"), spell(words("hnad crosbow"))), "hand, crossbow");
    assert.equal(instead(words("hand"), spell(words("hand"))), "");
  });
});

describe("typos", () => {
  const spelling = async (...texts) => (await openPage(["pages/typos"]))[0].createSpelling(texts);

  test("four_letters_may_be_off_by_one_edit_and_eight_by_two", async () => {
    const spell = await spelling("axe bow grapple halberd stiletto sword");

    assert.deepEqual(spell(["swrod"]), [["sword"]]);
    assert.deepEqual(spell(["bwo"]), [["bwo"]]);
    assert.deepEqual(spell(["swirlde"]), [["swirlde"]]);
    assert.deepEqual(spell(["stilleto"]), [["stiletto"]]);
  });

  test("an_unfinished_word_is_mended_and_a_known_one_stays", async () => {
    const spell = await spelling("grapple great-axe", "grab");

    assert.deepEqual(spell(["grpap", "great"]), [["grapple"], ["great"]]);
  });

  test("equally_near_words_are_all_searched_for_and_ids_stay", async () => {
    const spell = await spelling("cart card wwn-shock-01");

    assert.deepEqual(spell(["carx", "wwn-shock-91"]), [["cart", "card"], ["wwn-shock-91"]]);
  });

  test("of_equally_near_words_those_count_that_have_the_letters_typed", async () => {
    const spell = await spelling("shoot shove shock shocking stack attack attacks");

    assert.deepEqual(spell(["shok", "atack"]), [["shock"], ["attack"]]);
  });

  test("the_edits_are_those_of_the_plain_distance_to_the_nearest_beginning", async () => {
    const [{ distance }] = await openPage(["pages/typos"]);
    const letter = fc.constantFrom("a", "b", "c", "é");
    const typed = fc.string({ unit: letter, minLength: 4, maxLength: 31 });
    const edit = fc.tuple(fc.constantFrom("add", "change", "drop", "swap"), fc.nat(31), letter);
    const near = typed.chain((word) => fc.tuple(fc.constant(word), fc.array(edit, { maxLength: 3 }).map(edited(word))));
    const pairs = fc.oneof(near, fc.tuple(typed, fc.string({ unit: letter, maxLength: 12 })));
    const seen = new Set();

    const holds = fc.property(pairs, fc.string({ unit: letter, maxLength: 3 }), ([word, other], more) => {
      const edits = distance(word, other + more);
      seen.add(Math.min(edits, 3));
      assert.equal(edits, plainDistance(word, other + more));
    });
    fc.assert(holds, { numRuns: 2000 });

    assert.deepEqual(seen, new Set([0, 1, 2, 3]));
  });

  test("the_nearest_words_are_those_of_the_plain_distance_and_the_most_letters", async () => {
    const word = fc.string({ unit: fc.constantFrom("a", "b", "c", "d"), minLength: 4, maxLength: 10 });
    const [{ createSpelling }] = await openPage(["pages/typos"]);

    const holds = fc.property(fc.uniqueArray(word, { maxLength: 30 }), word, (words, typed) => {
      fc.pre(!words.some((other) => other.includes(typed)));
      const far = words.map((other) => {
        const lacked = [...typed].filter((letter) => !other.includes(letter)).length;
        return 4 * plainDistance(typed, other) + lacked + (typed[0] === other[0] ? 0 : 1);
      });
      const allowed = words.map((other) => plainDistance(typed, other) <= (typed.length < 8 ? 1 : 2));
      const least = Math.min(...far.filter((_, at) => allowed[at]));
      const nearest = words.filter((_, at) => allowed[at] && far[at] === least);
      const shortest = nearest.filter((one) => !nearest.some((other) => other !== one && one.startsWith(other)));
      assert.deepEqual(createSpelling(words)([typed]), [shortest.length ? shortest : [typed]]);
    });
    fc.assert(holds, { numRuns: 500 });
  });
});

/** A word after some edits, each at a place. */
const edited = (word) => (edits) =>
  edits.reduce((text, [kind, place, letter]) => {
    const at = place % (text.length + 1);
    const [start, end] = [text.slice(0, at), text.slice(at)];
    if (kind === "add") return start + letter + end;
    if (kind === "change") return start + letter + end.slice(1);
    return start + (kind === "drop" ? "" : (end[1] ?? "") + (end[0] ?? "")) + end.slice(kind === "drop" ? 1 : 2);
  }, word);

/** The edits from a typed word to the nearest beginning of another, from the whole table. */
function plainDistance(typed, other) {
  const table = [Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let row = 1; row <= typed.length; row += 1) {
    table.push([row]);
    for (let at = 1; at <= other.length; at += 1) {
      const change = typed[row - 1] === other[at - 1] ? 0 : 1;
      const ways = [table[row - 1][at] + 1, table[row][at - 1] + 1, table[row - 1][at - 1] + change];
      const isSwap = row > 1 && at > 1 && typed[row - 1] === other[at - 2] && typed[row - 2] === other[at - 1];
      if (isSwap) ways.push(table[row - 2][at - 2] + 1);
      table[row][at] = Math.min(...ways);
    }
  }
  return Math.min(...table[typed.length]);
}
