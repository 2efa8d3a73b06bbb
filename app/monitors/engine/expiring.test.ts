import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createChannel } from "~/channels/create";
import { readBatch } from "~/db/read";
import { alertTable, episodeTable, incidentTable, noticeTable } from "~/db/schema";
import type { CtxOptions } from "~/platform/ctx";
import { chargeMeter } from "~/platform/meter";
import { noOutbound } from "~/platform/outbound";
import { openDeployment, type TestDeployment } from "../../../tests/support/database";
import { good } from "../../../tests/support/desk";
import { aPage, arrange, someMonitors, type TestPage } from "../../../tests/support/scenario";
import { tickMinutes } from "../../../tests/support/watched";

/** Tests when people are notified of a domain that expires, and with which texts. */
let deployment: TestDeployment;
let page: TestPage;
let left: number;

const day = 24 * 3600_000;

const registry: NonNullable<CtxOptions["outbound"]> = ({ meter }) => ({
  ...noOutbound,
  async fetch() {
    chargeMeter(meter, "subrequests", 1);
    const expires = new Date(deployment.clock.now + (left + 0.5) * day).toISOString();
    const events = [{ eventAction: "expiration", eventDate: expires }];
    const text = JSON.stringify({ objectClassName: "domain", ldhName: "example.com", events });
    return { ok: true, status: 200, headers: new Headers(), text, truncated: false, milliseconds: 20 };
  },
});

beforeEach(async () => {
  deployment = await openDeployment();
  deployment.way.outbound = registry;
  page = await arrange(deployment, aPage({ components: 1 }));
  const admin = {
    ...deployment.ctx({ kind: "person", id: "admin", operator: false, sessionId: "s" }),
    member: { pageId: page.id, role: "admin" as const },
  };
  const settings = { url: "https://hooks.example.com/team" };
  const events = ["alert_fired", "alert_recovered"];
  await good(createChannel(admin, { pageId: page.id, kind: "webhook", name: "Team", settings, events }));
  const shop = { id: "shop", name: "Shop", kind: "domain", settings: { name: "example.com" } };
  await arrange(deployment, someMonitors(page.id, [{ ...shop, components: page.components, mode: "publish" }]));
});
afterEach(() => deployment.close());

async function seen(days: number, minutes = 2) {
  left = days;
  await tickMinutes(deployment, minutes);
  const ctx = deployment.ctx();
  const { db } = ctx;
  const [alerts, episodes, incidents, fired, recovered] = await readBatch(
    ctx,
    db.select().from(alertTable).where(eq(alertTable.key, "degraded")),
    db.select().from(episodeTable),
    db.select().from(incidentTable),
    db.select().from(noticeTable).where(eq(noticeTable.kind, "alert_fired")),
    db.select().from(noticeTable).where(eq(noticeTable.kind, "alert_recovered")),
  );
  const [found] = alerts;
  const told = { title: found?.title, state: found?.state, within: found?.labels.within };
  return {
    ...told,
    episodes: episodes.length,
    incidents: incidents.length,
    fired: fired.length,
    over: recovered.length,
  };
}

test("the alert names what runs out and within how many days; at the next step it begins again and is told again, once", async () => {
  expect(await seen(45)).toMatchObject({ title: undefined, episodes: 0, fired: 0 });
  const first = { title: "Shop: domain expires within 30 days", state: "firing", within: "30", episodes: 1, fired: 1 };
  expect(await seen(29)).toMatchObject(first);
  expect(await seen(14, 5)).toMatchObject(first);
  const second = {
    title: "Shop: domain expires within 14 days",
    state: "firing",
    within: "14",
    episodes: 2,
    fired: 2,
    over: 0,
  };
  expect(await seen(13, 1)).toMatchObject(second);
  expect(await seen(12, 5)).toMatchObject(second);
  expect(await seen(0, 2)).toMatchObject({
    title: "Shop: domain expires within 1 day",
    episodes: 3,
    fired: 3,
    over: 0,
  });
  expect(await seen(365, 3)).toMatchObject({ state: "resolved", episodes: 3, fired: 3 });
});

test("an incident that was opened by it goes on", async () => {
  const ctx = deployment.ctx();
  await ctx.bindings.DB.prepare("UPDATE rule SET mode = 'publish', resolve_after_seconds = 0").run();
  expect(await seen(29, 3)).toMatchObject({ episodes: 1, incidents: 1 });
  expect(await seen(6, 3)).toMatchObject({ episodes: 2, incidents: 1, state: "firing" });
  const [episodes, incidents] = await readBatch(
    ctx,
    ctx.db.select().from(episodeTable),
    ctx.db.select().from(incidentTable),
  );
  expect(incidents[0]).toMatchObject({ status: "investigating", title: "acme-a0: domain expires within 7 days" });
  expect(episodes.map(({ incidentId }) => incidentId)).toEqual([incidents[0]?.id, incidents[0]?.id]);
  expect(await seen(365, 4)).toMatchObject({ state: "resolved", incidents: 1 });
});
