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
import { incidentIoOrigin } from "./incident-io";

const origin = incidentIoOrigin as ImportOrigin & { api: ApiOriginReader };
const withKey = originSettings({ key: "k3y-of-nobody" });
const fixture = (name: string) => originFixture(`incident-io/${name}.json`);
const at = (text: string) => Date.parse(text);

const structure = {
  status_page_structure: {
    items: [
      {
        group: {
          id: "G1",
          name: "Core",
          components: [
            {
              component_id: "01GW7P4ES31Q6V1ZQH321T0GJN",
              name: "API",
              display_uptime: true,
              data_available_since: "2021-01-01T00:00:00Z",
            },
          ],
        },
      },
      { component: { id: "01FCNDV6P870EA6S7TK1DSYDG2", name: "Website" }, hidden: true, display_uptime: false },
    ],
  },
};

const outage = {
  id: "01OUTAGE",
  name: "API outage",
  incident_status: "resolved",
  published_at: "2026-07-03T09:00:00Z",
  component_impacts: [
    {
      component_id: "A",
      component_status: "full_outage",
      start_at: "2026-07-02T12:41:00.123456Z",
      end_at: "2026-07-02T13:30:00Z",
    },
    {
      component_id: "A",
      component_status: "degraded_performance",
      start_at: "2026-07-02T13:30:00Z",
      end_at: "2026-07-02T14:30:00Z",
    },
    {
      component_id: "B",
      component_status: "partial_outage",
      start_at: "2026-07-02T12:50:00Z",
      end_at: "2026-07-02T12:55:00Z",
    },
  ],
  updates: [
    { incident_status: "resolved", message: "All is well.", published_at: "2026-07-02T14:30:00Z" },
    { incident_status: "monitoring", message: "A fix is out.", published_at: "2026-07-02T13:31:00Z" },
    {
      incident_status: "investigating",
      message: "We look.",
      published_at: "2026-07-02T12:45:00Z",
      component_statuses: [{ component_id: "A", component_status: "full_outage" }],
    },
  ],
};

const pages: Record<string, unknown> = {
  status_pages: [{ id: "01PAGE", name: "Acme", custom_domain: "status.example.com" }],
};

function answerTo({ url }: OriginRequest): OriginAnswer {
  if (url.includes("/status_pages?")) return originAnswer(JSON.stringify(pages));
  if (url.includes("/status_page_structures/01PAGE")) return originAnswer(JSON.stringify(structure));
  if (url.includes("/status_page_maintenances?")) {
    const row = {
      id: "M1",
      name: "Move",
      maintenance_status: "maintenance_complete",
      starts_at: "2026-08-01T10:00:00Z",
      ends_at: "2026-08-01T11:00:00Z",
      updates: [{ message: "Done", published_at: "2026-08-01T11:00:00Z" }],
    };
    return originAnswer(JSON.stringify({ status_page_maintenances: [row], pagination_meta: { after: null } }));
  }
  if (url.includes("&after=01FCNDV6P870EA6S7TK1DSYDG0"))
    return originAnswer(JSON.stringify({ status_page_incidents: [outage], pagination_meta: {} }));
  const first = JSON.parse(fixture("doc-status-page-incident")) as Record<string, unknown>;
  return originAnswer(
    JSON.stringify({ ...first, pagination_meta: { after: "01FCNDV6P870EA6S7TK1DSYDG0", page_size: 250 } }),
  );
}

describe("with a key", () => {
  const { document, requests } = readOriginApi(origin, withKey, answerTo);

  test("lists go on from mark to mark", () => {
    expect(requests.map(({ url }) => url.replace("https://api.incident.io/v2/", ""))).toEqual([
      "status_pages?page_size=250",
      "status_page_structures/01PAGE",
      "status_page_incidents?status_page_id=01PAGE&page_size=250",
      "status_page_incidents?status_page_id=01PAGE&page_size=250&after=01FCNDV6P870EA6S7TK1DSYDG0",
      "status_page_maintenances?status_page_id=01PAGE&page_size=250",
    ]);
  });

  test("it counts what is taken, approximated and left out", () => {
    expect(moveCounts(document)).toEqual({
      pages: 1,
      groups: 1,
      components: 2,
      incidents: 2,
      maintenances: 1,
      approximated: 1,
      left_out: 2,
    });
  });

  test("groups, hidden components and the first day of their history are kept", () => {
    expect(document.components).toEqual([
      expect.objectContaining({ name: "API", groupId: "G1", startedAt: at("2021-01-01T00:00:00Z"), isHidden: false }),
      expect.objectContaining({ name: "Website", groupId: null, showsUptime: false, isHidden: true }),
    ]);
  });

  test("an incident begins with its first span, and its updates follow the spans", () => {
    const incident = document.incidents[1];
    expect(incident).toMatchObject({
      startedAt: at("2026-07-02T12:41:00.123Z"),
      resolvedAt: at("2026-07-02T14:30:00Z"),
      impact: "critical",
      path: "/incidents/01OUTAGE",
    });
    expect(incident?.updates.map(({ status, changes }) => [status, changes])).toEqual([
      ["investigating", [{ componentId: "A", status: "major_outage" }]],
      ["monitoring", [{ componentId: "A", status: "degraded_performance" }]],
      ["resolved", [{ componentId: "A", status: null }]],
    ]);
    expect(incident?.components).toEqual([{ componentId: "B", status: "partial_outage" }]);
  });

  test("an unknown word is a question and never operational", () => {
    const { document } = readOriginApi(origin, withKey, (request) => {
      const answer = answerTo(request);
      return { ...answer, text: answer.text.replaceAll(/"(full_outage|resolved|maintenance_complete)"/g, '"purple"') };
    });
    expect(document.incidents[1]).toMatchObject({ resolvedAt: null });
    expect(document.incidents[1]?.updates[0]?.changes).toEqual([{ componentId: "A", status: "no_data" }]);
    expect(new Set(document.notes.filter(({ kind }) => kind === "question").map(({ noun }) => noun))).toEqual(
      new Set(["incident", "maintenance"]),
    );
  });

  test("lists that are not there are said to be missing", () => {
    const { document } = readOriginApi(origin, withKey, (request) =>
      /structures|maintenances/.test(request.url) ? originAnswer("", { status: 404 }) : answerTo(request),
    );
    expect(document.notes.filter(({ kind }) => kind === "left_out").map(({ field }) => field)).toEqual([
      "subscribers",
      "incidents",
      "status_page_structures",
      "status_page_maintenances",
    ]);
  });

  test("any answer, at any step, is refused or read, and a pause changes nothing", () =>
    expectSoundApi(origin, withKey, answerTo));
});

describe("without a key", () => {
  const settings = originSettings({ url: "https://status.example.com" });
  const publicAnswer = () => originAnswer(fixture("composed-widget-summary"));

  test("what is open now is read", () => {
    const { document } = readOriginApi(origin, settings, publicAnswer);
    expect(moveCounts(document)).toEqual({
      pages: 1,
      groups: 1,
      components: 1,
      incidents: 1,
      maintenances: 2,
      approximated: 1,
      left_out: 1,
    });
    expect(document.incidents[0]).toMatchObject({
      impact: "minor",
      resolvedAt: null,
      updates: [
        {
          status: "investigating",
          changes: [{ componentId: "01GW7P4ES31Q6V1ZQH321T0GJN", status: "degraded_performance" }],
        },
      ],
    });
    expect(document.maintenances.map(({ state, endsAt }) => [state, endsAt])).toEqual([
      ["in_progress", at("2026-08-20T12:00:00Z")],
      ["scheduled", at("2026-09-01T23:00:00Z")],
    ]);
  });

  test("another address is refused", () => {
    expect(readOriginApi(origin, settings, () => originAnswer('{"page":{}}')).refusal).toMatch(/none of incident\.io/);
  });

  test("any answer, at any step, is refused or read, and a pause changes nothing", () =>
    expectSoundApi(origin, settings, publicAnswer));
});
