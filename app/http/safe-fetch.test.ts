import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, createServer as createTcp, type Server as TcpServer } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { startEcho } from "../../tests/support/echo";
import { nodeOutbound } from "../../tests/support/outbound";
import { refusalFor } from "../failures/refusal";
import { parseConfig } from "../platform/env";
import { newMeter } from "../platform/meter";
import { makeOutbound } from "./safe-fetch";

const config = parseConfig({
  UPFRONT_URL: "https://status.example.com",
  UPFRONT_SECRET: "a secret that only the tests know, 32+",
} as never);

const meter = newMeter();
const make = (networks: string[], counted = meter) =>
  nodeOutbound({ networks })({ meter: counted, config, now: () => performance.now(), owner: "team" });
const inside = make(["127.0.0.0/8"]);
const outside = make([]);

const open = new Set<Server | TcpServer>();
afterEach(() => {
  meter.subrequests = 0;
});
afterAll(() => {
  for (const each of open) {
    if ("closeAllConnections" in each) each.closeAllConnections();
    each.close();
  }
});

async function listen<T extends Server | TcpServer>(server: T): Promise<string> {
  open.add(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const serve = (listener: RequestListener) => listen(createServer(listener));

describe("a call", () => {
  test("answers status, headers and text, and is one subrequest", async () => {
    const url = await serve((_, response) => response.writeHead(201, { "x-a": "b" }).end("hello"));
    const answer = await inside.fetch({ url, method: "POST", body: "x" });
    expect(answer).toMatchObject({ ok: true, status: 201, text: "hello", truncated: false });
    expect(answer.ok && answer.headers.get("x-a")).toBe("b");
    expect(meter.subrequests).toBe(1);
  });

  test("to a private address never leaves without leave", async () => {
    let called = 0;
    const url = await serve((_, response) => {
      called += 1;
      response.end();
    });
    expect(await outside.fetch({ url })).toMatchObject({ ok: false, reason: "blocked", code: "private_address" });
    expect(await outside.fetch({ url: "file:///etc/passwd" })).toMatchObject({ code: "scheme_not_allowed" });
    expect(await outside.fetch({ url: "https://status.example.com/x" })).toMatchObject({ code: "own_address" });
    expect([called, meter.subrequests]).toEqual([0, 0]);
  });

  test("to nobody, to who hangs and to who resets ends with a word that names no secret", async () => {
    const hung = await serve(() => undefined);
    const reset = await listen(createTcp((socket) => socket.destroy()));
    const secret = "/services/s3cret";
    const answers = await Promise.all([
      inside.fetch({ url: `http://127.0.0.1:1${secret}` }),
      inside.fetch({ url: `${hung}${secret}`, timeout: 200 }),
      inside.fetch({ url: `${reset}${secret}` }),
    ]);
    expect(answers.map((each) => !each.ok && each.reason)).toEqual(["blocked", "timeout", "unreachable"]);
    expect(JSON.stringify(answers)).not.toContain("s3cret");
  });

  test("reads no more than asked for of an endless body, and no longer than the time of a dripping one", async () => {
    const endless = await serve((_, response) => {
      const more = () => {
        while (response.write("x".repeat(65_536)));
      };
      response.on("drain", more);
      response.on("error", () => undefined);
      more();
    });
    expect(await inside.fetch({ url: endless, maxBytes: 1000 })).toMatchObject({ ok: true, truncated: true });
    const capped = await inside.fetch({ url: endless, maxBytes: 10 ** 9 });
    expect(capped.ok && capped.text.length).toBe(1024 * 1024);
    const drip = await serve((_, response) => {
      const timer = setInterval(() => response.write("."), 20);
      response.on("close", () => clearInterval(timer));
    });
    expect(await inside.fetch({ url: drip, timeout: 200 })).toMatchObject({ ok: false, reason: "timeout" });
  });

  test("whose status decides is answered with it, and with what came of its body until that broke off or was given up", async () => {
    const reset = await serve((_, response) =>
      response.writeHead(202).write("tak", () => setTimeout(() => response.socket?.resetAndDestroy(), 20)),
    );
    const drip = await serve((_, response) => {
      response.writeHead(202).write("tak");
      const timer = setInterval(() => response.write("."), 20);
      response.on("close", () => clearInterval(timer));
    });
    for (const url of [reset, drip]) {
      expect(await inside.fetch({ url, timeout: 200 })).toMatchObject({ ok: false });
      const answer = await inside.fetch({ url, timeout: 5000, statusDecides: { within: 100 } });
      expect(answer).toMatchObject({ ok: true, status: 202, truncated: true });
      expect(answer.ok && answer.text).toMatch(/^tak/);
    }
  });

  test.each([
    ["utf-16be", [0xfe, 0xff]],
    ["utf-16le", [0xff, 0xfe]],
    ["utf-8", [0xef, 0xbb, 0xbf]],
  ])("is read as %s where a mark at its beginning says so, however it is cut", async (encoding, mark) => {
    const text = '[{"region":"Zürich"}]';
    const little = Buffer.from(text, "utf16le");
    const bytes = encoding === "utf-8" ? Buffer.from(text) : encoding === "utf-16le" ? little : little.swap16();
    const url = await serve((_, response) => {
      response.write(Buffer.from([...mark, bytes[0] ?? 0]));
      setTimeout(() => response.end(bytes.subarray(1)), 30);
    });
    expect(await inside.fetch({ url })).toMatchObject({ ok: true, text });
  });

  test("reads as many letters of UTF-16 as of UTF-8, which take twice the bytes", async () => {
    const sent = (letters: number) => Buffer.from(`\ufeff${"x".repeat(letters)}`, "utf16le");
    const [whole, longer] = await Promise.all(
      [900_000, 1_200_000].map((letters) => serve((_, response) => response.end(sent(letters)))),
    );
    const [read, cut] = await Promise.all(
      [whole, longer].map((url) => inside.fetch({ url: url ?? "", maxBytes: 10 ** 9 })),
    );
    expect(read).toMatchObject({ ok: true, truncated: false, text: "x".repeat(900_000) });
    expect(cut?.ok && [cut.text.length, cut.truncated]).toEqual([1024 * 1024 - 1, true]);
  });

  test("a bomb unpacks to what was asked for", async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, "x"));
    const url = await serve((_, response) => response.writeHead(200, { "content-encoding": "gzip" }).end(bomb));
    const answer = await inside.fetch({ url, maxBytes: 5000 });
    expect(answer.ok && [answer.text.length, answer.truncated]).toEqual([5000, true]);
  });

  test("fails the invocation whose meter is spent", async () => {
    const spent = { ...newMeter(), statements: newMeter().limit.statements };
    const url = await serve((_, response) => response.end());
    await expect(make(["127.0.0.0/8"], spent).fetch({ url })).rejects.toThrow("over budget");
  });
});

describe("an interim answer", () => {
  /** Returns an answer like that of a runtime which does not wait for the rest. */
  const answering = (status: number) => {
    const given = { connect: () => Promise.reject(new Error("nobody")) };
    const call = async () => ({ status, headers: new Headers({ link: "</a.css>; rel=preload" }), body: null });
    const around = { meter, config, now: () => performance.now(), owner: "team" as const };
    return makeOutbound({ ...given, call, upgrade: call })(around);
  };
  const url = "https://example.com/";

  test.each([100, 102, 103, 199])("such as %i is no answer, whatever the call wants to know", async (status) => {
    const interim = { ok: false, reason: "interim", code: "interim", detail: refusalFor("call.interim", { status }) };
    const statusDecides = { within: 100 };
    expect(await answering(status).fetch({ url, method: "POST", body: "x", statusDecides })).toMatchObject(interim);
    expect(await answering(status).upgrade({ url })).toMatchObject(interim);
  });

  test("is not what ends an exchange", async () => {
    for (const status of [101, 200, 204, 999]) {
      expect(await answering(status).fetch({ url })).toMatchObject({ ok: true, status });
    }
  });

  test("is skipped where the runtime waits for what follows", async () => {
    const url = await serve((_, response) => response.writeEarlyHints({ link: "</a>" }, () => response.end("here")));
    expect(await inside.fetch({ url })).toMatchObject({ ok: true, status: 200, text: "here" });
  });
});

describe("redirects", () => {
  const to = (location: string) => serve((_, response) => response.writeHead(302, { location }).end("moved"));

  test("are not followed unless asked for, and never after a POST", async () => {
    const url = await to("/elsewhere");
    expect(await inside.fetch({ url })).toMatchObject({ ok: true, status: 302, text: "moved" });
    expect(await inside.fetch({ url, method: "POST", redirects: 3 })).toMatchObject({ ok: true, status: 302 });
  });

  test("end after three", async () => {
    const url = await to("/again");
    expect(await inside.fetch({ url, redirects: 9 })).toMatchObject({ ok: false, reason: "too_many_redirects" });
    expect(meter.subrequests).toBe(4);
  });

  test.each([
    "file:///etc/passwd",
    "http://169.254.169.254/latest",
    "http://[::1]/",
    "gopher://example.com/",
    "http://a:b@example.com/",
  ])("to %s are stopped", async (location) => {
    const url = await to(location);
    expect(await inside.fetch({ url, redirects: 3 })).toMatchObject({ ok: false, reason: "blocked" });
  });

  test("take no secret along to another origin", async () => {
    const seen: (string | undefined)[] = [];
    const other = await serve((request, response) => {
      seen.push(request.headers.authorization, request.headers.accept);
      response.end("there");
    });
    const url = await to(other);
    const headers = { authorization: "Bearer s3cret", accept: "text/plain" };
    expect(await inside.fetch({ url, redirects: 1, headers })).toMatchObject({ ok: true, text: "there" });
    expect(seen).toEqual([undefined, "text/plain"]);
  });
});

describe("a WebSocket", () => {
  const httpOf = (url: string) => url.replace(/^ws/, "http");

  test("speaks both ways, is one subrequest, and is closed for good", async () => {
    const echo = await startEcho();
    const found = await inside.upgrade({ url: httpOf(echo.url) });
    if (!found.ok || !found.socket) throw new Error("no WebSocket");
    found.socket.send("ping");
    expect(await found.socket.next()).toEqual({ kind: "message", text: "echo: ping" });
    found.socket.close();
    await expect.poll(() => echo.open()).toBe(0);
    expect(meter.subrequests).toBe(1);
    await echo.close();
  });

  test("is guarded as any other call, at each redirect, and takes no secret along", async () => {
    const echo = await startEcho();
    expect(await outside.upgrade({ url: httpOf(echo.url) })).toMatchObject({ code: "private_address" });
    expect(await inside.upgrade({ url: echo.url })).toMatchObject({ code: "scheme_not_allowed" });
    expect(await inside.upgrade({ url: "https://status.example.com/" })).toMatchObject({ code: "own_address" });
    const to = async (location: string) => {
      const server = createServer().on("upgrade", (_, socket) =>
        socket.end(`HTTP/1.1 302 Found\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`),
      );
      return listen(server);
    };
    const inner = await to("http://169.254.169.254/");
    expect(await inside.upgrade({ url: inner, redirects: 3 })).toMatchObject({ reason: "blocked" });
    const headers = { authorization: "Bearer s3cret" };
    const other = await inside.upgrade({ url: await to(`${httpOf(echo.url)}/header`), redirects: 1, headers });
    if (!other.ok || !other.socket) throw new Error("no WebSocket");
    expect(await other.socket.next()).toEqual({ kind: "message", text: "you are undefined" });
    other.socket.close();
    await echo.close();
  });
});

describe("a connection", () => {
  const portOf = (url: string) => Number(new URL(url).port);

  test("carries bytes both ways", async () => {
    const url = await listen(createTcp((socket) => socket.pipe(socket)));
    const found = await inside.connect({ host: "127.0.0.1", port: portOf(url), tls: "off" });
    if (!found.ok) throw new Error(found.detail);
    const writer = found.connection.writable.getWriter();
    await writer.write(new TextEncoder().encode("ping"));
    const { value } = await found.connection.readable.getReader().read();
    expect(new TextDecoder().decode(value)).toBe("ping");
    await found.connection.close();
    expect(meter.subrequests).toBe(1);
  });

  test("to a private host or to nobody says so", async () => {
    expect(await outside.connect({ host: "localhost", port: 25, tls: "off" })).toMatchObject({
      code: "private_address",
    });
    expect(await outside.connect({ host: "::1", port: 25, tls: "off" })).toMatchObject({ code: "private_address" });
    expect(await inside.connect({ host: "127.0.0.1", port: 1, tls: "off" })).toMatchObject({ reason: "unreachable" });
  });

  test("to port 25 is closed, but for a private network that is allowed", async () => {
    const refused = await inside.connect({ host: "mail.example.com", port: 25, tls: "off" });
    expect(refused).toMatchObject({ reason: "blocked", code: "port_not_allowed" });
    const inner = await inside.connect({ host: "127.0.0.9", port: 25, tls: "off" });
    expect(inner).not.toMatchObject({ code: "port_not_allowed" });
  });

  test("that does not speak TLS is given up", async () => {
    const url = await listen(createTcp(() => undefined));
    const target = { host: "127.0.0.1", port: portOf(url), tls: "on" as const, timeout: 200 };
    expect(await inside.connect(target)).toMatchObject({ ok: false, reason: "timeout" });
  });
});
