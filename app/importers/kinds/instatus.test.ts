import { describe, expect, test } from "vitest";
import {
  expectSoundApi,
  moveCounts,
  originAnswer,
  originFixture,
  originSettings,
  readOriginApi,
} from "../../../tests/support/origin-reading";
import type { ApiOriginReader, ImportOrigin, OriginAnswer, OriginRequest } from "../contract/origin";
import { instatusOrigin } from "./instatus";

const origin = instatusOrigin as ImportOrigin & { api: ApiOriginReader };
const withKey = originSettings({ key: "k3y-of-nobody" });
const fixture = (name: string) => originFixture(`instatus/${name}.json`);

/** Members as instatushq/openapi names them (instatus.json, 2.0.0: Monitor). */
const monitors = [
  {
    id: "mon1",
    name: "Shop",
    type: "HTTP",
    url: "https://shop.example.com/health",
    httpMethod: "GET",
    headers: { "X-Token": "s3cret-of-nobody" },
    queryParams: { deep: "1" },
    basicAuth: { username: "ana", password: "pa55-of-nobody" },
    assertions: [
      { type: "STATUSCODE", comparison: "EQUALS", value: "200" },
      { type: "BODY", comparison: "CONTAINS", value: "fine" },
      { type: "RESPONSETIME", comparison: "LESS_THAN", value: "900" },
    ],
    checksInterval: 60,
    locations: ["US_EAST_1"],
  },
  { type: "TCP", url: "db.example.com:5432", httpMethod: "GET", assertions: [], checksInterval: 120 },
  {
    id: "mon3",
    name: "Odd",
    type: "HTTP",
    url: "https://odd.example.com",
    assertions: [{ type: "HEADERS", comparison: "HAS_KEY", value: "x" }],
  },
];

function answerTo({ url }: OriginRequest): OriginAnswer {
  const list = /\/v\d\/in_page_001\/(\w+)\?page=1&/.exec(url)?.[1];
  if (url.includes("/v2/pages")) return originAnswer(fixture("pages"));
  if (url.includes("/in_page_001/monitors?page=1"))
    return originAnswer(JSON.stringify({ monitors, total: 3, page: 1 }));
  if (list === "templates")
    return originAnswer('[{"id":"t1","name":"Slow","message":"We look.","status":"IDENTIFIED","type":"INCIDENT"}]');
  return originAnswer(list ? fixture(list) : "[]");
}

describe("with a key", () => {
  const { document, requests } = readOriginApi(origin, withKey, answerTo);

  test("the lists of a page are read one after the other", () => {
    expect(
      requests.map(({ url }) => url.replace("https://api.instatus.com", "").replace("in_page_001", "P").split("?")[0]),
    ).toEqual([
      "/v2/pages",
      "/v2/P/components",
      "/v1/P/incidents",
      "/v1/P/maintenances",
      "/v2/P/components",
      "/P/monitors",
      "/v1/P/templates",
      "/v2/P/subscribers",
    ]);
  });

  test("it counts what is taken, approximated and left out", () => {
    expect(moveCounts(document)).toEqual({
      pages: 1,
      groups: 1,
      components: 4,
      incidents: 2,
      maintenances: 2,
      monitors: 3,
      templates: 1,
      subscribers: 4,
      approximated: 4,
      left_out: 5,
      secret_found: 3,
      question: 2,
    });
  });

  test("a row that others name is their group", () => {
    expect(document.groups).toEqual([
      { id: "in_comp_group_001", name: "Core Services", description: "Core infrastructure services" },
    ]);
    expect(
      document.components.map(({ name, groupId, manualStatus, showsUptime }) => [
        name,
        groupId,
        manualStatus,
        showsUptime,
      ]),
    ).toEqual([
      ["API Gateway", "in_comp_group_001", null, true],
      ["Authentication Service", "in_comp_group_001", null, true],
      ["Dashboard", null, null, true],
      ["CDN", null, null, false],
    ]);
  });

  test("incidents keep their updates and their address", () => {
    expect(
      document.incidents.map(({ id, resolvedAt, updates, path }) => [
        id,
        resolvedAt,
        updates.map(({ status }) => status),
        path,
      ]),
    ).toEqual([
      [
        "in_incident_001",
        Date.parse("2024-06-10T16:45:00Z"),
        ["investigating", "identified", "monitoring", "resolved"],
        "/incident/in_incident_001",
      ],
      ["in_incident_002", null, ["investigating", "identified"], "/incident/in_incident_002"],
    ]);
  });

  test("a maintenance lasts its minutes, also those that are written as text", () => {
    expect(document.maintenances.map(({ startsAt, endsAt, state }) => [(endsAt - startsAt) / 60_000, state])).toEqual([
      [240, "scheduled"],
      [30, "completed"],
    ]);
  });

  test("monitors keep what they check; one with a condition that is not known here comes paused", () => {
    expect(
      document.monitors.map(({ id, kind, intervalSeconds, isPaused }) => [id, kind, intervalSeconds, isPaused]),
    ).toEqual([
      ["mon1", "http", 60, false],
      ["TCP db.example.com:5432", "tcp", 120, false],
      ["mon3", "http", null, true],
    ]);
    expect(document.monitors[0]?.settings).toEqual({
      url: "https://shop.example.com/health?deep=1",
      method: "GET",
      headers: "X-Token: s3cret-of-nobody",
      auth: "basic",
      username: "ana",
      password: "pa55-of-nobody",
      statuses: "200",
      contains: "fine",
      latest: 900,
    });
    expect(JSON.stringify(document.notes)).not.toContain("of-nobody");
  });

  test("a reminder, its notices and the components of templates are kept", () => {
    const maintenance = JSON.parse(fixture("maintenances"))[0];
    const noticesOf = (given: object) =>
      readOriginApi(origin, withKey, (request) =>
        request.url.includes("/maintenances?page=1")
          ? originAnswer(JSON.stringify([{ ...maintenance, ...given }]))
          : answerTo(request),
      ).document.maintenances[0]?.notices;
    expect(noticesOf({})).toBeUndefined();
    expect(noticesOf({ notifyEarly: true, notifyMinutes: 60, notifyStart: true, notifyEnd: false })).toEqual({
      atStart: true,
      atEnd: false,
      dayBefore: false,
      hourBefore: true,
    });
    expect(noticesOf({ notifyEarly: true, notifyMinutes: 1440 })).toMatchObject({ dayBefore: true, hourBefore: false });
    expect(noticesOf({ notifyEarly: false, notifyMinutes: 60, notifyStart: false })).toMatchObject({
      atStart: false,
      hourBefore: false,
    });
    const chosen = [{ id: "row", componentId: "in_comp_001", status: "MAJOROUTAGE" }];
    const template = {
      id: "t",
      name: "Down",
      message: "",
      status: "INVESTIGATING",
      type: "INCIDENT",
      components: chosen,
    };
    const read = readOriginApi(origin, withKey, (request) =>
      request.url.includes("/templates?page=1") ? originAnswer(JSON.stringify([template])) : answerTo(request),
    ).document;
    expect(read.templates).toMatchObject([{ components: [{ componentId: "in_comp_001", status: "major_outage" }] }]);
  });

  test("subscribers keep their way and their components", () => {
    expect(document.subscribers.map(({ kind, address, componentIds }) => [kind, address, componentIds.length])).toEqual(
      [
        ["email", "alice@example.com", 0],
        ["email", "bob@example.com", 2],
        ["sms", "+15551234567", 0],
        ["webhook", "https://hooks.example.com/instatus", 0],
      ],
    );
    expect(JSON.stringify(document.notes)).not.toMatch(/hooks\.example|k3y/);
  });

  test("an older version of the API answers where the newer one does not", () => {
    const older = readOriginApi(origin, withKey, (request) =>
      request.url.includes("/v2/in_page_001/components") ? originAnswer("", { status: 404 }) : answerTo(request),
    );
    expect(older.refusal).toBeNull();
    expect(older.document.components).toEqual(document.components);
  });

  test("names by language, groups as objects, and rows that an earlier move left are read", () => {
    const component = {
      id: "c",
      name: { default: "API", fr: "API (fr)" },
      group: { id: "g", name: { en: "Core" } },
      status: "OPERATIONAL",
      archivedAt: "2024-01-01T00:00:00Z",
    };
    const incident = {
      id: "i",
      name: "Old",
      status: "RESOLVED",
      started: "2024-06-10T14:00:00Z",
      resolved: null,
      updates: [],
      components: [{ id: "c", status: "MAJOROUTAGE" }],
      oldStatuspageId: "abc",
    };
    const read = readOriginApi(origin, withKey, (request) => {
      if (request.url.includes("/components?")) return originAnswer(JSON.stringify([component]));
      return request.url.includes("/incidents?") ? originAnswer(JSON.stringify([incident])) : answerTo(request);
    }).document;
    expect(read.groups).toEqual([{ id: "g", name: "Core", description: "" }]);
    expect(read.components).toEqual([expect.objectContaining({ name: "API", groupId: "g", isHidden: true })]);
    expect(read.incidents).toEqual([
      expect.objectContaining({ impact: "critical", components: [{ componentId: "c", status: "major_outage" }] }),
    ]);
    expect(read.incidents[0]).toMatchObject({ statuspageId: "abc", path: "/incident/i" });
  });

  test("an unknown word is a question and never operational", () => {
    const read = readOriginApi(origin, withKey, (request) => {
      const answer = answerTo(request);
      return { ...answer, text: answer.text.replaceAll(/"(OPERATIONAL|RESOLVED|COMPLETED)"/g, '"PURPLE"') };
    }).document;
    expect(read.components.filter(({ manualStatus }) => manualStatus === "no_data")).toHaveLength(2);
    expect(read.incidents.every(({ resolvedAt }) => resolvedAt === null)).toBe(true);
    expect(new Set(read.notes.filter(({ kind }) => kind === "question").map(({ noun }) => noun))).toEqual(
      new Set(["incident", "maintenance", "component", "monitor"]),
    );
  });

  test("any answer, at any step, is refused or read, and a pause changes nothing", () =>
    expectSoundApi(origin, withKey, answerTo));
});

describe("without a key", () => {
  const settings = originSettings({ url: "acme.instatus.com" });
  const publicAnswer = ({ url }: OriginRequest) =>
    url.endsWith("/summary.json")
      ? originAnswer(fixture("composed-public-summary"))
      : originAnswer("", { status: 404 });

  test("what is open now is read", () => {
    const { document } = readOriginApi(origin, settings, publicAnswer);
    expect(moveCounts(document)).toEqual({ pages: 1, incidents: 1, maintenances: 1, approximated: 1, left_out: 2 });
    expect(document.incidents[0]).toMatchObject({ impact: "minor", path: "/incident/i1" });
    expect(document.maintenances[0]).toMatchObject({ endsAt: Date.parse("2026-08-21T11:00:00Z") });
  });

  test("another address is refused", () => {
    expect(readOriginApi(origin, settings, () => originAnswer("{}")).refusal).toMatch(/none of Instatus/);
  });

  test("any answer, at any step, is refused or read, and a pause changes nothing", () =>
    expectSoundApi(origin, settings, publicAnswer));
});
