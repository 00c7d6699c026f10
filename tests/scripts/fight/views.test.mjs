import assert from "node:assert/strict";
import { test } from "node:test";
import { after, looked } from "../../../web/scripts/fight/views.js";

test("an act that the rules ask for is asked for until another panel is opened", () => {
  const asked = { panel: "target", who: "f1", to: "f1", act: "scene" };
  assert.equal(looked(asked, { pinned: null }).act, "scene");
  assert.equal(looked(asked, { panel: "fighter", to: "f2" }).act, undefined);
});

test("the set-up and the order close as the fight begins, and stay open while they are changed", () => {
  const order = { panel: "order" };
  assert.equal(after(order, { do: "begin" }).panel, "");
  assert.equal(after(order, { do: "order" }).panel, "order");
  assert.equal(after({ panel: "setup" }, { do: "begin" }).panel, "");
  assert.equal(after({ panel: "setup" }, { do: "join" }).panel, "setup");
  assert.equal(after({ panel: "setup" }, { do: "next" }).panel, "setup");
  assert.equal(after({ panel: "log" }, { do: "begin" }).panel, "log");
});
