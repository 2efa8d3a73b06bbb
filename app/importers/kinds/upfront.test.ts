import { describe, expect, test } from "vitest";
import { answersByAddress } from "../../../tests/support/origin-files";
import {
  expectSoundApi,
  moveCounts,
  originAnswer,
  originSettings,
  readOriginApi,
} from "../../../tests/support/origin-reading";
import type { ApiOriginReader, ImportOrigin } from "../contract/origin";
import { upfrontOrigin } from "./upfront";

const origin = upfrontOrigin as ImportOrigin & { api: ApiOriginReader };
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

  test.each([
    ["what a monitor watched", { kept_by: "watched", status: "operational" }, "watched", null],
    ["what nobody vouched for", { kept_by: null, status: "" }, "watched", null],
    ["what its API does not say", { status: "operational" }, "watched", null],
    ["what people keep", { kept_by: "manual", status: "operational" }, "manual", null],
    ["what people keep, when it is not well", { kept_by: "manual", status: "major_outage" }, "manual", "no_data"],
  ])("%s is vouched for by nobody else here", (_, given, keptBy, manualStatus) => {
    const row = JSON.stringify([{ ...component, ...given }]);
    const read = readOriginApi(origin, settings, (request) =>
      request.url.includes("/components?") ? originAnswer(row) : answerTo(request),
    );
    expect(read.document.components).toEqual([expect.objectContaining({ keptBy, manualStatus })]);
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
