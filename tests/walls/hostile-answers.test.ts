import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
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

/** Whoever only announces an answer, which this runtime does not wait for. */
const announcing = new Set(["continues-for-ever", "hints-for-ever", "hints-slowly", "hints-and-an-answer"]);

/** Who answers slowly is a time-out, who answers nonsense down; what is read to its bound lacks the text. */
const codes = new Set(["timeout", "unreachable", "status", "text_missing"]);

/** The verdict that is right, and whether the code that came is one that says why. */
function wantedOf(path: string, code: string): [string, boolean] {
  if (announcing.has(path)) return ["unknown", code === "interim"];
  if (path === "redirects-to-a-cloud's-secrets") return ["blocked", code === "private_address"];
  if (path === "no-gzip") return ["unknown", code === "text_unread"];
  return ["down", codes.has(code)];
}

test("each ends in time and within bounds, and is down, blocked or unknown", async () => {
  for (const path of Object.keys(hostileAnswers)) {
    const [begun, before] = [performance.now(), peer.written()];
    const { verdict, code } = await walled.look("http", { url: peer.url(path), contains: "what never comes" }, timeout);
    expect.soft([path, performance.now() - begun < 8 * timeout]).toEqual([path, true]);
    expect.soft([path, peer.written() - before < 16 * megabyte]).toEqual([path, true]);
    const [right, isSaid] = wantedOf(path, code);
    expect.soft([path, verdict, code, isSaid]).toEqual([path, right, code, true]);
  }
  const said = `${Object.keys(hostileAnswers).length} answers, alone and all twice at once`;
  expect(readFileSync(join(root, "docs/security.md"), "utf8")).toContain(said);
  await expect.poll(() => peer.open(), { timeout: 10_000 }).toBe(0);
});

test("what was only announced is no answer to an upgrade, an earlier request or a visitor's webhook", async () => {
  const url = peer.url("hints-and-an-answer");
  const unknown = { verdict: "unknown", code: "interim" };
  expect(await walled.look("websocket", { url: url.replace("http", "ws") })).toMatchObject(unknown);
  const earlier = `GET ${url}\n> token = token=...;`;
  expect(await walled.look("http", { url: peer.url("status-999"), earlier })).toMatchObject(unknown);
  expect(await walled.post(url)).toMatchObject({ verdict: "interim" });
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
