import { describe, expect, test } from "vitest";
import {
  answersByAddress,
  expectMoved,
  expectSettingsFit,
  expectSoundFiles,
  fileCounts,
  partOfFiles,
  waitsAfterLimit,
} from "../../../tests/support/origin-files";
import {
  expectSoundApi,
  originAnswer,
  originFixture,
  originSettings,
  readOriginApi,
} from "../../../tests/support/origin-reading";
import type { OriginRequest } from "../contract/origin";
import { uptimerobotApiReader } from "../contract/uptimerobot/api";
import { uptimerobotOrigin } from "./uptimerobot";

const origin = { ...uptimerobotOrigin, api: uptimerobotApiReader };
const file = (name: string) => ({ path: `${name}.json`, text: originFixture(`uptimerobot/${name}.json`) });
const settings = originSettings({ key: "k3y-of-nobody" });
const list = (...data: unknown[]) => JSON.stringify({ data, nextLink: null });

/** Members as uptimerobot/terraform-provider-uptimerobot names them (internal/client/psp.go, psp_announcement.go). */
const page = {
  id: 5,
  friendlyName: "Acme",
  customDomain: "status.example.com",
  monitorIds: [0],
  isPasswordSet: true,
  homepageLink: "https://example.com",
  noIndex: true,
  sort: 4,
};
const announcement = {
  pspId: 5,
  title: "Move",
  content: "<p>We <b>move</b>.</p>",
  startDate: "2026-08-20T10:00:00.000Z",
  endDate: null,
  creationDate: "2026-08-01T10:00:00.000Z",
};

const answers: [RegExp, string][] = [
  [/\/monitors\?/, file("composed-v3-monitors").text],
  [/\/psps\?/, list(page)],
  [
    /\/psps\/5\/announcements/,
    list(
      { ...announcement, id: 1, type: "Maintenance", status: "Pending" },
      { ...announcement, id: 2, type: "Issue", status: "Archived", endDate: "2026-08-20T11:00:00.000Z" },
      { ...announcement, id: 3, type: "Info", status: "Published" },
      { ...announcement, id: 4, type: "Info", status: "Offline" },
    ),
  ],
  [/\/v2\/getMonitors/, JSON.stringify({ stat: "ok", monitors: [] })],
  [
    /\/maintenance-windows\?/,
    list({ id: 6, name: "Sunday", interval: "weekly", time: "02:00:00", duration: 60, days: [7], status: "active" }),
  ],
  [/\/user\/alert-contacts\?/, list({ id: 7, friendlyName: "Dana" })],
];
const answerTo = answersByAddress(answers, list());

describe("with a key", () => {
  const { document, requests } = readOriginApi(origin, settings, answerTo);

  test("so much is taken, approximated and left out", () => {
    expectMoved(
      document,
      {
        approximated: 7,
        components: 3,
        heartbeats: 1,
        incidents: 2,
        left_out: 8,
        maintenanceSeries: 1,
        maintenances: 1,
        monitors: 2,
        pages: 1,
        question: 2,
      },
      "k3y-of-nobody",
    );
    expect(requests.map(({ url }) => new URL(url).pathname)).toEqual([
      "/v3/psps",
      "/v3/psps/5/announcements",
      "/v3/monitors",
      "/v2/getMonitors",
      "/v3/maintenance-windows",
      "/v3/user/alert-contacts",
    ]);
  });

  test("the page’s link, and its wish about search engines, come along", () => {
    expect(document.page).toMatchObject({
      host: "status.example.com",
      isPrivate: true,
      isUnlisted: true,
      links: [{ label: "example.com", url: "https://example.com" }],
    });
  });

  test("announcements are maintenance, or incidents without components", () => {
    const at = Date.parse("2026-08-20T10:00:00Z");
    expect(document.maintenances).toMatchObject([
      {
        id: "announcement-1",
        state: "scheduled",
        startsAt: at,
        endsAt: at + 3_600_000,
        updates: [{ body: "We **move**." }],
      },
    ]);
    expect(document.incidents).toMatchObject([
      { id: "announcement-2", impact: "minor", startedAt: at, resolvedAt: at + 3_600_000 },
      { id: "announcement-3", impact: "none", startedAt: at, resolvedAt: null },
    ]);
  });

  test.each([
    [{ monitorIds: [0] }, [false, false, false]],
    [{ monitorIds: [], tagIds: [] }, [false, false, false]],
    [{ monitorIds: [], tagIds: [99] }, [true, true, true]],
  ])("monitors that the page does not show come hidden: %j", (view, hidden) => {
    const read = readOriginApi(origin, settings, (request) =>
      request.url.includes("/psps?") ? originAnswer(list({ ...page, ...view })) : answerTo(request),
    ).document;
    expect(read.components.map(({ isHidden }) => isHidden)).toEqual(hidden);
  });

  test("components are in the order of the page", () => {
    const namesBy = (sort: number) =>
      readOriginApi(origin, settings, (request) =>
        request.url.includes("/psps?") ? originAnswer(list({ ...page, sort })) : answerTo(request),
      ).document.components.map(({ name }) => name);
    expect(namesBy(1)).toEqual(namesBy(2).toReversed());
    expect(namesBy(1)).toEqual(namesBy(1).toSorted());
  });

  test("the past comes from the older API, and a refusal of it leaves all else", () => {
    const [first] = document.components;
    const logs = [
      { type: 1, datetime: 1_755_684_000, duration: 60 },
      { type: 2, datetime: 1_755_684_060, duration: 600 },
    ];
    const v2 = { stat: "ok", monitors: [{ id: Number(first?.id), logs, all_time_uptime_ratio: "99.9" }] };
    const answered = readOriginApi(origin, settings, (request) =>
      request.url.includes("/v2/") ? originAnswer(JSON.stringify(v2)) : answerTo(request),
    );
    // A component that comes again replaces the first, which a document of parts does.
    expect(answered.document.components.slice(0, 3)).toEqual(document.components);
    expect(answered.document.components.filter(({ history }) => history)).toMatchObject([
      {
        id: first?.id,
        uptime: { percent: 99.9, days: null },
        history: [{ status: "major_outage", to: 1_755_684_060_000 }, { status: "operational" }],
      },
    ]);
    const call = answered.requests.find(({ url }) => url.includes("/v2/"));
    expect([call?.method, new URLSearchParams(call?.body).get("monitors")?.split("-").length]).toEqual(["POST", 3]);
    for (const refused of [originAnswer('{"stat":"fail"}'), originAnswer("", { status: 401 })]) {
      const read = readOriginApi(origin, settings, (request) =>
        request.url.includes("/v2/") ? refused : answerTo(request),
      );
      expect(read.refusal).toBeNull();
      expect(read.document.components).toEqual(document.components);
      expect(read.document.notes.some(({ field }) => field === "logs")).toBe(true);
    }
  });

  test("the sense of a keyword is turned, and a heartbeat's address does not come", () => {
    const [keyword, website] = document.monitors;
    expect(website).toMatchObject({
      kind: "http",
      settings: { method: "HEAD", statuses: "200-299, 300-399", certificateDays: 30 },
    });
    expect(keyword?.settings).toMatchObject({ contains: "Welcome" });
    expect(document.heartbeats[0]).toMatchObject({
      pingKey: null,
      graceSeconds: 300,
      schedule: { everySeconds: 86_400 },
    });
    expect(JSON.stringify(document)).not.toContain("INVENTED");
  });

  test("the next page is asked until none is named, and one that names itself ends", () => {
    let count = 0;
    const paged = (request: OriginRequest) => {
      const answer = answerTo(request);
      if (!request.url.includes("/monitors?")) return answer;
      count++;
      return {
        ...answer,
        text: answer.text.replace(
          '"nextLink": null',
          '"nextLink": "https://api.uptimerobot.com/v3/monitors?limit=200&cursor=x"',
        ),
      };
    };
    readOriginApi(origin, settings, paged);
    expect(count).toBe(2);
  });

  test("a limit is waited for as its headers say", () => {
    const limit = originAnswer("", { status: 429, headers: { "x-ratelimit-reset": "31" } });
    expect(waitsAfterLimit(origin, settings, answerTo, limit)).toEqual([31_000]);
  });

  test("reading is sound", () => expectSoundApi(origin, settings, answerTo));
});

describe("recorded answers of v2", () => {
  test("so much is taken, approximated and left out", () => {
    expect(
      fileCounts(origin, [file("v2-getMonitors"), file("v2-getAlertContacts"), file("v2-getAccountDetails")]),
    ).toEqual({ components: 4, left_out: 2, monitors: 4 });
  });

  test("logs are the past, and time without checks is no data", () => {
    const part = partOfFiles(origin, [file("v2-getMonitors")]);
    expectSettingsFit(part);
    expect(part.monitors?.map(({ kind, settings: { port } }) => [kind, port])).toEqual([
      ["http", undefined],
      ["http", undefined],
      ["tcp", 21],
      ["tcp", 8000],
    ]);
    expect(part.monitors?.[1]?.history.map(({ status }) => status)).toEqual([
      "no_data",
      "major_outage",
      "operational",
      "no_data",
      "no_data",
    ]);
  });

  test.each([
    ['"all_time_uptime_ratio": "99.985"', { percent: 99.985, days: null, until: null }],
    ['"all_time_uptime_ratio": "-"', undefined],
    ['"custom_uptime_ratio": "99.98-100.000"', undefined],
  ])("the uptime that it says is of all its days: %s", (member, uptime) => {
    const text = file("v2-getMonitors").text.replace('"sub_type"', `${member}, "sub_type"`);
    expect(partOfFiles(origin, [{ path: "a.json", text }]).monitors?.[0]?.uptime).toEqual(uptime);
  });

  test.each([
    ['"status": 1', '"status": 77'],
    ['"type": 1,\n            "sub_type"', '"type": 42,\n            "sub_type"'],
  ])("a number that is not known is asked about: %s", (from, to) => {
    const text = file("v2-getMonitors").text.replace(from, to);
    const { notes = [], monitors = [] } = partOfFiles(origin, [{ path: "a.json", text }]);
    expect(notes.some(({ kind, id }) => kind === "question" && id === "777749809")).toBe(true);
    expect(monitors[0]?.isPaused || monitors[0]?.kind === null).toBe(true);
  });

  test("no spoilt file throws", () => expectSoundFiles(origin, [file("v2-getMonitors"), file("composed-v3-monitors")]));
});
