import { afterAll, beforeAll, expect, test } from "vitest";
import { runBatch } from "~/db/run-batch";
import {
  alertGroupTable,
  alertTable,
  channelDeliveryTable,
  channelTable,
  componentTable,
  incidentTable,
  incidentUpdateTable,
  maintenanceTable,
  ruleComponentTable,
  ruleTable,
  sourceTable,
} from "~/db/schema";
import type { Refusal } from "~/failures/refusal";
import { readNowView } from "~/now/read";
import { noon, type TestDeployment } from "../support/database";
import { browserOf, type Stage } from "../support/matrix-cast";
import { openStaged } from "../support/matrix-stages";
import { aPage, arrange, put } from "../support/scenario";
import type { Browser } from "../support/worker";

let deployment: TestDeployment;
let stage: Stage;
let responder: Browser;

const minute = 60_000;
const day = 24 * 60 * minute;
const times = { createdAt: noon, updatedAt: noon };

/** 50 components, 20 sources, 200 firing alerts of which 160 are of one source, one that waits, one incident that owes a word. */
async function putStorm(): Promise<void> {
  const pageId = stage.id;
  const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);
  const fresh = { pageId, startDate: "2026-11-01", observedSince: noon, ...times };
  await put(
    deployment,
    componentTable,
    numbers(48).map((at) => ({ id: `c${at}`, name: `Part ${at}`, position: 10 + at, ...fresh })),
  );
  const sealed = { tokenSealed: "", settingsSealed: "" };
  const named = numbers(20).map((at) => ({ id: `s${at}`, pageId, kind: "alertmanager", name: `Cluster ${at}`, at }));
  await put(
    deployment,
    sourceTable,
    named.map(({ at, ...row }) => ({ ...row, tokenHash: `h${at}`, ...sealed, ...times })),
  );
  const rules = named.map(({ id }) => ({ id: `r${id}`, pageId, sourceId: id, position: 0, match: {}, groupBy: [] }));
  await put(
    deployment,
    ruleTable,
    rules.map((row) => ({ ...row, catchAll: true, ...times })),
  );
  const moved = { pageId, componentId: "c0", status: "degraded_performance" };
  await put(
    deployment,
    ruleComponentTable,
    rules.map(({ id }) => ({ ruleId: id, ...moved })),
  );
  const alerts = numbers(200).map((at) => ({ sourceId: at < 160 ? "s0" : `s${1 + (at % 19)}`, at }));
  await put(
    deployment,
    alertTable,
    alerts.map(({ sourceId, at }) => ({
      id: `${sourceId}.${at}`,
      pageId,
      sourceId,
      key: `k${at}`,
      state: "firing",
      title: `Alert ${at}`,
      severity: "critical",
      labels: { team: "shop" },
      link: `https://tool.example/${at}`,
      flags: [],
      startedAt: noon - at * minute,
      firstSeenAt: noon,
      lastSeenAt: noon,
    })),
  );
  const waits = { state: "waiting", firstFiredAt: noon, dueAt: noon + 127 * minute };
  await put(deployment, alertGroupTable, [
    { pageId, id: "rs0 []", sourceId: "s0", ruleId: "rs0", groupKey: "[]", ...waits },
  ]);
  const old = { status: "investigating", impact: "minor", visibility: "published", origin: "person" };
  const long = noon - 7 * 60 * minute;
  await put(deployment, incidentTable, [
    { id: "i1", pageId, title: "Slow since dawn", ...old, startedAt: long, ...times },
  ]);
  const said = { body: "Looking.", bodyHtml: "", bodyText: "", shownAt: long, changes: [], authorKind: "person" };
  await put(deployment, incidentUpdateTable, [
    { id: "u1", pageId, incidentId: "i1", status: "investigating", notify: false, ...said, ...times },
  ]);
}

beforeAll(async () => {
  ({ deployment, stage } = await openStaged());
  responder = await browserOf(deployment, "responder");
  await putStorm();
});
afterAll(() => deployment.close());

const plain = (html: string) =>
  html.replaceAll(/<!-- -->|<script.*?<\/script>|<[^>]+>/gs, "").replaceAll("&quot;", '"');

test("200 firing alerts are grouped and cut; what waits, what is overdue and what is planned are said", async () => {
  const html = await (await responder.go("/manage/acme")).text();
  const text = plain(html);
  expect(text).toContain("160 alerts");
  expect(text).toContain("and 155 more");
  expect(text).toMatch(/A draft opens at 14:07 unless it recovers/);
  expect(text).toMatch(/Slow since dawn.*update overdue for 1 h/s);
  expect(text.match(/Open in your tool/g)).toHaveLength(10);
  expect(html).toMatch(/href="\/manage\/acme\/alerts"[^>]*>All 202 in Alerts/);
  expect(html).toContain('href="https://tool.example/');
  expect(text).toContain("Automatic checks have not run yet");
  expect(text.match(/A draft opens at 14:07/g)?.length, "said once, where its alerts stand").toBe(1);
  expect(text).toMatch(/Rule: Create a draft for someone to publishOn holdA draft opens at 14:07/);
  const order = [
    "Public status",
    "On hold",
    "Firing: ",
    "A draft opens at 14:07",
    "Open incidents",
    "Maintenance",
    "System health",
  ];
  const places = order.map((word) => text.indexOf(word, text.indexOf("Public status")));
  expect(places).toEqual([...places].sort((one, other) => one - other));
  expect(places.every((at) => at > 0)).toBe(true);
});

test("of what runs each minute no time is said while it runs; once it has stopped, since when", async () => {
  const part = async (stampedAgo: number) => {
    const stamp = { sql: "UPDATE deployment SET tick_at = ?1", params: [deployment.clock.now - stampedAgo] };
    await runBatch(deployment.ctx(), [stamp]);
    return /Automatic checks [^.<]*/.exec(plain(await (await responder.go("/manage/acme")).text()))?.[0];
  };
  expect(await part(8 * minute)).toMatch(/^Automatic checks run every minute(?!.*ago)/);
  expect(await part(20 * minute)).toBe("Automatic checks stopped; last run 20 min ago");
  await part(deployment.clock.now);
});

async function cost() {
  const person = { kind: "person" as const, id: "responder", operator: false, sessionId: "s" };
  const ctx = { ...deployment.ctx(person), member: { pageId: stage.id, role: "responder" as const } };
  expect((await readNowView(ctx, { pageId: stage.id })).ok).toBe(true);
  return ctx.meter;
}

test("it costs nine statements, and rows of what is at hand: those of the past are not read", async () => {
  const cold = await cost();
  expect(cold.statements, "what no key opens is asked for once in ten minutes").toBe(10);
  expect(cold.read).toBeLessThanOrEqual(2000);
  const first = await cost();
  expect(first).toMatchObject({ statements: 9, written: 0 });
  console.log(`Now, 50 components, 200 firing alerts: ${first.statements} statements, ${first.read} rows read`);
  const over = Array.from({ length: 300 }, (_, at) => at);
  const closed = { status: "resolved", impact: "minor", visibility: "published", origin: "person", closed: true };
  const rows = over.map((at) => ({ id: `old${at}`, pageId: stage.id, title: "Old", startedAt: noon - at, ...times }));
  await put(
    deployment,
    incidentTable,
    rows.map((row) => ({ ...row, ...closed })),
  );
  await put(
    deployment,
    maintenanceTable,
    rows.map((row) => ({ ...row, status: "completed", startsAt: row.startedAt - 60 * day, endsAt: noon - 59 * day })),
  );
  expect(await cost()).toMatchObject({ statements: 9, read: first.read, written: 0 });
  expect(first.read).toBeLessThanOrEqual(2000);
});

test("each alert that no component shows is three rows more", async () => {
  const shown = await cost();
  const bare = { sql: "DELETE FROM rule_component", params: [] };
  const back =
    "INSERT INTO rule_component (rule_id, component_id, page_id, status) SELECT id, 'c0', page_id, 'degraded_performance' FROM rule";
  await runBatch(deployment.ctx(), [bare]);
  const unassigned = await cost();
  expect(unassigned.statements).toBe(shown.statements + 1);
  expect(unassigned.read).toBeLessThanOrEqual(shown.read + 3 * 200);
  await runBatch(deployment.ctx(), [{ sql: back, params: [] }]);
});

test("a new page is taught its steps in their order; what works is ticked, and that nobody would hear is said in red", async () => {
  await arrange(deployment, aPage({ slug: "fresh" }));
  const answer = await (await browserOf(deployment, "operator")).post("/manage", {
    intent: "join",
    pageId: "page-fresh",
  });
  expect(answer.status).toBe(303);
  const text = plain(await (await (await browserOf(deployment, "operator")).go("/manage/fresh")).text());
  expect(text).toMatch(
    /✓ DoneAdd your components.*✓ DoneConnect monitoring.*✓ DoneReceive the first report.*Step 4Send a test email.*Step 5Add your contact details.*Step 6See the first alert through.*Step 7Invite a colleague.*Step 8Add subscribers/s,
  );
  expect(text).toContain("No one will be notified");
  expect(text).toContain("No alerts firing");
  expect(await (await responder.go("/manage/acme")).text()).not.toContain(">Set up your page</h2>");
});

test("a channel is said to be untried until its first delivery, and to notify nobody while its last one failed", async () => {
  const pageId = "page-fresh";
  const owner = await browserOf(deployment, "operator");
  const now = async () => plain(await (await owner.go("/manage/fresh")).text());
  const named = { id: "hook", pageId, kind: "webhook", name: "Ops", settingsSealed: "", events: ["draft_opened"] };
  await put(deployment, channelTable, [{ ...named, ...times }]);
  expect(await now()).toContain("No channel has been tested");
  expect(await now()).not.toContain("No one will be notified");
  const attempts = [{ at: noon, status: 500, answer: "broken" as Refusal, milliseconds: 5 }];
  const tried = (noticeId: string, state: "sent" | "dead" | "due") =>
    put(deployment, channelDeliveryTable, [
      { channelId: named.id, noticeId, pageId, state, attempts, createdAt: noon, doneAt: noon },
    ]);
  for (const [id, state] of [
    ["n1", "dead"],
    ["n3", "due"],
  ] as const) {
    await tried(id, state);
    expect(await now()).toMatch(/No one will be notified.*The last delivery to each channel failed/s);
  }
  await tried("n4", "sent");
  expect(await now()).not.toMatch(/No one will be notified|been tested yet/);
});

test("an alert's page: acknowledge, attach, take away, dismiss with a reason and take that back", async () => {
  const path = "/manage/acme/alerts/s1.171";
  const done = async (fields: Record<string, string>) => {
    deployment.clock.now += 1000;
    const answer = await responder.post(path, fields);
    return answer.headers.get("location")?.split("?done=")[1] ?? answer.status;
  };
  const text = plain(await (await responder.go(path)).text());
  expect(text).toMatch(/Alert 171.*Firing.*teamshop/s);
  expect(await done({ form: "acknowledge" })).toBe("alert-acknowledged");
  expect(await done({ form: "attach", incident: "i1" })).toBe("alert-attached");
  expect(plain(await (await responder.go(path)).text())).toContain("Attached to Slow since dawn");
  expect(await done({ form: "attach", incident: "old1" })).toBe(409);
  expect(await done({ form: "detach" })).toBe("alert-detached");
  expect(await done({ form: "dismiss-alert", reason: "" })).toBe(422);
  const firing = async () => /Firing: (\d+)/.exec(plain(await (await responder.go("/manage/acme")).text()))?.[1];
  const before = Number(await firing());
  expect(await done({ form: "dismiss-alert", reason: "A drill" })).toBe("alert-dismissed&undo=s1.171");
  expect(await firing(), "what is dismissed is no alarm").toBe(String(before - 1));
  expect(plain(await (await responder.go(path)).text())).toMatch(/Dismissed/);
  expect(await done({ form: "restore" })).toBe("alert-restored");
});
