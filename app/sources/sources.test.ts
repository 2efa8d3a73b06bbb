import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { saveRule } from "~/alert-rules/save";
import { deleteRule, listRules, moveRule } from "~/alert-rules/verbs";
import { listAlerts } from "~/alerts/list";
import { acknowledgeAlert, dismissAlert } from "~/alerts/verbs";
import { listAudit } from "~/audit/list";
import { listComponents } from "~/components/list";
import { readBatch } from "~/db/read";
import { alertTable, episodeTable, sourceTable, statusChangeTable } from "~/db/schema";
import { readNowView } from "~/now/read";
import { auditEntriesOfPage } from "../../tests/support/audit-entries";
import { type Desk, failureOf, good, openDesk } from "../../tests/support/desk";
import { group, post } from "../../tests/support/ingest";
import { createSource } from "./create";
import { listDeliveries } from "./list-deliveries";
import { readSource } from "./read";
import { readDelivery } from "./read-delivery";
import { reprocessStoredDeliveries } from "./replay";
import { endSourceOverlap, rotateSourceAddress } from "./rotation";
import { sendSourceTest } from "./send-test";
import { updateSource } from "./update";
import { deleteSource, listSourceKinds, listSources } from "./verbs";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const minute = 60_000;
const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

async function make(more: object = {}) {
  const given = { pageId: desk.pageId, kind: "alertmanager", name: "Prometheus", ...more };
  const made = await good(createSource(desk.as("admin"), given));
  return { ...made, token: made.ingestUrl.split("/").at(-1) ?? "" };
}

const shown = (id: string, role: "viewer" | "admin" = "admin") =>
  good(readSource(desk.as(role), { pageId: desk.pageId, id }));
const effectiveOf = async (id: string) =>
  (await good(listComponents(desk.as("viewer"), { pageId: desk.pageId }))).components.find((each) => each.id === id)
    ?.effective;

/** Fires one alert once and settles. */
async function fire(token: string, key: string, labels: Record<string, string> = {}) {
  desk.deployment.clock.now += minute;
  const named = { alertname: "Down", instance: key, ...labels };
  const body = group([{ key, startsAt: desk.deployment.clock.now, labels: named }]);
  await good(post(desk.deployment.ctx(), { token }, body));
  await desk.deployment.settled();
}

test("a source comes with its address, what to paste, and a catch-all that moves nothing", async () => {
  const { id, ingestUrl } = await make();
  const { setup, rules, source: row } = await shown(id);
  expect(ingestUrl).toMatch(/^http:\/\/localhost:8787\/ingest\/[\w-]{43}$/);
  expect(setup.some((step) => step.paste.includes(ingestUrl))).toBe(true);
  expect(setup[0]?.text).not.toBe("");
  expect(rules).toMatchObject([
    { catchAll: true, mode: "draft", holdSeconds: 120, resolveAfterSeconds: 300, components: {} },
  ]);
  expect(await shown(id, "viewer")).toMatchObject({ ingestUrl: null, setup: [], settings: {} });
  expect(row.heartbeatSeconds).toBeNull();
  expect(listSourceKinds().map((each) => each.kind)).toContain("alertmanager");
  expect(
    await failureOf(createSource(desk.as("responder"), { pageId: desk.pageId, kind: "alertmanager", name: "X" })),
  ).toMatchObject({ name: "forbidden" });
  await good(deleteSource(desk.as("admin"), { pageId: desk.pageId, id }));
});

test("secrets are kept sealed, shown struck out, changed only when given, and never in the audit log", async () => {
  const { id } = await make({ kind: "standard-webhooks", name: "Hooks", settings: { secret } });
  const first = await shown(id);
  expect(first.settingFields).toMatchObject([{ name: "secret", secret: true }]);
  const masked = first.settings.secret;
  expect(masked).not.toBe(secret);
  await good(
    updateSource(desk.as("admin"), {
      pageId: desk.pageId,
      id,
      version: 0,
      name: "Hooks 2",
      settings: { secret: masked },
    }),
  );
  const ctx = desk.owner();
  const [[row]] = await readBatch(ctx, ctx.db.select().from(sourceTable).where(eq(sourceTable.id, id)));
  expect(row?.settingsSealed).not.toContain(secret);
  expect(JSON.parse(String(await ctx.secrets.open(row?.settingsSealed ?? "")))).toEqual({ secret });
  const strange = updateSource(desk.as("admin"), { pageId: desk.pageId, id, settings: { colour: "red" } });
  expect(await failureOf(strange)).toMatchObject({ fields: { "settings.colour": "setting.unknown" } });
  const bad = updateSource(desk.as("admin"), { pageId: desk.pageId, id, settings: { secret: "short" } });
  expect(await failureOf(bad)).toMatchObject({ fields: { "settings.secret": expect.any(String) } });
  const { entries } = await good(listAudit(desk.as("viewer"), { pageId: desk.pageId }));
  expect(JSON.stringify(entries)).not.toContain(secret);
  expect(entries.find((each) => each.action === "source.update")).toMatchObject({
    before: { name: "Hooks" },
    after: { name: "Hooks 2", settings: { secret: masked } },
  });
});

test("the same form twice is one source with one address; a new address ends the old one, at once where that is asked for", async () => {
  const given = { commitId: "01source0nonce000000000000" };
  const [one, two] = [await make(given), await make(given)];
  expect(one).toEqual(two);
  await good(rotateSourceAddress(desk.as("admin"), { pageId: desk.pageId, id: one.id, version: 0 }));
  const { ingestUrl } = await shown(one.id);
  expect(ingestUrl).not.toBe(one.ingestUrl);
  expect(await post(desk.deployment.ctx(), one, group([{ key: "a" }]))).toMatchObject({ ok: true });
  const twice = await failureOf(rotateSourceAddress(desk.as("admin"), { pageId: desk.pageId, id: one.id }));
  expect(twice).toMatchObject({ name: "conflict", code: "rotating" });
  await good(endSourceOverlap(desk.as("admin"), { pageId: desk.pageId, id: one.id, what: "address" }));
  const old = await post(desk.deployment.ctx(), one, group([{ key: "a" }]));
  expect(old).toMatchObject({ ok: false, failure: { name: "missing" } });
  const stale = rotateSourceAddress(desk.as("admin"), { pageId: desk.pageId, id: one.id, version: 0 });
  const conflict = await failureOf(stale);
  expect(conflict).toMatchObject({ name: "conflict", current: { name: "Prometheus", version: 2 } });
  expect(JSON.stringify(conflict)).not.toMatch(/sealed|hash/i);
  await good(deleteSource(desk.as("admin"), { pageId: desk.pageId, id: one.id }));
});

test("a rule moves its component at once, its order decides, and the catch-all stays last", async () => {
  const [website, api] = desk.components;
  const { id, token } = await make({ name: "Ordered" });
  const target = { pageId: desk.pageId, sourceId: id };
  const [catchAll] = await good(listRules(desk.as("viewer"), target));
  await good(
    saveRule(desk.as("admin"), {
      ...target,
      id: catchAll?.id,
      version: 0,
      components: { [website]: "degraded_performance" },
      mode: "none",
    }),
  );
  const rule = {
    ...target,
    match: { labels: { service: "api*" } },
    components: { [api]: "major_outage" },
    mode: "none",
  };
  const one = await good(saveRule(desk.as("admin"), rule));
  const two = await good(saveRule(desk.as("admin"), { ...rule, components: { [api]: "partial_outage" } }));
  await fire(token, "k1", { service: "api-eu" });
  expect([await effectiveOf(website), await effectiveOf(api)]).toEqual(["operational", "major_outage"]);
  await good(moveRule(desk.as("admin"), { pageId: desk.pageId, id: two.id, direction: "up" }));
  await desk.deployment.settled();
  expect(await effectiveOf(api)).toBe("partial_outage");
  await good(deleteRule(desk.as("admin"), { pageId: desk.pageId, id: one.id }));
  await good(deleteRule(desk.as("admin"), { pageId: desk.pageId, id: two.id }));
  await desk.deployment.settled();
  expect([await effectiveOf(website), await effectiveOf(api)]).toEqual(["degraded_performance", "operational"]);
  const last = { pageId: desk.pageId, id: catchAll?.id ?? "" };
  expect(await failureOf(deleteRule(desk.as("admin"), last))).toMatchObject({ code: "catch_all" });
  expect(await failureOf(saveRule(desk.as("admin"), { ...rule, hold: -1 }))).toMatchObject({
    fields: { hold: expect.any(String) },
  });
  const strange = { ...rule, components: { nowhere: "major_outage" } };
  expect(await failureOf(saveRule(desk.as("admin"), strange))).toMatchObject({ name: "invalid" });
  await good(deleteSource(desk.as("admin"), { pageId: desk.pageId, id }));
  await desk.deployment.settled();
  expect(await effectiveOf(website)).toBe("operational");
  const ctx = desk.owner();
  const [alerts] = await readBatch(ctx, ctx.db.select().from(alertTable).where(eq(alertTable.sourceId, id)));
  expect(alerts.map((each) => each.state)).toEqual(["resolved"]);
});

test("an alert is listed, acknowledged once, dismissed with a reason, and then no longer moves its component", async () => {
  const [website] = desk.components;
  const { id, token } = await make({ name: "Dismissed" });
  const [catchAll] = await good(listRules(desk.as("viewer"), { pageId: desk.pageId, sourceId: id }));
  const components = { [website]: "major_outage" };
  await good(
    saveRule(desk.as("admin"), { pageId: desk.pageId, sourceId: id, id: catchAll?.id, components, mode: "none" }),
  );
  await fire(token, "noise");
  expect(await effectiveOf(website)).toBe("major_outage");
  const { alerts } = await good(listAlerts(desk.as("viewer"), { pageId: desk.pageId, sourceId: id, state: "firing" }));
  expect(alerts).toHaveLength(1);
  const target = { pageId: desk.pageId, id: alerts[0]?.id ?? "" };
  const now = await good(readNowView(desk.as("viewer"), { pageId: desk.pageId }));
  expect(now.firing).toMatchObject([
    { sourceName: "Dismissed", rule: { id: catchAll?.id }, alerts: [{ key: alerts[0]?.key }] },
  ]);
  await good(acknowledgeAlert(desk.as("responder"), target));
  await good(acknowledgeAlert(desk.as("responder"), target));
  expect(await failureOf(dismissAlert(desk.as("responder"), { ...target, reason: "" }))).toMatchObject({
    name: "invalid",
  });
  desk.deployment.clock.now += 1000;
  await good(dismissAlert(desk.as("responder"), { ...target, reason: "A drill" }));
  await desk.deployment.settled();
  expect(await effectiveOf(website)).toBe("operational");
  const ctx = desk.owner();
  const [[row], [fired], changes] = await readBatch(
    ctx,
    ctx.db.select().from(alertTable).where(eq(alertTable.id, target.id)),
    ctx.db.select().from(episodeTable).where(eq(episodeTable.alertId, target.id)),
    ctx.db.select().from(statusChangeTable).where(eq(statusChangeTable.componentId, website)),
  );
  expect(row).toMatchObject({ acknowledgedBy: "responder", dismissedAt: desk.deployment.clock.now });
  expect(fired).toMatchObject({ dismissedReason: "A drill" });
  expect(changes.at(-1)).toMatchObject({ layer: "observed", toStatus: "operational", at: alerts[0]?.startedAt });
  expect(await failureOf(dismissAlert(desk.as("viewer"), { ...target, reason: "x" }))).toMatchObject({
    name: "forbidden",
  });
});

test("a test goes down the road of every delivery, is seen there, and moves nothing", async () => {
  const { id } = await make({ name: "Tested" });
  desk.deployment.clock.now += minute;
  await good(sendSourceTest(desk.as("admin"), { pageId: desk.pageId, id, commitId: "01test0nonce00000000000000" }));
  await good(sendSourceTest(desk.as("admin"), { pageId: desk.pageId, id, commitId: "01test0nonce00000000000000" }));
  await desk.deployment.settled();
  const listed = await good(listDeliveries(desk.as("viewer"), { pageId: desk.pageId, sourceId: id }));
  expect(listed.deliveries.map((each) => each.signals[0]?.state).sort()).toEqual(["firing", "resolved"]);
  expect(listed.deliveries.every((each) => each.settled)).toBe(true);
  const [delivery] = listed.deliveries;
  const detail = await good(
    readDelivery(desk.as("viewer"), { pageId: desk.pageId, sourceId: id, id: delivery?.id ?? "" }),
  );
  expect(JSON.parse(detail.body)).toHaveProperty("alerts");
  const { alerts } = await good(listAlerts(desk.as("viewer"), { pageId: desk.pageId, sourceId: id }));
  expect(alerts).toMatchObject([{ state: "resolved", key: expect.stringMatching(/^upfront-test:/) }]);
  const hooks = await make({ kind: "standard-webhooks", name: "No secret yet" });
  expect(await failureOf(sendSourceTest(desk.as("admin"), { pageId: desk.pageId, id: hooks.id }))).not.toBeNull();
  const sources = await good(listSources(desk.as("viewer"), { pageId: desk.pageId }));
  expect(sources.find((each) => each.id === id)?.lastDelivery?.outcome).toBe("accepted");
});

test("another page's source, rule, alert and delivery do not exist here", async () => {
  const { id, token } = await make({ name: "Ours" });
  await fire(token, "ours");
  const [rule] = await good(listRules(desk.as("viewer"), { pageId: desk.pageId, sourceId: id }));
  const { alerts } = await good(listAlerts(desk.as("viewer"), { pageId: desk.pageId, sourceId: id }));
  const { deliveries } = await good(listDeliveries(desk.as("viewer"), { pageId: desk.pageId, sourceId: id }));
  const other = await openDesk(desk.deployment, "globex");
  const there = { pageId: other.pageId, id };
  const alertThere = { pageId: other.pageId, id: alerts[0]?.id ?? "" };
  const answers: Promise<{ ok: boolean }>[] = [
    readSource(other.owner(), there),
    updateSource(other.owner(), { ...there, name: "Mine" }),
    rotateSourceAddress(other.owner(), there),
    deleteSource(other.owner(), there),
    sendSourceTest(other.owner(), there),
    saveRule(other.owner(), { pageId: other.pageId, sourceId: id, mode: "none" }),
    deleteRule(other.owner(), { pageId: other.pageId, id: rule?.id ?? "" }),
    moveRule(other.owner(), { pageId: other.pageId, id: rule?.id ?? "", direction: "up" }),
    acknowledgeAlert(other.owner(), alertThere),
    dismissAlert(other.owner(), { ...alertThere, reason: "x" }),
    listDeliveries(other.owner(), { pageId: other.pageId, sourceId: id }),
    reprocessStoredDeliveries(other.owner(), { pageId: other.pageId, sourceId: id, ids: [deliveries[0]?.id ?? ""] }),
    endSourceOverlap(other.owner(), { ...there, what: "address" }),
    readDelivery(other.owner(), { pageId: other.pageId, sourceId: id, id: deliveries[0]?.id ?? "" }),
  ];
  for (const answer of answers) expect(await answer).toMatchObject({ ok: false, failure: { name: "missing" } });
  expect((await good(listAlerts(other.owner(), { pageId: other.pageId, sourceId: id }))).alerts).toEqual([]);
  expect(await shown(id)).toMatchObject({ source: { name: "Ours" } });
});

test("every verb leaves its audit entry, without the address", async () => {
  const entries = await auditEntriesOfPage(desk.owner(), desk.pageId);
  const actions = new Set(entries.map((each) => each.action));
  const verbs = ["source.create", "source.update", "source.rotate", "source.delete", "source.test", "rule.create"];
  for (const action of [...verbs, "rule.update", "rule.move", "rule.delete", "alert.acknowledge", "alert.dismiss"]) {
    expect(actions).toContain(action);
  }
  const sources = await good(listSources(desk.as("viewer"), { pageId: desk.pageId }));
  const log = JSON.stringify(entries);
  for (const { id } of sources) expect(log).not.toContain((await shown(id)).ingestUrl?.split("/").at(-1));
});
