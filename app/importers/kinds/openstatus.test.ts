import { describe, expect, test } from "vitest";
import {
  answersByAddress,
  expectMoved,
  expectSettingsFit,
  expectSoundFiles,
  fileCounts,
  partOfFiles,
} from "../../../tests/support/origin-files";
import { expectSoundApi, originFixture, originSettings, readOriginApi } from "../../../tests/support/origin-reading";
import type { ApiOriginReader, ImportOrigin, OriginRequest } from "../contract/origin";
import { openstatusOrigin } from "./openstatus";

const origin = openstatusOrigin as ImportOrigin & { api: ApiOriginReader };
const file = (path: string) => ({ path, text: originFixture(`openstatus/${path}`) });
const fixture = (name: string) => file(`composed-v1-${name}.json`).text;
const settings = originSettings({ key: "k3y-of-nobody" });

const answers: [RegExp, string][] = [
  [
    /\/page$/,
    JSON.stringify([
      { id: 1, title: "Acme", slug: "acme", description: "All", customDomain: "", accessType: "password" },
    ]),
  ],
  [/\/monitor$/, fixture("monitors")],
  [/\/status_report$/, fixture("status-reports")],
  [/\/status_report_update\/8$/, fixture("status-report-update")],
  [
    /\/status_report_update\/9$/,
    JSON.stringify({ id: "9", status: "identified", date: "2026-08-20T10:00:00.000Z", message: "Found" }),
  ],
  [
    /\/maintenance$/,
    JSON.stringify([
      {
        id: 4,
        title: "Upgrade",
        message: "Soon",
        from: "2026-09-01T00:00:00Z",
        to: "2026-09-01T01:00:00Z",
        monitorIds: [1],
      },
    ]),
  ],
];
const answerTo = answersByAddress(answers);

describe("the API", () => {
  const { document } = readOriginApi(origin, settings, answerTo);

  test("so much is taken, approximated and left out", () => {
    expectMoved(
      document,
      {
        approximated: 2,
        components: 1,
        incidents: 1,
        left_out: 7,
        maintenances: 1,
        monitors: 1,
        pages: 1,
        question: 1,
        secret_found: 1,
      },
      "k3y-of-nobody",
    );
    expect(JSON.stringify(document.notes)).not.toContain("INVENTED");
  });

  test("assertions are asked, and a report is an incident with its updates", () => {
    expect(document.monitors[0]).toMatchObject({
      isPaused: false,
      settings: { statuses: "200", contains: "Welcome", header: "content-type: text/html" },
    });
    expect(document.incidents[0]).toMatchObject({
      resolvedAt: null,
      updates: [{ body: "We look" }, { body: "Found" }],
    });
  });

  test("an assertion that cannot be asked makes its monitor come paused", () => {
    const strange = (request: OriginRequest) => {
      const answer = answerTo(request);
      return { ...answer, text: answer.text.replace('"type": "textBody"', '"type": "jsonBody"') };
    };
    const { monitors, notes } = readOriginApi(origin, settings, strange).document;
    expect(monitors[0]?.isPaused).toBe(true);
    expect(notes).toContainEqual(expect.objectContaining({ kind: "question", field: "assertions.jsonBody" }));
  });

  test("reading is sound", () => expectSoundApi(origin, settings, answerTo));
});

describe("openstatus.yaml", () => {
  test.each([
    ["openstatus.yaml", { components: 1, left_out: 3, monitors: 1 }],
    ["infra-openstatus.yaml", { components: 6, left_out: 17, monitors: 6 }],
  ])("%s: so much is taken, approximated and left out", (path, counts) => {
    expect(fileCounts(origin, [file(path)])).toEqual(counts);
    expectSettingsFit(partOfFiles(origin, [file(path)]));
  });

  test("no spoilt file throws", () =>
    expectSoundFiles(origin, [file("openstatus.yaml"), file("infra-openstatus.yaml")], 60));
});
