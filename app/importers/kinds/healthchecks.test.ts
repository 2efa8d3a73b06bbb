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
const answerTo = ({ url }: OriginRequest) =>
  originAnswer(fixture(url.endsWith("/channels/") ? "v3-channels" : "v3-checks"));

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
    expect(moveCounts(document)).toEqual({ approximated: 1, components: 2, heartbeats: 2, left_out: 13 });
    expect(requests.map(({ url }) => url)).toEqual([
      "https://healthchecks.io/api/v3/checks/",
      "https://healthchecks.io/api/v3/channels/",
    ]);
    expect(JSON.stringify(document)).not.toContain("k3y-of-nobody");
  });

  test("a server of one's own is asked under its address", () => {
    const own = originSettings({ key: "k3y-of-nobody", url: "https://hc.example.org/api/v3/" });
    expect(readOriginApi(origin, own, answerTo).requests[0]?.url).toBe("https://hc.example.org/api/v3/checks/");
  });

  test("a read-only key is said first, and its checks come without addresses", () => {
    const { document } = readOriginApi(origin, settings, ({ url }) =>
      url.endsWith("/channels/") ? originAnswer("{}", { status: 403 }) : originAnswer(readOnly("v3-checks")),
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
    expect(refusal).toContain("refused the key for checks");
  });

  test("reading is sound", () => expectSoundApi(origin, settings, answerTo));
});

describe("files", () => {
  test("so much is taken, approximated and left out", () => {
    expect(fileCounts(origin, [file("composed-v3-checks-kinds")])).toEqual({
      components: 5,
      heartbeats: 5,
      left_out: 14,
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

  test("an unknown status is asked about, and the check comes paused", () => {
    const text = fixture("v3-checks").replace('"status": "up"', '"status": "sleeping"');
    const { heartbeats = [], notes = [] } = partOfFiles(origin, [{ path: "checks.json", text }]);
    expect(heartbeats[0]?.isPaused).toBe(true);
    expect(notes).toContainEqual(expect.objectContaining({ kind: "question", field: "status" }));
  });

  test("no spoilt file throws", () =>
    expectSoundFiles(origin, [file("composed-v3-checks-kinds"), file("v3-channels")]));
});
