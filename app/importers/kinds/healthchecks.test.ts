import { describe, expect, test } from "vitest";
import { expectSoundFiles, fileCounts, partOfFiles } from "../../../tests/support/origin-files";
import {
  expectSoundApi,
  moveCounts,
  originAnswer,
  originFixture,
  originSettings,
  readOriginApi,
} from "../../../tests/support/origin-reading";
import type { ApiOriginReader, ImportOrigin, OriginRequest } from "../contract/origin";
import { healthchecksOrigin } from "./healthchecks";

const origin = healthchecksOrigin as ImportOrigin & { api: ApiOriginReader };
const fixture = (name: string) => originFixture(`healthchecks/${name}.json`);
const file = (name: string) => ({ path: `${name}.json`, text: fixture(name) });
const settings = originSettings({ key: "k3y-of-nobody" });
const answerTo = ({ url }: OriginRequest) => {
  if (url.endsWith("/flips/")) return originAnswer(fixture("composed-v3-flips"));
  return originAnswer(fixture(url.endsWith("/channels/") ? "v3-channels" : "v3-checks"));
};

/** Returns the checks as a read-only key shows them. */
const readOnly = (name: string) => {
  const { checks } = JSON.parse(fixture(name)) as { checks: Record<string, unknown>[] };
  const shown = checks.map(({ uuid: _, ping_url, update_url, pause_url, resume_url, channels, ...rest }, at) => ({
    ...rest,
    unique_key: `${at}`.repeat(40),
  }));
  return JSON.stringify({ checks: shown });
};

describe("the answers of the API", () => {
  test("so much is taken, approximated and left out", () => {
    const { document, requests } = readOriginApi(origin, settings, answerTo);
    expect(moveCounts(document)).toEqual({ approximated: 3, components: 2, heartbeats: 2, left_out: 9 });
    const [one, other] = document.heartbeats.map(({ id }) => `https://healthchecks.io/api/v3/checks/${id}/flips/`);
    expect(requests.map(({ url }) => url)).toEqual([
      "https://healthchecks.io/api/v3/checks/",
      one,
      other,
      "https://healthchecks.io/api/v3/channels/",
    ]);
    expect(JSON.stringify(document)).not.toContain("k3y-of-nobody");
  });

  /** Reads one check of a status, whose flips are answered like that. */
  const pastOf = (status: string, flips: string, code = 200) => {
    const { checks } = JSON.parse(fixture("v3-checks")) as { checks: object[] };
    const text = JSON.stringify({ checks: [{ ...checks[0], status }] });
    return readOriginApi(origin, settings, ({ url }) => {
      if (url.endsWith("/flips/")) return originAnswer(flips, { status: code });
      return originAnswer(url.endsWith("/channels/") ? fixture("v3-channels") : text);
    }).document;
  };

  test("flips are the past of its component, also as the bare list of the documentation", () => {
    const [first, down, up] = ["2026-07-02T10:16:18Z", "2026-08-20T02:30:00Z", "2026-08-20T04:12:31Z"].map(Date.parse);
    const past = [
      { from: first, to: down, status: "operational" },
      { from: down, to: up, status: "major_outage" },
    ];
    const open = { from: up, to: null, status: "operational" };
    const flips = fixture("composed-v3-flips");
    const bare = JSON.stringify((JSON.parse(flips) as { flips: unknown }).flips);
    expect(pastOf("up", flips).components[0]?.history).toEqual([...past, open]);
    expect(pastOf("grace", bare).components[0]?.history).toEqual([...past, open]);
    expect(pastOf("paused", flips).components[0]?.history).toEqual(past);
    expect(pastOf("down", flips).components[0]?.history).toEqual(past);
  });

  test("a check whose flips are not offered, or that never turned, comes without a past", () => {
    for (const document of [pastOf("up", "{}", 404), pastOf("up", '{"flips": []}')]) {
      expect(document.components.map(({ history }) => history)).toEqual([undefined]);
      expect(document.heartbeats).toHaveLength(1);
    }
  });

  test("a server of one's own is asked under its address", () => {
    const own = originSettings({ key: "k3y-of-nobody", url: "https://hc.example.org/api/v3/" });
    expect(readOriginApi(origin, own, answerTo).requests[0]?.url).toBe("https://hc.example.org/api/v3/checks/");
  });

  test("a read-only key is said first, and its checks come without addresses", () => {
    const { document } = readOriginApi(origin, settings, ({ url }) =>
      url.endsWith("/checks/") ? originAnswer(readOnly("v3-checks")) : originAnswer("{}", { status: 403 }),
    );
    expect(document.notes[0]).toMatchObject({ kind: "question", field: "uuid" });
    expect(document.heartbeats.map(({ pingKey, pingPath }) => [pingKey, pingPath])).toEqual([
      [null, null],
      [null, null],
    ]);
    expect(document.notes.at(-1)).toMatchObject({ kind: "left_out", field: "channels" });
  });

  test.each([
    [{ key: "" }, "read-write key"],
    [{ url: "http://hc.example.org" }, "https address"],
  ])("settings %j are refused", (given, message) => {
    expect(readOriginApi(origin, originSettings({ key: "k3y-of-nobody", ...given }), answerTo).refusal).toContain(
      message,
    );
  });

  test("a wrong key is refused by its name", () => {
    const { refusal } = readOriginApi(origin, settings, () => originAnswer("", { status: 401 }));
    expect(refusal).toContain("refused the key (401) for checks");
  });

  test("reading is sound", () => expectSoundApi(origin, settings, answerTo));
});

describe("files", () => {
  test("so much is taken, approximated and left out", () => {
    expect(fileCounts(origin, [file("composed-v3-checks-kinds")])).toEqual({
      components: 5,
      heartbeats: 5,
      left_out: 7,
      question: 1,
    });
  });

  test("each kind of check keeps its address and its schedule", () => {
    const { heartbeats = [] } = partOfFiles(origin, [file("composed-v3-checks-kinds")]);
    expect(
      heartbeats.map(({ pingPath, schedule, graceSeconds, isPaused }) => [
        pingPath?.slice(-2),
        schedule,
        graceSeconds,
        isPaused,
      ]),
    ).toEqual([
      ["01", { cron: "0 4 * * *", timeZone: "Europe/Helsinki" }, 1800, false],
      ["02", { everySeconds: 60 }, 60, false],
      ["03", { everySeconds: 86_400 }, 86_400, true],
      ["04", { everySeconds: 604_800 }, 43_200, true],
      ["05", { everySeconds: 86_400 }, 3600, false],
    ]);
    expect(heartbeats[4]?.name).toBe("Check 5");
  });

  test("what counts as a ping comes along: methods, resuming, and words where a filter searches them", () => {
    const { heartbeats = [] } = partOfFiles(origin, [file("composed-v3-checks-kinds")]);
    const every = { postOnly: false, manualResume: false, wordsIn: "anywhere" };
    expect(heartbeats[0]?.pingRules).toEqual({ ...every, failWords: [], successWords: [], startWords: [] });
    expect(heartbeats[3]?.pingRules).toEqual({
      postOnly: true,
      manualResume: true,
      wordsIn: "subject",
      failWords: ["FAILED", "error"],
      successWords: ["completed", "OK"],
      startWords: [],
    });
    const text = fixture("v3-checks")
      .replace('"filter_http_body": false', '"filter_http_body": true')
      .replace('"filter_default_fail": false', '"filter_default_fail": true');
    const { heartbeats: both = [], notes = [] } = partOfFiles(origin, [{ path: "checks.json", text }]);
    expect(both[0]?.pingRules).toMatchObject({ wordsIn: "anywhere", startWords: ["START"] });
    for (const field of ["filter_body", "filter_default_fail"])
      expect(notes).toContainEqual(expect.objectContaining({ kind: "approximated", field }));
  });

  test.each([
    ["Mon..Fri 09:00", false],
    ["Someday 09:00", true],
  ])("of the calendar “%s” alone it is %s that it is asked about and comes paused", (calendar, isAsked) => {
    const text = fixture("composed-v3-checks-kinds").replace("Mon..Fri 09:00\\n*-*~1 12:00", calendar);
    const { heartbeats = [], notes = [] } = partOfFiles(origin, [{ path: "checks.json", text }]);
    const schedule = isAsked ? { everySeconds: 86_400 } : { calendar, timeZone: "America/New_York" };
    expect(heartbeats[2]).toMatchObject({ schedule, isPaused: isAsked });
    expect(notes.some(({ field }) => field === "schedule")).toBe(isAsked);
  });

  test("an unknown status is asked about, and the check comes paused", () => {
    const text = fixture("v3-checks").replace('"status": "up"', '"status": "sleeping"');
    const { heartbeats = [], notes = [] } = partOfFiles(origin, [{ path: "checks.json", text }]);
    expect(heartbeats[0]?.isPaused).toBe(true);
    expect(notes).toContainEqual(expect.objectContaining({ kind: "question", field: "status" }));
  });

  test("no spoilt file throws", () =>
    expectSoundFiles(origin, [file("composed-v3-checks-kinds"), file("v3-channels")]));
});
