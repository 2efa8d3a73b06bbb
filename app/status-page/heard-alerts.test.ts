import { afterEach, beforeEach, expect, test } from "vitest";
import { runBatch } from "~/db/run-batch";
import { recordSourceContactStatement } from "~/sources/queries/heard-times";
import { type Desk, good, openDesk } from "../../tests/support/desk";
import { group, post } from "../../tests/support/ingest";
import { attach } from "../../tests/support/observers";
import { arrange, aSource } from "../../tests/support/scenario";
import { unpackSnapshot } from "./rules/snapshot-packing";

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk();
});
afterEach(() => desk.deployment.settled().then(() => desk.close()));

const rows = async (query: string) => (await desk.deployment.bindings.DB.prepare(query).all()).results;

async function documentHeard() {
  await desk.deployment.settled();
  const [row] = await rows("SELECT body FROM snapshot WHERE part = 'home'");
  return unpackSnapshot(String(row?.body)).heard;
}

test("the document names what alerts alone vouch for, until something of ours looks at it", async () => {
  const [website] = desk.components;
  expect(await documentHeard()).toBeUndefined();
  const { now } = desk.deployment.clock;
  await attach(desk, { kind: "source", state: "well" }, website);
  expect(await documentHeard()).toEqual({ [website]: now });
  await attach(desk, { kind: "monitor", state: "well" }, website);
  expect(await documentHeard()).toBeUndefined();
});

test("what a source delivers is noted where its quiet means well, and where it vouches for nothing it is not", async () => {
  const { deployment, pageId } = desk;
  const [well, nothing] = [aSource(pageId), aSource(pageId, { quietMeansWell: false })];
  await arrange(deployment, well, nothing);
  for (const each of [well, nothing]) await good(post(deployment.ctx(), each, group([{ key: "a" }])));
  const noted = await rows("SELECT id, last_heard_at AS at FROM source ORDER BY quiet_means_well DESC");
  expect(noted.map(({ id, at }) => [id, at])).toEqual([
    [well.id, deployment.clock.now],
    [nothing.id, null],
  ]);
});

test("a source whose quiet means well is noted twice a day, however often it delivers", async () => {
  const [website] = desk.components;
  const { clock } = desk.deployment;
  const id = await attach(desk, { kind: "source", state: "well" }, website);
  const noted = async (after: number) => {
    clock.now += after;
    await runBatch(desk.owner(), [recordSourceContactStatement(desk.pageId, [{ id, at: clock.now }], clock.now)]);
    return clock.now - Number((await rows("SELECT last_heard_at AS at FROM source"))[0]?.at);
  };
  const hour = 3_600_000;
  expect([await noted(hour), await noted(10 * hour), await noted(2 * hour)]).toEqual([hour, 11 * hour, 0]);
});
