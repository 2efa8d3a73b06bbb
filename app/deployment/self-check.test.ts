import { afterAll, beforeAll, expect, test } from "vitest";
import { read } from "~/db/read";
import { auditEntry, deployment as deploymentTable } from "~/db/schema";
import { openSelfCheck } from "~/monitors/engine/self-check";
import { openDeployment, type TestDeployment } from "../../tests/support/database";
import { failureOf, good, operator } from "../../tests/support/desk";
import { readHeartbeat, readSelfCheck, setHeartbeat, setSelfCheck } from "./addresses";

let deployment: TestDeployment;

beforeAll(async () => {
  deployment = await openDeployment();
});
afterAll(() => deployment.close());

function as() {
  deployment.clock.now += 1000;
  return deployment.ctx(operator);
}

const url = "https://up.example.com/secret-part";

async function sealedNow() {
  const ctx = as();
  const [[row]] = await read(ctx, ctx.db.select().from(deploymentTable));
  return row?.selfCheckSealed ?? null;
}

test("it is sealed, shown and noted masked, compared and taken away", async () => {
  await good(setSelfCheck(as(), { url }));
  const { shown, version } = await good(readSelfCheck(as()));
  expect(shown).toBe("https://up.example.com/••••");
  const ctx = as();
  const [rows, entries] = await read(ctx, ctx.db.select().from(deploymentTable), ctx.db.select().from(auditEntry));
  expect(JSON.stringify([rows, entries])).not.toContain("secret-part");
  const [noted] = entries.filter(({ action }) => action === "deployment.set_self_check");
  expect(noted?.after).toEqual({ selfCheck: shown });
  expect(await failureOf(setSelfCheck(as(), { url, version: version - 1 }))).toMatchObject({ name: "conflict" });
  expect(await openSelfCheck(as(), await sealedNow())).toBe(url);
  await good(setSelfCheck(as(), { url: "", version }));
  expect(await good(readSelfCheck(as()))).toMatchObject({ shown: null });
  expect(await openSelfCheck(as(), await sealedNow())).toBeNull();
});

test("it and the outgoing heartbeat leave each other alone", async () => {
  await good(setHeartbeat(as(), { url: "https://hc.example.com/x" }));
  await good(setSelfCheck(as(), { url }));
  await good(setHeartbeat(as(), { url: "" }));
  expect(await good(readHeartbeat(as()))).toMatchObject({ shown: null });
  expect(await good(readSelfCheck(as()))).toMatchObject({ shown: "https://up.example.com/••••" });
});

test("the same commit again changes nothing twice", async () => {
  const commitId = as().id();
  const first = await good(setSelfCheck(as(), { url, commitId }));
  const { version } = await good(readSelfCheck(as()));
  expect(await good(setSelfCheck(as(), { url, commitId }))).toEqual(first);
  expect((await good(readSelfCheck(as()))).version).toBe(version);
});

test.each(["http://10.0.0.1/x", "http://169.254.169.254/", "ftp://example.com/", "http://localhost:8787/", "x"])(
  "%s is not asked, and not taken",
  async (blocked) => {
    expect(await failureOf(setSelfCheck(as(), { url: blocked }))).toMatchObject({
      fields: { url: expect.any(String) },
    });
  },
);

test("what was sealed with a secret that is gone is no address, and said in the log", async () => {
  const lines: string[] = [];
  const warn = console.warn;
  console.warn = (line: string) => lines.push(line);
  const found = await openSelfCheck(as(), "1.AAAA.BBBB");
  console.warn = warn;
  expect(found).toBeNull();
  expect(lines.map((line) => (JSON.parse(line) as { event: string }).event)).toEqual(["self_check.unreadable"]);
});
