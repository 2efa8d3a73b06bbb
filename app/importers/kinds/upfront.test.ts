import { describe, expect, test } from "vitest";
import { answersByAddress } from "../../../tests/support/origin-files";
import {
  expectSoundApi,
  moveCounts,
  originAnswer,
  originSettings,
  readOriginApi,
} from "../../../tests/support/origin-reading";
import { upfrontAnswers, upfrontComponent } from "../../../tests/support/upfront-origin";
import type { ApiOriginReader, ImportOrigin } from "../contract/origin";
import { upfrontOrigin } from "./upfront";

const origin = upfrontOrigin as ImportOrigin & { api: ApiOriginReader };
const settings = originSettings({ url: "https://status.example.com", key: "k3y-of-nobody" });

const answerTo = answersByAddress(upfrontAnswers.map(([pattern, value]) => [pattern, JSON.stringify(value)]));

describe("another deployment by its API", () => {
  const { document, requests } = readOriginApi(origin, settings, answerTo);

  test("so much is taken, approximated and left out", () => {
    expect(moveCounts(document)).toEqual({
      approximated: 2,
      components: 1,
      groups: 1,
      heartbeats: 1,
      incidents: 1,
      left_out: 2,
      maintenances: 1,
      monitors: 1,
      pages: 1,
      question: 1,
      subscribers: 1,
      templates: 1,
    });
    expect(requests.every(({ url }) => url.startsWith("https://status.example.com/api/v1/"))).toBe(true);
  });

  test("a masked setting is asked for, and its monitor comes paused", () => {
    expect(document.monitors).toEqual([
      expect.objectContaining({
        isPaused: true,
        settings: { url: "https://example.com", statuses: "200-299" },
        intervalSeconds: 300,
      }),
    ]);
  });

  test.each([
    ["what a monitor watched", { kept_by: "watched", status: "operational" }, "watched", null],
    ["what nobody vouched for", { kept_by: null, status: "" }, "watched", null],
    ["what its API does not say", { status: "operational" }, "watched", null],
    ["what people keep", { kept_by: "manual", status: "operational" }, "manual", null],
    ["what people keep, when it is not well", { kept_by: "manual", status: "major_outage" }, "manual", "no_data"],
  ])("%s is vouched for by nobody else here", (_, given, keptBy, manualStatus) => {
    const row = JSON.stringify([{ ...upfrontComponent, ...given }]);
    const read = readOriginApi(origin, settings, (request) =>
      request.url.includes("/components?") ? originAnswer(row) : answerTo(request),
    );
    expect(read.document.components).toEqual([expect.objectContaining({ keptBy, manualStatus })]);
  });

  test("a heartbeat keeps its address and schedule", () => {
    expect(document.heartbeats).toEqual([
      expect.objectContaining({
        pingKey: "abcdefghijkl",
        pingPath: "/ping/abcdefghijkl",
        schedule: { cron: "0 3 * * *", timeZone: "UTC" },
      }),
    ]);
  });

  test("reading is sound", () => expectSoundApi(origin, settings, answerTo));
});
