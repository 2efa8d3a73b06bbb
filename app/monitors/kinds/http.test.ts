import type { RequestListener, Server } from "node:http";
import { createServer as createSecure } from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, describe, expect, test } from "vitest";
import { adapterSettingFields } from "~/change/adapter-settings/settings";
import type { Refusal } from "~/failures/refusal";
import { refusalText } from "~/i18n/refusal-text";
import { type Certificate, certificateFor, selfSigned } from "../../../tests/support/certificates";
import { cpuClock } from "../../../tests/support/cpu-work";
import { look } from "../../../tests/support/monitor-peers";
import { serve } from "../../../tests/support/served";
import { wayOut } from "../../../tests/support/way-out";
import { httpMonitorKind } from "./http";

const open: Server[] = [];
afterAll(() => {
  for (const each of open) {
    each.closeAllConnections();
    each.close();
  }
});

const health =
  (body: string, status = 200): RequestListener =>
  (_, response) =>
    response.writeHead(status, { "content-type": "application/json", "x-version": "Two 2.0" }).end(body);

const trouble = (given: Record<string, unknown>) => {
  const parsed = httpMonitorKind.settings.safeParse({ url: "https://example.com/", ...given });
  if (parsed.success) return null;
  const said = parsed.error.issues.map(
    ({ path, message }) => `${path.join(".")}: ${refusalText(message as Refusal, "en")}`,
  );
  return said.join();
};

describe("a certificate that is refused", () => {
  const secured = async (certificate: Pick<Certificate, "key" | "cert">, listener: RequestListener) => {
    const server = createSecure(certificate, listener);
    open.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  };
  const said = async (url: string, ca: string[] = []) => {
    const { verdict, code, certificate } = await look("http", { url }, { outbound: wayOut(["127.0.0.0/8"], ca) });
    return [verdict, code, certificate !== undefined];
  };

  test("says what is wrong with it, also behind a redirect", async () => {
    const expired = await secured(certificateFor(undefined, -1), health("{}"));
    expect(await said(expired)).toEqual(["down", "expired", true]);
    expect(await said(await secured(selfSigned(), health("{}")))).toEqual(["down", "self_signed", true]);
    const redirects = await serve((_, response) => response.writeHead(302, { location: expired }).end());
    expect(await said(redirects)).toEqual(["down", "expired", true]);
  });

  test("is not blamed where the platform trusts it, and the server says nothing", async () => {
    const good = certificateFor(undefined, 60);
    const silent = await secured(good, ({ socket }) => socket.destroy());
    expect(await said(silent, [good.ca])).toEqual(["down", "unreachable", false]);
  });
});

describe("what is asked of an answer", () => {
  test.each([
    [{}, "up", "ok"],
    [{ statuses: "404" }, "down", "status"],
    [{ statuses: "100-199, 200" }, "up", "ok"],
    [{ header: "X-Version: two *" }, "up", "ok"],
    [{ header: "x-version: 3*" }, "down", "header"],
    [{ header: "X-None: *" }, "down", "header"],
    [{ contains: '"ok"' }, "up", "ok"],
    [{ contains: "(a+)+$" }, "down", "text_missing"],
    [{ lacks: "error" }, "up", "ok"],
    [{ lacks: "checks" }, "down", "text_found"],
    [{ jsonPath: "$.status" }, "up", "ok"],
    [{ jsonPath: "$.status", jsonValue: "ok" }, "up", "ok"],
    [{ jsonPath: "$.status", jsonValue: "bad" }, "down", "json"],
    [{ jsonPath: "$.checks[?@.name == 'db'].up", jsonValue: "true" }, "up", "ok"],
    [{ jsonPath: "$..rows", jsonValue: "3" }, "up", "ok"],
    [{ jsonPath: "$.none" }, "down", "json"],
    [{ latest: "15000" }, "up", "ok"],
    [{ leastBytes: "59", mostBytes: "59" }, "up", "ok"],
    [{ leastBytes: "60" }, "down", "size"],
    [{ mostBytes: "58" }, "down", "size"],
  ])("%j is %s", async (asked, verdict, code) => {
    const url = await serve(health('{"status":"ok","checks":[{"name":"db","up":true,"rows":3}]}'));
    const finding = await look("http", { url, ...asked });
    expect(finding).toMatchObject({ verdict, code });
    expect(finding.steps[0]).toMatchObject({ title: "Request", ok: true });
    expect(finding.milliseconds).toBeGreaterThanOrEqual(0);
  });

  test("headers of one name are one list, whatever their case; cookies are as browsers write them", async () => {
    const url = await serve(({ headers }, response) => {
      response.setHeader("set-cookie", ["a=1; Path=/", "b=2; Path=/"]).end(`${headers["x-a"]} ${headers.cookie}`);
    });
    const headers = "X-A: 1\nCookie: a=1\nx-a: 2\ncookie: b=2";
    const found = await look("http", { url, headers, contains: "1, 2 a=1; b=2", header: "Set-Cookie: b=2;*" });
    expect(found).toMatchObject({ verdict: "up" });
    expect(await look("http", { url, header: "Set-Cookie: c=*" })).toMatchObject({ verdict: "down", code: "header" });
  });

  test.each([
    [{ lacks: "Störung" }, "down", "text_found"],
    [{ contains: "Störung" }, "up", "ok"],
    [{ lacks: "Sto\u0308rung" }, "down", "text_found"],
    [{ lacks: "Storung" }, "up", "ok"],
    [{ jsonPath: "$.id", jsonValue: "12345678901234567891" }, "up", "ok"],
    [{ jsonPath: "$.id", jsonValue: "12345678901234567892" }, "down", "json"],
    [{ jsonPath: "$.at[?@ > 1700000000000000000]" }, "up", "ok"],
  ])(
    "%j: letters are the same however they are composed, and long numbers differ in their last digit",
    async (asked, verdict, code) => {
      const body = '{"state":"Sto\u0308rung","id":12345678901234567891,"at":[1764000000000000001]}';
      const url = await serve((_, response) => response.setHeader("content-type", "application/json").end(body));
      expect(await look("http", { url, ...asked })).toMatchObject({ verdict, code });
    },
  );

  test.each([
    [{ statuses: "500-599" }, "It answered 200, not 500-599."],
    [{ jsonPath: "$.status", jsonValue: "ok" }, "The JSON at $.status is “bad”, not “ok”."],
    [{ jsonPath: "$.token", jsonValue: "mine" }, "The JSON at $.token is “••••”."],
    [{ mostBytes: "5" }, "It has 32 bytes, more than 5."],
  ])("%j says what it was, and what was expected", async (asked, detail) => {
    const url = await serve(health('{"status":"bad","token":"other"}'));
    expect(refusalText((await look("http", { url, ...asked })).detail, "en")).toBe(detail);
  });

  test("an answer that comes slowly counts until it is all in", async () => {
    const url = await serve((_, response) => {
      response.write("a");
      setTimeout(() => response.end("b"), 300);
    });
    const finding = await look("http", { url, latest: "200" });
    expect(finding).toMatchObject({ verdict: "down", code: "too_slow" });
    expect(finding.milliseconds).toBeGreaterThanOrEqual(290);
  });

  test("no JSON, and JSON 100,000 levels deep, are down, not broken", async () => {
    for (const body of ["<html>", "[".repeat(100_000) + "]".repeat(100_000)]) {
      const finding = await look("http", { url: await serve(health(body)), jsonPath: "$..a" });
      expect(finding).toMatchObject({ verdict: "down", code: "json" });
    }
  });

  test("an expected text is looked for letter by letter: fast on a long body, whatever it looks like", async () => {
    const url = await serve(health("a".repeat(250 * 1024)));
    const worked = cpuClock();
    await look("http", { url, contains: "(a+)+$", lacks: `${"a".repeat(499)}b` });
    expect(worked()).toBeLessThan(1000);
  });
});

describe("what is sent", () => {
  const mirror: RequestListener = (request, response) => {
    let body = "";
    request.on("data", (part) => {
      body += part;
    });
    request.on("end", () => {
      const { method, headers } = request;
      const said = [headers["x-key"], headers.authorization, body].join("|");
      response.writeHead(said === expected ? 200 : 400, { "x-said": said, "x-method": method ?? "" }).end(said);
    });
  };
  let expected = "";

  test("method, headers, body, and how it signs in; none of it is told", async () => {
    const url = await serve(mirror);
    const headers = "X-Key: the key\nAuthorization: typed one";
    expected = `the key|Basic ${Buffer.from("änna:pass:wörd").toString("base64")}|our body`;
    const basic = { auth: "basic", username: "änna", password: "pass:wörd", method: "PUT", headers, body: "our body" };
    const wrong = { header: "X-Said: nothing", jsonPath: "$" };
    const finding = await look("http", { url, ...basic, ...wrong });
    expect(finding).toMatchObject({ code: "header" });
    expect(finding.steps.find(({ title }) => title === "Status")).toMatchObject({ ok: true });
    expect(JSON.stringify(finding)).not.toMatch(/the key|our body|wörd|typed one|w7ZyZA/);
    expected = "|Bearer a-token|";
    expect(await look("http", { url, auth: "bearer", token: "a-token" })).toMatchObject({ verdict: "up" });
  });

  test("secrets do not go along to another origin", async () => {
    expected = "||";
    const elsewhere = await serve(mirror);
    const url = await serve((_, response) => response.writeHead(302, { location: elsewhere }).end());
    const finding = await look("http", { url, auth: "bearer", token: "a-token", headers: "X-Key: k" });
    expect(finding).toMatchObject({ verdict: "up" });
    expect(finding.steps[0]?.title).toBe("Redirect");
  });
});

describe("redirects", () => {
  test("three are followed, each shown; a loop ends after three", async () => {
    const url = await serve((request, response) => {
      const left = Number.parseInt(request.url?.slice(1) ?? "", 10);
      if (left === 0) response.end("there");
      else response.writeHead(302, { location: `/${left > 9 ? left : left - 1}?secret=1` }).end();
    });
    const found = await look("http", { url: `${url}/3`, contains: "there" });
    expect(found.verdict).toBe("up");
    expect(found.steps.map(({ title }) => title).slice(0, 4)).toEqual(["Redirect", "Redirect", "Redirect", "Request"]);
    expect(JSON.stringify(found)).not.toContain("secret");
    const loop = await look("http", { url: `${url}/10` });
    expect(loop).toMatchObject({ verdict: "down", code: "too_many_redirects", milliseconds: null });
    expect(await look("http", { url: `${url}/3`, follow: "no", statuses: "302" })).toMatchObject({ verdict: "up" });
  });

  test.each([
    ["http://169.254.169.254/latest", "private_address"],
    ["http://0x7f.2/", "private_address"],
    ["file:///etc/passwd", "scheme_not_allowed"],
    ["http://a:b@example.com/", "credentials_in_url"],
  ])("to %s: blocked, not down", async (location, code) => {
    const url = await serve((_, response) => response.writeHead(302, { location }).end());
    const finding = await look("http", { url }, { outbound: wayOut(["127.0.0.1/32"]) });
    expect(finding).toMatchObject({ verdict: "blocked", code, milliseconds: null });
    expect(finding.steps.map(({ ok }) => ok)).toEqual([true, false]);
    expect(JSON.stringify(finding)).not.toContain("a:b");
  });
});

describe("its form", () => {
  test("has names, titles, secrets, choices and presets for the generic form", () => {
    const fields = Object.fromEntries(adapterSettingFields(httpMonitorKind).map((each) => [each.name, each]));
    expect(adapterSettingFields(httpMonitorKind).flatMap(({ name, required }) => (required ? [name] : []))).toEqual([
      "url",
    ]);
    expect(fields.method).toMatchObject({ preset: "GET", choices: expect.arrayContaining(["HEAD", "DELETE"]) });
    expect(adapterSettingFields(httpMonitorKind).flatMap(({ name, secret }) => (secret ? [name] : []))).toEqual([
      "headers",
      "body",
      "password",
      "token",
      "earlier",
    ]);
    expect(fields.latest?.title).toContain("ms");
    expect(fields.headers?.lines).toBe(3);
  });

  test.each([
    [{ url: "what" }, /url/],
    [{ url: "" }, /url/],
    [{ statuses: "600" }, /statuses/],
    [{ statuses: "299-200" }, /statuses/],
    [{ statuses: "2xx" }, /statuses/],
    [{ headers: "X-A: b\nHost: c" }, /Line 2/],
    [{ headers: "no colon" }, /Line 1/],
    [{ headers: "X-A: \u4e16" }, /Line 1/],
    [{ header: "nothing" }, /header/],
    [{ contains: "x".repeat(501) }, /contains/],
    [{ method: "GET", body: "x" }, /body/],
    [{ method: "HEAD", contains: "x" }, /contains/],
    [{ method: "HEAD", jsonPath: "$.a" }, /jsonPath/],
    [{ jsonValue: "x" }, /jsonValue/],
    [{ method: "POST", body: "{no", bodyType: "json" }, /body: This is not JSON/],
    [{ leastBytes: "9", mostBytes: "8" }, /mostBytes/],
    [{ url: "http://example.com/", certificateDays: "14" }, /certificateDays/],
    [{ auth: "basic" }, /username/],
    [{ auth: "bearer" }, /token/],
    [{ auth: "bearer", token: "a b" }, /token/],
    [{ latest: "0" }, /latest/],
    [{ jsonPath: "status" }, /RFC 9535/],
    [{ jsonPath: "$[?match(@.a, '(a+)+$')]" }, /pattern_unsupported/],
    [{ jsonPath: "$[?search(@.a, 'b')]" }, /pattern_unsupported/],
    [{ jsonPath: "$[?(@.a && search(@.a, 'b'))]" }, /pattern_unsupported/],
    [{ jsonPath: "$..a..b" }, /pattern_unsupported/],
    [{ jsonPath: "$[*,*,*]" }, /pattern_unsupported/],
    [{ jsonPath: `$[?${"length(".repeat(20)}` }, /pattern_unsupported/],
    [{ jsonPath: "$[?@[?@.a]]" }, /pattern_unsupported/],
    [{ jsonPath: `$[?${"(".repeat(60)}@.a${")".repeat(60)}]` }, /pattern_unsupported/],
  ])("refuses %j", (given, why) => {
    const worked = cpuClock();
    expect(trouble(given)).toMatch(why);
    expect(worked()).toBeLessThan(100);
  });

  test("takes what is meant well", () => {
    expect(
      trouble({ jsonPath: "$.checks[?(@.name == 'db' && length(@.rows) > 2)].state", jsonValue: "up" }),
    ).toBeNull();
    expect(trouble({ statuses: "200-299, 301,418", headers: "\r\nX-A: b\r\n\r\nX-B: c: d" })).toBeNull();
  });
});
