// copied-answer.js: cells as CSV that a spreadsheet reads as they stand, without running any.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { openPage } from "../support/browser.mjs";

const csv = async (...rows) => (await openPage(["calculator/copied-answer"]))[0].csvOf(rows);

describe("CSV", () => {
  test("rows_end_as_the_standard_asks", async () => {
    assert.equal(await csv(["Damage", "Exactly"], ["0", "0.500000000000"]), "Damage,Exactly\r\n0,0.500000000000\r\n");
  });

  test("commas_quotes_and_line_ends_are_quoted", async () => {
    assert.equal(await csv(["a,b", 'say "x"', "c\nd", "plain"]), '"a,b","say ""x""","c\nd",plain\r\n');
  });

  test("a_text_that_would_run_as_a_formula_gets_an_apostrophe", async () => {
    assert.equal(await csv(["=1+1", "@SUM(A1)", "-x", "+cmd|x", "\tx"]), "'=1+1,'@SUM(A1),'-x,'+cmd|x,'\tx\r\n");
    assert.equal(await csv(['=HYPERLINK("a","b")']), `"'=HYPERLINK(""a"",""b"")"\r\n`);
  });

  test("signed_numbers_and_open_ends_stay_numbers", async () => {
    assert.equal(await csv(["-3", "+2", "-0.5", "44+", "1/3"]), "-3,+2,-0.5,44+,1/3\r\n");
  });
});
