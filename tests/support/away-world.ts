import { acceptDelivery } from "~/alerts/accept";
import { ok } from "~/failures/failure";
import { recordPing } from "~/heartbeats/record";
import { openDeployment, type TestDeployment } from "./database";
import { bindInboxes, type TestInboxes } from "./inboxes";
import { group } from "./ingest";
import { bindingOver } from "./remote-database";
import {
  aHeartbeat,
  aPage,
  aRule,
  arrange,
  aSource,
  type TestHeartbeat,
  type TestPage,
  type TestSource,
} from "./scenario";
import { countWaiting } from "./waited";

/**
 * State of the database: here; `before` = requests in a stall are not executed; `after` = they are executed, but not
 * answered until the stall ends.
 */
export type Standing = "here" | "before" | "after";

export interface Sent {
  source: number;
  key: string;
  status: "firing" | "resolved";
  at: number;
  answer: "in" | "kept" | "refused";
  /** Time waited on timers, in ms. */
  waited: number;
}

/** A page with sources and heartbeats, over a database that can be stalled. */
export interface AwayWorld {
  deployment: TestDeployment;
  inboxes: TestInboxes;
  page: TestPage;
  sources: TestSource[];
  heartbeats: TestHeartbeat[];
  standing: Standing;
  send(source: number, key: string, status: Sent["status"]): Promise<Sent>;
  ping(heartbeat: number): Promise<{ isKept: boolean; waited: number }>;
  close(): Promise<void>;
}

/**
 * Factor by which real timers run faster; waits of a request that a stall holds are counted at their nominal length.
 */
const pace = 12;

export async function openAwayWorld(sourceCount = 3, heartbeatCount = 2): Promise<AwayWorld> {
  const timers = countWaiting();
  timers.hasten(pace, 8000);
  const deployment = await openDeployment({ UPFRONT_INGEST_LIMIT: "0", UPFRONT_PLAN: "paid" });
  const { DB } = deployment.bindings;
  let standing: Standing = "here";
  let waiting: (() => void)[] = [];
  const back = () => new Promise<void>((resume) => waiting.push(resume));
  deployment.bindings.DB = bindingOver(async (statements) => {
    const [asked] = [standing];
    if (asked === "before") {
      await back();
      throw new Error("D1_ERROR: Network connection lost.");
    }
    const answers = await DB.batch(statements);
    if (asked === "after") await back();
    return answers;
  });
  const inboxes = bindInboxes(deployment);
  const page = await arrange(deployment, aPage({ components: 1 }));
  const sources: TestSource[] = [];
  for (let made = 0; made < sourceCount; made++) {
    const source = await arrange(deployment, aSource(page.id));
    await arrange(deployment, aRule({ id: source.id, pageId: page.id }, { components: page.components }));
    sources.push(source);
  }
  const heartbeats: TestHeartbeat[] = [];
  const { now } = deployment.clock;
  for (let made = 0; made < heartbeatCount; made++) {
    heartbeats.push(
      await arrange(
        deployment,
        aHeartbeat(page, { state: "up", lastResult: "success", lastPingAt: now, pingCount: 1 }),
      ),
    );
  }
  return {
    deployment,
    inboxes,
    page,
    sources,
    heartbeats,
    get standing() {
      return standing;
    },
    set standing(next: Standing) {
      standing = next;
      if (next === "here") for (const resume of waiting.splice(0)) resume();
    },
    async send(source, key, status) {
      const at = deployment.clock.now;
      const body = new TextEncoder().encode(JSON.stringify(group([{ key, status }], { groupKey: key })));
      const headers = new Headers({ "content-type": "application/json" });
      const token = sources[source]?.token ?? "";
      const { value, waited } = await timers.waitedBy(() =>
        acceptDelivery(deployment.ctx(), { token, headers, body: ok(body) }),
      );
      const answer = value.ok ? (value.value.kept ? "kept" : "in") : "refused";
      return { source, key, status, at, answer, waited };
    },
    async ping(heartbeat) {
      const address = { uuid: heartbeats[heartbeat]?.uuid ?? "" };
      const body = { bytes: new Uint8Array(), truncated: false };
      const given = { address, action: "success", create: false, method: "POST", from: "", agent: "", body } as const;
      const { value, waited } = await timers.waitedBy(() => recordPing(deployment.ctx(), given));
      return { isKept: value.ok, waited };
    },
    async close() {
      for (const resume of waiting.splice(0)) resume();
      waiting = [];
      await deployment.settled();
      timers.stop();
      inboxes.close();
      await deployment.close();
    },
  };
}
