import { afterAll, beforeAll, expect, test } from "vitest";
import { readBatch } from "~/db/read";
import { auditEntryTable, deploymentTable } from "~/db/schema";
import { openSelfCheckUrl } from "~/monitors/engine/self-check";
import { openDeployment, type TestDeployment } from "../../tests/support/database";
import { failureOf, good, operator } from "../../tests/support/desk";
import { readOutgoingHeartbeat, readSelfCheckAddress, setOutgoingHeartbeat, setSelfCheckAddress } from "./addresses";

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
  const [[row]] = await readBatch(ctx, ctx.db.select().from(deploymentTable));
  return row?.selfCheckSealed ?? null;
}

test("it is sealed, shown and noted masked, compared and taken away", async () => {
  await good(setSelfCheckAddress(as(), { url }));
  const { shown, version } = await good(readSelfCheckAddress(as()));
  expect(shown).toBe("https://up.example.com/••••");
  const ctx = as();
  const [rows, entries] = await readBatch(
    ctx,
    ctx.db.select().from(deploymentTable),
    ctx.db.select().from(auditEntryTable),
  );
  expect(JSON.stringify([rows, entries])).not.toContain("secret-part");
  const [noted] = entries.filter(({ action }) => action === "deployment.set_self_check");
  expect(noted?.after).toEqual({ selfCheck: shown });
  expect(await failureOf(setSelfCheckAddress(as(), { url, version: version - 1 }))).toMatchObject({ name: "conflict" });
  expect(await openSelfCheckUrl(as(), await sealedNow())).toBe(url);
  await good(setSelfCheckAddress(as(), { url: "", version }));
  expect(await good(readSelfCheckAddress(as()))).toMatchObject({ shown: null });
  expect(await openSelfCheckUrl(as(), await sealedNow())).toBeNull();
});

test("it and the outgoing heartbeat leave each other alone", async () => {
  await good(setOutgoingHeartbeat(as(), { url: "https://hc.example.com/x" }));
  await good(setSelfCheckAddress(as(), { url }));
  await good(setOutgoingHeartbeat(as(), { url: "" }));
  expect(await good(readOutgoingHeartbeat(as()))).toMatchObject({ shown: null });
  expect(await good(readSelfCheckAddress(as()))).toMatchObject({ shown: "https://up.example.com/••••" });
});

test("the same commit again changes nothing twice", async () => {
  const commitId = as().id();
  const first = await good(setSelfCheckAddress(as(), { url, commitId }));
  const { version } = await good(readSelfCheckAddress(as()));
  expect(await good(setSelfCheckAddress(as(), { url, commitId }))).toEqual(first);
  expect((await good(readSelfCheckAddress(as()))).version).toBe(version);
});

test.each(["http://10.0.0.1/x", "http://169.254.169.254/", "ftp://example.com/", "http://localhost:8787/", "x"])(
  "%s is not asked, and not taken",
  async (blocked) => {
    expect(await failureOf(setSelfCheckAddress(as(), { url: blocked }))).toMatchObject({
      fields: { url: expect.any(String) },
    });
  },
);

test("what was sealed with a secret that is gone is no address, and said in the log", async () => {
  const lines: string[] = [];
  const warn = console.warn;
  console.warn = (line: string) => lines.push(line);
  const found = await openSelfCheckUrl(as(), "1.AAAA.BBBB");
  console.warn = warn;
  expect(found).toBeNull();
  expect(lines.map((line) => (JSON.parse(line) as { event: string }).event)).toEqual(["self_check.unreadable"]);
});
