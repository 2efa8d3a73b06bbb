import { beforeAll, describe, expect, test } from "vitest";
import { runBatch } from "~/db/run-batch";
import { noticeTable, sourceTable } from "~/db/schema";
import { browserOf, makePeople, Owner, type Stage, setStage } from "../support/matrix-cast";
import { deploymentOfFile } from "../support/of-file";
import { aDeadNotice, arrange, fillAlerts, fillDeliveries, fillRecovered, put } from "../support/scenario";
import { type Browser, openBrowser } from "../support/worker";

/** The tables of alerts, deliveries and notifications, without script: heads, order, filters, and several at once. */
const deployment = deploymentOfFile();
let stage: Stage;
let admin: Browser;
let viewer: Browser;

beforeAll(async () => {
  await makePeople(deployment);
  const owner = new Owner(await openBrowser(deployment), deployment);
  stage = await setStage(deployment, owner, "shop");
  admin = await browserOf(deployment, "admin");
  viewer = await browserOf(deployment, "viewer");
  const sealed = { tokenSealed: "", settingsSealed: "", createdAt: 1, updatedAt: 1 };
  await put(deployment, sourceTable, [
    { id: "many", pageId: stage.id, kind: "alertmanager", name: "Cluster", tokenHash: "h", ...sealed },
  ]);
  const { now } = deployment.clock;
  const many = { id: "many", pageId: stage.id };
  await runBatch(deployment.ctx(), [
    ...fillAlerts(many, 4, now),
    ...fillRecovered(many, 60, now),
    ...fillDeliveries(many, 3, now),
    { sql: "UPDATE alert SET severity = 'info' WHERE id = 'many.bulk3'", params: [] },
  ]);
}, 120_000);

/** What is seen: what the script is handed says more. */
const textOf = async (who: Browser, path: string) =>
  (await (await who.go(path)).text()).replaceAll(/<script[\s\S]*?<\/script>/g, "").replaceAll("<!-- -->", "");

const heads = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<th scope="col"( aria-sort="(\w+)")?[^>]*>(?:<a [^>]*>|<span[^>]*>)([^<]+)</g)].map(
      ([, , sort = "", name = ""]) => [name, sort],
    ),
  );
const rows = (html: string) =>
  [...html.matchAll(/<tr role="row"[\s\S]*?<\/tr>/g)].map(([row]) =>
    row.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " "),
  );
const boxes = (html: string) =>
  [...html.matchAll(/<tbody[\s\S]*<\/tbody>/g)].join("").split('type="checkbox"').length - 1;
const ticked = (html: string) => html.split('checked=""').length - 1;
const linkOf = (html: string, text: string) =>
  new RegExp(`<a [^>]*href="([^"]+)"[^>]*>${text}`).exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";

describe("alerts", () => {
  const here = "/manage/shop/alerts";

  test("firing first; a head sorts, and says how; the rest follows", async () => {
    const html = await textOf(viewer, here);
    expect(heads(html)).toMatchObject({ Alert: "", State: "ascending", Severity: "none", Started: "none" });
    expect(rows(html)).toHaveLength(50);
    expect(rows(html)[0]).toMatch(/Firing/);
    expect(rows(html).at(-1)).toMatch(/Over \d+ Recovered Critical Cluster/);
    const next = await textOf(viewer, `${here}${linkOf(html, "Next alerts")}`);
    expect(new Set([...rows(html), ...rows(next)]).size).toBe(rows(html).length + rows(next).length);
    const sorted = await textOf(viewer, `${here}${linkOf(html, "Severity")}`);
    expect(heads(sorted)).toMatchObject({ State: "none", Severity: "ascending" });
    const turned = await textOf(viewer, `${here}${linkOf(sorted, "Severity")}`);
    expect([heads(turned).Severity, rows(turned)[0]]).toEqual(["descending", expect.stringMatching(/Info|Bulk/)]);
  });

  test("filters are in the URL and stay in the fields; none found offers all", async () => {
    const html = await textOf(viewer, `${here}?state=firing&severity=info&source=many`);
    expect(rows(html).map((row) => /Bulk \d/.exec(row)?.[0])).toEqual(["Bulk 3"]);
    expect(html).toMatch(/<option value="firing" selected="">/);
    const none = await textOf(viewer, `${here}?text=nothing+like+this`);
    expect([none.includes("No alerts found"), linkOf(none, "Show all alerts")]).toEqual([true, "?"]);
  });

  test("a viewer ticks nothing; a responder acts on what is ticked, and is back in the same view", async () => {
    expect(boxes(await textOf(viewer, here))).toBe(0);
    const view = `${here}?state=firing&source=many`;
    const html = await textOf(admin, `${view}&select=all`);
    expect([boxes(html), ticked(html)]).toEqual([4, 4]);
    const post = (fields: Record<string, string>) => admin.post(view, { form: "several", ...fields });
    expect((await post({ intent: "acknowledge-several" })).status).toBe(422);
    const seen = await post({ intent: "acknowledge-several", "alert-many.bulk1": "on", "alert-many.bulk2": "on" });
    expect(seen.headers.get("location")).toBe(`${view}&done=alerts-acknowledged`);
    const unsure = await post({ intent: "dismiss-several", "alert-many.bulk2": "on" });
    expect([unsure.status, ticked(await unsure.text())]).toEqual([422, 1]);
    const muted = await post({ intent: "mute-several", minutes: "240", "alert-many.bulk1": "on" });
    expect([muted.status, muted.headers.get("location")]).toEqual([303, `${view}&done=alerts-muted`]);
    const after = await textOf(admin, `${view}&done=alerts-muted`);
    expect(rows(after).filter((row) => row.includes("Muted"))).toHaveLength(4);
    expect(rows(after).filter((row) => row.includes("Acknowledged"))).toHaveLength(2);
    expect(rows(await textOf(admin, `${here}?state=acknowledged`))).toHaveLength(2);
    const log = await textOf(viewer, "/manage/shop/audit");
    expect(log).toContain("muted the sources of several alerts");
  });
});

describe("deliveries", () => {
  const here = "/manage/shop/sources/many/deliveries";

  test("each has its result, its alerts and its size; filters find fewer", async () => {
    const html = await textOf(viewer, here);
    expect(Object.keys(heads(html))).toEqual(["Received", "Outcome", "Alerts", "Size", "Keys"]);
    expect(rows(html)).toHaveLength(3);
    expect(rows(html)[0]).toContain("Accepted");
    expect(rows(html)[0]).toContain("0 byte");
    expect(boxes(html)).toBe(0);
    expect(rows(await textOf(viewer, `${here}?outcome=refused`))).toHaveLength(0);
    expect(await textOf(viewer, `${here}?outcome=refused`)).toContain("Nothing found");
  });

  test("an admin ticks all by a link; none ticked is refused", async () => {
    const html = await textOf(admin, `${here}?select=all`);
    expect([boxes(html), ticked(html)]).toEqual([3, 3]);
    const none = await admin.post(here, { form: "replay", intent: "replay-several" });
    expect([none.status, (await none.text()).includes("Choose at least one delivery")]).toEqual([422, true]);
  });
});

describe("outbox", () => {
  const here = "/manage/shop/outbox";
  const outcomes = async (ids: string[]) => {
    const sql = `SELECT id, outcome FROM notice WHERE id IN ('${ids.join("','")}') ORDER BY id`;
    return (await deployment.ctx().d1.prepare(sql).all()).results;
  };

  beforeAll(async () => {
    await runBatch(deployment.ctx(), [{ sql: "DELETE FROM notice", params: [] }]);
    const { now } = deployment.clock;
    const row = { pageId: stage.id, audience: "team" as const, scope: {}, sequence: 1 };
    const open = { dueAt: now + 900_000, notBefore: now + 900_000, expiresAt: now + 9_000_000 };
    await put(deployment, noticeTable, [
      { ...row, ...open, id: "n1", kind: "incident_opened", subjectId: "a", createdAt: now - 3000 },
      { ...row, ...open, id: "n2", kind: "draft_opened", subjectId: "b", createdAt: now - 2000 },
      { ...row, expiresAt: now, outcome: "sent", id: "n3", kind: "alert_fired", subjectId: "c", createdAt: now - 1000 },
    ]);
  });

  test("it sorts by time, and filters by state and by what it is about", async () => {
    const idsOf = (html: string) => [...html.matchAll(/outbox\/(n\d)"/g)].map(([, id]) => id);
    const html = await textOf(viewer, here);
    expect([heads(html).Queued, idsOf(html)]).toEqual(["descending", ["n3", "n2", "n1"]]);
    expect(idsOf(await textOf(viewer, `${here}?sort=queued`))).toEqual(["n1", "n2", "n3"]);
    expect(idsOf(await textOf(viewer, `${here}?filter=sent`))).toEqual(["n3"]);
    expect(idsOf(await textOf(viewer, `${here}?kind=draft_opened`))).toEqual(["n2"]);
    expect(await textOf(viewer, `${here}?kind=unassigned`)).toContain("No notifications found");
    expect(boxes(html)).toBe(0);
  });

  test("several are stopped, and sent again; what it does not apply to stays", async () => {
    const view = `${here}?filter=waiting`;
    const html = await textOf(admin, `${view}&select=all`);
    expect([boxes(html), ticked(html)]).toEqual([2, 2]);
    const post = (fields: Record<string, string>, to = here) => admin.post(to, { form: "several", ...fields });
    const all = { "notice-n1": "on", "notice-n2": "on", "notice-n3": "on" };
    expect((await post({ intent: "stop-several" })).status).toBe(422);
    const stopped = await post({ intent: "stop-several", ...all }, view);
    expect([stopped.status, stopped.headers.get("location")]).toEqual([303, `${view}&done=notices-stopped`]);
    expect(await outcomes(["n1", "n2", "n3"])).toEqual([
      { id: "n1", outcome: "cancelled" },
      { id: "n2", outcome: "cancelled" },
      { id: "n3", outcome: "sent" },
    ]);
    expect((await post({ intent: "stop-several", ...all })).status).toBe(409);
    expect((await post({ intent: "resend-several", "notice-n3": "on" })).status).toBe(409);
    expect((await post({ intent: "stop-several", "notice-of-others": "on" })).status).toBe(404);
    expect((await viewer.post(here, { form: "several", intent: "resend-several", ...all })).status).toBe(403);
    const again = await post({ intent: "resend-several", ...all });
    expect(again.headers.get("location")).toBe(`${here}?done=notices-resent`);
    expect((await outcomes(["n3"]))[0]).toEqual({ id: "n3", outcome: "sent" });
    const log = await textOf(viewer, "/manage/shop/audit");
    for (const text of ["stopped several notifications", "resent several notifications"]) expect(log).toContain(text);
  });

  test("a dead one has its next round like one that is sent again alone", async () => {
    const [one, other] = [aDeadNotice(stage.id), aDeadNotice(stage.id)];
    await arrange(deployment, one, other);
    await admin.post(here, { form: "several", intent: "resend-several", [`notice-${one.id}`]: "on" });
    await admin.post(`${here}/${other.id}`, { form: "resend" });
    const sql = "SELECT outcome, round, cursor, low, next, tries, due_at, expires_at FROM notice WHERE id = ?1";
    const rowOf = (id: string) => deployment.ctx().d1.prepare(sql).bind(id).first();
    const found = await rowOf(one.id);
    expect(found).toEqual(await rowOf(other.id));
    expect(found).toMatchObject({ round: 1 });
  });
});

describe("Enter in a box or a field", () => {
  const filled = { reason: "A drill", minutes: "60" };
  const rooms: [room: string, fields: Record<string, string>][] = [
    ["alerts", { form: "several", "alert-many.bulk3": "on", ...filled }],
    ["sources/many/deliveries", { form: "replay", "delivery.bulk1": "on" }],
    ["outbox", { form: "several", "notice-n1": "on" }],
    ["subscribers", { form: "bulk", "subscriber.s1": "on" }],
    ["components", { form: "bulk" }],
    ["monitors", { form: "bulk" }],
  ];
  const entries = async () =>
    (
      await deployment
        .ctx()
        .d1.prepare("SELECT count(*) AS entries FROM audit_entry WHERE action <> 'subscriber.read'")
        .all()
    ).results;

  test.each(rooms)("%s asks for an action, and does nothing", async (room, fields) => {
    const before = await entries();
    const answer = await admin.post(`/manage/shop/${room}`, { ...fields, intent: "" });
    expect([answer.status, /Choose (subscribers and )?an action/.test(await answer.text())]).toEqual([422, true]);
    expect(await entries()).toEqual(before);
  });

  test.each(["alerts", "sources/many/deliveries", "outbox", "components"])("%s presses no action", async (room) => {
    const html = await textOf(admin, `/manage/shop/${room}`);
    const table = html.slice(html.lastIndexOf("<form", html.indexOf('class="bulk-form')));
    expect(/<button [^>]*>/.exec(table)?.[0]).toMatch(/name="intent" value=""/);
  });
});
