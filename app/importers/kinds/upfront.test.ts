import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { answersByAddress, fileCounts, partOfFiles } from "../../../tests/support/origin-files";
import { expectSoundApi, moveCounts, originSettings, readOriginApi } from "../../../tests/support/origin-reading";
import { root } from "../../../tests/support/sources";
import type { ApiOriginReader, Origin } from "../contract/origin";
import { upfrontOrigin } from "./upfront";

const origin = upfrontOrigin as Origin & { api: ApiOriginReader };
const settings = originSettings({ url: "https://status.example.com", key: "k3y-of-nobody" });

const page = {
  id: "p1",
  name: "Acme",
  subdomain: "acme",
  time_zone: "Europe/Berlin",
  domain: null,
  page_description: "All of it",
};
const component = {
  id: "c1",
  name: "API",
  group_id: "g1",
  status: "partial_outage",
  start_date: "2026-01-01",
  showcase: true,
};
const update = {
  id: "u1",
  status: "investigating",
  body: "We look.",
  display_at: "2026-08-20T09:40:00Z",
  affected_components: [],
};
const incident = {
  id: "i1",
  name: "API slow",
  status: "investigating",
  impact: "minor",
  started_at: "2026-08-20T09:40:00Z",
  resolved_at: null,
  incident_updates: [update],
  components: [component],
};
const maintenance = {
  ...incident,
  id: "m1",
  name: "Upgrade",
  status: "scheduled",
  scheduled_for: "2027-01-01T00:00:00Z",
  scheduled_until: "2027-01-01T01:00:00Z",
};
const monitor = {
  id: "w1",
  name: "Site",
  kind: "http",
  state: "up",
  interval: 5,
  timeout_seconds: 8,
  tags: ["eu"],
  settings: { url: "https://example.com", statuses: "200-299", headers: "••••••••" },
};
const heartbeat = {
  id: "h1",
  name: "Job",
  state: "up",
  schedule: { kind: "cron", expression: "0 3 * * *", time_zone: "UTC" },
  grace: 600,
  tags: [],
  ping_url: "https://status.example.com/ping/abcdefghijkl",
};
const subscriber = {
  id: "s1",
  mode: "email",
  email: "dana@example.com",
  state: "active",
  components: [],
  created_at: "2026-01-01T00:00:00Z",
};

const answers: [RegExp, unknown][] = [
  [/\/pages$/, [page]],
  [/\/pages\/p1$/, page],
  [/\/component-groups\?/, [{ id: "g1", name: "Core", description: "" }]],
  [/\/components\?/, [component]],
  [/\/incidents\?/, [incident]],
  [/\/incidents\/scheduled\?/, [maintenance]],
  [
    /\/incident_templates\?/,
    [{ id: "t1", name: "Slow", title: "Slow", body: "It is slow.", update_status: "identified" }],
  ],
  [/\/subscribers\?/, [subscriber, { ...subscriber, id: "s2", state: "unconfirmed" }]],
  [/\/heartbeats\?/, [heartbeat]],
  [/\/heartbeats\/h1$/, heartbeat],
  [/\/monitors$/, [monitor]],
  [/\/monitors\/w1$/, monitor],
];
const answerTo = answersByAddress(answers.map(([pattern, value]) => [pattern, JSON.stringify(value)]));

describe("another deployment by its API", () => {
  const { document, requests } = readOriginApi(origin, settings, answerTo);

  test("so much is taken, approximated and left out", () => {
    expect(moveCounts(document)).toEqual({
      approximated: 2,
      components: 1,
      groups: 1,
      heartbeats: 1,
      incidents: 1,
      left_out: 2,
      maintenances: 1,
      monitors: 1,
      pages: 1,
      question: 1,
      subscribers: 1,
      templates: 1,
    });
    expect(requests.every(({ url }) => url.startsWith("https://status.example.com/api/v1/"))).toBe(true);
  });

  test("a masked setting is asked for, and its monitor comes paused", () => {
    expect(document.monitors).toEqual([
      expect.objectContaining({
        isPaused: true,
        settings: { url: "https://example.com", statuses: "200-299" },
        intervalSeconds: 300,
      }),
    ]);
  });

  test("a heartbeat keeps its address and schedule", () => {
    expect(document.heartbeats).toEqual([
      expect.objectContaining({
        pingKey: "abcdefghijkl",
        pingPath: "/ping/abcdefghijkl",
        schedule: { cron: "0 3 * * *", timeZone: "UTC" },
      }),
    ]);
  });

  test("reading is sound", () => expectSoundApi(origin, settings, answerTo));
});

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
  ["source", { id: "w1", kind: "http", name: "Site", settings_sealed: 'plain:{"url":"https://example.com"}' }],
  ["monitor", { id: "w1", interval: 5, timeout_seconds: 8, tags: '["eu"]', paused_at: null }],
  ["source", { id: "w2", kind: "http", name: "Sealed", settings_sealed: "v1:abc" }],
  ["monitor", { id: "w2", interval: 5, timeout_seconds: 8, tags: "[]", paused_at: null }],
  ["source", { id: "h1", kind: "heartbeat", name: "Job", settings_sealed: "plain:{}" }],
  [
    "heartbeat",
    { id: "h1", schedule: '{"kind":"simple","periodSeconds":3600}', grace_seconds: 60, tags: "[]", state: "up" },
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
      maintenances: 1,
      monitors: 2,
      pages: 1,
      question: 2,
      subscribers: 1,
      templates: 1,
    });
    const { incidents, components, monitors } = partOfFiles(origin, [{ path: "page.jsonl", text: backup }]);
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

  test("one that version 0.1.0 wrote is read", () => {
    const text = readFileSync(join(root, "tests/fixtures/backups/0.1.0.jsonl"), "utf8");
    expect(fileCounts(origin, [{ path: "backup.jsonl", text }])).toEqual({ components: 3, left_out: 3, pages: 1 });
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
          origin.readFiles?.([{ path: "a.jsonl", text: backup.slice(0, cut % backup.length) }], settings),
        ).toBeDefined();
      }),
      { numRuns: 200 },
    );
  });
});
