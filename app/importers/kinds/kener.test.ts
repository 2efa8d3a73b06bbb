import { describe, expect, test } from "vitest";
import {
  answersByAddress,
  expectMoved,
  expectSettingsFit,
  expectSoundFiles,
  fileCounts,
  partOfFiles,
} from "../../../tests/support/origin-files";
import {
  expectSoundApi,
  moveCounts,
  originFixture,
  originSettings,
  readOriginApi,
} from "../../../tests/support/origin-reading";
import type { ApiOriginReader, ImportOrigin } from "../contract/origin";
import { kenerOrigin } from "./kener";

const origin = kenerOrigin as ImportOrigin & { api: ApiOriginReader };
const file = (path: string) => ({ path, text: originFixture(`kener/${path}`) });
const settings = originSettings({ url: "https://status.example.com", key: "k3y-of-nobody" });
const yaml = [file("v1-v2-monitors.example.yaml"), file("v2-site.example.yaml")];
const v3 = ["monitor", "incident", "incident-updates"].map((name) => file(`v3-doc-${name}.json`));

const answers: [RegExp, string][] = [
  [/\/monitors$/, file("composed-v4-monitors.json").text],
  [/\/incidents\?/, file("composed-v4-incidents.json").text],
  [/\/comments$/, file("composed-v4-comments.json").text],
  [/\/maintenances$/, JSON.stringify({ maintenances: [{ id: 1, title: "Sunday", rrule: "FREQ=WEEKLY" }] })],
  [/\/api\/monitor$/, v3[0]?.text ?? ""],
  [/\/api\/incident\?/, v3[1]?.text ?? ""],
  [/\/updates$/, v3[2]?.text ?? ""],
];
const answerTo = answersByAddress(answers);

describe("the API", () => {
  const { document } = readOriginApi(origin, settings, answerTo);

  test("of v4: so much is taken, approximated and left out", () => {
    expectMoved(
      document,
      {
        approximated: 1,
        components: 3,
        groups: 1,
        heartbeats: 1,
        incidents: 1,
        left_out: 4,
        monitors: 2,
        question: 1,
        secret_found: 1,
      },
      "k3y-of-nobody",
      "INVENTED",
    );
    expect(document.incidents[0]).toMatchObject({
      impact: "minor",
      resolvedAt: null,
      components: [{ componentId: "api", status: "degraded_performance" }],
      updates: [{ status: "investigating", body: "We **look**." }],
    });
    expect(document.heartbeats[0]).toMatchObject({ schedule: { everySeconds: 300 }, graceSeconds: 300 });
  });

  test("of v3: so much is taken, approximated and left out", () => {
    const older = originSettings({ ...settings, choices: { version: "3" } });
    const read = readOriginApi(origin, older, answerTo).document;
    expect(moveCounts(read)).toEqual({ components: 1, groups: 1, incidents: 2, left_out: 3, monitors: 1 });
    expect(read.monitors[0]).toMatchObject({ kind: "tls", settings: { host: "github.com", port: 443 } });
    expect(read.incidents.map(({ resolvedAt }) => resolvedAt !== null)).toEqual([true, false]);
  });

  test("reading is sound", () => expectSoundApi(origin, settings, answerTo));
});

describe("files", () => {
  test.each([
    ["YAML of 1 and 2", yaml, { components: 5, left_out: 20, monitors: 4, pages: 1 }],
    ["recorded answers of 3", v3, { components: 1, groups: 1, incidents: 2, monitors: 1 }],
  ])("%s: so much is taken, approximated and left out", (_, files, counts) => {
    expect(fileCounts(origin, files)).toEqual(counts);
    expectSettingsFit(partOfFiles(origin, files));
  });

  test("JavaScript is not run: its monitor comes paused and is asked about", () => {
    const text = file("composed-v4-monitors.json").text.replace('"eval": ""', '"eval": "(x) => x"');
    const { monitors = [], notes = [] } = partOfFiles(origin, [{ path: "monitors.json", text }]);
    expect(monitors[0]).toMatchObject({ id: "api", isPaused: true });
    expect(notes).toContainEqual(expect.objectContaining({ kind: "question", field: "eval" }));
  });

  test.each([
    ['"monitor_type": "TCP"', '"monitor_type": "TELEPATHY"', "monitor_type"],
    ['"impact": "DEGRADED"', '"impact": "WOBBLY"', "monitors.impact"],
  ])("the word %s is asked about when it is %s", (from, to, field) => {
    const files = ["monitors", "incidents"]
      .map((name) => file(`composed-v4-${name}.json`))
      .map((each) => ({ ...each, text: each.text.replace(from, to) }));
    expect(partOfFiles(origin, files).notes).toContainEqual(expect.objectContaining({ kind: "question", field }));
  });

  test("no spoilt file throws", () =>
    expectSoundFiles(origin, [...yaml, ...v3, file("composed-v4-monitors.json")], 80));
});
