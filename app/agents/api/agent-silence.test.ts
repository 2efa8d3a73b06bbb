import { afterAll, beforeAll, expect, test } from "vitest";
import { listAlerts } from "~/alerts/list";
import { checkAndSettleHeartbeats } from "~/heartbeats/engine/heartbeats-due";
import { runMonitorShard } from "~/monitors/engine/run-shard";
import { readMonitor } from "~/monitors/read";
import { agentNow, call, makeAgent, reportedBy } from "../../../tests/support/agents";
import { type Desk, good, openDesk } from "../../../tests/support/desk";
import { shardsOf } from "../../../tests/support/monitors";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk({ UPFRONT_PLAN: "own" });
});
afterAll(async () => {
  await desk.deployment.settled();
  await desk.close();
});

const minute = 60_000;

test.each([1, 2, 5, 10])(
  "silent for two reports of %i minutes and three more, it raises an alert and its monitors show no data; it speaks, and both end",
  async (every) => {
    const { deployment, pageId } = desk;
    const agent = await makeAgent(desk, { name: `Every ${every}`, every });
    const id = await reportedBy(desk, agent);
    const now = () => deployment.clock.now;
    const speak = () => call(desk, agent, { sent_at: now(), results: [{ monitor: id, verdict: "up", at: now() }] });
    /** Runs the tick's work on its shards and its heartbeat, and returns the states that people see. */
    const after = async (minutes: number) => {
      deployment.clock.now += minutes * minute;
      const ctx = deployment.ctx();
      const own = (await shardsOf(ctx, pageId)).filter((each) => each.agentId === agent.id);
      for (const shard of own) {
        await runMonitorShard(ctx, {
          shard,
          minute: Math.floor(now() / minute),
          until: now() + 20_000,
          selfCheck: null,
        });
      }
      await checkAndSettleHeartbeats(deployment.ctx(), [agent.id]);
      await deployment.settled();
      const [alert] = (await good(listAlerts(desk.as("admin"), { pageId, sourceId: agent.id }))).alerts;
      const monitor = await good(readMonitor(desk.as("admin"), { pageId, id }));
      return [(await agentNow(desk, desk.as("viewer"), agent)).state, alert?.state, monitor.state];
    };
    await speak();
    expect(await after(2 * every + 2)).toEqual(["grace", undefined, "up"]);
    expect(await after(1)).toEqual(["down", "firing", "up"]);
    expect(await after(1)).toEqual(["down", "firing", "no_data"]);
    await speak();
    expect(await after(0)).toEqual(["up", "resolved", "up"]);
  },
);
