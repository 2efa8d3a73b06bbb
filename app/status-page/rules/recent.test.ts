import fc from "fast-check";
import { expect, test } from "vitest";
import { largestIncidents, sampleIncident, sampleRecent, sampleUpdate } from "../../../tests/support/sample-recent";
import { cutDocumentToSize, maxSnapshotPartBytes } from "./document-size";
import { buildRecentDocument, maxRecentEvents, type RecentFacts, tombstoneRetentionMs } from "./recent";
import type { RecentDocument } from "./recent-document";

const now = Date.UTC(2026, 10, 20, 12);
const bytes = (document: unknown) => new TextEncoder().encode(JSON.stringify(document)).length;

const fact = (id: string, startedAt: number): RecentFacts["incidents"][number] => ({
  id,
  title: id,
  status: "resolved",
  impact: "minor",
  impactOverride: null,
  startedAt,
  monitoringAt: null,
  resolvedAt: null,
  closed: true,
  createdAt: startedAt,
  updatedAt: startedAt,
  publishedAt: null,
  components: [{ componentId: "gone", status: "major_outage" }],
  updates: [],
});

const facts = (fields: Partial<RecentFacts> = {}): RecentFacts => ({
  page: {
    id: "p",
    slug: "acme",
    name: "Acme",
    about: "",
    host: null,
    timeZone: "Etc/UTC",
    language: "en",
    accent: "#000000",
    visibility: "public",
    historyDays: 90,
    partialWeight: 0.3,
    noindex: false,
    updatedAt: 1,
  },
  wanted: 4,
  components: [
    { id: "a", name: "API", archived: false },
    { id: "gone", name: "Fax", archived: true },
  ],
  incidents: [],
  maintenances: [],
  tombstones: [],
  ...fields,
});

test("the newest fifty, newest first; an archived component keeps its name there and has no feed", () => {
  const incidents = Array.from({ length: 60 }, (_, index) => fact(`i${index}`, index));
  const { recent } = buildRecentDocument(facts({ incidents }), now, "https://status.example.com/acme");
  expect(recent.incidents).toHaveLength(maxRecentEvents);
  expect(recent.incidents[0]).toMatchObject({ id: "i59", publishedAt: 59, components: [{ id: "gone", name: "Fax" }] });
  expect(recent.components).toEqual([{ id: "a", name: "API" }]);
  expect(recent).toMatchObject({ revision: 4, builtAt: now, page: { url: "https://status.example.com/acme" } });
});

const work = (id: string, startsAt: number, updatedAt: number): RecentFacts["maintenances"][number] => ({
  id,
  title: id,
  html: "",
  text: "",
  status: "cancelled",
  startsAt,
  endsAt: startsAt + 1,
  verifyingAt: null,
  completedAt: null,
  dueAt: null,
  createdAt: 1,
  updatedAt,
  components: [],
  updates: [],
});

test("what was called off keeps its words for 30 days and takes no place of what is on", () => {
  const on = Array.from({ length: 60 }, (_, index) => ({ ...work(`on${index}`, index, 1), status: "completed" }));
  const off = Array.from({ length: 60 }, (_, index) => work(`off${index}`, index, now - index));
  const old = work("old", now, now - tombstoneRetentionMs);
  const { recent, freshUntil } = buildRecentDocument(facts({ maintenances: [...on, ...off, old] }), now, "https://x");
  const ids = recent.maintenances.map(({ id }) => id);
  expect(ids).toHaveLength(2 * maxRecentEvents);
  expect(ids).toEqual(expect.arrayContaining(["on59", "on10", "off0", "off49"]));
  expect(ids).not.toEqual(expect.arrayContaining(["old"]));
  expect(freshUntil).toBe(now - 49 + tombstoneRetentionMs);
});

test("a tombstone goes after 30 days, and the document says when", () => {
  const stone = { kind: "incident" as const, publishedAt: 0, componentIds: [] };
  const young = { ...stone, id: "young", withdrawnAt: now - 1000 };
  const old = { ...stone, id: "old", withdrawnAt: now - tombstoneRetentionMs };
  const built = buildRecentDocument(facts({ tombstones: [old, young] }), now, "https://x");
  expect(built.recent.tombstones).toEqual([young]);
  expect(built.freshUntil).toBe(now - 1000 + tombstoneRetentionMs);
  const without = buildRecentDocument(facts(), now, "https://x");
  expect(without.freshUntil).toBeGreaterThan(Date.UTC(9999, 0));
  expect(Number.isSafeInteger(without.freshUntil)).toBe(true);
});

test("what fits is not touched", () => {
  const document = sampleRecent();
  expect(cutDocumentToSize(document)).toBe(document);
});

test("fifty incidents of 25,000 characters: at most 500 KB, the newest whole, the oldest cut, none missing", () => {
  const document = { ...sampleRecent(), incidents: largestIncidents() };
  expect(bytes(document)).toBeGreaterThan(2_000_000);
  const cut = cutDocumentToSize(document);
  expect(bytes(cut)).toBeLessThanOrEqual(maxSnapshotPartBytes);
  expect(bytes(cut)).toBeGreaterThan(maxSnapshotPartBytes - 60_000);
  expect(cut.incidents.map(({ id }) => id)).toEqual(document.incidents.map(({ id }) => id));
  expect(cut.incidents[0]).toEqual(document.incidents[0]);
  expect(cut.incidents.at(-1)?.updates).toMatchObject([{ cut: true, html: "", text: "" }]);
});

test("a flood of updates: the oldest are left out when even their frames do not fit", () => {
  const updates = Array.from({ length: 4000 }, (_, index) => sampleUpdate(`u${index}`, { shownAt: now - index }));
  const cut = cutDocumentToSize({ ...sampleRecent(), incidents: [sampleIncident("flood", { updates })] });
  expect(bytes(cut)).toBeLessThanOrEqual(maxSnapshotPartBytes);
  const left = cut.incidents[0]?.updates ?? [];
  expect(left.length).toBeGreaterThan(1500);
  expect(left.map(({ id }) => id)).toEqual(updates.slice(0, left.length).map(({ id }) => id));
});

test("stories of one update each, which has no comma: dropped to the byte", () => {
  const incidents = Array.from({ length: 40 }, (_, index) =>
    sampleIncident(`i${index}`, { updates: [sampleUpdate(`u${index}`)] }),
  );
  const document = { ...sampleRecent(), incidents, maintenances: [] };
  const frame = bytes({ ...document, incidents: incidents.map((each) => ({ ...each, updates: [] })) });
  for (let limit = frame; limit < frame + 2000; limit += 7)
    expect(bytes(cutDocumentToSize(document, limit))).toBeLessThanOrEqual(limit);
});

const body = fc.string({ maxLength: 300, unit: "grapheme" });
const documents = fc
  .array(fc.array(fc.record({ html: body, text: body, shownAt: fc.nat(1000) }), { maxLength: 6 }), { maxLength: 8 })
  .map((stories): RecentDocument => {
    const incidents = stories.map((said, index) =>
      sampleIncident(`i${index}`, { updates: said.map((each, at) => sampleUpdate(`i${index}-${at}`, each)) }),
    );
    return { ...sampleRecent(), incidents, maintenances: [] };
  });

test("any document, any limit above its frame: it fits, and no kept body is older than a cut one", () => {
  fc.assert(
    fc.property(documents, fc.nat(8000), (document, room) => {
      const limit = bytes({ ...document, incidents: [] }) + room;
      const cut = cutDocumentToSize(document, limit);
      const frame = bytes({ ...document, incidents: document.incidents.map((each) => ({ ...each, updates: [] })) });
      expect(bytes(cut)).toBeLessThanOrEqual(Math.max(limit, frame));
      const said = cut.incidents.flatMap((each) => each.updates);
      const newestCut = Math.max(...said.filter((each) => each.cut).map((each) => each.shownAt));
      for (const each of said) if (!each.cut) expect(each.shownAt).toBeGreaterThanOrEqual(newestCut);
    }),
  );
});
