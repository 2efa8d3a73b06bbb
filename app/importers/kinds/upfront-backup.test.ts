import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fileCounts, partOfFiles } from "../../../tests/support/origin-files";
import { originSettings } from "../../../tests/support/origin-reading";
import { root } from "../../../tests/support/sources";
import { upfrontOrigin as origin } from "./upfront";

const lines = (...rows: [table: string, row: Record<string, unknown>][]) =>
  [
    { format: "upfront-backup", version: 1, schema: "0051_alerts_of_page", scope: "page", secrets: "left_out" },
    ...rows.map(([table, row]) => ({ table, row: { page_id: "p1", ...row } })),
    { end: true },
  ]
    .map((line) => JSON.stringify(line))
    .join("\n");

const at = Date.parse("2026-08-20T09:40:00Z");
const backup = lines(
  [
    "page",
    {
      page_id: undefined,
      id: "p1",
      slug: "acme",
      name: "Acme",
      about: "",
      time_zone: "Europe/Berlin",
      language: "de",
      visibility: "public",
    },
  ],
  ["component_group", { id: "g1", name: "Core", description: "", position: 0 }],
  [
    "component",
    {
      id: "c1",
      name: "API",
      description: "",
      group_id: "g1",
      position: 1,
      start_date: "2026-01-01",
      show_uptime: 1,
      manual_status: "degraded_performance",
      archived_at: null,
    },
  ],
  ["component", { id: "c0", name: "Site", description: "", position: 0, kept_by: "watched", archived_at: null }],
  [
    "incident",
    {
      id: "i1",
      title: "Slow",
      status: "resolved",
      impact: "minor",
      visibility: "published",
      started_at: at,
      resolved_at: at + 60_000,
      postmortem: "published",
      postmortem_body: "Why",
      postmortem_published_at: at + 90_000,
    },
  ],
  [
    "incident_update",
    { id: "u1", incident_id: "i1", status: "resolved", body: "Over.", shown_at: at + 60_000, changes: "{}" },
  ],
  ["incident_component", { incident_id: "i1", component_id: "c1", status: "degraded_performance" }],
  [
    "maintenance",
    {
      id: "m1",
      title: "Upgrade",
      body: "Soon",
      status: "scheduled",
      starts_at: at,
      ends_at: at + 60_000,
      auto_start: 1,
      auto_end: 0,
      created_at: at,
    },
  ],
  [
    "maintenance_series",
    {
      id: "r1",
      title: "Weekly",
      body: "",
      rule: "FREQ=WEEKLY;BYDAY=MO,TH;INTERVAL=2",
      zone: "Europe/Berlin",
      starts_local: "2026-01-05T02:00",
      duration: 3_600_000,
      components: '{"c1":"under_maintenance"}',
      auto_start: 1,
      auto_end: 1,
      due_at: at,
    },
  ],
  ["maintenance_series", { id: "r2", title: "Over", rule: "FREQ=DAILY", due_at: null }],
  [
    "maintenance",
    { id: "m2", title: "Weekly", status: "scheduled", series_id: "r1", starts_at: at, ends_at: at + 60_000 },
  ],
  ["source", { id: "w1", kind: "http", name: "Site", settings_sealed: 'plain:{"url":"https://example.com"}' }],
  ["monitor", { id: "w1", interval: 5, timeout_seconds: 8, tags: '["eu"]', paused_at: null }],
  ["source", { id: "w2", kind: "http", name: "Sealed", settings_sealed: "v1:abc" }],
  ["monitor", { id: "w2", interval: 5, timeout_seconds: 8, tags: "[]", paused_at: null }],
  ["source", { id: "h1", kind: "heartbeat", name: "Job", settings_sealed: "plain:{}" }],
  [
    "heartbeat",
    {
      id: "h1",
      schedule: '{"kind":"simple","periodSeconds":3600}',
      grace_seconds: 60,
      tags: "[]",
      state: "up",
      post_only: 1,
      words_in: "body",
      fail_words: '["ERROR"]',
    },
  ],
  [
    "subscriber",
    { id: "s1", kind: "email", address: "dana@example.com", state: "active", component_ids: "[]", confirmed_at: at },
  ],
  ["subscriber", { id: "s2", kind: "email", address: "kim@example.com", state: "pending" }],
  ["template", { id: "t1", name: "Slow", title: "Slow", body: "It is slow.", status: "identified" }],
);

describe("a backup", () => {
  test("so much is taken, approximated and left out", () => {
    expect(fileCounts(origin, [{ path: "page.jsonl", text: backup }])).toEqual({
      components: 2,
      groups: 1,
      heartbeats: 1,
      incidents: 1,
      left_out: 1,
      maintenanceSeries: 1,
      maintenances: 1,
      monitors: 2,
      pages: 1,
      question: 2,
      subscribers: 1,
      templates: 1,
    });
    const part = partOfFiles(origin, [{ path: "page.jsonl", text: backup }]);
    const { incidents, components, monitors, heartbeats } = part;
    expect(part.maintenanceSeries?.[0]).toMatchObject({
      startsLocal: "2026-01-05T02:00",
      durationSeconds: 3600,
      repeat: { frequency: "weekly", interval: 2, weekdays: ["mo", "th"], until: null },
      componentIds: ["c1"],
    });
    const rules = { postOnly: true, manualResume: false, wordsIn: "body", failWords: ["ERROR"], successWords: [] };
    expect(heartbeats?.[0]?.pingRules).toEqual({ ...rules, startWords: [] });
    expect(components?.map(({ id, keptBy, manualStatus }) => [id, keptBy, manualStatus])).toEqual([
      ["c0", "watched", null],
      ["c1", "manual", "degraded_performance"],
    ]);
    expect(incidents?.[0]).toMatchObject({
      postmortem: { body: "Why", publishedAt: at + 90_000 },
      updates: [{ status: "resolved" }],
    });
    expect(monitors?.map(({ isPaused }) => isPaused)).toEqual([false, true]);
  });

  test.each([
    ["people kept it", { kept_by: "manual" }, "manual"],
    ["a monitor watched it", { kept_by: "watched" }, "watched"],
    ["nobody vouched for it", { kept_by: null }, "watched"],
    ["the version knew people only", {}, "manual"],
  ])("a component says who keeps it: %s", (_, given, keptBy) => {
    const text = lines(
      ["page", { page_id: undefined, id: "p1", slug: "acme", name: "Acme", time_zone: "UTC" }],
      ["component", { id: "c1", name: "API", archived_at: null, ...given }],
    );
    const { components } = partOfFiles(origin, [{ path: "page.jsonl", text }]);
    expect(components?.map((each) => each.keptBy)).toEqual([keptBy]);
  });

  test.each([
    ["major_outage", "major_outage", []],
    ["operational", null, ["manual_status"]],
    ["no_data", null, ["manual_status"]],
  ])("a status %s that people set over a watched component is taken, or noted", (manual_status, taken, leftOut) => {
    const set = { manual_status, manual_reason: "A drill", manual_until: at };
    const text = lines(
      ["page", { page_id: undefined, id: "p1", slug: "acme", name: "Acme", time_zone: "UTC" }],
      ["component", { id: "c1", name: "API", archived_at: null, kept_by: "watched", ...set }],
    );
    const { components, notes } = partOfFiles(origin, [{ path: "page.jsonl", text }]);
    expect(components?.map(({ manualStatus }) => manualStatus)).toEqual([taken]);
    const fields = notes?.filter(({ kind }) => kind === "left_out").map(({ field }) => field);
    expect(fields).toEqual(["manual_reason", "manual_until", ...leftOut]);
  });

  test("one that version 0.1.0 wrote is read", () => {
    const text = readFileSync(join(root, "tests/fixtures/backups/0.1.0.jsonl"), "utf8");
    expect(fileCounts(origin, [{ path: "backup.jsonl", text }])).toEqual({ components: 3, left_out: 2, pages: 1 });
  });

  test.each([
    ['{"format":"other"}', "is no backup"],
    ['{"format":"upfront-backup","version":9}', "update this deployment first"],
    ['{"format":"upfront-backup","version":1}\n{"table":', "line 2"],
  ])("%s is refused", (text, message) => {
    expect(() => partOfFiles(origin, [{ path: "a.jsonl", text }])).toThrow(message);
  });

  test("no spoilt backup throws", () => {
    const all = backup.split("\n");
    fc.assert(
      fc.property(fc.nat(), fc.jsonValue(), fc.nat(), (line, value, cut) => {
        const index = 1 + (line % (all.length - 1));
        const row = JSON.parse(all[index] ?? "{}") as { row?: Record<string, unknown> };
        const names = Object.keys(row.row ?? {});
        if (row.row && names.length > 0) row.row[names[cut % names.length] ?? ""] = value;
        const text = all.with(index, JSON.stringify(row)).join("\n");
        expect(fileCounts(origin, [{ path: "a.jsonl", text }])).toBeDefined();
        expect(
          origin.readFiles?.([{ path: "a.jsonl", text: backup.slice(0, cut % backup.length) }], originSettings()),
        ).toBeDefined();
      }),
      { numRuns: 200 },
    );
  });
});
