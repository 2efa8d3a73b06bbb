import { afterEach, beforeEach, expect, test } from "vitest";
import { deliveryTable } from "~/db/schema";
import { openIncident } from "~/incidents/open";
import { readNowView } from "~/now/read";
import type { UpdatePageInput } from "~/pages/rules/input";
import { updatePage } from "~/pages/update";
import { openDeployment, type TestDeployment } from "../../../tests/support/database";
import { good } from "../../../tests/support/desk";
import { wholeDatabase } from "../../../tests/support/page-traces";
import { aPage, arrange, put, type TestPage } from "../../../tests/support/scenario";
import { handleCronTick } from "../tick";

let deployment: TestDeployment;
let pages: TestPage[];
beforeEach(async () => {
  deployment = await openDeployment();
  pages = [await arrange(deployment, aPage({ slug: "one" })), await arrange(deployment, aPage({ slug: "two" }))];
});
afterEach(() => deployment.close());

const hour = 3600_000;
const asOwner = ({ id }: TestPage) => ({
  ...deployment.ctx({ kind: "person", id: "owner", operator: false, sessionId: "s" }),
  member: { pageId: id, role: "owner" as const },
});
const set = (page: TestPage, fields: Partial<UpdatePageInput>) =>
  good(updatePage(asOwner(page), { pageId: page.id, ...fields }));
const pass = async (milliseconds: number) => {
  deployment.clock.now += milliseconds;
  await handleCronTick(deployment.ctx(), deployment.clock.now);
  await deployment.settled();
};

test("the tick reminds of a silent incident as its page wants it: after an hour, or never", async () => {
  const [hourly, never] = pages as [TestPage, TestPage];
  await set(hourly, { nagMinutes: 60 });
  await set(never, { nagMinutes: 0 });
  for (const page of pages) {
    await good(
      openIncident(asOwner(page), { pageId: page.id, title: "Slow", body: "Looking.", impactOverride: "minor" }),
    );
  }
  const told = async () =>
    (await wholeDatabase(deployment)).notice
      ?.filter(({ kind }) => kind === "incident_stale")
      .map((each) => each.page_id);
  await pass(hour - 60_000);
  expect(await told()).toEqual([]);
  for (const more of [11 * 60_000, hour, 8 * hour]) await pass(more);
  expect(await told()).toEqual([hourly.id, hourly.id, hourly.id]);
});

test("an announcement owes no further word, unless it promised one", async () => {
  const [page] = pages as [TestPage];
  await set(page, { nagMinutes: 60 });
  const given = { pageId: page.id, title: "TLS 1.1 goes", body: "From March on.", impactOverride: "none" as const };
  await good(openIncident(asOwner(page), given));
  const overdue = async () => (await good(readNowView(asOwner(page), { pageId: page.id }))).open[0]?.overdueSince;
  const told = async () =>
    (await wholeDatabase(deployment)).notice?.filter(({ kind }) => kind === "incident_stale").length;
  for (const more of [11 * 60_000, hour, 8 * hour]) await pass(more);
  expect([await told(), await overdue()]).toEqual([0, null]);
  await good(openIncident(asOwner(page), { ...given, title: "Soon", nextMinutes: 30 }));
  await pass(hour);
  expect(await told()).toBe(1);
  await pass(8 * hour);
  expect(await told()).toBe(1);
});

test("deliveries are kept for as many days as their page wants", async () => {
  const [day, month] = pages as [TestPage, TestPage];
  await set(day, { deliveryDays: 1 });
  await set(month, { deliveryDays: 30 });
  const { now } = deployment.clock;
  const raw = { headers: {}, body: "x", bodyHash: "x", outcome: "kept", signals: [] };
  const rows = pages.flatMap((page) =>
    [0.9, 2, 29, 31].map((days) => {
      const own = { sourceId: page.sourceId, id: `${page.slug} ${days}`, pageId: page.id };
      return { ...raw, ...own, receivedAt: now - days * 24 * hour };
    }),
  );
  await put(deployment, deliveryTable, rows);
  await pass(17 * 60_000);
  expect((await wholeDatabase(deployment)).delivery?.map(({ id }) => id)).toEqual([
    "one 0.9",
    "two 0.9",
    "two 2",
    "two 29",
  ]);
});
