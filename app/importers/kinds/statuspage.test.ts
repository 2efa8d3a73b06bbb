import { describe, expect, test } from "vitest";
import {
  expectSoundApi,
  moveCounts,
  originAnswer,
  originSettings,
  readOriginApi,
} from "../../../tests/support/origin-reading";
import { statuspageV1Answer, statuspageV1Text } from "../../../tests/support/statuspage-origin";
import type { MoveDocument } from "../contract/move-document";
import type { ApiOriginReader, ImportOrigin, OriginRequest } from "../contract/origin";
import { statuspageOrigin } from "./statuspage";

const origin = statuspageOrigin as ImportOrigin & { api: ApiOriginReader };
const key = "k3y-of-nobody";
const withKey = originSettings({ key });
const at = (text: string) => Date.parse(text);

const incidentOf = (document: MoveDocument, id: string) => document.incidents.find((each) => each.id === id);

describe("with a key", () => {
  const { document, requests } = readOriginApi(origin, withKey, statuspageV1Answer);

  test("all of a page is read in its order, one list after the other", () => {
    expect(
      requests.map(({ url }) => url.replace("https://api.statuspage.io/v1", "").replace("/pages/kctbh9vrtdwd", "")),
    ).toEqual([
      "/pages",
      "https://kctbh9vrtdwd.statuspage.io/history.atom",
      "/component-groups?page=1&per_page=100",
      "/components?page=1&per_page=100",
      "/incidents?page=1&limit=100",
      "/components?page=1&per_page=100",
      "/incident_templates?page=1&per_page=100",
      "/subscribers?state=active&sort_field=created_at&page=0&limit=100",
      "/subscribers?state=quarantined&sort_field=created_at&page=0&limit=100",
      "/subscribers?state=unconfirmed&sort_field=created_at&page=0&limit=100",
      "/subscribers/unsubscribed?page=0&limit=100",
      "/metrics?page=1&per_page=100",
    ]);
    const [feed, calls] = [requests.filter((each) => each.isBeside), requests.filter((each) => !each.isBeside)];
    expect(calls.every(({ headers }) => headers.authorization === `OAuth ${key}`)).toBe(true);
    expect(feed.map(({ headers }) => headers)).toEqual([{}]);
    expect(JSON.stringify(document)).not.toContain(key);
  });

  test("components come in the order that the page shows, whatever the order of the list", () => {
    const rows = JSON.parse(statuspageV1Text("components")) as { group: boolean; position: number; name: string }[];
    const shuffled = rows.map((row, at) => ({ ...row, position: rows.length - at }));
    const answer = (request: OriginRequest) =>
      request.url.includes("/components?") ? originAnswer(JSON.stringify(shuffled)) : statuspageV1Answer(request);
    const named = shuffled.filter(({ group }) => !group).map(({ name }) => name);
    const read = readOriginApi(origin, withKey, answer).document;
    expect(read.components.map(({ name }) => name)).toEqual(named.toReversed());
  });

  test("it counts what is taken, approximated and left out", () => {
    expect(moveCounts(document)).toEqual({
      pages: 1,
      groups: 1,
      components: 3,
      incidents: 2,
      maintenances: 1,
      templates: 1,
      subscribers: 6,
      approximated: 4,
      left_out: 14,
      secret_found: 1,
    });
  });

  test("a component that is only shown if degraded is so here", () => {
    expect(document.components.flatMap(({ onlyShownIfAffected }) => onlyShownIfAffected ?? [])).toEqual([true]);
  });

  test("the page’s zone comes from its name in Rails, and its days begin there", () => {
    expect(document.page).toMatchObject({
      id: "kctbh9vrtdwd",
      timeZone: "Europe/Berlin",
      slug: "acme",
      host: "status.example.com",
      accentColor: "#0c66e4",
    });
    expect(document.components.map(({ id, startedAt }) => [id, startedAt])).toEqual([
      ["b8hf2k3lq9zz", at("2019-05-01T22:00:00Z")],
      ["c1tz7yb2m0xa", at("2019-05-01T22:00:00Z")],
      ["d4pj5s6n7vcb", null],
    ]);
  });

  test("a status that an open incident or maintenance explains is not set by hand as well", () => {
    expect(document.components.map(({ manualStatus }) => manualStatus)).toEqual([null, null, null]);
  });

  test("an incident begins with its earliest shown update, and its postmortem stands once", () => {
    const incident = incidentOf(document, "5dgh1vz0n8kp");
    expect(incident).toMatchObject({
      startedAt: at("2026-07-02T12:41:00Z"),
      resolvedAt: at("2026-07-02T14:30:00Z"),
      impact: "critical",
      path: "/incidents/5dgh1vz0n8kp",
      postmortem: { publishedAt: at("2026-07-05T09:00:00Z") },
    });
    expect(incident?.updates.map(({ status, changes }) => [status, changes[0]?.status])).toEqual([
      ["investigating", "major_outage"],
      ["monitoring", "partial_outage"],
      ["resolved", null],
    ]);
  });

  test("line ends of Windows become those of here", () => {
    expect(incidentOf(document, "p31zjtct2jer")?.updates.at(-1)?.body).toBe("A cache is cold.\n\n* we warm it");
  });

  test("the planned start tells a maintenance", () => {
    expect(document.maintenances).toEqual([
      expect.objectContaining({
        id: "8k2m4qyx7w1b",
        state: "in_progress",
        startsAt: at("2026-08-20T10:00:00Z"),
        endsAt: at("2026-08-20T12:00:00Z"),
        componentIds: ["d4pj5s6n7vcb"],
        autoStart: true,
        autoEnd: true,
        notices: { atStart: true, atEnd: true, dayBefore: false, hourBefore: true },
        feedTag: "2005:Incident/26148992",
      }),
    ]);
  });

  test("a template keeps the components that it names, without a status", () => {
    expect(document.templates).toEqual([
      expect.objectContaining({ components: [{ componentId: "b8hf2k3lq9zz", status: null }] }),
    ]);
  });

  test("whether subscribers were notified of a postmortem is known from then on", () => {
    expect(incidentOf(document, "5dgh1vz0n8kp")?.postmortem).toMatchObject({ isNotified: true });
  });

  test("subscribers keep their state; those who never confirmed stay behind", () => {
    expect(document.subscribers.map(({ kind, address, state }) => [kind, address, state])).toEqual([
      ["email", "ana@example.com", "active"],
      ["email", "ben@example.com", "active"],
      ["webhook", "https://hooks.example.com/statuspage", "active"],
      ["sms", "+12025550123", "active"],
      ["email", "gone@example.com", "quarantined"],
      ["email", "no-more@example.com", "unsubscribed"],
    ]);
    expect(JSON.stringify(document.notes)).not.toMatch(/hooks\.example|perhaps@/);
  });
});

/** Answers with one changed member of the first incident. */
const withIncident = (change: (row: Record<string, unknown>) => void) => (request: OriginRequest) => {
  const answer = statuspageV1Answer(request);
  if (!request.url.includes("/incidents?page=1")) return answer;
  const rows = JSON.parse(answer.text) as Record<string, unknown>[];
  change(rows[2] ?? {});
  return originAnswer(JSON.stringify(rows));
};

describe("what is odd", () => {
  test("an unknown status is a question: neither operational nor dropped", () => {
    const { document } = readOriginApi(origin, withKey, (request) => {
      const answer = statuspageV1Answer(request);
      return originAnswer(
        request.url.includes("/components?") ? answer.text.replaceAll("degraded_performance", "purple") : answer.text,
      );
    });
    const spoilt = readOriginApi(
      origin,
      withKey,
      withIncident((row) => Object.assign(row, { status: "odd", impact_override: "odd" })),
    ).document;
    expect(document.notes).toContainEqual(
      expect.objectContaining({ kind: "question", noun: "component", field: "status", id: "c1tz7yb2m0xa" }),
    );
    expect(incidentOf(spoilt, "5dgh1vz0n8kp")).toMatchObject({ impact: "minor", resolvedAt: null });
    expect(spoilt.notes.filter(({ kind }) => kind === "question").map(({ field }) => field)).toEqual([
      "impact",
      "status",
    ]);
  });

  test("an incident that affected nothing has no note of it", () => {
    const none = [{ name: "No components were affected by this update." }];
    const { document } = readOriginApi(
      origin,
      withKey,
      withIncident((row) => {
        for (const update of row.incident_updates as Record<string, unknown>[]) update.affected_components = none;
      }),
    );
    expect(document.notes.filter(({ field }) => field === "affected_components")).toEqual([]);
    expect(incidentOf(document, "5dgh1vz0n8kp")?.components).toEqual([
      { componentId: "b8hf2k3lq9zz", status: "major_outage" },
    ]);
  });

  test("a postmortem that the list lacks is asked for, and the incident waits for it", () => {
    const { document, requests } = readOriginApi(origin, withKey, (request) => {
      if (request.url.endsWith("/incidents/5dgh1vz0n8kp/postmortem"))
        return originAnswer('{"body":"A certificate.","published_at":"2026-07-05T09:00:00Z"}');
      return withIncident((row) => {
        row.postmortem_body = null;
        row.incident_updates = (row.incident_updates as { status: string }[]).filter(
          ({ status }) => status !== "postmortem",
        );
      })(request);
    });
    expect(requests.some(({ url }) => url.endsWith("/postmortem"))).toBe(true);
    expect(document.incidents).toHaveLength(2);
    expect(incidentOf(document, "5dgh1vz0n8kp")?.postmortem).toEqual({
      body: "A certificate.",
      publishedAt: at("2026-07-05T09:00:00Z"),
    });
  });

  test("an answer that was cut off is asked for again in smaller pages, from the same row", () => {
    const all = Array.from({ length: 120 }, (_, index) => ({
      ...JSON.parse(statuspageV1Text("incident_templates"))[0],
      id: `t${index}`,
    }));
    const { document } = readOriginApi(origin, withKey, (request) => {
      const [, page = "1", size = "1"] = /incident_templates\?page=(\d+)&per_page=(\d+)/.exec(request.url) ?? [];
      if (!request.url.includes("incident_templates")) return statuspageV1Answer(request);
      const rows = all.slice((Number(page) - 1) * Number(size), Number(page) * Number(size));
      return originAnswer(JSON.stringify(rows), { isCut: rows.length > 30 });
    });
    expect(document.templates.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  });

  test("a list that the key may not read is left out, and all else comes", () => {
    const { document, refusal } = readOriginApi(origin, withKey, (request) =>
      /subscribers|metrics/.test(request.url) ? originAnswer("", { status: 403 }) : statuspageV1Answer(request),
    );
    expect(refusal).toBeNull();
    expect(document.incidents).toHaveLength(2);
    expect(document.notes.filter(({ reason }) => reason.startsWith("The key may not"))).toHaveLength(5);
  });

  test("a list that repeats its page for ever ends with it", () => {
    const page = JSON.stringify(
      Array.from({ length: 100 }, (_, index) => ({
        ...JSON.parse(statuspageV1Text("incident_templates"))[0],
        id: `t${index}`,
      })),
    );
    const { document } = readOriginApi(origin, withKey, (request) =>
      request.url.includes("incident_templates") ? originAnswer(page) : statuspageV1Answer(request),
    );
    expect(document.templates).toHaveLength(100);
  });

  test("a key for several pages needs the address of one", () => {
    const rows = [JSON.parse(statuspageV1Text("pages"))[0], { id: "an0therpage0", name: "Other", subdomain: "other" }];
    const answer = (request: OriginRequest) =>
      request.url.endsWith("/v1/pages") ? originAnswer(JSON.stringify(rows)) : statuspageV1Answer(request);
    expect(readOriginApi(origin, withKey, answer).refusal).toMatch(/Acme, Other/);
    for (const url of [
      "status.example.com",
      "https://acme.statuspage.io",
      "https://manage.statuspage.io/pages/kctbh9vrtdwd",
    ])
      expect(readOriginApi(origin, originSettings({ key, url }), answer).document.page?.name).toBe("Acme");
  });

  test.each([
    [401, /refused the key/],
    [403, /refused the key/],
    [404, /404/],
    [302, /302/],
  ])("%s is refused", (status, words) => {
    expect(readOriginApi(origin, withKey, () => originAnswer("", { status })).refusal).toMatch(words);
  });
});

test("any answer with a key, at any step, is refused or read, and a pause changes nothing", () =>
  expectSoundApi(origin, withKey, statuspageV1Answer));
