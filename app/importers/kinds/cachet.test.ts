import fc from "fast-check";
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
import { cachetOrigin } from "./cachet";

const origin = cachetOrigin as ImportOrigin & { api: ApiOriginReader };
const settings = originSettings({ url: "https://status.example.com", key: "k3y-of-nobody", timeZone: "Europe/Berlin" });
const fixture = (name: string) => originFixture(`cachet/${name}.json`);
const at = (text: string) => Date.parse(text);
const pathOf = ({ url }: OriginRequest) => url.replace("https://status.example.com", "").split("?")[0] ?? "";

const v2Lists: Record<string, string> = {
  "/api/v1/components/groups": "doc-v2-components-groups",
  "/api/v1/components": "doc-v2-components",
  "/api/v1/incidents": "doc-v2-incidents",
  "/api/v1/schedules": "doc-v2-schedules",
  "/api/v1/subscribers": "doc-v2-subscribers",
};

function answerV2(request: OriginRequest): OriginAnswer {
  if (pathOf(request) === "/api/v1/version") return originAnswer('{"data":"2.4.1"}');
  const name = v2Lists[pathOf(request)];
  return name ? originAnswer(fixture(name)) : originAnswer("", { status: 404 });
}

const v3Lists: Record<string, string> = {
  "/api/component-groups": "composed-v3-component-groups",
  "/api/components": "composed-v3-components",
  "/api/incidents": "composed-v3-incidents-include",
  "/api/schedules": "composed-v3-schedules",
};

function answerV3(request: OriginRequest): OriginAnswer {
  const path = pathOf(request);
  if (path === "/api/incident-templates")
    return originAnswer(
      '{"data":[{"id":"1","type":"incidentTemplates","attributes":{"id":1,"name":"Slow","template":"We see {{ name }}."}}]}',
    );
  if (path === "/api/subscribers")
    return originAnswer(
      '{"data":[{"id":"1","attributes":{"email":"ana@example.com","global":true,"verified_at":"2026-01-01 12:00:00"}},{"id":"2","attributes":{"email":"ben@example.com","global":false,"verified_at":"2026-01-01 12:00:00"}}]}',
    );
  const name = v3Lists[path];
  return name ? originAnswer(fixture(name)) : originAnswer("", { status: 404 });
}

describe("version 2", () => {
  const { document, requests } = readOriginApi(origin, settings, answerV2);

  test("the lists are read one after the other", () => {
    expect(requests.map(pathOf)).toEqual([
      "/api/v1/version",
      "/api/v1/components/groups",
      "/api/v1/incidents",
      "/api/v1/schedules",
      "/api/v1/components",
      "/api/v1/subscribers",
    ]);
    expect(requests.every(({ headers }) => headers["x-cachet-token"] === "k3y-of-nobody")).toBe(true);
  });

  test("it counts what is taken, approximated and left out", () => {
    expect(moveCounts(document)).toEqual({
      groups: 1,
      components: 1,
      incidents: 1,
      maintenances: 1,
      subscribers: 1,
      approximated: 2,
      left_out: 2,
    });
  });

  test("times are of the zone that was chosen", () => {
    expect(document.incidents[0]?.startedAt).toBe(at("2015-08-01T10:00:00Z"));
    expect(document.maintenances[0]).toMatchObject({
      startsAt: at("2015-08-01T10:30:00Z"),
      endsAt: at("2015-08-01T11:00:00Z"),
      state: "completed",
    });
    expect(document.subscribers[0]).toMatchObject({
      address: "ana@example.com",
      consentedAt: at("2015-07-24T12:42:24Z"),
    });
    expect(JSON.stringify(document)).not.toContain("1234567890");
  });

  test("an incident is its message and then its updates, of which the last says how it stands", () => {
    expect(document.incidents[0]?.updates.map(({ status, body }) => [status, body])).toEqual([
      ["investigating", "Incident Message"],
      ["identified", "Incident Update #1"],
    ]);
    expect(document.incidents[0]?.resolvedAt).toBeNull();
  });

  test("without a key, subscribers are not asked for", () => {
    const open = readOriginApi(origin, { ...settings, key: "" }, answerV2);
    expect(open.requests.map(pathOf)).not.toContain("/api/v1/subscribers");
    expect(open.refusal).toBeNull();
  });
});

const row = (id: number, name: string, status: number, created: string, more: object = {}) => ({
  id,
  name,
  status,
  component_id: 0,
  message: `${name} ${id}`,
  visible: 1,
  created_at: created,
  ...more,
});

/** Answers with these incidents, newest first, in pages of the size that is asked for. */
const withRows =
  (rows: object[], most = 100) =>
  (request: OriginRequest): OriginAnswer => {
    if (pathOf(request) !== "/api/v1/incidents") return answerV2(request);
    const page = Number(/[?&]page=(\d+)/.exec(request.url)?.[1]);
    const pagination = { current_page: page, total_pages: Math.max(1, Math.ceil(rows.length / most)) };
    return originAnswer(JSON.stringify({ meta: { pagination }, data: rows.slice((page - 1) * most, page * most) }));
  };

describe("rows of the time when an update was a row", () => {
  const rows = [
    row(6, "Planned", 0, "2026-07-03 09:00:00", { scheduled_at: "2026-07-04 22:00:00" }),
    row(5, "API down", 4, "2026-07-02 14:30:00"),
    row(4, "API down", 2, "2026-07-02 13:20:00"),
    row(3, "Mail slow", 1, "2026-07-02 13:00:00", { component_id: 9 }),
    row(2, "API down", 1, "2026-07-02 12:41:00"),
    row(1, "API down", 1, "2026-06-01 12:00:00"),
  ];

  test("those of one name within a day are one incident; none stays open", () => {
    const { document } = readOriginApi(origin, settings, withRows(rows));
    const told = document.incidents.map(({ id, updates, resolvedAt }) => [
      id,
      updates.map(({ status }) => status),
      resolvedAt !== null,
    ]);
    expect(new Set(told.map((each) => JSON.stringify(each)))).toEqual(
      new Set([
        JSON.stringify(["2", ["investigating", "identified", "resolved"], true]),
        JSON.stringify(["3", ["investigating", "resolved"], true]),
        JSON.stringify(["1", ["investigating", "resolved"], true]),
      ]),
    );
    expect(document.maintenances.map(({ id, state }) => [id, state])).toContainEqual(["incident-6", "scheduled"]);
  });

  test("another name for the same component belongs to it until it is fixed", () => {
    const other = [
      row(2, "API is fixed", 4, "2026-07-02 14:00:00", { component_id: 1 }),
      row(1, "API down", 1, "2026-07-02 12:00:00", { component_id: 1 }),
    ];
    const { document } = readOriginApi(origin, settings, withRows(other));
    expect(document.incidents).toEqual([expect.objectContaining({ id: "1", resolvedAt: at("2026-07-02T12:00:00Z") })]);
  });

  test("pages of any size and in either order join the same rows", () => {
    const ids = (size: number, list: object[]) =>
      readOriginApi(origin, settings, withRows(list, size))
        .document.incidents.map(({ id, updates }) => `${id}: ${updates.length}`)
        .sort();
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 7 }), fc.boolean(), (size, isReversed) => {
        expect(ids(size, isReversed ? rows.toReversed() : rows)).toEqual(ids(100, rows));
      }),
    );
  });

  test("what not everybody saw is left out", () => {
    const { document } = readOriginApi(
      origin,
      settings,
      withRows([
        row(1, "Hidden", 1, "2026-07-02 12:00:00", { visible: 0 }),
        row(2, "Gone", 1, "2026-07-02 12:00:00", { deleted_at: "2026-07-03 00:00:00" }),
      ]),
    );
    expect(document.incidents).toEqual([]);
    expect(document.notes.filter(({ noun }) => noun === "incident").map(({ field }) => field)).toEqual([
      "visible",
      "deleted_at",
    ]);
  });
});

describe("version 3", () => {
  const { document } = readOriginApi(origin, settings, answerV3);

  test("it counts what is taken, approximated and left out", () => {
    expect(moveCounts(document)).toEqual({
      groups: 1,
      components: 2,
      incidents: 1,
      maintenances: 1,
      templates: 1,
      subscribers: 1,
      approximated: 7,
      left_out: 3,
    });
  });

  test("when a group is collapsed comes along", () => {
    expect(document.groups[0]?.collapsed).toBe("unless_affected");
  });

  test("a group names its components, and an unknown status is never operational", () => {
    expect(
      document.components.map(({ name, groupId, manualStatus, isHidden, description }) => [
        name,
        groupId,
        manualStatus,
        isHidden,
        description,
      ]),
    ).toEqual([
      ["API", "1", null, false, "REST https://example.com"],
      ["Mail", null, "no_data", true, ""],
    ]);
  });

  test("updates come along, and the address has the GUID", () => {
    expect(document.incidents[0]).toMatchObject({
      startedAt: at("2026-07-02T10:41:00Z"),
      resolvedAt: at("2026-07-02T12:30:00Z"),
      path: "/incidents/8e3f2c1a-0000-4000-8000-000000000007",
      components: [{ componentId: "1", status: "degraded_performance" }],
    });
    expect(document.incidents[0]?.updates.map(({ status }) => status)).toEqual([
      "investigating",
      "identified",
      "resolved",
    ]);
    expect(document.maintenances[0]).toMatchObject({
      startsAt: at("2026-09-01T20:00:00Z"),
      endsAt: at("2026-09-01T21:00:00Z"),
      state: "scheduled",
    });
  });

  test("an unknown number is a question", () => {
    const { notes, components, incidents } = readOriginApi(origin, settings, (request) => {
      const answer = answerV3(request);
      return { ...answer, text: answer.text.replaceAll(/"value": ?[14]\b/g, '"value": 77') };
    }).document;
    expect(components[0]?.manualStatus).toBe(null);
    expect(incidents[0]?.resolvedAt).toBeNull();
    expect(notes.filter(({ kind }) => kind === "question").map(({ noun }) => noun)).toContain("component");
  });
});

test("another address is refused", () => {
  expect(readOriginApi(origin, settings, () => originAnswer("{}")).refusal).toMatch(/no version of Cachet/);
  expect(readOriginApi(origin, originSettings(), answerV2).refusal).toMatch(/address/);
});

test("any answer of version 2 is refused or read, and a pause changes nothing", () =>
  expectSoundApi(origin, settings, answerV2));
test("any answer of version 3 is refused or read, and a pause changes nothing", () =>
  expectSoundApi(origin, settings, answerV3));
