import { createServer, type IncomingMessage, type Server } from "node:http";

import { createServer as createSecure } from "node:https";
import type { AddressInfo } from "node:net";
import type { TlsOptions } from "node:tls";
import { afterAll, describe, expect, test } from "vitest";
import type { Refusal } from "~/failures/refusal";
import { refusalText } from "~/i18n/refusal-text";
import { certificateFor } from "../../../../tests/support/certificates";
import { look } from "../../../../tests/support/monitor-peers";
import { wayOut } from "../../../../tests/support/way-out";
import { httpMonitorKind } from "../../kinds/http";
import { withTemplateValues } from "./preceding-requests";

const open: Server[] = [];
afterAll(() => {
  for (const each of open) {
    each.closeAllConnections();
    each.close();
  }
});

async function listening(server: Server): Promise<number> {
  server.on("tlsClientError", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push(server);
  return (server.address() as AddressInfo).port;
}

const bodyOf = async (request: IncomingMessage) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString();
};

/** Starts a shop: signing in returns a token, the token shows an order, and a form has a hidden value. */
async function startShop() {
  const seen: string[] = [];
  const port = await listening(
    createServer(async (request, response) => {
      const body = await bodyOf(request);
      seen.push(`${request.method} ${request.url} ${request.headers["content-type"] ?? "-"} ${body}`);
      const say = (status: number, text: string) => response.writeHead(status).end(text);
      if (request.url === "/login")
        return say(body.includes("s3cret-pass") ? 200 : 401, '{"token":"t0ken \\"two\\"","id":7}');
      if (request.url === "/form") return say(200, '<input name="csrf" value="a&b=c d">');
      if (request.url === "/odd") return say(200, `{"half":"\\ud800","long":"${"x".repeat(3000)}"}`);
      if (request.url === "/moved") return response.writeHead(302, { location: "/form" }).end();
      const allowed = request.headers.authorization === 'Bearer t0ken "two"';
      return say(allowed ? 200 : 403, `order of ${request.url} by ${request.headers.authorization}`);
    }),
  );
  return { url: `http://127.0.0.1:${port}`, seen };
}

const login = (url: string, password = "s3cret-pass") =>
  `POST ${url}/login\nContent-Type: application/json\n\n{"password":"${password}"}\n> token = $.token\n> id = $.id`;

const ask = (given: Record<string, unknown>) => look("http", given, { timeout: 3000 });

const trouble = (given: Record<string, unknown>) =>
  (httpMonitorKind.settings.safeParse(given).error?.issues ?? [])
    .map(({ path, message }) => `${path.join(".")}: ${refusalText(message as Refusal, "en")}`)
    .join();

describe("requests before", () => {
  test("carry a token and an id on, and no secret is told", async () => {
    const { url, seen } = await startShop();
    const headers = "Authorization: Bearer {{token}}";
    const found = await ask({
      url: `${url}/orders/{{id}}`,
      headers,
      earlier: login(url),
      contains: "order of /orders/7",
    });
    expect(found).toMatchObject({ verdict: "up", code: "ok" });
    expect(found.steps.map(({ title }) => refusalText(title, "en")).slice(0, 2)).toEqual(["Request 1", "Request"]);
    expect(seen).toHaveLength(2);
    const wrong = await ask({ url: `${url}/x`, headers, earlier: login(url), header: "X: *" });
    expect(JSON.stringify([found, wrong])).not.toMatch(/t0ken|s3cret/);
  });

  test("a text between two others, written as a form wants it; a redirect is an answer like others", async () => {
    const { url, seen } = await startShop();
    const earlier = `GET ${url}/moved\n###\nGET ${url}/form\n> csrf = name="csrf" value="..."`;
    await ask({ url: `${url}/send`, method: "POST", bodyType: "form", body: "csrf={{csrf}}&x=1", earlier });
    expect(seen.at(-1)).toBe("POST /send application/x-www-form-urlencoded csrf=a%26b%3Dc%20d&x=1");
    expect(seen).toHaveLength(3);
  });

  test("the first that fails is what is found, and nothing is asked after it", async () => {
    const { url, seen } = await startShop();
    const earlier = login(url, "another");
    expect(await ask({ url, headers: "A: {{token}}", earlier })).toMatchObject({ verdict: "down", code: "status" });
    expect(seen).toHaveLength(1);
    const missing = `GET ${url}/form\n> token = $.token`;
    expect(await ask({ url, headers: "A: {{token}}", earlier: missing })).toMatchObject({ code: "value_missing" });
    const inside = "GET http://169.254.169.254/latest";
    expect(await ask({ url, earlier: inside })).toMatchObject({ verdict: "blocked", code: "private_address" });
  });

  test("half a letter is carried on as none, and values have a limit together", async () => {
    const { url, seen } = await startShop();
    const half = `GET ${url}/odd\n> half = $.half`;
    expect(await ask({ url: `${url}/x/{{half}}`, earlier: half })).toMatchObject({ code: "status" });
    expect(seen.at(-1)).toContain("/x/%EF%BF%BD");
    const takes = ["a", "b", "c"].map((name) => `> ${name} = $.long`).join("\n");
    const found = await ask({ url: `${url}/x/{{a}}`, earlier: `GET ${url}/odd\n${takes}` });
    expect(found).toMatchObject({ verdict: "down", code: "value_missing" });
  });

  test("what a peer says of a value in another writing is struck out, too", async () => {
    const { url } = await startShop();
    const earlier = `GET ${url}/form\n> csrf = name="csrf" value="..."`;
    const found = await ask({ url: `${url}/orders?q={{csrf}}`, earlier });
    expect(found).toMatchObject({ verdict: "down", answer: { body: expect.stringContaining("q=••••") } });
    expect(JSON.stringify(found)).not.toMatch(/a%26b|a&b/);
  });

  test.each([
    [
      `GET https://a.example/\n> token = $.t`,
      { url: "https://a.example/", method: "POST", body: "{{token}}".repeat(51) },
      /at most 50 placeholders/,
    ],
    [
      "GET https://a.example/\n> token = $.t",
      { url: "https://b.example/{{token}}" },
      /is from https:\/\/a\.example and/,
    ],
    [
      "GET https://a.example/\n> token = $.t",
      { url: "https://a.example:8443/", headers: "A: {{token}}" },
      /can’t be sent elsewhere/,
    ],
    ["GET https://a.example/{{token}}\n> token = $.t", { url: "https://a.example/" }, /No earlier request takes/],
    ["GET https://a.example/\n> token = $..[?match(@.a, 'x')]", {}, /regular expressions/],
    ["GET https://a.example/\n> token = nothing", {}, /must take values as/],
    ["https://a.example/", {}, /Request 1 must start with a method/],
    ["GET https://a.example/\nHost: b", {}, /Request 1 has a header/],
    ["GET https://{{x}}/", {}, /Request 1 must start/],
    [Array.from({ length: 5 }, () => "GET https://a.example/").join("\n###\n"), {}, /at most 4 preceding requests/],
  ])("%j is refused: %j", (earlier, given, said) => {
    expect(trouble({ url: "https://a.example/", ...given, earlier })).toMatch(said);
  });

  test("a value stays one value wherever it is written", () => {
    const values = new Map([["v", 'a"b\r\nX: y/../?&#']]);
    const request = {
      url: "https://a.example/{{v}}?q={{v}}",
      headers: { "X-A": "{{v}}", "Content-Type": "application/json" },
    };
    const filled = withTemplateValues({ ...request, body: '{"a":"{{v}}"}' }, values);
    expect(new URL(filled.url).pathname.split("/")).toHaveLength(2);
    expect([...new URL(filled.url).searchParams]).toEqual([["q", 'a"b\r\nX: y/../?&#']]);
    expect(filled.headers["X-A"]).toBe("");
    expect(JSON.parse(filled.body)).toEqual({ a: values.get("v") });
  });
});

describe("its certificate", () => {
  const answered = {
    ok: true as const,
    status: 200,
    headers: new Headers(),
    text: "",
    truncated: false,
    milliseconds: 5,
  };

  /** Answers the call itself, as if the runtime trusted the certificate. */
  async function withCertificate(options: TlsOptions, days = 14) {
    const port = await listening(createSecure(options));
    const outbound = { ...wayOut(["127.0.0.0/8"]), fetch: async () => answered };
    const found = await look("http", { url: `https://127.0.0.1:${port}/`, certificateDays: days }, { outbound });
    const last = found.steps.at(-1);
    return [found.verdict, found.code, last?.ok, refusalText(last?.detail ?? found.detail, "en")];
  }

  test("soon over is degraded, with so many days; for another name, too; a long one is told in its step", async () => {
    const long = "Valid for 59 days, issued by Upfront test authority.";
    expect(await withCertificate(certificateFor(undefined, 60))).toEqual(["up", "ok", true, long]);
    const soon = "The certificate expires in 9 days.";
    expect(await withCertificate(certificateFor(undefined, 10))).toEqual(["degraded", "expires_soon", false, soon]);
    expect((await withCertificate(certificateFor(undefined, -1))).slice(0, 2)).toEqual(["down", "expired"]);
  });

  test("that cannot be read from here is never told to be valid", async () => {
    const port = await listening(createServer());
    const outbound = { ...wayOut(["127.0.0.0/8"]), fetch: async () => answered };
    const found = await look(
      "http",
      { url: `https://127.0.0.1:${port}/`, certificateDays: 14 },
      { outbound, timeout: 500 },
    );
    expect(found).toMatchObject({ verdict: "up", code: "ok" });
    expect(refusalText(found.steps.at(-1)?.detail ?? found.detail, "en")).toContain("is unknown");
  });
});
