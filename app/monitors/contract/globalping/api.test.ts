import { describe, expect, test } from "vitest";
import { refusalParts } from "~/failures/refusal";
import type { Outbound, OutboundRequest } from "~/platform/outbound";
import { monitorKinds } from "../../kinds/known-kinds";
import { createGlobalpingMeasurement, readGlobalpingMeasurement } from "./api";
import type { ProbeQuestion } from "./question";

/**
 * Requests and answers follow Globalping's own specification: jsdelivr/globalping, public/v1/spec.yaml and
 * components/{schemas,responses,examples}.yaml at 52c0c192817ecc4284ef01e91b79c79bac9e752b (2026-08-07).
 */
const token = "our-globalping-token";

function answering(status: number, body: unknown, headers: Record<string, string> = {}) {
  const sent: OutboundRequest[] = [];
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const outbound = {
    async fetch(request: OutboundRequest) {
      sent.push(request);
      return { ok: true, status, headers: new Headers(headers), text, truncated: false, milliseconds: 5 };
    },
  } as unknown as Outbound;
  return { sent, given: { outbound, timeout: 8000 } };
}

const lookOf = (kind: string, settings: object) => {
  const found = monitorKinds.find((each) => each.kind === kind);
  return found?.publicLook?.(found.settings.parse(settings)) ?? null;
};

const asked = async (question: ProbeQuestion | undefined) => {
  const { sent, given } = answering(202, { id: "PY5fMsREMmIq45VR", probesCount: 2 });
  const made = await createGlobalpingMeasurement(given, token, {
    question: question as ProbeQuestion,
    continents: ["EU", "AS"],
  });
  expect(made).toEqual({ ok: true, id: "PY5fMsREMmIq45VR" });
  return sent;
};

const locations = [
  { continent: "EU", limit: 1 },
  { continent: "AS", limit: 1 },
];

describe("what is sent", () => {
  test("of an HTTP monitor: host, port, path and method; no header, body, sign-in or query", async () => {
    const look = lookOf("http", {
      url: "https://shop.example.com:8443/api/health?key=query-secret#fragment",
      method: "POST",
      headers: "X-Api-Key: header-secret",
      body: '{"password":"body-secret"}',
      auth: "bearer",
      token: "bearer-secret",
    });
    const [sent] = await asked(look?.question);
    expect(sent).toEqual({
      url: "https://api.globalping.io/v1/measurements",
      method: "POST",
      headers: {
        authorization: "Bearer our-globalping-token",
        "content-type": "application/json",
        accept: "application/json",
      },
      body: expect.any(String),
      timeout: 8000,
    });
    expect(JSON.parse(sent?.body ?? "")).toEqual({
      type: "http",
      target: "shop.example.com",
      measurementOptions: { protocol: "HTTPS", port: 8443, request: { method: "HEAD", path: "/api/health" } },
      locations,
    });
    expect(JSON.stringify(sent)).not.toMatch(/query-secret|header-secret|body-secret|bearer-secret|fragment/);
  });

  test("of ports and names", async () => {
    const bodyOf = async (kind: string, settings: object) =>
      JSON.parse((await asked(lookOf(kind, settings)?.question))[0]?.body ?? "");
    expect(await bodyOf("tcp", { host: "db.example.com", port: "5432", send: "AUTH a-secret" })).toEqual({
      type: "ping",
      target: "db.example.com",
      measurementOptions: { protocol: "TCP", port: 5432 },
      locations,
    });
    expect(await bodyOf("dns", { name: "example.com.", type: "MX" })).toEqual({
      type: "dns",
      target: "example.com",
      measurementOptions: { query: { type: "MX" } },
      locations,
    });
    expect(await bodyOf("http", { url: "http://example.com/" })).toMatchObject({
      measurementOptions: { protocol: "HTTP", port: 80, request: { method: "GET", path: "/" } },
    });
  });

  test("nothing of names that a resolver of one's own answers for, nor of kinds that ask somebody else", () => {
    expect(lookOf("dns", { name: "intern.example.com", resolver: "https://dns.example.com/q" })).toBeNull();
    expect(monitorKinds.filter((each) => each.publicLook).map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(["dns", "http", "tcp", "tls", "websocket"]),
    );
    expect(monitorKinds.filter(({ kind }) => /^(?:domain|vendor)$/.test(kind)).some((each) => each.publicLook)).toBe(
      false,
    );
  });

  test("to read it, no token", async () => {
    const { sent, given } = answering(200, { results: [] });
    await readGlobalpingMeasurement(given, "9J2BCohDSuxoiaOD");
    expect(sent).toMatchObject([{ url: "https://api.globalping.io/v1/measurements/9J2BCohDSuxoiaOD" }]);
    expect(JSON.stringify(sent)).not.toContain(token);
  });
});

describe("a refusal is no opinion, and is said in words", () => {
  const refusals: [
    name: string,
    status: number,
    body: unknown,
    headers: Record<string, string>,
    code: string,
    text: RegExp,
  ][] = [
    [
      "used-up credits",
      429,
      { error: { type: "insufficient_credits", message: "Not enough credits to run this measurement." } },
      { "x-credits-remaining": "0" },
      "insufficient_credits",
      /Globalping token has no credits left/,
    ],
    [
      "a rate limit",
      429,
      { error: { type: "rate_limit_exceeded", message: "This measurement exceeds the remaining hourly rate limit." } },
      { "x-ratelimit-reset": "1800" },
      "rate_limit_exceeded",
      /rate limit is reached\. It resets in/,
    ],
    ["a wrong token", 401, { error: { type: "unauthorized", message: "Unauthorized." } }, {}, "token_refused", /token/],
    [
      "no probe",
      422,
      { error: { type: "no_probes_found", message: "No matching IPv4 probes available." } },
      {},
      "no_probes_found",
      /no probe there/,
    ],
    [
      "a question that it does not take",
      400,
      { error: { type: "validation_error", message: "Parameter validation failed." } },
      {},
      "question_refused",
      /rejected the request/,
    ],
    ["anything else", 500, "<html>", {}, "globalping_away", /did not answer/],
    ["an id that is none", 202, { id: "../../v1/limits" }, {}, "globalping_away", /did not answer/],
  ];
  test.each(refusals)("%s", async (_, status, body, headers, code, text) => {
    const { given } = answering(status, body, headers);
    const question = { type: "tcp", host: "example.com", port: 443 } as const;
    const made = await createGlobalpingMeasurement(given, token, { question, continents: ["EU"] });
    expect(made).toMatchObject({ ok: false, code });
    expect(made.ok ? "" : refusalParts(made.detail).key).toMatch(text);
  });
});
