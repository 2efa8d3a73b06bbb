import { beforeEach, expect, test } from "vitest";
import { rotatePingKey } from "~/heartbeats/ping-key";
import { isPageUnedited } from "~/importers/rules/page-settings";
import { updatePage } from "~/pages/update";
import { readPage } from "~/pages/verbs";
import { visiblePageAtTime } from "~/status-page/rules/seen-page";
import { closePageDays } from "~/status-page/timeline/engine/close-days";
import { forgetPageViews, readPublishedView } from "~/status-page/view-page";
import { dayStart } from "~/time/day";
import { hourMs } from "~/time/durations";
import { type Desk, good, openDesk } from "../../../../tests/support/desk";
import { moveDocumentOf } from "../../../../tests/support/import-documents";
import { writeFactsOf, writeThings, writtenThing } from "../../../../tests/support/import-writing";
import { unitDue } from "../../../../tests/support/unit-due";
import { pageImportWriter } from "./page";

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk();
  return () => desk.close();
});

const read = () => good(readPage(desk.as("viewer"), { pageId: desk.pageId }));
const here = async () => (await pageImportWriter.readHere(desk.owner(), desk.pageId, []))[0];

function write(given: object, timeZone: string | null = null) {
  const { page } = moveDocumentOf({ page: { id: "p", name: "Theirs", ...given } });
  if (!page) throw new Error("no page");
  const thing = writtenThing("page", "change", page, { ourId: desk.pageId, timeZone });
  return writeThings(desk.owner(), pageImportWriter, writeFactsOf(desk.owner(), desk.pageId), [thing]);
}

test("settings come, and where the page is found stays", async () => {
  const before = await read();
  const given = {
    about: "What we run.",
    accentColor: "#03F",
    languages: ["tlh", "de-AT", "fr"],
    slug: "theirs",
    host: "status.theirs.example",
    logoUrl: "https://theirs.example/logo.png",
    links: [{ label: "Help", url: "https://theirs.example/help" }],
  };
  const costs = await write(given, "Europe/Berlin");
  const { slug, host, visibility } = before;
  expect(await read()).toMatchObject({
    ...{ slug, host, visibility },
    links: given.links,
    name: "Theirs",
    about: "What we run.",
    accent: "#0033ff",
    language: "de",
    timeZone: "Europe/Berlin",
    version: before.version + 1,
  });
  expect(costs.statements).toBeLessThanOrEqual(pageImportWriter.statements);
});

test("what is not said or not known here leaves the page as it is, and raises its version", async () => {
  const before = await read();
  expect(await write({ name: " ", accentColor: "tomato", languages: ["tlh"] }, "Mars/Olympus")).toEqual({
    statements: 1,
    rows: 1,
  });
  expect(await read()).toMatchObject({ ...before, version: before.version + 1 });
});

test("a page that was private there is private here, and one that is protected here is never opened", async () => {
  const doors = async () =>
    (await desk.deployment.bindings.DB.prepare("SELECT DISTINCT visibility FROM snapshot").all()).results;
  const costs = await write({ isPrivate: true });
  expect(costs.rows).toBeLessThanOrEqual(5);
  expect((await read()).visibility).toBe("members");
  expect(await doors()).toEqual([{ visibility: "members" }]);
  await write({ isPrivate: false });
  expect((await read()).visibility).toBe("members");
  await good(updatePage(desk.owner(), { pageId: desk.pageId, visibility: "passphrase" }));
  const guarded = await doors();
  await write({ isPrivate: true });
  expect((await read()).visibility).toBe("passphrase");
  expect(await doors()).toEqual(guarded);
});

test("a page with a past keeps each instant of it in the new zone", async () => {
  const { clock } = desk.deployment;
  const close = () => closePageDays(desk.deployment.ctx(), [unitDue("day", desk.pageId)]);
  for (let days = 0; days < 3; days++) {
    clock.now += 24 * hourMs;
    await close();
  }
  const costs = await write({}, "Pacific/Kiritimati");
  const { openDayAt } = (await desk.deployment.bindings.DB.prepare("SELECT open_day_at AS openDayAt FROM page").first<{
    openDayAt: number;
  }>()) ?? { openDayAt: 0 };
  expect(openDayAt).toBe(dayStart("Pacific/Kiritimati", "2026-11-24"));
  expect(costs.statements).toBeLessThanOrEqual(pageImportWriter.statements);
  forgetPageViews(desk.slug);
  const view = visiblePageAtTime(await good(readPublishedView(desk.as("viewer"), { slug: desk.slug })), clock.now);
  expect(view.snapshot.components.map(({ uptime }) => uptime)).toEqual([10_000, 10_000, 10_000]);
});

test("its version tells that nobody edited it: days end, and people change settings or keys", async () => {
  expect(isPageUnedited((await here()) ?? { version: -1 })).toBe(true);
  desk.deployment.clock.now += 30 * hourMs;
  await closePageDays(desk.deployment.ctx(), [unitDue("day", desk.pageId)]);
  expect(isPageUnedited((await here()) ?? { version: -1 })).toBe(true);
  await good(rotatePingKey(desk.as("admin"), { pageId: desk.pageId }));
  expect(isPageUnedited((await here()) ?? { version: -1 })).toBe(false);
});

test("an undo leaves the page", async () => {
  const things = await pageImportWriter.readRemovable(desk.owner(), desk.pageId, [desk.pageId]);
  expect(things).toMatchObject([{ id: desk.pageId, namedBy: [] }]);
  expect(await pageImportWriter.remove(desk.owner(), desk.pageId, things)).toEqual([]);
});
