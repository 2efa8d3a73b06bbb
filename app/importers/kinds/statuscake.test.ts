import { describe, expect, test } from "vitest";
import { answersByAddress, expectMoved } from "../../../tests/support/origin-files";
import { expectSoundApi, originFixture, originSettings, readOriginApi } from "../../../tests/support/origin-reading";
import type { ApiOriginReader, ImportOrigin, OriginRequest } from "../contract/origin";
import { statuscakeOrigin } from "./statuscake";

const origin = statuscakeOrigin as ImportOrigin & { api: ApiOriginReader };
const settings = originSettings({ key: "k3y-of-nobody" });
const list = (...data: unknown[]) => JSON.stringify({ data, metadata: { page: 1, page_count: 1 } });

const answerTo = answersByAddress(
  [
    [/\/uptime\?/, originFixture("statuscake/composed-uptime.json")],
    [/\/periods\?/, originFixture("statuscake/composed-periods.json")],
    [
      /\/heartbeat\?/,
      list({ id: "7", name: "Nightly", period: 3600, website_url: "https://push.statuscake.com/?PK=INVENTED" }),
    ],
    [/\/ssl\?/, list({ id: "8", website_url: "https://example.com" })],
    [/\/maintenance-windows\?/, list({ id: "9", name: "Sunday", repeat_interval: "1w" })],
  ],
  list(),
);

describe("StatusCake by its API", () => {
  const { document, requests } = readOriginApi(origin, settings, answerTo);

  test("so much is taken, approximated and left out", () => {
    expectMoved(
      document,
      {
        approximated: 4,
        components: 4,
        heartbeats: 1,
        left_out: 14,
        monitors: 4,
        question: 1,
      },
      "k3y-of-nobody",
      "INVENTED",
    );
    expect(requests).toHaveLength(7);
  });

  test("codes that alert become codes that pass", () => {
    expect(document.monitors[0]?.settings).toMatchObject({
      statuses: "100-203, 207-302, 304-399",
      url: "https://example.com",
    });
    expect(document.monitors[1]).toMatchObject({ kind: "tcp", settings: { host: "db.example.com", port: 5432 } });
    expect(document.monitors[2]).toMatchObject({ kind: "dns", settings: { name: "example.com", values: "192.0.2.1" } });
  });

  test("the newest period is open", () => {
    expect(document.monitors[0]?.history.map(({ status, to }) => [status, to === null])).toEqual([
      ["major_outage", false],
      ["operational", true],
    ]);
  });

  test("a type or state that is not known is asked about", () => {
    const strange = (request: OriginRequest) => {
      const answer = answerTo(request);
      return {
        ...answer,
        text: answer.text
          .replace('"test_type": "TCP"', '"test_type": "SMELL"')
          .replace('"status": "down"', '"status": "wobbly"'),
      };
    };
    const { monitors, notes } = readOriginApi(origin, settings, strange).document;
    expect(monitors[1]?.kind).toBeNull();
    expect(monitors[0]?.history[0]?.status).toBe("no_data");
    expect(
      notes.filter(({ kind, field }) => kind === "question" && /^(?:test_type|periods)$/.test(field)).length,
    ).toBeGreaterThan(1);
  });

  test("reading is sound", () => expectSoundApi(origin, settings, answerTo));
});
