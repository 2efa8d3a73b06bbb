import { expect, test } from "vitest";
import { updateChannel } from "~/channels/update";
import { editMaintenance } from "~/maintenances/edit";
import { makeSeriesOccurrences } from "~/maintenances/engine/make-occurrences";
import { ctxAsActor } from "~/platform/ctx";
import { good } from "../../tests/support/desk";
import { foreignChannel, foreignSeries, moveDocumentOf } from "../../tests/support/import-documents";
import {
  beginToApply,
  contentRows,
  importRunsOfEachTest,
  jobOf,
  movedPage,
  previewOf,
  runToEnd,
  smallMovedPage as small,
  withoutRemains,
} from "../../tests/support/import-jobs";
import { readImport } from "./read";
import type { MoveDocument } from "./rules/move-document";
import { takeOverImport } from "./take-over";

/** Maintenance that repeats and channels come, are brought up to date, taken over and taken back. */
const { desk, rowsOf, countOf, applied, undo } = importRunsOfEachTest();

const topic = "topic-of-theirs";

function movedDocument(given: { series?: object; channel?: object } = {}): MoveDocument {
  const series = [foreignSeries("s1", { componentIds: ["c0", "c1"], autoStart: true, autoEnd: true, ...given.series })];
  const channels = [
    foreignChannel("n1", { name: "Phones", settings: { server: "https://ntfy.example.org", topic }, ...given.channel }),
    foreignChannel("n2", { name: "Off there", isPaused: true }),
    foreignChannel("n3", { name: "Inside", settings: { server: "http://127.0.0.1", topic } }),
    foreignChannel("n4", { name: "Odd", kind: "pigeon" }),
  ];
  return moveDocumentOf({ ...movedPage(small), maintenanceSeries: series, channels });
}

async function makeOccurrences(): Promise<void> {
  const clock = ctxAsActor(desk.deployment.ctx(), { kind: "machine", id: "tick" });
  for (const { id } of await rowsOf("SELECT id FROM maintenance_series WHERE due_at IS NOT NULL"))
    await makeSeriesOccurrences(clock, { id: String(id), pageId: desk.pageId });
}

const occurrences = () =>
  rowsOf(
    "SELECT id, title, starts_at, status, version FROM maintenance WHERE series_id IS NOT NULL ORDER BY starts_at",
  );
const channels = () => rowsOf("SELECT name, disabled_at IS NULL AS is_on, disabled_reason FROM channel ORDER BY name");

test("the preview says what comes, and nothing of a channel’s secret", async () => {
  const id = await previewOf(desk, movedDocument());
  const job = await jobOf(desk, id);
  expect(job.counts?.maintenance_series?.verdicts).toMatchObject({ make: 1, left_out: 0 });
  expect(job.counts?.channel?.verdicts).toMatchObject({ make: 2, left_out: 2 });
  const view = await good(readImport(desk.owner(), { pageId: desk.pageId, id }));
  expect(JSON.stringify(view)).not.toContain(topic);
});

test("a series begins with the end of the import, and nobody is notified", async () => {
  await applied(movedDocument());
  const { now } = desk.deployment.clock;
  expect(await occurrences()).toEqual([]);
  await makeOccurrences();
  const made = await occurrences();
  expect(made.length).toBeGreaterThan(3);
  expect(made.every(({ starts_at, status }) => Number(starts_at) > now && status === "scheduled")).toBe(true);
  const [{ components, zone } = {}] = await rowsOf("SELECT components, zone FROM maintenance_series");
  expect(Object.values(JSON.parse(String(components)))).toEqual(["under_maintenance", "under_maintenance"]);
  expect(zone).toBe("Europe/Berlin");
  expect(await countOf("notice")).toBe(0);
});

test("a window that has begun when the import ends is left out", async () => {
  const { now } = desk.deployment.clock;
  const startsLocal = new Date(now - 3600_000).toISOString().slice(0, 16);
  const repeat = { frequency: "daily", interval: 1, until: null };
  await applied(movedDocument({ series: { startsLocal, timeZone: "UTC", durationSeconds: 4 * 3600, repeat } }));
  await makeOccurrences();
  expect(Number((await occurrences())[0]?.starts_at)).toBeGreaterThan(desk.deployment.clock.now);
});

test("channels are off until they are taken over, and one that was off there stays so", async () => {
  const id = await applied(movedDocument());
  const off = { is_on: 0, disabled_reason: "channel.imported" };
  expect(await channels()).toEqual([
    { name: "Off there", is_on: 0, disabled_reason: null },
    { name: "Phones", ...off },
  ]);
  const { pageId } = desk;
  const view = () => good(readImport(desk.owner(), { pageId, id }));
  expect((await view()).silentChannels).toBe(1);
  const [stored] = await rowsOf("SELECT settings_sealed FROM channel WHERE name = 'Phones'");
  expect(String(stored?.settings_sealed)).not.toContain(topic);
  await good(takeOverImport(desk.owner(), { pageId, id }));
  expect(await channels()).toEqual([
    { name: "Off there", is_on: 0, disabled_reason: null },
    { name: "Phones", is_on: 1, disabled_reason: null },
  ]);
  expect((await view()).silentChannels).toBe(0);
});

test("a second run changes nothing; another rule moves what is scheduled", async () => {
  await applied(movedDocument());
  await makeOccurrences();
  const once = await contentRows(desk);
  await applied(movedDocument());
  expect(await contentRows(desk)).toEqual(once);
  await applied(
    movedDocument({ series: { title: "Monthly", repeat: { frequency: "monthly_day", interval: 1, until: null } } }),
  );
  await makeOccurrences();
  const moved = await occurrences();
  expect(moved.length).toBeLessThan(3);
  expect(moved.every(({ title }) => title === "Monthly")).toBe(true);
  for (const table of ["maintenance_update", "maintenance_component"])
    expect(
      await rowsOf(
        `SELECT 1 FROM ${table} t WHERE NOT EXISTS (SELECT 1 FROM maintenance m WHERE m.id = t.maintenance_id)`,
      ),
    ).toEqual([]);
});

test("an undo takes back both, with the occurrences", async () => {
  const before = await contentRows(desk);
  const id = await applied(movedDocument());
  await makeOccurrences();
  await undo(id);
  expect((await jobOf(desk, id)).undoLeft?.map(({ reason }) => reason)).toEqual(["settings_stay"]);
  const rest = (rows: Record<string, string[]>) => ({ ...withoutRemains(rows), search_words: [] });
  expect(rest(await contentRows(desk))).toEqual(rest(before));
});

test("what a person edited is kept by a second run, and by an undo", async () => {
  const id = await applied(movedDocument());
  await makeOccurrences();
  const { pageId } = desk;
  const [first] = await occurrences();
  const edit = { pageId, id: String(first?.id), version: Number(first?.version), title: "Ours" };
  await good(editMaintenance(desk.owner(), { ...edit, notify: false }));
  const [channel] = await rowsOf("SELECT id, version FROM channel WHERE name = 'Phones'");
  const rename = { pageId, id: String(channel?.id), version: Number(channel?.version), name: "Our phones" };
  await good(updateChannel(desk.owner(), rename));
  const again = await previewOf(desk, movedDocument({ series: { title: "Another" }, channel: { name: "Theirs" } }));
  await beginToApply(desk, again);
  await runToEnd(desk, again);
  expect((await jobOf(desk, again)).counts?.maintenance_series?.verdicts).toMatchObject({ keep: 1 });
  expect((await jobOf(desk, again)).counts?.channel?.verdicts).toMatchObject({ keep: 1 });
  await undo(id);
  const left = (await jobOf(desk, id)).undoLeft ?? [];
  expect(left.map(({ noun, reason }) => `${noun} ${reason}`)).toEqual(
    expect.arrayContaining(["maintenance_series edited_here", "channel edited_here", "component in_use"]),
  );
  expect((await channels()).map(({ name }) => name)).toEqual(["Our phones"]);
});
