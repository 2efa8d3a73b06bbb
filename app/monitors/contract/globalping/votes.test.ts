import { describe, expect, test } from "vitest";
import type { Outbound } from "~/platform/outbound";
import { monitorKinds } from "../../kinds/known-kinds";
import { readGlobalpingMeasurement } from "./api";
import { probeCheckResult } from "./votes";

/**
 * The `getHttpMeasurementResponse` of the examples of Globalping's specification (jsdelivr/globalping,
 * public/v1/components at 52c0c192, 2026-08-07), its raw texts shortened; failures are its `FailedTestResult`.
 */
const seoul = {
  continent: "AS",
  region: "Eastern Asia",
  country: "KR",
  state: null,
  city: "Seoul",
  asn: 40676,
  longitude: 126.98,
  latitude: 37.57,
  network: "Psychz Networks",
  tags: ["datacenter-network"],
  resolvers: ["8.8.8.8", "8.8.4.4"],
};
const finished = {
  status: "finished",
  resolvedAddress: "104.16.88.20",
  headers: { date: "Fri, 14 Jul 2023 18:34:05 GMT" },
  rawHeaders: "Date: Fri, 14 Jul 2023 18:34:05 GMT",
  rawBody: "/*! jQuery v3.7.0",
  rawOutput: "HTTP/1.1 200",
  truncated: true,
  statusCode: 200,
  statusCodeName: "OK",
  timings: { total: 325, download: 1, firstByte: 219, dns: 37, tls: 36, tcp: 32 },
  tls: { authorized: true, protocol: "TLSv1.3" },
};
const measurement = (result: object, type = "http") => ({
  id: "9J2BCohDSuxoiaOD",
  type,
  status: "finished",
  createdAt: "2023-07-14T18:34:05.161Z",
  updatedAt: "2023-07-14T18:34:06.310Z",
  target: "cdn.jsdelivr.net",
  probesCount: 1,
  results: [{ probe: seoul, result }],
});

function lookOf(kind: string, settings: object) {
  const found = monitorKinds.find((each) => each.kind === kind);
  return found?.publicLook?.(found.settings.parse(settings)) ?? null;
}

async function votesOf(kind: string, settings: object, result: object, continent = "AS") {
  const text = JSON.stringify(measurement(result));
  const answer = { ok: true, status: 200, headers: new Headers(), text, truncated: false, milliseconds: 5 };
  const outbound = { fetch: async () => answer } as unknown as Outbound;
  const read = await readGlobalpingMeasurement({ outbound, timeout: 8000 }, "9J2BCohDSuxoiaOD");
  if (!read.ok) throw new Error(read.code);
  return probeCheckResult(lookOf(kind, settings) as never, read.results, continent);
}

const plain = { url: "https://cdn.jsdelivr.net/npm/jquery", follow: "no" };
const failed = (failureSource?: string) => ({
  status: "failed",
  ...(failureSource ? { failureSource } : {}),
  rawOutput: "connect ECONNREFUSED 104.16.88.20:443 - Connection refused.\nmore",
});

describe("what a probe came to is a vote", () => {
  const key = { ...plain, headers: "X-Api-Key: ours" };
  const table: [name: string, kind: string, settings: object, result: object, verdict: string][] = [
    ["an expected status", "http", plain, finished, "up"],
    ["another one", "http", plain, { ...finished, statusCode: 404, statusCodeName: "Not Found" }, "down"],
    ["one of a request without our key says nothing", "http", key, { ...finished, statusCode: 401 }, "none"],
    ["an expected one does", "http", key, finished, "up"],
    ["the server's own trouble does", "http", key, { ...finished, statusCode: 503 }, "down"],
    [
      "a redirect that we would follow says nothing",
      "http",
      { ...plain, follow: "yes" },
      { ...finished, statusCode: 301 },
      "none",
    ],
    ["a failure at the target", "http", plain, failed("target"), "down"],
    ["a failure that names no side", "http", plain, failed(), "down"],
    ["one of the probe says nothing", "http", plain, failed("internal"), "none"],
    ["nor of its resolver", "http", plain, failed("resolver"), "none"],
    [
      "nor one that has gone",
      "http",
      plain,
      { status: "offline", rawOutput: "This probe is currently offline." },
      "none",
    ],
    ["nor one that is not done", "http", plain, { status: "in-progress", rawOutput: "" }, "none"],
    [
      "packets that come back",
      "tcp",
      { host: "cdn.jsdelivr.net", port: 443 },
      {
        status: "finished",
        rawOutput: "",
        timings: [{ rtt: 24.2 }],
        stats: { min: 24.1, max: 24.2, avg: 24.183, total: 2, loss: 0, rcv: 2, drop: 0 },
      },
      "up",
    ],
    [
      "packets that do not",
      "tcp",
      { host: "cdn.jsdelivr.net", port: 443 },
      {
        status: "finished",
        rawOutput: "",
        timings: [],
        stats: { min: null, max: null, avg: null, total: 3, loss: 100, rcv: 0, drop: 3 },
      },
      "down",
    ],
    [
      "records as expected",
      "dns",
      { name: "cdn.jsdelivr.net", type: "CNAME", match: "exactly", values: "jsdelivr.map.fastly.net" },
      {
        status: "finished",
        rawOutput: "",
        statusCodeName: "NOERROR",
        statusCode: 0,
        timings: { total: 99 },
        resolver: "8.8.8.8",
        answers: [
          { name: "cdn.jsdelivr.net.", type: "CNAME", ttl: 180, class: "IN", value: "jsdelivr.map.fastly.net." },
        ],
      },
      "up",
    ],
    [
      "no such name",
      "dns",
      { name: "cdn.jsdelivr.net", type: "A" },
      {
        status: "finished",
        rawOutput: "",
        statusCodeName: "NXDOMAIN",
        statusCode: 3,
        timings: { total: 9 },
        resolver: "8.8.8.8",
        answers: [],
      },
      "down",
    ],
  ];
  test.each(table)("%s", async (_, kind, settings, result, verdict) => {
    expect(await votesOf(kind, settings, result)).toMatchObject({ verdict });
  });

  test("with where it was, how long it took and why", async () => {
    expect(await votesOf("http", plain, finished)).toMatchObject({
      milliseconds: 325,
      detail: expect.stringContaining("Seoul, KR (Psychz Networks)"),
    });
    const refused = await votesOf("http", plain, failed("target"));
    expect(refused.detail).toContain("connect ECONNREFUSED 104.16.88.20:443");
    expect(refused.detail).not.toContain("\n");
  });

  test("and none where no probe was on that continent", async () => {
    expect(await votesOf("http", plain, finished, "EU")).toMatchObject({ verdict: "none" });
  });
});

test("a found content is not theirs to judge: strangers are asked where they could say something", () => {
  const look = lookOf("http", { ...plain, contains: "jQuery" });
  const down = { verdict: "down", code: "unreachable", milliseconds: null } as const;
  expect(look?.covers(down)).toBe(true);
  expect(look?.covers({ ...down, code: "status", milliseconds: 20 })).toBe(true);
  expect(look?.covers({ ...down, code: "text_missing", milliseconds: 20 })).toBe(false);
  expect(look?.covers({ verdict: "up", code: "ok", milliseconds: 20 })).toBe(true);
  expect(look?.covers({ verdict: "degraded", code: "slow", milliseconds: 20 })).toBe(false);
});
