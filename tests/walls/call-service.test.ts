import { mkdirSync } from "node:fs";
import http, { type RequestListener } from "node:http";
import { type AddressInfo, connect, isIP, type Server } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callFailureHeader, callTokenHeader } from "~/net/call-headers";
import { startOutboundCallProcess } from "../../server/calls/call-process";
import { startCallService } from "../../server/calls/call-service";
import { callFailureOf } from "../../server/calls/forward";
import {
  type HostLookup,
  makeGuardedLookup,
  maxConcurrentLookups,
  shareLookups,
  TooManyLookupsError,
} from "../../server/calls/guarded-lookup";
import { temporaryFolder } from "../support/child";
import { hostileHosts } from "../support/hostile-addresses";

/** The service that makes the worker's calls on one machine: it calls nothing private, whatever it is asked and by whom. */
let service: Awaited<ReturnType<typeof startCallService>>;
let port: number;
const servers: Server[] = [];
const reached: string[] = [];

async function listen(address: string, answer: RequestListener, port = 0): Promise<number> {
  const server = http.createServer((request, response) => {
    reached.push(`${address} ${request.method}`);
    answer(request, response);
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(port, address, done));
  return (server.address() as AddressInfo).port;
}

beforeAll(async () => {
  service = await startCallService({ public: [], loopback: ["127.0.0.1/32"] });
  port = (service.place as { port: number }).port;
});
afterAll(() => {
  service.close();
  for (const server of servers) server.close();
});

interface Told {
  status: number;
  why: string | undefined;
  headers: http.IncomingHttpHeaders;
  text: string;
}

/** As the worker asks: the whole address in the request's first line. */
const ask = (token: string | null, url: string, more: http.RequestOptions = {}): Promise<Told> =>
  new Promise((resolve, reject) => {
    const headers = { ...(token === null ? {} : { [callTokenHeader]: token }), ...(more.headers as object) };
    const asked = http.request({ host: "127.0.0.1", port, path: url, agent: false, ...more, headers });
    asked.on("error", reject).on("response", (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => void parts.push(part));
      response.on("error", reject).on("end", () => {
        const { statusCode: status = 0, headers: told } = response;
        const why = told[callFailureHeader] as string | undefined;
        resolve({ status, why, headers: told, text: Buffer.concat(parts).toString() });
      });
    });
    asked.end();
  });

const isLiteral = (host: string) => isIP(URL.parse(`http://${host}/`)?.hostname.replace(/^\[|\]$/g, "") ?? "") > 0;
const literals = hostileHosts.filter(isLiteral);

test("every private address in every notation is refused before anything is called", async () => {
  expect(literals.length).toBeGreaterThan(250);
  const called: string[] = [];
  for (const host of literals) {
    const { why } = await ask("public", new URL(`http://${host}/latest/meta-data`).href);
    if (why !== "private_address") called.push(`${host}: ${why}`);
  }
  expect(called).toEqual([]);
});

test("names of this machine are looked up, and end there", async () => {
  const port = await listen("127.0.0.1", (_, response) => response.end("here"));
  for (const scheme of ["http", "https"]) {
    expect(await ask("public", `${scheme}://localhost:${port}/`)).toMatchObject({ why: "private_address" });
  }
  expect(await ask("loopback", `http://localhost:${port}/`)).toMatchObject({ status: 200, text: "here" });
  expect(reached.splice(0)).toEqual(["127.0.0.1 GET"]);
});

test.each([null, "", "private", "public,loopback"])("nobody who comes with the token %s is served", async (token) => {
  const port = await listen("127.0.0.1", (_, response) => response.end("here"));
  expect(await ask(token, `http://127.0.0.1:${port}/`)).toMatchObject({ status: 502, why: "not_ours", text: "" });
  expect(reached).toEqual([]);
});

test("only HTTP is called, and an address that is none is answered", async () => {
  for (const url of ["ftp://127.0.0.1/", "file:///etc/passwd", "/etc/passwd", "nonsense"]) {
    expect((await ask("loopback", url)).status).toBeGreaterThanOrEqual(400);
  }
});

test("what is sent and answered goes through as it is, but for what is one connection's or ours", async () => {
  const heard: string[][] = [];
  const port = await listen("127.0.0.1", (request, response) => {
    heard.push(request.rawHeaders);
    response.writeHead(418, "Short and stout", [
      ...["Set-Cookie", "a=1", "Set-Cookie", "b=2", "X-Said", Buffer.from("hällo €").toString("latin1")],
      ...[callFailureHeader, "private_address", "Keep-Alive", "timeout=9"],
    ]);
    response.end("no coffee");
  });
  const headers = { "x-asked": "1", "proxy-connection": "close", host: "elsewhere.example" };
  const told = await ask("loopback", `http://127.0.0.1:${port}/pot?x=1`, { method: "PUT", headers });
  expect(told).toMatchObject({ status: 418, why: undefined, text: "no coffee" });
  expect(told.headers["set-cookie"]).toEqual(["a=1", "b=2"]);
  expect(Buffer.from(String(told.headers["x-said"]), "latin1").toString()).toBe("hällo €");
  const said = heard.flat().join("\n").toLowerCase();
  expect(said).toContain(`host\n127.0.0.1:${port}`);
  expect(said).toContain("x-asked\n1");
  for (const never of [callTokenHeader, "loopback", "elsewhere", "proxy-", "cf-worker"])
    expect(said).not.toContain(never);
  reached.length = 0;
});

test("who hangs up ends the call as well", async () => {
  const ended = Promise.withResolvers<void>();
  const silent = await listen("127.0.0.1", (request) => request.once("close", () => ended.resolve()));
  const asked = http.request({
    ...{ host: "127.0.0.1", port, path: `http://127.0.0.1:${silent}/` },
    headers: { [callTokenHeader]: "loopback" },
  });
  asked.on("error", () => undefined).end();
  await expect.poll(() => reached.length).toBe(1);
  asked.destroy();
  await ended.promise;
});

/** A name server that says something else each time. */
function naming(...answers: string[][]) {
  const asked: string[] = [];
  const lookup: HostLookup = (host, answer) => {
    const found = answers[asked.length] ?? [];
    asked.push(host);
    queueMicrotask(() =>
      answer(
        null,
        found.map((address) => ({ address, family: 4 })),
      ),
    );
  };
  return { asked, lookup };
}

/** Where a socket with such a lookup comes to. */
const reach = (port: number, lookup: HostLookup): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect({ host: "a.name", port, lookup: makeGuardedLookup(["127.0.0.1/32"], lookup) });
    socket.on("error", (error) => resolve(error.constructor.name));
    socket.on("connect", () => {
      resolve(socket.remoteAddress ?? "");
      socket.destroy();
    });
  });

test("a name that changes between two answers is asked once, and that answer is called", async () => {
  const port = await listen("127.0.0.1", () => undefined);
  await listen("127.0.0.2", () => undefined, port);
  const first = naming(["127.0.0.1"], ["127.0.0.2"]);
  expect([await reach(port, first.lookup), first.asked]).toEqual(["127.0.0.1", ["a.name"]]);
  const second = naming(["127.0.0.2"], ["127.0.0.1"]);
  expect([await reach(port, second.lookup), second.asked]).toEqual(["PrivateAddressError", ["a.name"]]);
  expect(await reach(port, naming(["127.0.0.2", "127.0.0.1"]).lookup)).toBe("127.0.0.1");
  for (const odd of [[], ["fe80::1%lo"], ["nonsense"]])
    expect(await reach(port, naming(odd).lookup)).toBe("PrivateAddressError");
});

test("a name behind NAT64 is what it leads to", async () => {
  const found = (address: string) =>
    new Promise<string>((resolve) => {
      const lookup: HostLookup = (_, answer) => answer(null, [{ address, family: 6 }]);
      makeGuardedLookup([], lookup)("a.name", { all: true }, (error) => resolve(error ? "refused" : "called"));
    });
  expect(await found("64:ff9b::8.8.8.8")).toBe("called");
  expect(await found("64:ff9b::10.0.0.1")).toBe("refused");
  expect(await found("64:ff9b:1::8.8.8.8")).toBe("refused");
});

test("a hundred who ask for one name at once are answered by one lookup, and who comes later asks again", async () => {
  const server = naming(["127.0.0.1"], ["127.0.0.1"]);
  const lookup = shareLookups(server.lookup);
  const asked = () => new Promise((resolve) => lookup("a.name", (_, found) => resolve(found.length)));
  expect(new Set(await Promise.all(Array.from({ length: 100 }, asked)))).toEqual(new Set([1]));
  await asked();
  expect(server.asked).toEqual(["a.name", "a.name"]);
});

test("where the system can look up no more, nothing is known of further names, and it can again later", async () => {
  const held: (() => void)[] = [];
  const lookup = shareLookups((_, answer) => void held.push(() => answer(null, [])));
  const asked = (host: string) =>
    new Promise<string>((resolve) => lookup(host, (error) => resolve(error?.constructor.name ?? "found")));
  const all = Array.from({ length: maxConcurrentLookups }, (_, at) => asked(`${at}.name`));
  expect(await asked("one-more.name")).toBe("TooManyLookupsError");
  for (const answer of held.splice(0)) answer();
  expect(new Set(await Promise.all(all))).toEqual(new Set(["found"]));
  const again = asked("one-more.name");
  held[0]?.();
  expect(await again).toBe("found");
});

const coded = (code: string) => Object.assign(new Error(code), { code });

test.each([
  ["EMFILE", "not_ours"],
  ["ENFILE", "not_ours"],
  ["ENOMEM", "not_ours"],
  ["EADDRNOTAVAIL", "not_ours"],
  ["ECONNREFUSED", "unreachable"],
  ["ENOTFOUND", "unreachable"],
  ["EAI_AGAIN", "unreachable"],
  ["CERT_HAS_EXPIRED", "unreachable"],
  ["ECONNRESET", "cut"],
  ["HPE_HEADER_OVERFLOW", "headers_too_long"],
  ["HPE_INVALID_CONSTANT", "not_http"],
])("%s is told as %s", (code, why) => {
  expect(callFailureOf(coded(code))).toBe(why);
});

test("a fault of ours says nothing of the other side", () => {
  expect([new TypeError("x"), new RangeError("x"), new TooManyLookupsError()].map(callFailureOf)).toEqual(
    Array.from({ length: 3 }, () => "not_ours"),
  );
});

test("it listens in a folder of ours alone, or by a port where there can be no socket", async () => {
  const folder = temporaryFolder("calls");
  const first = await startOutboundCallProcess({ CALLS: [] }, folder);
  expect(first.services.CALLS.external.address).toBe(`unix:${folder}/calls`);
  first.stop();
  const taken = temporaryFolder("calls");
  mkdirSync(`${taken}/calls`);
  const second = await startOutboundCallProcess({ CALLS: [] }, taken);
  expect(second.services.CALLS.external.address).toMatch(/^127\.0\.0\.1:\d+$/);
  second.stop();
  const long = await startOutboundCallProcess({ CALLS: [] }, `${folder}/${"x".repeat(100)}`);
  expect(long.services.CALLS.external.address).toMatch(/^127\.0\.0\.1:\d+$/);
  long.stop();
});
