import { spawn } from "node:child_process";
import { lstatSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";

const open: Server[] = [];
afterAll(() => {
  for (const each of open) each.close();
});

type Answer = (request: IncomingMessage, body: string) => [status: number, body: string, headers?: object];

async function serve(answer: Answer): Promise<string> {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const [status, body, headers = {}] = answer(request, Buffer.concat(parts).toString());
    response.writeHead(status, headers as Record<string, string>).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const check = (settings: object) => ({ id: "m1", kind: "http", interval: 1, phase: 0, timeout_seconds: 5, settings });

/** A server that has it check this, and what it was told of it. */
async function desk(checks: object[]) {
  const reports: { results: { code: string; verdict: string }[] }[] = [];
  const url = await serve((request, body) => {
    if (request.url?.endsWith("/checks")) return [200, JSON.stringify({ every: 1, checks })];
    reports.push(JSON.parse(body));
    return [200, "{}"];
  });
  return { url, reports };
}

const folder = () => mkdtempSync(join(tmpdir(), "upfront-agent-"));

async function runOnce(url: string, spool: string, more: Record<string, string> = {}) {
  const env = { PATH: process.env.PATH, UPFRONT_AGENT: url, UPFRONT_AGENT_SECRET: "whsec_AAAA", ...more };
  const agent = spawn(process.execPath, ["scripts/agent.mjs", "--once", "--spool", spool], { env: env as never });
  let output = "";
  agent.stderr.on("data", (part) => {
    output += part;
  });
  const code = await new Promise<number | null>((resolve) => agent.on("close", resolve));
  return { code, output };
}

describe("the agent", () => {
  test.each(["{}", "null", "[null,1]", "no JSON"])("goes on where its file says %s", async (text) => {
    const { url, reports } = await desk([]);
    const spool = join(folder(), "spool.json");
    writeFileSync(spool, text);
    expect(await runOnce(url, spool)).toMatchObject({ code: 0 });
    expect(reports).toMatchObject([{ results: [] }]);
  });

  test("writes through no link, and for nobody else to read", async () => {
    const { url } = await desk([]);
    const spool = join(folder(), "spool.json");
    const other = `${spool}.other`;
    writeFileSync(other, "mine");
    symlinkSync(other, `${spool}.new`);
    expect(await runOnce(url, spool)).toMatchObject({ code: 0 });
    expect(readFileSync(other, "utf8")).toBe("mine");
    expect(lstatSync(spool).mode & 0o777).toBe(0o600);
  });

  test("tells no secret in the clear to another machine, unless it is told to", async () => {
    const refused = await runOnce("http://status.invalid/ingest/agents/x", join(folder(), "spool.json"));
    expect(refused).toMatchObject({ code: 2, output: expect.stringContaining("not https") });
    const insecure = { UPFRONT_AGENT_INSECURE: "1" };
    const tried = await runOnce("http://status.invalid/ingest/agents/x", join(folder(), "spool.json"), insecure);
    expect(tried.code).toBe(1);
  });

  test("sends no body on to where an answer points", async () => {
    const heard: string[] = [];
    const other = await serve((_, body) => {
      heard.push(body);
      return [200, ""];
    });
    const target = await serve(() => [307, "", { location: `${other}/` }]);
    const { url, reports } = await desk([check({ url: `${target}/`, method: "POST", body: "our-password" })]);
    await runOnce(url, join(folder(), "spool.json"));
    expect(heard).toEqual([]);
    expect(reports[0]?.results).toMatchObject([{ verdict: "down", code: "status" }]);
  });

  test("reads more than 256 KB of what it is to check", async () => {
    const target = await serve(() => [200, "fine", { "x-long": "a".repeat(8000) }]);
    const many = Array.from({ length: 40 }, (_, index) => ({
      ...check({ url: `${target}/`, header: `X-Long: ${"*a".repeat(240)}*b` }),
      id: `m${index}`,
      name: "x".repeat(8000),
    }));
    const { url, reports } = await desk(many);
    expect(await runOnce(url, join(folder(), "spool.json"))).toMatchObject({ code: 0 });
    expect(reports.flatMap(({ results }) => results.map(({ code }) => code))).toEqual(Array(40).fill("header"));
  });
});
