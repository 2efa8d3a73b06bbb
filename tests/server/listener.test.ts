import http, { type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { acceptedCoding } from "../../server/listener/compress.ts";
import {
  type HttpListener,
  type ListenerOptions,
  PortTakenError,
  startListener,
} from "../../server/listener/listener.ts";

const text = "all systems are operational. ".repeat(200);

/** Stands in for the worker: says back what reached it. */
function answer(request: IncomingMessage, response: ServerResponse): void {
  const path = request.url ?? "";
  if (path === "/text") response.setHeader("content-type", "text/html").setHeader("etag", '"one"').end(text);
  else if (path === "/image") response.setHeader("content-type", "image/png").end(text);
  else if (path === "/short") response.setHeader("content-type", "text/plain").end("short");
  else if (path === "/cookies") response.setHeader("set-cookie", ["a=1", "b=2"]).end();
  else if (path === "/early") response.writeHead(413, { "content-type": "text/plain" }).end("too large");
  else if (path === "/dies") response.destroy();
  else {
    let size = 0;
    request.on("data", (part: Buffer) => {
      size += part.length;
    });
    request.on("end", () => response.end(JSON.stringify({ path, headers: request.headers, size })));
  }
}

const worker = http.createServer(answer);
const listeners: HttpListener[] = [];
let port = 0;

async function listen(options: Partial<ListenerOptions> = {}): Promise<number> {
  const { port: inner } = worker.address() as AddressInfo;
  const target = () => new URL(`http://127.0.0.1:${inner}`);
  const listener = await startListener({ port: 0, host: null, trustedProxies: [], testCf: false, target, ...options });
  listeners.push(listener);
  return listener.port;
}

beforeAll(async () => {
  await new Promise<void>((resolve) => worker.listen(0, "127.0.0.1", resolve));
  port = await listen();
});
afterAll(async () => {
  for (const listener of listeners) await listener.stop();
  worker.close();
});

interface Answered {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

function ask(path: string, options: http.RequestOptions = {}, body?: Buffer): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const request = http.request({ host: "127.0.0.1", port, path, agent: false, ...options }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      );
    });
    request.on("error", reject);
    request.end(body);
  });
}

const seen = async (...given: Parameters<typeof ask>) => JSON.parse((await ask(...given)).body.toString());

test("what is wrong with the scheduler is said where health is asked, and stops no page", async () => {
  let trouble: string | null = null;
  const ill = await listen({ trouble: () => trouble });
  const asked = async (path: string, method = "GET") => {
    const { status, body } = await ask(path, { port: ill, method });
    return [status, String(body).includes("No tick.")];
  };
  expect(await asked("/healthz")).toEqual([200, false]);
  trouble = "No tick.";
  expect(await asked("/healthz")).toEqual([503, true]);
  expect(await asked("/healthz?of=me")).toEqual([503, true]);
  expect(await asked("/healthz", "HEAD")).toEqual([503, false]);
  for (const path of ["/", "/readyz", "/healthzz", "/a/healthz"]) expect(await asked(path)).toEqual([200, false]);
  trouble = null;
  expect(await asked("/healthz")).toEqual([200, false]);
});

test("nothing that only a proxy may say comes from a client", async () => {
  const claims = {
    "cf-connecting-ip": "6.6.6.6",
    "CF-IPCountry": "XX",
    "mf-cf-blob": "{}",
    "MF-Original-URL": "http://evil.example",
    "x-forwarded-for": "6.6.6.6",
    "X-Forwarded-Host": "evil.example",
    forwarded: "for=6.6.6.6",
    "x-real-ip": "6.6.6.6",
    "true-client-ip": "6.6.6.6",
    "x-client-ip": "6.6.6.6",
    "x-original-url": "/evil",
    "x-kept": "yes",
  };
  const { headers } = await seen("/", { headers: claims });
  expect(headers).toEqual({
    host: `127.0.0.1:${port}`,
    connection: "keep-alive",
    "cf-connecting-ip": "127.0.0.1",
    "x-kept": "yes",
  });
  // Of a proxy that is trusted only whom it speaks for is believed, never for which host.
  const behind = await listen({ trustedProxies: ["loopback"] });
  const trusted = await seen("/", { port: behind, headers: { ...claims, "x-forwarded-proto": "gopher" } });
  expect(trusted.headers).toEqual({ ...headers, host: `127.0.0.1:${behind}`, "cf-connecting-ip": "6.6.6.6" });
});

test("the host goes through as the client wrote it", async () => {
  const { headers } = await seen("/", { headers: { host: "status.example.com" } });
  expect(headers.host).toBe("status.example.com");
});

test("a host that is none is refused before it reaches the runtime", async () => {
  for (const host of [
    "a b",
    "evil\\",
    "a@localhost:8860",
    "localhost:8860/x",
    "localhost:99999",
    "xn--a",
    "a.XN--a.example:80",
  ]) {
    expect((await ask("/", { headers: { host } })).status).toBe(400);
  }
  for (const host of ["localhost", "status.example.com:8443", "[::1]:8787", "127.0.0.1", "xn--bcher-kva.example"]) {
    expect((await ask("/", { headers: { host } })).status).toBe(200);
  }
});

test("a trusted proxy names the client, and a client cannot put a name before its own", async () => {
  const behind = await listen({ trustedProxies: ["loopback", "10.0.0.0/8"] });
  const ip = async (forwarded: string) =>
    (await seen("/", { port: behind, headers: { "x-forwarded-for": forwarded } })).headers["cf-connecting-ip"];
  expect(await ip("203.0.113.9")).toBe("203.0.113.9");
  expect(await ip("6.6.6.6, 203.0.113.9, 10.1.2.3")).toBe("203.0.113.9");
  expect(await ip("2001:db8::1")).toBe("2001:db8::1");
  expect(await ip("not an address")).toBe("127.0.0.1");
  expect(await ip("9.9.9.9, 203.0.113.5:4711")).toBe("203.0.113.5");
  expect(await ip("9.9.9.9, [2001:db8::5]:4711")).toBe("2001:db8::5");
  expect(await ip("9.9.9.9, [2001:db8::5]")).toBe("2001:db8::5");
  expect(await ip("9.9.9.9, 203.0.113.5:4711, 10.1.2.3:80")).toBe("203.0.113.5");
  for (const last of ["unknown", "_hidden", "203.0.113.5:x", "[203.0.113.5", ""])
    expect(await ip(`9.9.9.9, ${last}`), last).toBe("127.0.0.1");
});

test("the zone of a viewer may be told in tests only", async () => {
  const testing = await listen({ testCf: true });
  const blob = { headers: { "mf-cf-blob": '{"timezone":"Asia/Tokyo"}' } };
  expect((await seen("/", { ...blob, port: testing })).headers["mf-cf-blob"]).toBe('{"timezone":"Asia/Tokyo"}');
  expect((await seen("/", blob)).headers["mf-cf-blob"]).toBeUndefined();
});

/** All are `/cdn-cgi/x` to who resolves dot segments, or decodes before routing. */
const innerPaths = [
  ...["/cdn-cgi/handler/scheduled", "//cdn-cgi/x", "/CDN-CGI/x", "/cdn-cgi?x", "/cdn-cgi", "/cdn-cgi;x", "/cdn-cgi#x"],
  ...["/./cdn-cgi/x", "/acme/../cdn-cgi/x", "/a/b/../../cdn-cgi/x", "/..//cdn-cgi/x", "/acme/..//cdn-cgi/x"],
  ...["/%2e/cdn-cgi/x", "/acme/%2E%2e/cdn-cgi/x", "/acme/.%2e/cdn-cgi/x", "/acme/%2e./cdn-cgi/x"],
  ...["/\\cdn-cgi\\x", "/cdn-cgi\\x", "/acme\\..\\cdn-cgi/x", "/.\\cdn-cgi/x"],
  ...["/%63dn-cgi/x", "/cdn%2dcgi/x", "/cdn-cgi%2fx", "/cdn-cgi%5Cx", "/%2fcdn-cgi/x", "/%5ccdn-cgi/x"],
  ...[
    "/acme%2f..%2fcdn-cgi/x",
    "/acme/%2e%2e%2fcdn-cgi/x",
    "/acme%5c..%5c%63dn-cgi/x",
    "/cdn-cgi/..%2facme",
    "http://localhost/cdn-cgi/x",
  ],
];

test("the runtime's own addresses are not there, however they are written", async () => {
  expect(innerPaths).toHaveLength(31);
  for (const path of innerPaths) expect((await ask(path)).status, path).toBe(404);
  for (const path of ["/cdn-cgi-page", "/acme/cdn-cgi/x", "/acme?next=/../cdn-cgi/x", "/%e0%A4%A", "/acme%"])
    expect((await seen(path)).path).toBe(path);
});

test("text is packed as the client accepts it", async () => {
  const packedBy = async (coding: string) => ask("/text", { headers: { "accept-encoding": coding } });
  const brotli = await packedBy("gzip, deflate, br");
  expect(brotli.headers).toMatchObject({ "content-encoding": "br", vary: "Accept-Encoding", etag: 'W/"one"' });
  expect(Number(brotli.headers["content-length"])).toBe(brotli.body.length);
  expect(brotliDecompressSync(brotli.body).toString()).toBe(text);
  const gzip = await packedBy("gzip, br;q=0");
  expect(gzip.headers["content-encoding"]).toBe("gzip");
  expect(gunzipSync(gzip.body).toString()).toBe(text);
  const plain = await packedBy("identity");
  expect(plain.headers).toMatchObject({ vary: "Accept-Encoding", etag: '"one"' });
  expect(plain.body.toString()).toBe(text);
});

test("images and short answers go as they are", async () => {
  for (const path of ["/image", "/short"]) {
    const { headers } = await ask(path, { headers: { "accept-encoding": "br, gzip" } });
    expect(headers["content-encoding"], path).toBeUndefined();
  }
});

test("what a client accepts is read as the standard says", () => {
  expect(acceptedCoding("br;q=0, gzip;q=0.5")).toBe("gzip");
  expect(acceptedCoding("gzip;q=0.000")).toBeNull();
  expect(acceptedCoding("BR")).toBe("br");
  expect(acceptedCoding(undefined)).toBeNull();
});

test("every cookie comes through on a line of its own", async () => {
  expect((await ask("/cookies")).headers["set-cookie"]).toEqual(["a=1", "b=2"]);
});

test("bodies up to 1 MB come through whole, with a length or without", async () => {
  const body = Buffer.alloc(1_048_576, 1);
  expect((await seen("/", { method: "POST", headers: { "content-length": body.length } }, body)).size).toBe(1_048_576);
  const chunked = await seen("/", { method: "PUT", headers: { "transfer-encoding": "chunked" } }, body);
  expect(chunked.size).toBe(1_048_576);
  expect((await seen("/", { method: "POST" })).size).toBe(0);
});

test("a larger one is refused by its length: in the worker's words, or where it waits for the body, in ours", async () => {
  const body = Buffer.alloc(1_500_000, 1);
  const short = await listen({ limits: { lengthTime: 100 } });
  for (const headers of [{ "content-length": body.length }, { "transfer-encoding": "chunked" }]) {
    const said = async (path: string) => {
      const answer = await ask(path, { port: short, method: "POST", headers }, body);
      return [answer.status, answer.body.toString()];
    };
    expect(await said("/early")).toEqual([413, "too large"]);
    expect(await said("/")).toEqual([413, "The request's body is too large: at most 1 MB.\n"]);
  }
});

test("a push to a repository comes through whole up to 2 MB: its signature is over all of it", async () => {
  const path = "/ingest/repositories/some-id";
  const short = await listen({ limits: { lengthTime: 100 } });
  const body = Buffer.alloc(2_097_152, 1);
  expect((await seen(path, { method: "POST" }, body)).size).toBe(2_097_152);
  const longer = await ask(path, { port: short, method: "POST" }, Buffer.alloc(2_097_153, 1));
  expect([longer.status, longer.body.toString()]).toEqual([413, "The request's body is too large: at most 2 MB.\n"]);
  const list = Buffer.alloc(1_500_000, 1);
  expect((await seen("/ingest/some-source", { method: "POST" }, list)).size).toBe(1_048_576);
});

test("an answer that comes before the body was read arrives", async () => {
  const body = Buffer.alloc(600_000, 1);
  for (let round = 0; round < 5; round++) {
    const { status, body: said } = await ask("/early", { method: "POST" }, body);
    expect([status, said.toString()]).toEqual([413, "too large"]);
  }
});

test("a worker that does not answer is said to be so", async () => {
  const { status, headers } = await ask("/dies");
  expect(status).toBe(503);
  expect(headers["retry-after"]).toBe("10");
  const starting = await listen({ target: () => null });
  expect((await ask("/", { port: starting })).status).toBe(503);
});

test("an absolute target and a broken request do not reach the worker", async () => {
  expect((await ask("http://evil.example/")).status).toBe(404);
  const said = (head: string) =>
    new Promise<string>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => socket.write(`${head}\r\n\r\n`));
      socket.on("data", (part) => resolve(part.toString()));
    });
  for (const head of [
    "GET / HTTP/1.1\r\nHost a",
    "GET / HTTP/1.1",
    "GET / HTTP/1.1\r\nHost:",
    "GET / HTTP/1.1\r\nHost: a, b",
  ])
    expect(await said(head), head).toMatch(/^HTTP\/1\.1 400 /);
});

test("a method that nobody here knows is refused before the worker is asked: TRACE would tell headers back", async () => {
  for (const method of ["TRACE", "PROPFIND", "PURGE"]) {
    const refused = await ask("/text", { method, headers: { cookie: "a=secret" } });
    expect([refused.status, refused.headers.allow]).toEqual([405, expect.stringContaining("GET")]);
    expect(refused.body.toString()).not.toContain("secret");
  }
  expect((await ask("/x", { method: "PATCH" })).status).toBe(200);
});

test("a port that is taken is refused, on either loopback address", async () => {
  await expect(listen({ port })).rejects.toThrow(PortTakenError);
});
