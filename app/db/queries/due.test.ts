import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { runBatch } from "~/db/commit";
import { tick } from "~/jobs/tick";
import { openDeployment, type TestDeployment } from "../../../tests/support/database";
import { KeyValues } from "../../../tests/support/key-values";
import { makePage, type TestPage } from "../../../tests/support/page";
import { copyFailed } from "./copies";
import { whatIsDue } from "./due";
import { moveBack } from "./move-back";

/** Pages are walked when something of them is to be done, and not only in the tenth minute. */
const minute = 60_000;
const day = 24 * 60 * minute;
let deployment: TestDeployment;
let page: TestPage;
beforeAll(async () => {
  deployment = await openDeployment();
  deployment.bindings.COPIES = new KeyValues() as never;
});
afterAll(() => deployment.close());

const execute = (sql: string) => runBatch(deployment.ctx(), [{ sql, params: [] }]);
const due = async () => {
  const { walked, units } = await whatIsDue(deployment.ctx(), deployment.clock.now, false);
  return { walked, kinds: units.map(({ kind }) => kind) };
};

let pages = 0;

/** A page of which all is done: the next walk is hours away. */
beforeEach(async () => {
  for (const table of ["page", "component", "snapshot", "settle"]) await execute(`DELETE FROM ${table}`);
  page = await makePage(deployment, { slug: `walked-${pages++}` });
  for (let passed = 0; passed < 3; passed++) {
    deployment.clock.now += minute;
    await tick(deployment.ctx(), deployment.clock.now);
    await deployment.settled();
  }
  expect(await due()).toEqual({ walked: false, kinds: [] });
});

test("a copy that could not be written is asked for at once", async () => {
  const found = (await execute("SELECT built FROM snapshot WHERE part = 'home'"))[0]?.results[0];
  const built = Number((found as { built: number } | undefined)?.built);
  await runBatch(deployment.ctx(), [copyFailed({ slug: page.slug, part: "home", built })]);
  expect((await due()).walked).toBe(true);
});

test.each([
  ["", false],
  [", walked past meanwhile,", true],
])("a day that was moved back%s is tried again when its time has come", async (_, isWalkedPast) => {
  await execute(`UPDATE page SET open_day_at = open_day_at - ${2 * day}`);
  const unit = { kind: "day" as const, pageId: page.id, id: page.id, dueAt: deployment.clock.now, tries: 0 };
  const moved = moveBack([unit], deployment.clock.now, "it failed");
  if (moved) await runBatch(deployment.ctx(), [moved]);
  expect((await due()).walked).toBe(false);
  if (isWalkedPast) await whatIsDue(deployment.ctx(), deployment.clock.now, true);
  expect((await due()).walked).toBe(false);
  deployment.clock.now += minute;
  expect(await due()).toEqual({ walked: true, kinds: ["day"] });
  await tick(deployment.ctx(), deployment.clock.now);
  deployment.clock.now += minute;
  await tick(deployment.ctx(), deployment.clock.now);
  deployment.clock.now += minute;
  expect(await due()).toEqual({ walked: false, kinds: [] });
});
