import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "../support/child";
import { hostileAnswers, startHostileAnswers } from "../support/hostile-answers";
import { root } from "../support/sources";
import { bundledCheck, startWalled } from "../support/walled";

/** What a provider, a vendor's page, a webhook or a monitored server may answer, at the real workerd. */
let peer: Awaited<ReturnType<typeof startHostileAnswers>>;
let walled: Awaited<ReturnType<typeof startWalled>>;
beforeAll(async () => {
  const [script, started] = await Promise.all([bundledCheck(), startHostileAnswers()]);
  peer = started;
  walled = await startWalled(script, "127.0.0.0/8", ["127.0.0.0/8"], { guard: "127.0.0.0/8", wall: ["127.0.0.0/8"] });
});
afterAll(() => Promise.all([peer.close(), walled.close()]));

async function startHonest() {
  const server = createServer((_, response) => response.end("here"));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => new Promise((closed) => server.close(closed)) };
}

const timeout = 500;
const megabyte = 1024 ** 2;

/** Whoever only announces an answer, again and again. */
const announcing = new Set(["continues-for-ever", "hints-for-ever"]);

/** Why an answer that is no honest HTTP is none, as it is said. */
const unread: Record<string, string[]> = {
  headers_too_long: ["headers-for-ever", "small-headers-for-ever", "one-header-for-ever", "status-line-for-ever"],
  not_http: [
    ...["two-lengths", "a-negative-length", "a-length-of-30-digits", "an-unasked-switch"],
    ...["status-000", "status-99999", "http-0.9", "a-header-without-a-name", "empty-lines-for-ever"],
  ],
  cut: [
    ...["resets-within-the-head", "ends-within-the-head", "less-than-said", "half-a-gzip"],
    ...["a-huge-chunk", "a-negative-chunk", "trailers-for-ever"],
  ],
};

const isSlow = (path: string) => !announcing.has(path) && !Object.values(unread).some((each) => each.includes(path));

/** Of all others: who answers slowly is a time-out; what is read to its bound lacks the text. */
const otherCodes = ["timeout", "status", "text_missing", "cut", "too_many_redirects"];

/** The verdict that is right, and whether the code that came is one that says why. */
function wantedOf(path: string, code: string): [string, boolean] {
  if (announcing.has(path)) return ["unknown", code === "interim"];
  if (path === "redirects-to-a-cloud's-secrets") return ["blocked", code === "private_address"];
  if (path === "no-gzip") return ["unknown", code === "text_unread"];
  const said = Object.keys(unread).find((each) => unread[each]?.includes(path));
  return ["down", said ? code === said : otherCodes.includes(code)];
}

test("each ends in time and within bounds, and is down, blocked or unknown", async () => {
  for (const path of Object.keys(hostileAnswers)) {
    const [begun, before] = [performance.now(), peer.written()];
    const settings = { url: peer.url(path), contains: "what never comes" };
    const first = await walled.look("http", settings, timeout);
    expect.soft([path, performance.now() - begun < 8 * timeout]).toEqual([path, true]);
    expect.soft([path, peer.written() - before < 16 * megabyte]).toEqual([path, true]);
    // A flood may take longer than that to be known for what it is.
    const isFlood = first.code === "timeout" && !isSlow(path);
    const { verdict, code } = isFlood ? await walled.look("http", settings, 10 * timeout) : first;
    const [right, isSaid] = wantedOf(path, code);
    expect.soft([path, verdict, code, isSaid]).toEqual([path, right, code, true]);
  }
  const said = `${Object.keys(hostileAnswers).length} answers, alone and all twice at once`;
  expect(readFileSync(join(root, "docs/security.md"), "utf8")).toContain(said);
  await expect.poll(() => peer.open(), { timeout: 10_000 }).toBe(0);
});

test("no answer is written by whoever was asked before", async () => {
  const nobody = await freePort();
  for (const path of ["chunks-by-a-name-with-a-space", "chunks-by-the-2001st-header", "more-than-said"]) {
    await walled.look("http", { url: peer.url(path) });
    const next = await walled.look("http", { url: `http://127.0.0.1:${nobody}/` });
    expect([path, next.verdict, next.code]).toEqual([path, "down", "unreachable"]);
  }
});

test("what is announced is waited out, by monitors, earlier requests and a visitor's webhook", async () => {
  const url = peer.url("hints-and-an-answer");
  expect(await walled.look("http", { url, contains: "OK" })).toMatchObject({ verdict: "up" });
  const earlier = `GET ${url}\n> token = token=...;`;
  expect(await walled.look("http", { url, earlier, contains: "OK" })).toMatchObject({ code: "value_missing" });
  expect(await walled.post(url)).toMatchObject({ verdict: "up" });
});

test("what was only announced is no answer to an upgrade, which the runtime itself asks for", async () => {
  const url = peer.url("hints-and-an-answer").replace("http", "ws");
  expect(await walled.look("websocket", { url })).toMatchObject({ verdict: "unknown", code: "interim" });
});

test("all at once, twice, hold up nobody else's call", async () => {
  const honest = await startHonest();
  const [paths, verdicts] = [Object.keys(hostileAnswers), [] as string[]];
  let going = true;
  const honestly = async () => {
    while (going) verdicts.push((await walled.look("http", { url: honest.url }, 5000)).verdict);
  };
  const begun = performance.now();
  const others = honestly();
  const all = [...paths, ...paths].map((path) => walled.look("http", { url: peer.url(path), contains: "no" }, timeout));
  const found = await Promise.all(all);
  going = false;
  await others;
  // Two seconds; by turns of a byte it takes half a minute, in which nobody else has one.
  expect(performance.now() - begun).toBeLessThan(10_000);
  await honest.close();
  expect(found.filter(({ verdict }) => verdict === "up")).toEqual([]);
  expect(verdicts.length).toBeGreaterThan(0);
  expect(verdicts.filter((verdict) => verdict !== "up")).toEqual([]);
});
