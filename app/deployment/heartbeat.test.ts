import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runTick } from "~/clock/engine/run";
import { readBatch } from "~/db/read";
import { auditEntryTable, deploymentTable } from "~/db/schema";
import { openDeployment, type TestDeployment } from "../../tests/support/database";
import { failureOf, good, operator } from "../../tests/support/desk";
import { nodeOutbound } from "../../tests/support/outbound";
import { readOutgoingHeartbeat, setOutgoingHeartbeat } from "./addresses";

let deployment: TestDeployment;
let server: Server;
let status = 200;
const calls: string[] = [];

beforeAll(async () => {
  deployment = await openDeployment({ UPFRONT_NETWORK_ALLOW: "127.0.0.1" });
  deployment.way.outbound = nodeOutbound({ networks: ["127.0.0.1"] });
  server = createServer((request, response) => {
    calls.push(request.url ?? "");
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  server.close();
  await deployment.close();
});

const as = () => deployment.ctx(operator);
const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/ping/0b4c9a2e`;

async function tick() {
  deployment.clock.now += 60_000;
  const ctx = deployment.ctx({ kind: "machine", id: "tick" });
  await runTick(ctx);
  return ctx.meter;
}

test("it is sealed, shown masked, compared and taken away", async () => {
  const url = "https://hc.example.com/ping/secret-part";
  await good(setOutgoingHeartbeat(as(), { url }));
  const { shown, version } = await good(readOutgoingHeartbeat(as()));
  expect(shown).toBe("https://hc.example.com/••••");
  const ctx = as();
  const rows = await readBatch(ctx, ctx.db.select().from(deploymentTable), ctx.db.select().from(auditEntryTable));
  expect(JSON.stringify(rows)).not.toContain("secret-part");
  expect(await failureOf(setOutgoingHeartbeat(as(), { url, version: version - 1 }))).toMatchObject({
    name: "conflict",
  });
  await good(setOutgoingHeartbeat(as(), { url: "", version }));
  expect(await good(readOutgoingHeartbeat(as()))).toMatchObject({ shown: null });
});

test.each(["http://10.0.0.1/x", "http://169.254.169.254/", "ftp://example.com/", "https://localhost:8787/", "x"])(
  "%s is not called, and not taken",
  async (url) => {
    expect(await failureOf(setOutgoingHeartbeat(as(), { url }))).toMatchObject({ fields: { url: expect.any(String) } });
  },
);

test("each finished tick calls it once, and none when none is set", async () => {
  // The third minute stamps, which costs extra statements.
  for (let minute = 0; minute < 3; minute++) await tick();
  const before = await tick();
  expect(calls).toEqual([]);
  await good(setOutgoingHeartbeat(as(), { url: address() }));
  const after = await tick();
  await tick();
  expect(calls).toEqual(["/ping/0b4c9a2e", "/ping/0b4c9a2e"]);
  expect([after.statements, after.subrequests]).toEqual([before.statements, before.subrequests + 1]);
});

test("an address that fails, or is gone, stops no tick and says nothing secret in the log", async () => {
  const lines: string[] = [];
  const warn = console.warn;
  console.warn = (line: string) => lines.push(line);
  status = 500;
  await tick();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await tick();
  console.warn = warn;
  expect(lines.map((line) => (JSON.parse(line) as { event: string }).event)).toEqual([
    "heartbeat.failed",
    "heartbeat.failed",
  ]);
  expect(lines.join()).not.toContain("0b4c9a2e");
});
