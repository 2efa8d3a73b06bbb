import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { alertRulesOfPageQuery } from "~/alert-rules/queries/rule";
import { ruleViewOf } from "~/alert-rules/rule-view";
import { readBatch } from "~/db/read";
import { auditEntryTable, monitorTable, sourceTable } from "~/db/schema";
import { secretMask } from "~/fields/secret";
import { type Desk, failureOf, good, openDesk } from "../../tests/support/desk";
import { aMonitor, hush, planOf, shardsOf, watch } from "../../tests/support/monitors";
import { deskOfFile } from "../../tests/support/of-file";
import { readMonitorClone } from "./clone-of";
import { createMonitor } from "./create";
import { maxMonitorsPerShard } from "./queries/shard";
import { readMonitor } from "./read";
import { updateMonitor } from "./update";

const desk = deskOfFile({ UPFRONT_PLAN: "own" });
let other: Desk;
beforeAll(async () => {
  other = await openDesk(desk.deployment, "other");
});

const admin = () => desk.as("admin");
const view = (id: string) => good(readMonitor(admin(), { pageId: desk.pageId, id }));

test("a monitor is a source of alerts with two rules, a place in a shard and a plan", async () => {
  const id = await watch(desk, { hold: 60, mode: "publish", tags: ["eu", "eu", "shop"], regions: ["weur"] });
  const ctx = admin();
  const [[row], rules] = await readBatch(
    ctx,
    ctx.db.select().from(sourceTable).where(eq(sourceTable.id, id)),
    alertRulesOfPageQuery(ctx, desk.pageId, id),
  );
  expect(row).toMatchObject({ family: "monitor", kind: "http", name: "Shop", silentSince: null });
  expect(JSON.stringify(row)).not.toContain(hush);
  expect(rules.map(ruleViewOf)).toMatchObject([
    {
      match: { severities: ["warning"] },
      mode: "none",
      catchAll: false,
      position: 0,
      components: { [desk.components[0]]: "degraded_performance" },
    },
    {
      match: {},
      mode: "publish",
      holdSeconds: 60,
      catchAll: true,
      components: { [desk.components[0]]: "major_outage" },
    },
  ]);
  expect(await planOf(ctx, desk.pageId, id)).toMatchObject({
    kind: "http",
    name: "Shop",
    interval: 5,
    inARow: 2,
    regions: ["weur"],
    paused: false,
    degradedAboveMs: null,
    watchedSince: desk.deployment.clock.now,
  });
  expect(await view(id)).toMatchObject({
    target: "shop.example.com/health",
    state: "new",
    tags: ["eu", "shop"],
    settings: { url: "https://shop.example.com/health", token: secretMask },
    components: { [desk.components[0]]: "major_outage" },
    mode: "publish",
    hold: 60,
    resolveAfter: 300,
    uptime: { day: null, week: null, month: null, quarter: null },
    nextCheckAt: desk.deployment.clock.now - (desk.deployment.clock.now % 60_000) + 60_000,
    lastCheckAt: null,
    version: 0,
  });
});

test("its secret stands neither in the audit log nor in what anybody reads", async () => {
  const id = await watch(desk);
  const ctx = admin();
  const [log] = await readBatch(ctx, ctx.db.select().from(auditEntryTable).where(eq(auditEntryTable.subjectId, id)));
  expect(log).toMatchObject([{ action: "monitor.create", after: { settings: { token: secretMask } } }]);
  const seen = await good(readMonitor(desk.as("viewer"), { pageId: desk.pageId, id }));
  expect(seen.settings).toEqual({});
  expect(JSON.stringify([log, seen, await view(id)])).not.toContain(hush);
});

test("the same form sent twice is one monitor", async () => {
  const commitId = admin().id();
  const one = await good(createMonitor(admin(), aMonitor(desk, { commitId })));
  const two = await good(createMonitor(admin(), aMonitor(desk, { commitId })));
  expect(two.id).toBe(one.id);
  const theirs = createMonitor(other.as("admin"), aMonitor(other, { commitId, components: {} }));
  expect(await failureOf(theirs)).toMatchObject({ name: "conflict", code: "commit_id_used" });
});

test.each([
  ["an unknown kind", { kind: "pigeon" }, "kind", "unknown_kind"],
  ["another scheme", { settings: { url: "ftp://shop.example.com" } }, "settings.url", "scheme_not_allowed"],
  ["a file", { settings: { url: "file:///etc/passwd" } }, "settings.url", "scheme_not_allowed"],
  ["a name and password", { settings: { url: "https://a:b@shop.example.com" } }, "settings.url", "credentials_in_url"],
  ["the metadata address", { settings: { url: "http://169.254.169.254/" } }, "settings.url", "private_address"],
  ["the machine itself", { settings: { url: "http://[::1]/" } }, "settings.url", "private_address"],
  ["a number as an address", { settings: { url: "http://2130706433/" } }, "settings.url", "private_address"],
  ["a hexadecimal one", { settings: { url: "http://0x7f.1/" } }, "settings.url", "private_address"],
  ["a private name", { settings: { url: "http://db.internal/" } }, "settings.url", "private_address"],
  ["our own address", { settings: { url: "http://localhost:8787/" } }, "settings.url", "own_address"],
  ["a private host", { kind: "tcp", settings: { host: "10.0.0.1", port: "22" } }, "settings.host", "private_address"],
  ["a setting that is none", { settings: { url: "https://a.example", sauce: "x" } }, "settings.sauce", undefined],
  ["an interval that is none", { interval: 4 }, "interval", undefined],
  ["too many tries", { retries: 3 }, "retries", undefined],
  ["too long a wait", { timeoutSeconds: 9 }, "timeoutSeconds", undefined],
  ["no result in a row", { inARow: 0 }, "inARow", undefined],
  ["four regions", { regions: ["weur", "eeur", "enam", "wnam"] }, "regions", undefined],
  ["a region that is none", { regions: ["moon"] }, "regions.0", undefined],
  ["a long tag", { tags: ["x".repeat(31)] }, "tags.0", undefined],
  ["eleven tags", { tags: [..."abcdefghijk"] }, "tags", undefined],
  ["a component of nobody", { components: { nobody: "major_outage" } }, "components.nobody", undefined],
  ["a cause of nobody", { dependsOn: "nobody" }, "dependsOn", "no_such_monitor"],
  ["no name", { name: " " }, "name", undefined],
])("%s is refused beside its field", async (_, over, field, code) => {
  const failure = await failureOf(createMonitor(admin(), aMonitor(desk, over as never)));
  expect(failure).toMatchObject({ name: "invalid", fields: { [field]: expect.any(String) } });
  expect((failure as { code?: string }).code).toBe(code);
});

test("a shard takes so many, the next monitor begins another, and a minute is loaded like the others", async () => {
  const ids: string[] = [];
  for (let count = 0; count < maxMonitorsPerShard + 1; count++) ids.push(await watch(other, { interval: 5 }));
  const shards = await shardsOf(other.as("admin"), other.pageId);
  expect(shards.map(({ plan }) => plan.length).sort((a, b) => b - a)).toEqual([maxMonitorsPerShard, 1]);
  const phases = shards.flatMap(({ plan }) => plan.map((each) => each.phase));
  const counts = [0, 1, 2, 3, 4].map((phase) => phases.filter((each) => each === phase).length);
  expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
});

test("two at once into the last place of a shard: one of them gets another shard", async () => {
  const [last] = (await shardsOf(other.as("admin"), other.pageId)).filter(
    ({ plan }) => plan.length < maxMonitorsPerShard,
  );
  const room = maxMonitorsPerShard - (last?.plan.length ?? 0);
  for (let count = 0; count < room - 1; count++) await watch(other);
  await Promise.all([watch(other), watch(other)]);
  const ctx = other.as("admin");
  const shards = await shardsOf(ctx, other.pageId);
  const [rows] = await readBatch(ctx, ctx.db.select().from(monitorTable).where(eq(monitorTable.pageId, other.pageId)));
  expect(shards.map(({ plan }) => plan.length).sort((a, b) => b - a)).toEqual([
    maxMonitorsPerShard,
    maxMonitorsPerShard,
    1,
  ]);
  for (const { id, plan } of shards) expect(rows.filter((each) => each.shardId === id)).toHaveLength(plan.length);
});

test("a clone takes over all but the secret, which is asked for again wherever the clone looks", async () => {
  const id = await watch(desk, { degradedAboveMs: 900, tags: ["eu"], inARow: 3 });
  const clone = await good(readMonitorClone(admin(), { pageId: desk.pageId, id }));
  expect(clone).toMatchObject({ cloneOf: id, name: "Shop (copy)", degradedAboveMs: 900, tags: ["eu"], inARow: 3 });
  expect(JSON.stringify(clone)).not.toContain(hush);
  const settings = { ...clone.settings, url: "https://two.example.com" };
  const { kindTitle: _title, settingFields: _fields, ...values } = clone;
  const create = (given: Record<string, unknown>) =>
    createMonitor(admin(), { ...values, pageId: desk.pageId, settings: given });
  const { token: _token, ...rest } = settings as Record<string, unknown>;
  for (const given of [settings, rest, clone.settings]) {
    expect(await failureOf(create(given))).toMatchObject({
      fields: { "settings.token": "setting.not_copied" },
    });
  }
  const made = await good(create({ ...settings, token: "another-token" }));
  const ctx = admin();
  const [[row]] = await readBatch(ctx, ctx.db.select().from(sourceTable).where(eq(sourceTable.id, made.id)));
  const opened = JSON.parse(String(await ctx.secrets.open(row?.settingsSealed ?? "")));
  expect(opened).toMatchObject({ url: "https://two.example.com", token: "another-token" });
});

test("a clone is of one's own page and of the same kind", async () => {
  const id = await watch(desk);
  const theirs = aMonitor(other, { cloneOf: id, components: {} });
  expect(await failureOf(createMonitor(other.as("admin"), theirs))).toMatchObject({
    fields: { cloneOf: expect.any(String) },
  });
  const settings = { host: "db.example.com", port: "5432" };
  const strange = createMonitor(admin(), aMonitor(desk, { kind: "tcp", settings, cloneOf: id }));
  expect(await failureOf(strange)).toMatchObject({ fields: { cloneOf: expect.any(String) } });
  expect(await failureOf(readMonitorClone(other.as("admin"), { pageId: other.pageId, id }))).toMatchObject({
    name: "missing",
  });
});

test("what it costs: far from what an invocation may, also when a race is lost", async () => {
  const ctx = admin();
  const id = await watch(desk, { dependsOn: await watch(desk) }, ctx);
  const made = { ...ctx.meter };
  const change = admin();
  const components = { [desk.components[1]]: "partial_outage" };
  await good(
    updateMonitor(change, { pageId: desk.pageId, id, interval: 1, components, mode: "publish", dependsOn: null }),
  );
  const changed = { ...change.meter };
  await desk.deployment.settled();
  console.log(
    `a monitor made: ${JSON.stringify(made)}, changed: ${JSON.stringify(changed)}, settled: ${JSON.stringify([ctx.meter, change.meter])}`,
  );
  expect(Math.max(made.statements, changed.statements)).toBeLessThan(20);
});
