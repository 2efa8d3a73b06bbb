import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { handleCronTick } from "~/clock/tick";
import { runBatch } from "~/db/run-batch";
import { resetIsolate } from "~/platform/isolate";
import { openDeployment, type TestDeployment } from "../support/database";
import { isWrite } from "../support/faults";
import { browserOf, credentialsOf, makePeople, Owner, type Stage, setStage } from "../support/matrix-cast";
import { type Browser, openBrowser } from "../support/worker";

/** A database that takes nothing more in, and what those hear who send something meanwhile. */
let deployment: TestDeployment;
let stage: Stage;
let real: D1Database;
let responder: Browser;
let program: Browser;
let message: string | null = null;
let reads = true;
let refused = 0;

/** What workerd says on one machine, and D1 on Cloudflare (its list of errors, and what people reported of it). */
const messages = {
  "the disk is full": "D1_ERROR: database or disk is full: SQLITE_FULL",
  "the file system became read-only":
    "D1_ERROR: attempt to write a readonly database: SQLITE_READONLY (extended: SQLITE_READONLY_DBMOVED)",
  "a file may grow no further": "disk I/O error: SQLITE_IOERR (extended: SQLITE_IOERR_WRITE)",
  "the file cannot be opened": "D1_ERROR: unable to open database file: SQLITE_CANTOPEN",
  "the file is damaged": "D1_ERROR: database disk image is malformed: SQLITE_CORRUPT",
  "the database has its largest size": "D1_ERROR: Exceeded maximum DB size.",
  "the account has its largest size":
    "D1_ERROR: Your account has exceeded D1's maximum account storage limit, please contact Cloudflare to raise your limit",
  "the day's rows are spent":
    "D1_ERROR: Your account has exceeded D1's free tier daily row write limit. Upgrade to a paid plan or wait until tomorrow (midnight UTC) to continue.",
};

beforeAll(async () => {
  deployment = await openDeployment({ UPFRONT_PLAN: "own" });
  real = deployment.bindings.DB;
  await makePeople(deployment);
  stage = await setStage(deployment, new Owner(await openBrowser(deployment), deployment), "acme");
  deployment.bindings.DB = {
    prepare: (query: string) => real.prepare(query),
    async batch(statements: D1PreparedStatement[]) {
      if (message !== null && (isWrite(statements) || !reads)) {
        refused += 1;
        throw new Error(message);
      }
      return real.batch(statements);
    },
  } as unknown as D1Database;
  responder = await browserOf(deployment, "responder");
  program = await openBrowser(deployment);
});
beforeEach(() => {
  message = null;
  reads = true;
  resetIsolate();
});
afterAll(() => deployment.close());

const rowsOf = async (sql: string) =>
  (await runBatch(deployment.ctx(undefined, { database: real }), [{ sql, params: [] }]))[0]?.results ?? [];

const firing = (name: string) => ({
  version: "4",
  groupKey: name,
  status: "firing",
  alerts: [{ status: "firing", labels: { alertname: name }, startsAt: "2026-11-20T12:00:00Z", fingerprint: name }],
});

interface Sent {
  status: number;
  retry: string | null;
  text: string;
}

const told = async (answer: Response): Promise<Sent> => ({
  status: answer.status,
  retry: answer.headers.get("retry-after"),
  text: await answer.text(),
});

async function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Sent> {
  const all = { "content-type": "application/json", ...headers };
  return told(await program.go(path, { method: "POST", headers: all, body: JSON.stringify(body) }));
}

const sendForm = async () =>
  told(
    await responder.post(`/manage/acme/incidents/${stage.incident}`, {
      form: "update",
      intent: "update",
      body: "What was typed with care.",
      status: "identified",
      [`components.${stage.components[0]}`]: "partial_outage",
    }),
  );

const component = { component: { name: "Mail" } };

/** Everybody who sends something, each once. */
const senders: Record<string, () => Promise<Sent>> = {
  "an alert": () => post(`/ingest/${stage.token}`, firing("Full")),
  "an alert as Prometheus sends it": () => post(`/ingest/${stage.token}/api/v2/alerts`, [firing("Full").alerts[0]]),
  "an alert as PagerDuty takes it": () =>
    post("/v2/enqueue", {
      routing_key: stage.token,
      event_action: "trigger",
      payload: { summary: "Full", source: "db1", severity: "critical" },
    }),
  "an API's change": () => post("/api/v1/pages/acme/components", component, credentialsOf("owner")),
  "a form of management": () => sendForm(),
};

const counted = () =>
  rowsOf(`SELECT (SELECT count(*) FROM alert) AS alerts, (SELECT count(*) FROM delivery) AS deliveries,
    (SELECT count(*) FROM component) AS components, (SELECT count(*) FROM incident_update) AS updates,
    (SELECT count(*) FROM audit_entry) AS entries`);

const refusedAll = Object.keys(senders).map((name) => [name, 503, expect.stringMatching(/^[1-9]/)]);

/** Without a tick of the last 15 minutes nothing is ready. */
const stamp = () => handleCronTick(deployment.ctx(undefined, { database: real }), deployment.clock.now);

async function sendAll() {
  const answers: [string, number, string | null][] = [];
  for (const [name, send] of Object.entries(senders)) {
    const { status, retry } = await send();
    answers.push([name, status, retry]);
  }
  return answers;
}

describe.each(Object.entries(messages))("%s", (_name, said) => {
  test.each([true, false])(
    "senders hear 503 and when to come again, nothing is in (what reads is answered: %s)",
    async (can) => {
      const before = await counted();
      message = said;
      reads = can;
      expect(await sendAll()).toEqual(refusedAll);
      expect(await counted()).toEqual(before);
    },
  );

  test("whoever asks why is told by name, readers have the page, and with room all of it works again", async () => {
    await program.go("/acme");
    message = said;
    expect((await post(`/ingest/${stage.token}`, firing("Named"))).status).toBe(503);
    expect((await sendForm()).status).toBe(503);
    const ready = await told(await program.go("/readyz"));
    expect(ready).toMatchObject({
      status: 503,
      text: expect.stringMatching(/problems\/storage_(full|read_only|failing|quota)"/),
    });
    expect((await program.go("/acme")).status).toBe(200);
    for (const path of ["/manage/acme", "/manage/acme/system"]) {
      const page = await told(await responder.go(path));
      expect([page.status, page.text.includes("Nothing can be saved right now")]).toEqual([200, true]);
    }
    message = null;
    deployment.clock.now += 11_000;
    await stamp();
    expect((await program.go("/readyz")).status).toBe(200);
    const now = await told(await responder.go("/manage/acme"));
    expect(now.text).not.toContain("Nothing can be saved right now");
    expect((await post(`/ingest/${stage.token}`, firing("Named"))).status).toBe(202);
  });
});

test("where small rows fit and large ones do not, it is still named for ten seconds after the last refusal", async () => {
  message = messages["the disk is full"];
  expect((await post(`/ingest/${stage.token}`, firing("Large"))).status).toBe(503);
  message = null;
  expect((await post(`/ingest/${stage.token}`, firing("Small"))).status).toBe(202);
  expect((await program.go("/readyz")).status).toBe(503);
  deployment.clock.now -= 3600_000;
  expect((await program.go("/readyz")).status).toBe(503);
  deployment.clock.now += 3600_000 + 11_000;
  await stamp();
  expect((await program.go("/readyz")).status).toBe(200);
});

test("whether there is room is asked once in ten seconds, however many ask at once", async () => {
  message = messages["the disk is full"];
  expect((await post(`/ingest/${stage.token}`, firing("Asked"))).status).toBe(503);
  deployment.clock.now += 11_000;
  await stamp();
  refused = 0;
  const asked = await Promise.all(Array.from({ length: 20 }, () => program.go("/readyz")));
  expect(asked.map(({ status }) => status)).toEqual(asked.map(() => 503));
  expect(refused).toBe(1);
});

test("a form says what happened and that nothing was changed, and has what was typed", async () => {
  message = messages["the disk is full"];
  const { status, text } = await sendForm();
  expect(status).toBe(503);
  expect(text).toContain("Nothing can be saved right now");
  expect(text).toContain("What was typed with care.");
});

test("the tick ends and comes again: it writes with the first minute that has room", async () => {
  const [before] = await rowsOf("SELECT tick_at FROM deployment");
  message = messages["the disk is full"];
  deployment.clock.now += 15 * 60_000;
  await expect(handleCronTick(deployment.ctx(), deployment.clock.now)).rejects.toThrow(/SQLITE_FULL/);
  expect(await rowsOf("SELECT tick_at FROM deployment")).toEqual([before]);
  message = null;
  deployment.clock.now += 60_000;
  await handleCronTick(deployment.ctx(), deployment.clock.now);
  expect(await rowsOf("SELECT tick_at FROM deployment")).toEqual([{ tick_at: deployment.clock.now }]);
});
