import { afterAll, beforeAll, expect, test } from "vitest";
import { runBatch } from "~/db/run-batch";
import { call, makeAgent, type TestAgent } from "../../../tests/support/agents";
import { type Desk, openDesk } from "../../../tests/support/desk";

let desk: Desk;
let agent: TestAgent;
beforeAll(async () => {
  desk = await openDesk({ UPFRONT_PLAN: "own" });
  agent = await makeAgent(desk);
});
afterAll(() => desk.close());

test("forged calls are an entry of the deployment's audit log, once a minute", async () => {
  const secret = "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";
  const report = { sent_at: desk.deployment.clock.now, run: "run-a", results: [] };
  for (let n = 0; n < 2; n++) expect((await call(desk, agent, report, { secret })).status).toBe(401);
  await desk.deployment.settled();
  const sql = "SELECT action FROM audit_entry WHERE subject_kind = 'security'";
  const [entries] = await runBatch(desk.deployment.ctx(), [{ sql, params: [] }]);
  expect(entries?.results).toEqual([{ action: "security.bad_token" }]);
});
