import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { expectMoved, expectSoundFiles, fileCounts, partOfFiles } from "../../../tests/support/origin-files";
import {
  expectSoundApi,
  originAnswer,
  originFixture,
  originSettings,
  readOriginApi,
} from "../../../tests/support/origin-reading";
import { convertBetterstackMaintenanceWindow } from "../contract/betterstack/monitor";
import { MoveNotes } from "../contract/move-notes";
import type { ApiOriginReader, ImportOrigin, OriginRequest } from "../contract/origin";
import { betterstackOrigin } from "./betterstack";

const origin = betterstackOrigin as ImportOrigin & { api: ApiOriginReader };
const mock = (name: string) => originFixture(`betterstack/openstatus-mock/${name}.json`);
const settings = originSettings({ key: "k3y-of-nobody" });
const list = (...data: unknown[]) => JSON.stringify({ data, pagination: { next: null } });

const heartbeat = {
  id: "501",
  type: "heartbeat",
  attributes: {
    url: "https://uptime.betterstack.com/api/v1/heartbeat/abcdefghijkl",
    name: "Nightly",
    period: 86_400,
    grace: 300,
    status: "up",
  },
};
const person = (email: string, confirmed: boolean) => ({
  id: email,
  type: "subscriber",
  attributes: { email, confirmed },
});

const answers: [RegExp, () => string][] = [
  [/\/status-pages\?/, () => mock("status-pages")],
  [/\/sections\?/, () => mock("status-page-sections")],
  [/\/resources\?/, () => mock("status-page-resources")],
  [/\/status-reports\?/, () => mock("status-reports")],
  [/bs_report_001\/status-updates/, () => mock("status-updates-report-001")],
  [/bs_report_002\/status-updates/, () => mock("status-updates-report-002")],
  [/bs_report_003\/status-updates/, () => mock("status-updates-report-003")],
  [/\/subscribers\?/, () => list(person("dana@example.com", true), person("kim@example.com", false))],
  [/\/monitors\?/, () => mock("monitors")],
  [/\/heartbeats\?/, () => list(heartbeat)],
];
const answerTo = ({ url }: OriginRequest) =>
  originAnswer(answers.find(([pattern]) => pattern.test(url))?.[1]() ?? "{}");

describe("with a token", () => {
  const { document, requests } = readOriginApi(origin, settings, answerTo);

  test("so much is taken, approximated and left out", () => {
    expectMoved(
      document,
      {
        approximated: 7,
        components: 3,
        groups: 2,
        heartbeats: 1,
        incidents: 2,
        left_out: 5,
        maintenances: 1,
        monitors: 3,
        pages: 1,
        secret_found: 1,
        subscribers: 1,
      },
      "k3y-of-nobody",
    );
    expect(requests).toHaveLength(10);
  });

  test("a report tells its updates, of which the last one ends it", () => {
    expect(document.incidents[0]).toMatchObject({
      title: "API Gateway Elevated Error Rates",
      impact: "critical",
      resolvedAt: Date.parse("2024-06-10T16:30:00Z"),
      updates: [
        { status: "investigating", changes: [{ componentId: "bs_res_001", status: "major_outage" }] },
        { status: "identified" },
        { status: "resolved", changes: [{ componentId: "bs_res_001", status: null }] },
      ],
    });
    expect(document.incidents[1]).toMatchObject({ resolvedAt: null, updates: [{ status: "investigating" }] });
    expect(document.maintenances).toEqual([
      expect.objectContaining({ componentIds: ["bs_res_001", "bs_res_002"], state: "in_progress" }),
    ]);
  });

  test("monitors keep the components that show them", () => {
    expect(document.monitors.map(({ componentIds, isPaused }) => [componentIds, isPaused])).toEqual([
      [["bs_res_001"], false],
      [["bs_res_002"], false],
      [["bs_res_003"], true],
    ]);
    expect(document.heartbeats[0]).toMatchObject({
      pingKey: "abcdefghijkl",
      pingPath: "/api/v1/heartbeat/abcdefghijkl",
    });
  });

  test.each<[string, object, object | null]>([
    [
      "each day, over midnight",
      {},
      { durationSeconds: 7200, repeat: { frequency: "daily", interval: 1, until: null } },
    ],
    [
      "on weekdays",
      { maintenance_days: ["mon", "sun"] },
      { repeat: { frequency: "weekly", interval: 1, weekdays: ["mo", "su"], until: null } },
    ],
    ["of a day that there is not", { maintenance_days: ["noday"] }, null],
    ["without an end", { maintenance_to: null }, null],
  ])("a window of a monitor is maintenance that repeats: %s", (_, given, series) => {
    const attributes = {
      pronounceable_name: "API",
      maintenance_from: "23:00:00",
      maintenance_to: "01:00:00",
      maintenance_timezone: "Eastern Time (US & Canada)",
      ...given,
    };
    const notes = new MoveNotes();
    const read = convertBetterstackMaintenanceWindow({ id: "7", attributes }, ["c"], notes);
    const whole = {
      id: "7",
      startsLocal: "2024-01-01T23:00",
      timeZone: "America/New_York",
      componentIds: ["c"],
      ...series,
    };
    expect(read).toEqual(series === null ? [] : [expect.objectContaining(whole)]);
    expect(notes.list.map(({ kind }) => kind)).toEqual([series === null ? "left_out" : "approximated"]);
  });

  test("only people who confirmed come", () => {
    expect(document.subscribers.map(({ address }) => address)).toEqual(["dana@example.com"]);
    expect(JSON.stringify(document.notes)).not.toContain("kim@example.com");
  });

  test("a next page elsewhere is not asked, as it would be sent the token", () => {
    const away = (request: OriginRequest) =>
      request.url.includes("/sections?")
        ? originAnswer(JSON.stringify({ data: [], pagination: { next: "https://evil.example/api/v2/x?page=2" } }))
        : answerTo(request);
    expect(
      readOriginApi(origin, settings, away).requests.every(({ url }) =>
        url.startsWith("https://uptime.betterstack.com/"),
      ),
    ).toBe(true);
  });

  test("a word that is not known is no data, and asked about", () => {
    const strange = (request: OriginRequest) => {
      const answer = answerTo(request);
      return { ...answer, text: answer.text.replaceAll('"downtime"', '"wobbly"') };
    };
    const { incidents, notes } = readOriginApi(origin, settings, strange).document;
    expect(incidents[0]?.components).toEqual([{ componentId: "bs_res_001", status: "no_data" }]);
    expect(notes).toContainEqual(expect.objectContaining({ kind: "question", field: "affected_resources" }));
  });

  test.each([
    ["operational", null],
    ["downtime", "major_outage"],
    ["not_monitored", "no_data"],
    ["wobbly", "no_data"],
    [null, "no_data"],
  ])("of a resource that people keep, %s becomes %s", (status, manualStatus) => {
    const attributes = { public_name: "Office", resource_type: "ManuallyTrackedItem", status };
    const read = readOriginApi(origin, settings, (request) =>
      request.url.includes("/resources?") ? originAnswer(list({ id: "r1", attributes })) : answerTo(request),
    );
    expect(read.document.components).toEqual([expect.objectContaining({ keptBy: "manual", manualStatus })]);
  });

  test("no word of a status that is not known is operational", () => {
    const known = ["operational", "resolved", "degraded", "downtime", "maintenance", "not_monitored"];
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (word) => {
        fc.pre(!known.includes(word.trim().toLowerCase()));
        const strange = (request: OriginRequest) => {
          const answer = answerTo(request);
          return { ...answer, text: answer.text.replaceAll('"downtime"', () => JSON.stringify(word)) };
        };
        const read = readOriginApi(origin, settings, strange).document;
        expect(read.incidents[0]?.components).toEqual([{ componentId: "bs_res_001", status: "no_data" }]);
        expect(read.notes.some(({ kind }) => kind === "question")).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  test("reading is sound", () => expectSoundApi(origin, settings, answerTo));
});

describe("the public page", () => {
  const file = { path: "index.json", text: originFixture("betterstack/composed-public-index.json") };

  test("so much is taken, approximated and left out", () => {
    expect(fileCounts(origin, [file])).toEqual({
      approximated: 3,
      components: 2,
      groups: 1,
      incidents: 1,
      left_out: 2,
      maintenances: 1,
      pages: 1,
    });
    const { page, components } = partOfFiles(origin, [file]);
    expect(page?.links).toEqual([
      { label: "Your Company", url: "https://example.com" },
      { label: "Contact", url: "https://example.com/support" },
    ]);
    expect(page).toMatchObject({ timeZone: "America/New_York", host: "status.example.com" });
    expect(components?.map(({ keptBy }) => keptBy)).toEqual(["watched", "manual"]);
    const said = { percent: expect.closeTo(99.91), days: 2, until: null };
    expect(components?.map(({ uptime }) => uptime)).toEqual([said, undefined]);
  });

  test("the days of a resource are its past: the seconds that it was down stand at the start, in the page's zone", () => {
    const [api, support] = partOfFiles(origin, [file]).components ?? [];
    const [at, end] = [Date.parse("2025-02-15T05:00:00Z"), Date.parse("2025-02-17T05:00:00Z")];
    expect(api?.history).toEqual([
      { from: at, to: at + 1_260_000, status: "major_outage" },
      { from: at + 1_260_000, to: end, status: "operational" },
    ]);
    expect(support?.history).toBeUndefined();
  });

  test.each([
    [{ status: "not_monitored", downtime_duration: 0 }, []],
    [{ status: "wobbly", downtime_duration: 60 }, []],
    [{ status: "downtime", downtime_duration: 0 }, []],
    [{ status: "downtime", downtime_duration: 90_000_000 }, ["major_outage"]],
    [{ status: "degraded", downtime_duration: 0 }, ["degraded_performance"]],
    [{ status: "maintenance", maintenance_duration: 60 }, ["under_maintenance", "operational"]],
    [
      { status: "downtime", downtime_duration: 60, maintenance_duration: 60 },
      ["major_outage", "under_maintenance", "operational"],
    ],
  ])("a day of %j is %j", (day, statuses) => {
    const index = JSON.parse(file.text) as { included: { id: string; attributes: Record<string, unknown> }[] };
    const given = [
      { day: "2025-02-15", ...day },
      { day: "2025-02-31", ...day },
    ];
    for (const { id, attributes } of index.included) if (id === "901") attributes.status_history = given;
    const [api] = partOfFiles(origin, [{ path: "index.json", text: JSON.stringify(index) }]).components ?? [];
    expect((api?.history ?? []).map(({ status }) => status)).toEqual(statuses);
  });

  test("it is read by its address without a token", () => {
    const own = originSettings({ url: "https://status.example.com/" });
    const { requests, document } = readOriginApi(origin, own, () => originAnswer(file.text));
    expect(requests.map(({ url, headers }) => [url, headers])).toEqual([
      ["https://status.example.com/index.json", { accept: "application/json" }],
    ]);
    expect(document.incidents[0]?.updates[0]?.body).toBe("We look.");
  });

  test("no spoilt file throws", () => expectSoundFiles(origin, [file]));
});
