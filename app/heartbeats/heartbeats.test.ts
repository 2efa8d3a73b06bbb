import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { saveRule } from "~/alert-rules/save";
import { listRules } from "~/alert-rules/verbs";
import { listAudit } from "~/audit/list";
import { readBatch } from "~/db/read";
import { auditEntryTable, ruleTable, snapshotTable, sourceTable } from "~/db/schema";
import { readSource } from "~/sources/read";
import { listSources } from "~/sources/verbs";
import { type Desk, failureOf, good, openDesk } from "../../tests/support/desk";
import { openHeartbeats, simple } from "../../tests/support/heartbeat-desk";
import { readHeartbeatClone } from "./clone-of";
import { createHeartbeat } from "./create";
import { rotatePingKey } from "./ping-key";
import { readPing } from "./pings";
import { readHeartbeat } from "./read";
import { sendTestPing } from "./send-ping";
import { updateHeartbeat } from "./update";
import { deleteHeartbeat, listHeartbeats, pauseHeartbeat, resumeHeartbeat, rotateHeartbeatAddress } from "./verbs";

let house: Awaited<ReturnType<typeof openHeartbeats>>;
let desk: Desk;
beforeAll(async () => {
  house = await openHeartbeats();
  desk = house.desk;
});
afterAll(() => house.close());

test("a heartbeat, its source and its rule are made in one commit; nothing is known of it yet, nor once it is gone", async () => {
  const [website] = desk.components;
  const { id, pingUrl } = await house.make({
    components: { [website]: "partial_outage" },
    tags: ["eu", "eu", "backup"],
  });
  expect(pingUrl).toMatch(
    /^http:\/\/localhost:8787\/ping\/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  expect(await house.shown(id)).toMatchObject({
    heartbeat: { state: "new", schedule: simple(86_400), graceSeconds: 3600, tags: ["eu", "backup"], slug: "" },
    components: { [website]: "partial_outage" },
    mode: "draft",
    holdSeconds: 0,
    resolveAfterSeconds: 0,
    pingUrl,
    slugUrl: null,
    pings: [],
    nextRuns: [],
  });
  const { db, ...ctx } = desk.owner();
  const [rules, [row]] = await readBatch(
    { ...ctx, db },
    db.select().from(ruleTable).where(eq(ruleTable.sourceId, id)),
    db.select().from(sourceTable).where(eq(sourceTable.id, id)),
  );
  expect(rules).toMatchObject([{ catchAll: true, match: {} }]);
  expect(row).toMatchObject({ family: "heartbeat", kind: "heartbeat", silentSince: desk.deployment.clock.now });
  expect(await ctx.secrets.open(row?.settingsSealed ?? "")).toBe("{}");
  expect(await house.statusOf(website)).toBe("no_data");
  expect(await good(deleteHeartbeat(desk.as("admin"), house.target(id, 0)))).toEqual({ id, leftUnwatched: [website] });
  await desk.deployment.settled();
  expect(await house.statusOf(website)).toBe("no_data");
});

test("the same form twice is one heartbeat with one address", async () => {
  const given = { commitId: "01heartbeat0nonce0000000000" };
  expect(await house.make(given)).toEqual(await house.make(given));
});

test("viewers see no address, responders change nothing, strangers see nothing", async () => {
  const { id, uuid } = await house.make({ slug: "secret-job" });
  const seen = JSON.stringify([
    await house.shown(id, "viewer"),
    await good(listHeartbeats(desk.as("viewer"), { pageId: desk.pageId })),
  ]);
  expect([seen.includes(uuid), seen.includes("/ping/")]).toEqual([false, false]);
  const changes = [
    createHeartbeat(desk.as("responder"), { pageId: desk.pageId, name: "X" }),
    updateHeartbeat(desk.as("responder"), { ...house.target(id), name: "X" }),
    rotatePingKey(desk.as("responder"), { pageId: desk.pageId }),
    readHeartbeatClone(desk.as("responder"), house.target(id)),
    ...[pauseHeartbeat, resumeHeartbeat, rotateHeartbeatAddress, deleteHeartbeat, sendTestPing].map((act) =>
      act(desk.as("responder"), house.target(id)),
    ),
  ];
  for (const change of changes) expect(await failureOf<unknown>(change)).toMatchObject({ name: "forbidden" });
  for (const role of [null] as const) {
    const stranger = desk.as(role);
    const asked = [
      readHeartbeat(stranger, house.target(id)),
      listHeartbeats(stranger, { pageId: desk.pageId }),
      readPing(stranger, { ...house.target(id), number: 1 }),
      deleteHeartbeat(stranger, house.target(id)),
    ];
    for (const each of asked) expect(await failureOf<unknown>(each)).toEqual({ name: "missing" });
  }
});

test("another page's heartbeat is not there, neither are its components", async () => {
  const other = await openDesk(desk.deployment, "other");
  const { id } = await house.make();
  const foreign = { pageId: other.pageId, id };
  for (const act of [
    pauseHeartbeat,
    resumeHeartbeat,
    rotateHeartbeatAddress,
    deleteHeartbeat,
    sendTestPing,
    updateHeartbeat,
  ]) {
    expect(await failureOf(act(other.as("admin"), foreign))).toEqual({ name: "missing" });
  }
  expect(await failureOf<unknown>(readHeartbeat(other.as("admin"), foreign))).toEqual({ name: "missing" });
  expect(await failureOf<unknown>(readPing(other.as("admin"), { ...foreign, number: 1 }))).toEqual({ name: "missing" });
  const components = { [other.components[0]]: "major_outage" as const };
  const wrong = { name: "invalid", fields: { [`components.${other.components[0]}`]: "component.unknown" } };
  expect(await failureOf(createHeartbeat(desk.as("admin"), { pageId: desk.pageId, name: "X", components }))).toEqual(
    wrong,
  );
  expect(await failureOf(updateHeartbeat(desk.as("admin"), { ...house.target(id), components }))).toEqual(wrong);
});

test.each([
  [{ slug: "Capital" }, "slug"],
  [{ schedule: simple(59) }, "schedule.periodSeconds"],
  [{ schedule: simple(365 * 86_400 + 1) }, "schedule.periodSeconds"],
  [{ schedule: { kind: "cron", expression: "61 * * * *", timeZone: "UTC" } }, "schedule.expression"],
  [{ schedule: { kind: "cron", expression: "@daily", timeZone: "UTC" } }, "schedule.expression"],
  [{ schedule: { kind: "cron", expression: "0 0 * * *", timeZone: "Mars/Olympus" } }, "schedule.timeZone"],
  [{ schedule: { kind: "weekly" } }, "schedule.kind"],
  [{ graceSeconds: 59 }, "graceSeconds"],
  [{ graceSeconds: 365 * 86_400 + 1 }, "graceSeconds"],
  [{ tags: ["x".repeat(51)] }, "tags.0"],
  [{ name: " " }, "name"],
  [{ mode: "page" }, "mode"],
  [{ hold: -1 }, "hold"],
])("%j is refused beside its field, when made and when changed", async (wrong, field) => {
  const { id } = await house.make();
  const made = await failureOf(
    createHeartbeat(desk.as("admin"), { pageId: desk.pageId, name: "X", ...wrong } as never),
  );
  const changed = await failureOf(updateHeartbeat(desk.as("admin"), { ...house.target(id), ...wrong } as never));
  for (const failure of [made, changed]) {
    expect(failure).toMatchObject({ name: "invalid" });
    expect(Object.keys(failure?.name === "invalid" ? failure.fields : {})).toContain(field);
  }
  await good(deleteHeartbeat(desk.as("admin"), house.target(id)));
});

test("a change says what was and is, counts the version once, and its rule is only changed on its form", async () => {
  const [website, api] = desk.components;
  const { id } = await house.make({ components: { [website]: "major_outage" }, slug: "a" });
  const cron = { kind: "cron" as const, expression: "30  3 * * 1-5", timeZone: "Europe/Berlin" };
  const change = {
    schedule: cron,
    graceSeconds: 120,
    components: { [api]: "partial_outage" as const },
    mode: "none",
    hold: 5,
  };
  await good(updateHeartbeat(desk.as("admin"), { ...house.target(id, 0), name: "Nightly", slug: "", ...change }));
  const after = await house.shown(id);
  expect(after).toMatchObject({ components: { [api]: "partial_outage" }, mode: "none", holdSeconds: 5 });
  expect(after.heartbeat).toMatchObject({
    name: "Nightly",
    slug: "",
    version: 1,
    schedule: { ...cron, expression: "30 3 * * 1-5" },
  });
  expect(after.nextRuns.slice(0, 2)).toEqual([Date.UTC(2026, 10, 23, 2, 30), Date.UTC(2026, 10, 24, 2, 30)]);
  expect(after.nextRuns).toHaveLength(10);
  const late = await failureOf(updateHeartbeat(desk.as("admin"), { ...house.target(id, 0), name: "Mine" }));
  expect(late).toMatchObject({ name: "conflict", current: { name: "Nightly", version: 1 } });
  expect(JSON.stringify(late)).not.toMatch(/sealed|hash/i);
  const { entries } = await good(listAudit(desk.as("viewer"), { pageId: desk.pageId }));
  expect(entries.find((each) => each.action === "heartbeat.update")).toMatchObject({
    before: { name: "Backup", slug: "a", graceSeconds: 3600, mode: "draft" },
    after: { name: "Nightly", slug: "", graceSeconds: 120, mode: "none" },
  });
  const [only] = (await good(listRules(desk.as("viewer"), { pageId: desk.pageId, sourceId: id }))) ?? [];
  const byRule = saveRule(desk.as("admin"), {
    pageId: desk.pageId,
    sourceId: id,
    id: only?.id ?? "none",
    mode: "publish",
  });
  expect(await failureOf(byRule)).toEqual({ name: "missing" });
  expect(await failureOf<unknown>(readSource(desk.as("admin"), house.target(id)))).toEqual({ name: "missing" });
  const sources = await good(listSources(desk.as("viewer"), { pageId: desk.pageId }));
  expect(sources.map((each) => each.id)).not.toContain(id);
});

test("a new address ends the old one; a page's ping key leads by slug, and a copy has neither", async () => {
  const { id, uuid } = await house.make({ slug: "job_1", tags: ["x"], postOnly: true });
  await good(rotateHeartbeatAddress(desk.as("admin"), house.target(id, 0)));
  expect(await house.ping(uuid)).toEqual({ ok: false, failure: { name: "missing" } });
  const { pingUrl } = await house.shown(id);
  expect(await house.ping(pingUrl?.split("/").at(-1) ?? "")).toMatchObject({ ok: true });
  const listed = () => good(listHeartbeats(desk.as("admin"), { pageId: desk.pageId }));
  const { version } = (await listed()).pingKey;
  await good(rotatePingKey(desk.as("admin"), { pageId: desk.pageId, version }));
  expect(await failureOf(rotatePingKey(desk.as("admin"), { pageId: desk.pageId, version }))).toMatchObject({
    name: "conflict",
  });
  const { key } = (await listed()).pingKey;
  expect((await house.shown(id)).slugUrl).toBe(`http://localhost:8787/ping/${key}/job_1`);
  expect(await house.shown(id, "viewer")).toMatchObject({ pingUrl: null, slugUrl: null });
  const endless = (await house.shown(id)).snippets.filter(
    ({ tool, paste }) =>
      tool !== "windows" && !/-m 10 --retry 5|timeout(?:=|' => |: )10|TimeoutSec 10|10_000|10 \* time/.test(paste),
  );
  expect(endless.map((each) => each.tool)).toEqual([]);
  const copy = await good(readHeartbeatClone(desk.as("admin"), house.target(id)));
  expect(copy).toMatchObject({ name: "Backup (copy)", slug: "", tags: ["x"], postOnly: true });
  await house.make({ slug: "job_1" });
  expect((await house.shown(id)).slugShared).toBe(true);
  expect((await listed()).heartbeats.length).toBeGreaterThan(1);
  const only = await good(
    listHeartbeats(desk.as("viewer"), { pageId: desk.pageId, tag: "x", state: "up", text: "JOB" }),
  );
  expect(only.heartbeats.map((each) => each.id)).toEqual([id]);
});

test("no address and no key stands in the audit log or in what visitors are shown", async () => {
  const ctx = desk.owner();
  const [sources, entries, parts] = await readBatch(
    ctx,
    ctx.db.select().from(sourceTable).where(eq(sourceTable.family, "heartbeat")),
    ctx.db.select().from(auditEntryTable),
    ctx.db.select().from(snapshotTable),
  );
  expect(sources.length).toBeGreaterThan(3);
  const { pingKey } = await good(listHeartbeats(desk.as("admin"), { pageId: desk.pageId }));
  const secrets = [
    pingKey.key ?? "",
    ...(await Promise.all(sources.map(async (each) => (await ctx.secrets.open(each.tokenSealed)) ?? ""))),
  ];
  const kept = JSON.stringify([entries, parts]);
  expect(secrets.filter((each) => each === "" || kept.includes(each))).toEqual([]);
});
