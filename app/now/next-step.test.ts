import { afterEach, beforeEach, expect, test } from "vitest";
import { runBatch } from "~/db/run-batch";
import { countRows } from "../../tests/support/counted-rows";
import { type Desk, openDesk } from "../../tests/support/desk";
import { arrange, aSource, fillAlerts } from "../../tests/support/scenario";
import { FarDatabase } from "../../tests/support/trips";
import { addNextStepToPath } from "./next-step";

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk();
});
afterEach(() => desk.close());

const next = (pageId = desk.pageId) => addNextStepToPath(desk.as("admin"), { pageId, path: "/here" });

test("the next step is the first that is left, and none of a page of others", async () => {
  expect(await next()).toBe("/here?next=origins");
  await arrange(desk.deployment, aSource(desk.pageId, { unheard: true }));
  expect(await next()).toBe("/here?next=report");
  await runBatch(desk.owner(), [{ sql: "UPDATE source SET unheard = 0", params: [] }]);
  expect(await next()).toBe("/here?next=alert");
  expect(await next("other")).toBe("/here");
});

test("it takes one trip and few rows, however much fires", async () => {
  const { id } = await arrange(desk.deployment, aSource(desk.pageId));
  await runBatch(desk.owner(), fillAlerts({ id, pageId: desk.pageId }, 500, desk.deployment.clock.now));
  await next();
  expect(await countRows(desk.deployment, async () => void (await next()))).toBeLessThan(200);
  const far = new FarDatabase(desk.deployment);
  await far.from(() => next());
  expect(far.passed).toBe(1);
});
