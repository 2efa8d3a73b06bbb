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
import { upfrontApiReader } from "../contract/upfront/api";
import { upfrontOrigin } from "./upfront";

const origin = { ...upfrontOrigin, api: upfrontApiReader };
const settings = originSettings({ url: "https://status.example.com", key: "k3y-of-nobody" });

const answerTo = answersByAddress(upfrontAnswers.map(([pattern, value]) => [pattern, JSON.stringify(value)]));

describe("another deployment by its API", () => {
  const { document, requests } = readOriginApi(origin, settings, answerTo);

  test("so much is taken, approximated and left out", () => {
    expect(moveCounts(document)).toEqual({
      approximated: 2,
      channels: 1,
      components: 1,
      groups: 1,
      heartbeats: 1,
      incidents: 1,
      left_out: 3,
      maintenanceSeries: 1,
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

  test("a series brings its next occurrences anew, and one that is over does not come", () => {
    expect(document.maintenances.map(({ id }) => id)).toEqual(["m1"]);
    expect(document.maintenanceSeries).toEqual([
      expect.objectContaining({
        id: "r1",
        startsLocal: "2026-12-01T02:00",
        durationSeconds: 3600,
        repeat: { frequency: "weekly", interval: 1, weekdays: ["tu"], until: null },
        componentIds: ["c1"],
      }),
    ]);
    const over = readOriginApi(origin, settings, (request) => {
      const answer = answerTo(request);
      return /series\/r1$/.test(request.url)
        ? { ...answer, text: answer.text.replace(/"next_start":"[^"]+"/, '"next_start":null') }
        : answer;
    }).document;
    expect([over.maintenanceSeries, over.maintenances.map(({ id }) => id)]).toEqual([[], ["m1", "m2"]]);
  });

  test("a channel without secrets comes, and one with them is left out by its name", () => {
    expect(document.channels).toEqual([
      { id: "k1", name: "Ops topic", kind: "ntfy", settings: { topic: "ops" }, isPaused: false },
    ]);
    expect(document.notes).toContainEqual(
      expect.objectContaining({ kind: "left_out", noun: "channel", name: "Hook", field: "settings" }),
    );
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
