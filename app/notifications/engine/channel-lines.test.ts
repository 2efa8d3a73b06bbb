import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { channelDeliveriesDueSql, claimDeliveriesStatement } from "~/channels/queries/channel";
import { runBatch } from "~/db/run-batch";
import {
  deliveriesOf,
  draftOpened,
  forgetTold,
  makeWebhook,
  openTeam,
  type Team,
} from "../../../tests/support/team-channels";
import { sendNotices } from "./send";
import { runSender } from "./wake";

let team: Team;
beforeAll(async () => {
  team = await openTeam();
});
afterAll(() => team.close());
beforeEach(() => forgetTold(team));

/** Stores this many deliveries of one channel that were due before anything else. */
const putDue = (channelId: string, count: number) =>
  runBatch(team.deployment.ctx(), [
    {
      sql: `INSERT INTO channel_delivery (channel_id, notice_id, page_id, state, attempts, due_at, created_at)
        WITH RECURSIVE c(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM c WHERE n + 1 < ?2)
        SELECT ?1, '0' || n, ?3, 'due', '[]', ?4, ?4 FROM c`,
      params: [channelId, count, team.pageId, team.deployment.clock.now - 60_000],
    },
  ]);

test("a channel with a long backlog that answers slowly delays no other", async () => {
  const slow = await makeWebhook(team, "slow");
  for (let waiting = 0; waiting < 20; waiting++) await draftOpened(team);
  while ((await sendNotices(team.deployment.ctx())).left);
  const quick = [await makeWebhook(team, "a"), await makeWebhook(team, "b"), await makeWebhook(team, "c")];
  const othersAreTold = Promise.withResolvers<void>();
  const told = new Set<string>();
  team.hook.answer(({ path }) => {
    if (path === "/slow") return { status: 200, until: othersAreTold.promise };
    if (told.add(path).size === quick.length) othersAreTold.resolve();
    return { status: 200 };
  });
  await draftOpened(team);
  await runSender(team.deployment.ctx());
  await runSender(team.deployment.ctx());
  expect([...told].sort()).toEqual(["/a", "/b", "/c"]);
  const answered = (await deliveriesOf(team, slow.id)).flatMap(({ attempts }) => attempts);
  expect(answered.length).toBeGreaterThan(1);
  expect(answered.every(({ status }) => status === 200)).toBe(true);
});

test("what claiming reads grows with channels, not with deliveries", async () => {
  const rows: { count: number; asked: number; claimed: number }[] = [];
  for (const count of [10, 1000, 100_000]) {
    await runBatch(team.deployment.ctx(), [{ sql: "DELETE FROM channel_delivery", params: [] }]);
    for (const channel of ["a", "b", "c"]) await putDue(channel, count);
    const [asking, claiming] = [team.deployment.ctx(), team.deployment.ctx()];
    await runBatch(asking, [{ sql: `SELECT ${channelDeliveriesDueSql("?1")}`, params: [asking.now()] }]);
    const now = claiming.now();
    await runBatch(claiming, [claimDeliveriesStatement("token", now, now + 60_000, 6)]);
    rows.push({ count, asked: asking.meter.read, claimed: claiming.meter.read });
  }
  console.table(rows);
  for (const { asked, claimed } of rows) {
    expect(asked).toBeLessThanOrEqual(12);
    expect(claimed).toBeLessThanOrEqual(120);
  }
});
