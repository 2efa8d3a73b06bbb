import { afterAll, beforeEach, expect, test } from "vitest";
import { runBatch } from "~/db/run-batch";
import { openDeployment, type TestDeployment } from "../../../tests/support/database";
import { aPage, arrange, type TestPage, waitingNotices } from "../../../tests/support/scenario";
import { delayNoticesStatement } from "../queries/notice-wait";

/** Tests that a sender's outdated decision does not change a notice that another sender has moved on. */
const deployment: TestDeployment = await openDeployment();
let page: TestPage;
let pages = 0;
beforeEach(async () => {
  page = await arrange(deployment, aPage({ slug: `moved-${pages++}` }));
  await arrange(deployment, waitingNotices(page.id, { count: 1 }));
});
afterAll(() => deployment.close());

const { now } = deployment.clock;
const id = () => `${page.id}-waiting-0`;
const execute = async (sql: string) =>
  (await runBatch(deployment.ctx(), [{ sql, params: [] }]))[0]?.results[0] as Record<string, number>;
const wait = (isUnbegun: boolean) =>
  runBatch(deployment.ctx(), [
    delayNoticesStatement({ notices: [{ id: id(), round: 0 }], until: now + 5000, reason: null, isUnbegun }),
  ]);
const notBefore = async () => (await execute(`SELECT not_before AS at FROM notice WHERE id = '${id()}'`)).at;

test("one that is as it was found waits", async () => {
  await wait(true);
  expect(await notBefore()).toBe(now + 5000);
});

test("one whose next round has a time of its own keeps it", async () => {
  await execute(`UPDATE notice SET round = 1, not_before = ${now + 300_000} WHERE id = '${id()}'`);
  await wait(false);
  expect(await notBefore()).toBe(now + 300_000);
});

test("one that was to wait before it begins, and was begun by another sender, goes on", async () => {
  const due = await notBefore();
  await execute(`UPDATE notice SET expanded_at = ${now} WHERE id = '${id()}'`);
  await wait(true);
  expect(await notBefore()).toBe(due);
});
