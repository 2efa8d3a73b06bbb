import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  expectSoundApi,
  moveCounts,
  originAnswer,
  originSettings,
  readOriginApi,
} from "../../../tests/support/origin-reading";
import { root } from "../../../tests/support/sources";
import { statuspageV2Text } from "../../../tests/support/statuspage-origin";
import type { MoveDocument } from "../contract/move-document";
import type { ApiOriginReader, ImportOrigin, OriginAnswer, OriginRequest } from "../contract/origin";
import { statuspageOrigin } from "./statuspage";

const origin = statuspageOrigin as ImportOrigin & { api: ApiOriginReader };
const at = (text: string) => Date.parse(text);
const incidentOf = (document: MoveDocument, id: string) => document.incidents.find((each) => each.id === id);

function answerV2({ url }: OriginRequest): OriginAnswer {
  const { pathname, search } = new URL(url);
  const text = statuspageV2Text(`${pathname}${search}`);
  return text === null ? originAnswer("", { status: 404 }) : originAnswer(text);
}

describe("without a key", () => {
  const settings = originSettings({ url: "https://status.example.com/history" });

  test("the history page leads to incidents beyond the newest fifty", () => {
    const { document, requests } = readOriginApi(origin, settings, answerV2);
    expect(requests.map(({ url }) => url.replace("https://status.example.com", ""))).toEqual([
      "/api/v2/components.json",
      "/history.atom",
      "/api/v2/incidents.json",
      "/api/v2/scheduled-maintenances.json",
      "/history.json?page=1",
      "/api/v2/incidents/5dgh1vz0n8kp.json",
      "/history.json?page=2",
      "/api/v2/components.json",
    ]);
    expect(requests.every(({ headers }) => !("authorization" in headers))).toBe(true);
    const { approximated, left_out, ...taken } = moveCounts(document);
    expect([approximated, left_out]).toEqual([1, 9]);
    expect(taken).toEqual({ maintenances: 1, incidents: 2, components: 3, groups: 1, pages: 1 });
  });

  test("an entry of the feed is known by its number, and a feed that is none is said", () => {
    const tags = ({ incidents, maintenances }: MoveDocument) =>
      [...incidents, ...maintenances].map(({ id, feedTag }) => [id, feedTag]).sort();
    expect(tags(readOriginApi(origin, settings, answerV2).document)).toEqual([
      ["5dgh1vz0n8kp", undefined],
      ["8k2m4qyx7w1b", "2005:Incident/26148992"],
      ["p31zjtct2jer", "2005:Incident/26148990"],
    ]);
    for (const answer of [originAnswer("", { status: 404 }), originAnswer("<html><br></html>"), originAnswer("{}")]) {
      const { document, refusal } = readOriginApi(origin, settings, (request) =>
        request.url.endsWith("/history.atom") ? answer : answerV2(request),
      );
      expect(refusal).toBeNull();
      expect(tags(document).map(([, tag]) => tag)).toEqual([undefined, undefined, undefined]);
      expect(document.notes).toContainEqual(expect.objectContaining({ kind: "left_out", field: "history.atom" }));
    }
  });

  test("an incident whose page is gone stays as one line of its month", () => {
    const { document } = readOriginApi(origin, settings, (request) =>
      request.url.endsWith("/5dgh1vz0n8kp.json") ? originAnswer("", { status: 404 }) : answerV2(request),
    );
    expect(incidentOf(document, "5dgh1vz0n8kp")).toMatchObject({
      startedAt: at("2026-06-30T22:00:00Z"),
      impact: "critical",
    });
    expect(document.notes).toContainEqual(
      expect.objectContaining({ kind: "approximated", id: "5dgh1vz0n8kp", field: "timestamp" }),
    );
  });

  test("a list that is too long is read from the history, and one that is no JSON ends it with a note", () => {
    const long = readOriginApi(origin, settings, (request) => {
      const answer = answerV2(request);
      return request.url.endsWith("/v2/incidents.json") ? { ...answer, isCut: true } : answer;
    });
    expect(long.document.incidents.map(({ id }) => id).sort()).toEqual(["5dgh1vz0n8kp", "p31zjtct2jer"]);
    const odd = readOriginApi(origin, settings, (request) =>
      request.url.includes("history.json") ? originAnswer("<html>") : answerV2(request),
    );
    expect(odd.refusal).toBeNull();
    expect(odd.document.notes).toContainEqual(expect.objectContaining({ kind: "left_out", field: "history.json" }));
  });

  test("real answers of 2022 are read", () => {
    const real = (name: string) =>
      originAnswer(readFileSync(join(root, "tests/fixtures/statuspage-v2/discord-2022", name), "utf8"));
    const { document, refusal } = readOriginApi(origin, settings, ({ url }) => {
      const name = /\/v2\/([\w-]+\.json)$/.exec(url)?.[1];
      return name ? real(name) : originAnswer("", { status: 404 });
    });
    expect(refusal).toBeNull();
    expect(moveCounts(document)).toMatchObject({ pages: 1, incidents: 1, maintenances: 1 });
    expect(document.page?.timeZone).toBe("America/Tijuana");
  });

  test("another address is refused by name", () => {
    expect(readOriginApi(origin, settings, () => originAnswer("[]")).refusal).toMatch(/no list “components”/);
    expect(readOriginApi(origin, originSettings({ url: "http://status.example.com" }), answerV2).refusal).toMatch(
      /address/,
    );
    expect(readOriginApi(origin, settings, () => originAnswer("<html>")).refusal).toMatch(/not JSON/);
  });

  test("any answer, at any step, is refused or read, and a pause changes nothing", () =>
    expectSoundApi(origin, settings, answerV2));
});
