import { describe, expect, test } from "vitest";
import { answersByAddress, expectMoved, waitsAfterLimit } from "../../../tests/support/origin-files";
import {
  expectSoundApi,
  originAnswer,
  originFixture,
  originSettings,
  readOriginApi,
} from "../../../tests/support/origin-reading";
import type { ApiOriginReader, ImportOrigin, OriginRequest } from "../contract/origin";
import { pingdomOrigin } from "./pingdom";

const origin = pingdomOrigin as ImportOrigin & { api: ApiOriginReader };
const fixture = (name: string) => originFixture(`pingdom/go-pingdom-${name}.json`);
const settings = originSettings({ key: "k3y-of-nobody" });

const ping = {
  check: {
    id: 161748,
    name: "My check 2",
    hostname: "mydomain.com",
    resolution: 5,
    status: "paused",
    type: "ping",
    tags: [{ name: "nginx", type: "u" }],
  },
};
const outages = {
  summary: {
    states: [
      { status: "up", timefrom: 1_293_143_523, timeto: 1_294_180_263 },
      { status: "down", timefrom: 1_294_180_263, timeto: 1_294_180_323 },
      { status: "unknown", timefrom: 1_294_180_323, timeto: 1_294_223_466 },
    ],
  },
};

const answers: [RegExp, string][] = [
  [/\/checks\?/, fixture("checks")],
  [/\/checks\/85975/, fixture("check-detail")],
  [/\/checks\/161748/, JSON.stringify(ping)],
  [/\/summary\.outage\/85975/, JSON.stringify(outages)],
  [/\/maintenance\?/, fixture("maintenance")],
];
const answerTo = answersByAddress(answers, "{}");

describe("Pingdom by its API", () => {
  const { document, requests } = readOriginApi(origin, settings, answerTo);

  test("so much is taken, approximated and left out", () => {
    expectMoved(document, { components: 2, left_out: 5, monitors: 2, question: 1 }, "k3y-of-nobody");
    expect(requests).toHaveLength(6);
  });

  test("a check keeps its past, in which unknown is no data", () => {
    expect(document.monitors[0]).toMatchObject({
      kind: "http",
      settings: { url: "http://s7.mydomain.com/", statuses: "200-399" },
    });
    expect(document.monitors[0]?.history.map(({ status }) => status)).toEqual([
      "operational",
      "major_outage",
      "no_data",
    ]);
    expect(document.monitors[1]).toMatchObject({ kind: "ping", isPaused: true, tags: ["nginx"] });
  });

  test("a maintenance that begins in 1970 is asked about", () => {
    expect(document.maintenances).toEqual([]);
    expect(document.notes).toContainEqual(
      expect.objectContaining({ kind: "question", noun: "maintenance", id: "85975" }),
    );
  });

  test("a limit is waited for as its headers say", () => {
    const limit = originAnswer("{}", {
      status: 429,
      headers: { "req-limit-short": "Remaining: 0 Time until reset: 42" },
    });
    expect(waitsAfterLimit(origin, settings, answerTo, limit)).toEqual([42_000]);
  });

  test("a type or state that is not known is asked about", () => {
    const strange = (request: OriginRequest) => {
      const answer = answerTo(request);
      return {
        ...answer,
        text: answer.text.replace('"type":"ping"', '"type":"smell"').replace('"status":"unknown"', '"status":"wobbly"'),
      };
    };
    const { monitors, notes } = readOriginApi(origin, settings, strange).document;
    expect(monitors[1]?.kind).toBeNull();
    expect(
      notes.filter(({ kind, field }) => kind === "question" && /^(?:type|summary\.outage)$/.test(field)),
    ).toHaveLength(2);
  });

  test("reading is sound", () => expectSoundApi(origin, settings, answerTo));
});
