import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { runBatch } from "~/db/commit";
import { claimDeliveries, deliveriesDue } from "~/db/queries/channel";
import { draftOpened, forgetTold, makeWebhook, openTeam, type Team } from "../../../tests/support/team-channels";
import { runSender } from "./wake";

let team: Team;
beforeAll(async () => {
  team = await openTeam();
});
afterAll(() => team.close());
beforeEach(() => forgetTold(team));

/** So many deliveries of one channel that were due before anything else. */
const putDue = (channelId: string, count: number) =>
  runBatch(team.deployment.ctx(), [
    {
      sql: `INSERT INTO channel_delivery (channel_id, notice_id, page_id, state, attempts, due_at, created_at)
        WITH RECURSIVE c(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM c WHERE n + 1 < ?2)
        SELECT ?1, '0' || n, ?3, 'due', '[]', ?4, ?4 FROM c`,
      params: [channelId, count, team.pageId, team.deployment.clock.now - 60_000],
    },
  ]);

test("a channel with a long backlog that answers slowly delays no other by a second", async () => {
  const slow = await makeWebhook(team, "slow");
  const quick = [await makeWebhook(team, "a"), await makeWebhook(team, "b"), await makeWebhook(team, "c")];
  await draftOpened(team);
  await runSender(team.deployment.ctx());
  team.hook.received.length = 0;
  await runBatch(team.deployment.ctx(), [{ sql: "DELETE FROM channel_delivery", params: [] }]);
  await putDue(slow.id, 40);
  const told: string[] = [];
  team.hook.answer(({ path }) => {
    if (path !== "/slow") told.push(path);
    return { status: 200, after: path === "/slow" ? 3000 : 0 };
  });
  await draftOpened(team);
  const begun = performance.now();
  const sending = runSender(team.deployment.ctx()).then(() => runSender(team.deployment.ctx()));
  while (told.length < quick.length && performance.now() - begun < 2500) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect(told.sort()).toEqual(["/a", "/b", "/c"]);
  expect(performance.now() - begun).toBeLessThan(1500);
  await sending;
});

test("what claiming reads grows with channels, not with deliveries", async () => {
  const rows: { count: number; asked: number; claimed: number }[] = [];
  for (const count of [10, 1000, 100_000]) {
    await runBatch(team.deployment.ctx(), [{ sql: "DELETE FROM channel_delivery", params: [] }]);
    for (const channel of ["a", "b", "c"]) await putDue(channel, count);
    const [asking, claiming] = [team.deployment.ctx(), team.deployment.ctx()];
    await runBatch(asking, [{ sql: `SELECT ${deliveriesDue(asking.now())}`, params: [] }]);
    const now = claiming.now();
    await runBatch(claiming, [claimDeliveries("token", now, now + 60_000, 6)]);
    rows.push({ count, asked: asking.meter.read, claimed: claiming.meter.read });
  }
  console.table(rows);
  for (const { asked, claimed } of rows) {
    expect(asked).toBeLessThanOrEqual(12);
    expect(claimed).toBeLessThanOrEqual(120);
  }
});
