import { afterEach, beforeEach, expect, test } from "vitest";
import { runBatch } from "~/db/run-batch";
import { quarantineAddressesStatements, setSubscriberStateStatement } from "~/subscribers/queries/subscriber";
import { explaining } from "../../../../tests/support/explained";
import { purgeAll, purgeOnce } from "../../../../tests/support/purged";
import { addressOf, arrange, someSubscribers } from "../../../../tests/support/scenario";
import { execute, open, openTold, subscribersOf, type Told } from "../../../../tests/support/told";

const day = 24 * 3600_000;
let told: Told;
beforeEach(async () => {
  told = await openTold({ bindings: { UPFRONT_PLAN: "own" } });
});
afterEach(() => told.close());

const make = () => told.deployment.ctx();
const idsIn = async (state: string) =>
  (await subscribersOf(told)).filter((each) => each.state === state).map(({ address }) => address);

async function lists(): Promise<string[][]> {
  const [result] = await execute(told, "SELECT subscriber_ids AS ids FROM quarantine_list ORDER BY 1");
  return ((result?.results ?? []) as { ids: string }[]).map(({ ids }) => JSON.parse(ids) as string[]);
}

/** Makes these addresses bounce when the page sends notifications. */
async function bounce(...bounced: number[]): Promise<void> {
  const addresses = bounced.map(addressOf);
  told.smtp.refuse((to) => (addresses.includes(to) ? { code: 550, text: "no such mailbox" } : null));
  await open(told);
  told.deployment.clock.now += 11_000;
  await told.sendAll();
}

async function pass(days: number): Promise<void> {
  told.deployment.clock.now += days * day;
  await purgeAll(make, told.deployment.clock.now);
}

const release = (n: number) =>
  runBatch(make(), [
    setSubscriberStateStatement(told.pageId, [`sub${String(n).padStart(6, "0")}`], {
      from: ["quarantined"],
      to: "active",
      now: told.deployment.clock.now,
    }),
  ]);

test("who bounced is listed when the notice goes, and forgotten 90 days after; who was released is not", async () => {
  await arrange(told.deployment, someSubscribers(told.pageId, 5));
  await bounce(1, 3);
  expect([await idsIn("quarantined"), await lists()]).toEqual([[addressOf(1), addressOf(3)], []]);
  await pass(35);
  expect(await lists()).toEqual([["sub000001", "sub000003"]]);
  await release(3);
  await pass(54);
  expect(await idsIn("quarantined")).toEqual([addressOf(1)]);
  await pass(3);
  expect([await idsIn("quarantined"), (await subscribersOf(told)).length, await lists()]).toEqual([[], 4, []]);
});

test("who was released and bounced again is forgotten 90 days after the second time", async () => {
  await arrange(told.deployment, someSubscribers(told.pageId, 2));
  await bounce(1);
  told.deployment.clock.now += 60 * day;
  await release(1);
  await bounce(1);
  await pass(40);
  expect(await idsIn("quarantined")).toEqual([addressOf(1)]);
  await pass(52);
  expect([await idsIn("quarantined"), (await subscribersOf(told)).length, await lists()]).toEqual([[], 1, []]);
});

test("who is told of later by a service is listed at once", async () => {
  await arrange(told.deployment, someSubscribers(told.pageId, 2));
  const until = told.deployment.clock.now;
  const bounced = [{ address: addressOf(0), reason: "gone", until }];
  for (const id of ["one", "two"])
    await runBatch(make(), quarantineAddressesStatements(bounced, id, until + (id === "one" ? 0 : 1)));
  expect(await lists()).toEqual([["sub000000"]]);
  await pass(91);
  expect(await subscribersOf(told)).toHaveLength(1);
});

test("of 20,000 subscribers only those in quarantine are read, by their keys", async () => {
  const at = told.deployment.clock.now;
  await arrange(told.deployment, someSubscribers(told.pageId, 20_000));
  await execute(
    told,
    `UPDATE subscriber SET state = 'quarantined', quarantined_at = ?1 WHERE id < 'sub002000' AND id LIKE '%0'`,
    at,
  );
  await execute(
    told,
    `INSERT INTO quarantine_list SELECT ?1 + ${90 * day}, page_id, 'all', json_group_array(id) FROM subscriber WHERE state = 'quarantined'`,
    at,
  );
  told.deployment.clock.now += 91 * day;
  const explained = explaining(told.deployment);
  let read = 0;
  for (let more = true; more; ) {
    const ctx = make();
    ({ more } = await purgeOnce(ctx, told.deployment.clock.now));
    read += ctx.meter.read;
  }
  expect((await subscribersOf(told)).length).toBe(19_800);
  expect(await lists()).toEqual([]);
  console.log(`200 of 20,000 forgotten: ${read} rows read`);
  expect(read).toBeLessThanOrEqual(3000);
  expect((await explained.scans()).filter((each) => /^(s|subscriber): .*quarantine_list/.test(each))).toEqual([]);
});
