import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import {
  type Answered,
  closeServers,
  deploymentWith,
  httpCheck,
  newSpool,
  runOnce,
  serve,
  startAgent,
} from "../support/agent-program";
import { certificateFor } from "../support/certificates";

/** What may go wrong around an agent: it loses no result, and goes on. */
afterAll(closeServers);

const fine = async () => httpCheck({ url: `${await serve(() => [200, "fine"])}/` });
const held = (spool: string): { monitor: string }[] => JSON.parse(readFileSync(spool, "utf8"));

describe("a report that is not taken is kept", () => {
  test.each<[string, Answered]>([
    ["500", [500, "{}"]],
    ["429", [429, "{}", { "retry-after": "30" }]],
    ["a page of a hotel's network", [200, "<html>Sign in</html>"]],
    ["nothing at all", [204, ""]],
    ["a proxy's refusal", [413, "<html>Too large</html>"]],
    ["a redirect", [302, "", { location: "/login" }]],
  ])("answered by %s", async (_, answered) => {
    const { url, reports } = await deploymentWith([await fine()], { answer: () => answered });
    const spool = newSpool();
    expect(await runOnce(url, { spool })).toMatchObject({ code: 1, output: expect.stringContaining("report.failed") });
    expect(reports).toHaveLength(1);
    expect(held(spool)).toMatchObject([{ monitor: "m1", verdict: "up" }]);
  });

  test("unless the deployment itself refuses what it says", async () => {
    const refusal = JSON.stringify({ type: "/problems/invalid" });
    const { url } = await deploymentWith([await fine()], { answer: () => [422, refusal] });
    const spool = newSpool();
    expect(await runOnce(url, { spool })).toMatchObject({ code: 0, output: expect.stringContaining('"refused"') });
    expect(held(spool)).toEqual([]);
  });

  test("killed while it reports, it reports the same again", async () => {
    const { url, reports } = await deploymentWith([await fine()], {
      answer: (count) => (count === 1 ? null : [200, "{}"]),
    });
    const spool = newSpool();
    const killed = startAgent(url, { spool });
    await expect.poll(() => reports.length, { timeout: 20_000 }).toBe(1);
    await killed.kill9();
    expect(await runOnce(url, { spool })).toMatchObject({ code: 0 });
    const [first] = reports[0]?.results ?? [];
    const again = reports[1]?.results.find(({ verdict, monitor }) => verdict === "up" && monitor === "m1");
    expect(Math.abs((again?.at ?? 0) - (first?.at ?? -1e9))).toBeLessThan(1000);
    expect(held(spool)).toEqual([]);
  });
});

test.each<[string, Answered]>([
  ["an empty object", [200, "{}"]],
  ["nothing", [200, "null"]],
  ["a check that is none", [200, '{"every":1,"checks":[null]}']],
  ["no interval", [200, '{"checks":[]}']],
  ["a page", [200, "<html></html>"]],
  ["an error", [500, ""]],
])("given %s for its checks it reports that it lives", async (_, answered) => {
  const { url, reports } = await deploymentWith([], { says: () => answered });
  const ended = await runOnce(url);
  expect(ended).toMatchObject({ code: 1, output: expect.stringContaining("checks.failed") });
  expect(ended.output).not.toContain("    at ");
  expect(reports).toMatchObject([{ results: [] }]);
});

test("a deployment whose certificate it does not trust is told nothing", async () => {
  const heard: string[] = [];
  const server = createServer({ ...certificateFor() }, (request, response) => {
    heard.push(request.url ?? "");
    response.end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const ended = await runOnce(`https://127.0.0.1:${(server.address() as AddressInfo).port}`);
  server.close();
  expect(ended).toMatchObject({ code: 1, output: expect.stringMatching(/UNABLE_TO_|SELF_SIGNED/) });
  expect(heard).toEqual([]);
});

describe("its file", () => {
  const entry = (over: object) => ({ monitor: "m1", at: Date.now() - 60_000, verdict: "up", code: "ok", ...over });
  test("that cannot be written is said, and what is found is reported", async () => {
    const { url, reports } = await deploymentWith([await fine()]);
    const spool = join(dirname(newSpool()), "nowhere", "spool.json");
    const ended = await runOnce(url, { spool });
    expect(ended).toMatchObject({ code: 0, output: expect.stringContaining("spool.unwritten") });
    expect(reports[0]?.results).toMatchObject([{ verdict: "up" }]);
  });
  test("that is longer than it ever writes one is not read", async () => {
    const { url, reports } = await deploymentWith([]);
    const spool = newSpool();
    writeFileSync(spool, JSON.stringify(Array(50_000).fill(entry({ detail: "x".repeat(60) }))));
    const ended = await runOnce(url, { spool });
    expect(ended).toMatchObject({ code: 0, output: expect.stringContaining("spool.unreadable") });
    expect(reports).toMatchObject([{ results: [] }]);
  });
  test("with something in it that is no result costs none of the others", async () => {
    const { url, reports } = await deploymentWith([]);
    const spool = newSpool();
    const odd = [{ at: Date.now() }, { monitor: "m2" }, { monitor: "m3", at: "now" }, 7];
    writeFileSync(spool, JSON.stringify([...odd, entry({})]));
    expect(await runOnce(url, { spool })).toMatchObject({ code: 0 });
    expect(reports[0]?.results.map(({ monitor }) => monitor)).toEqual(["m1"]);
  });
  test("that two use at once loses neither's report", async () => {
    const { url, reports } = await deploymentWith([await fine()]);
    const spool = newSpool();
    const ended = await Promise.all([runOnce(url, { spool }), runOnce(url, { spool })]);
    expect(ended.map(({ code }) => code)).toEqual([0, 0]);
    expect(reports.filter(({ results }) => results.length > 0)).toHaveLength(2);
  });
});

test("orders of another shape are no data, and keep nothing else from being checked", async () => {
  const check = await fine();
  const shapes = [{ timeout_seconds: "x" }, { timeout_seconds: 1e12 }, { kind: "constructor" }, { settings: 5 }];
  const odd = shapes.map((more, index) => ({ ...check, id: `odd${index}`, ...more }));
  const { url, reports } = await deploymentWith([...odd, check]);
  expect(await runOnce(url)).toMatchObject({ code: 0 });
  const verdicts = new Map(reports[0]?.results.map(({ monitor, verdict }) => [monitor, verdict]));
  expect([verdicts.get("m1"), verdicts.get("odd2"), verdicts.get("odd3"), verdicts.size]).toEqual([
    "up",
    "unknown",
    "unknown",
    5,
  ]);
});

describe("where a cloud tells its machines secrets", () => {
  /** By a name that leads there. */
  const named = `import dns from "node:dns";
    const found = [{ address: "169.254.169.254", family: 4 }];
    dns.lookup = (name, options, done) => setImmediate(() => done(null, found));`;
  const tcp = {
    host: "169.254.169.254",
    port: "80",
    send: "GET /latest/meta-data/ HTTP/1.0\\r\\n\\r\\n",
    expect: "none",
  };
  const checks = [
    httpCheck({ url: "http://169.254.169.254/latest/meta-data/" }),
    httpCheck({ url: "http://rebound.example/" }),
    httpCheck({ url: "https://[::ffff:a9fe:a9fe]/" }),
    httpCheck({
      url: "http://shop.example/",
      earlier: "GET http://169.254.170.2/v2/credentials\n> key = $.AccessKeyId",
    }),
    httpCheck({ url: "http://2852039166/" }),
    httpCheck({ url: "http://[fd00:ec2::23]/" }),
    httpCheck({ url: "http://192.0.0.192/" }),
    httpCheck({ url: "http://[64:ff9b::a9fe:a9fe]/" }),
    httpCheck({ url: "http://[fe80::a9fe:a9fe]/" }),
    { ...httpCheck({ url: "http://127.0.0.1:1/" }), kind: "tcp", settings: tcp },
    { ...httpCheck({ url: "http://127.0.0.1:1/" }), kind: "tcp", settings: { ...tcp, host: "rebound.example" } },
    { ...httpCheck({ url: "http://127.0.0.1:1/" }), kind: "tls", settings: { host: "168.63.129.16", port: "443" } },
  ].map((check, index) => ({ ...check, id: `m${index}`, timeout_seconds: 1 }));

  test("no check goes there, whoever says so, and nobody is down", async () => {
    const { url, reports } = await deploymentWith(checks);
    expect(await runOnce(url, { before: named })).toMatchObject({ code: 0 });
    expect(reports[0]?.results.map(({ verdict, code }) => `${verdict} ${code}`)).toEqual(
      checks.map(() => "unknown private_address"),
    );
  });

  test("unless who runs the agent allows it", async () => {
    const { url, reports } = await deploymentWith(checks.slice(0, 2));
    await runOnce(url, { before: named, env: { UPFRONT_AGENT_METADATA: "1" } });
    const codes = reports[0]?.results.map(({ code }) => code) ?? [];
    expect(codes.every((code) => code !== "private_address")).toBe(true);
    expect(codes).toHaveLength(2);
  });

  test.each([
    ["http://169.254.169.254/latest/meta-data/", undefined],
    ["http://2852039166/", undefined],
    ["http://[::ffff:169.254.169.254]/", undefined],
    ["http://[fd00:ec2::254]/", undefined],
    ["http://100.100.100.200/", undefined],
    ["http://rebound.example/", named],
  ])("a redirect to %s is not followed, and nobody is down", async (location, before) => {
    const target = await serve(() => [302, "", { location }]);
    const { url, reports } = await deploymentWith([httpCheck({ url: `${target}/` }, { timeout_seconds: 2 })]);
    expect(await runOnce(url, before ? { before } : {})).toMatchObject({ code: 0 });
    expect(reports[0]?.results).toMatchObject([{ verdict: "unknown", code: "private_address" }]);
  });
});
