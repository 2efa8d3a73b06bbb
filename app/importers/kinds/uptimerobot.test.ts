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
import type { ApiOriginReader, ImportOrigin, OriginRequest } from "../contract/origin";
import { uptimerobotOrigin } from "./uptimerobot";

const origin = uptimerobotOrigin as ImportOrigin & { api: ApiOriginReader };
const file = (name: string) => ({ path: `${name}.json`, text: originFixture(`uptimerobot/${name}.json`) });
const settings = originSettings({ key: "k3y-of-nobody" });
const list = (...data: unknown[]) => JSON.stringify({ data, nextLink: null });

const answers: [RegExp, string][] = [
  [/\/monitors\?/, file("composed-v3-monitors").text],
  [
    /\/psps\?/,
    list({ id: 5, friendlyName: "Acme", customDomain: "status.example.com", monitorIds: [0], isPasswordSet: true }),
  ],
  [/\/maintenance-windows\?/, list({ id: 6, friendlyName: "Sunday" })],
  [/\/user\/alert-contacts\?/, list({ id: 7, friendlyName: "Dana" })],
];
const answerTo = answersByAddress(answers, list());

describe("with a key", () => {
  const { document, requests } = readOriginApi(origin, settings, answerTo);

  test("so much is taken, approximated and left out", () => {
    expectMoved(
      document,
      {
        approximated: 3,
        components: 3,
        heartbeats: 1,
        left_out: 9,
        monitors: 2,
        pages: 1,
        question: 2,
      },
      "k3y-of-nobody",
    );
    expect(requests).toHaveLength(4);
  });

  test("the sense of a keyword is turned, and a heartbeat's address does not come", () => {
    expect(document.monitors[0]).toMatchObject({
      kind: "http",
      settings: { method: "HEAD", statuses: "200-299, 300-399", certificateDays: 30 },
    });
    expect(document.monitors[1]?.settings).toMatchObject({ contains: "Welcome" });
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
    ).toEqual({ components: 4, left_out: 1, monitors: 4 });
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
