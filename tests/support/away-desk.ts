import { recordPing } from "~/heartbeats/record";
import { noon, openDeployment, type TestDeployment } from "./database";
import { awayDatabase, bindInboxes, type TestInboxes } from "./inboxes";
import { group, post } from "./ingest";
import { aLoneSource, aPage, arrange, type TestPage, type TestSource } from "./scenario";

export const second = 1000;

export const fires = (key: string) => group([{ key }]);
export const ends = (key: string) => group([{ key, status: "resolved" }]);

/** A deployment with inboxes, whose database can be away. */
export interface AwayDesk {
  deployment: TestDeployment;
  inboxes: TestInboxes;
  database: ReturnType<typeof awayDatabase>;
  page: TestPage;
  /** Sends a delivery and returns its outcome in a word. */
  send(from: { token: string }, body: unknown): Promise<string>;
  ping(uuid: string, action?: "success" | "fail" | "start"): ReturnType<typeof recordPing>;
  /** Returns a source that this isolate knows. */
  knownSource(): Promise<TestSource>;
  /** Brings the database back, and does all that is due by the clock. */
  comesBack(): Promise<void>;
  /** Resets to the start: noon, and everything answers. */
  begin(): void;
  close(): Promise<void>;
}

export async function openAwayDesk(): Promise<AwayDesk> {
  const deployment = await openDeployment({ UPFRONT_INGEST_LIMIT: "0" });
  const database = awayDatabase(deployment);
  const inboxes = bindInboxes(deployment);
  const page = await arrange(deployment, aPage());
  const desk: AwayDesk = {
    deployment,
    inboxes,
    database,
    page,
    async send(from, body) {
      const answer = await post(deployment.ctx(), from, body);
      await deployment.settled();
      if (!answer.ok) return answer.failure.name;
      return answer.value.kept ? "kept" : "in";
    },
    ping: (uuid, action = "success") =>
      recordPing(deployment.ctx(), {
        address: { uuid },
        action,
        create: false,
        method: "POST",
        from: "192.0.2.1",
        agent: "curl",
        body: { bytes: new TextEncoder().encode("log ".repeat(400)), truncated: false },
      }),
    async knownSource() {
      const from = await arrange(deployment, aLoneSource());
      const became = await desk.send(from, fires("known"));
      if (became !== "in") throw new Error(`its first delivery is ${became}`);
      return from;
    },
    async comesBack() {
      database.away = false;
      for (let round = 0; round < 40 && inboxes.held() > 0; round++) {
        deployment.clock.now += 5 * second;
        await inboxes.ring();
      }
      await deployment.settled();
    },
    begin() {
      deployment.clock.now = noon;
      Object.assign(database, { away: false, awayAfterWrite: false, slow: 0, losing: null });
      inboxes.away = false;
    },
    async close() {
      await deployment.settled();
      inboxes.close();
      await deployment.close();
    },
  };
  return desk;
}
