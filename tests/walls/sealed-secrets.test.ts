import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { handleIngestRequest } from "~/alerts/api/ingest";
import { readChannel } from "~/channels/verbs";
import { handleCronTick } from "~/clock/tick";
import { runBatch } from "~/db/run-batch";
import { channelTable, identityProviderTable, mailerTable } from "~/db/schema";
import { readSelfCheckAddress, setSelfCheckAddress } from "~/deployment/addresses";
import { readinessResponse } from "~/deployment/api/health";
import { listSecretsUnderOldKeys } from "~/deployment/sealed/list";
import { readHeartbeat as readPinged } from "~/heartbeats/read";
import { sendTestPing } from "~/heartbeats/send-ping";
import { listHeartbeats } from "~/heartbeats/verbs";
import { readMailer } from "~/mailers/verbs";
import { readNowView } from "~/now/read";
import { readPagePassphrase } from "~/pages/passphrase";
import type { Ctx } from "~/platform/ctx";
import { resetIsolate } from "~/platform/isolate";
import { DatabaseSecretMismatchError } from "~/platform/own-key";
import { makeSecrets } from "~/platform/secrets";
import { readSource } from "~/sources/read";
import { updateSource } from "~/sources/update";
import { openDeployment, type TestDeployment } from "../support/database";
import { failureOf, good, operator } from "../support/desk";
import { group } from "../support/ingest";
import { aHeartbeat, aPage, arrange, pingKeyOf, put, type TestPage } from "../support/scenario";

const first = "the secret that was there at first, 32+";
const second = "the secret that is there afterwards, 32+";
let deployment: TestDeployment;
let page: TestPage;
let heartbeatId: string;

async function execute(sql: string, ...params: unknown[]): Promise<Record<string, unknown>[]> {
  const [result] = await runBatch(deployment.ctx(), [{ sql, params }]);
  return (result?.results ?? []) as Record<string, unknown>[];
}

beforeEach(async () => {
  deployment = await openDeployment({ UPFRONT_SECRET: first });
  page = await arrange(deployment, aPage({ settings: {} }));
  const { secrets, now } = deployment.ctx();
  const times = { createdAt: now(), updatedAt: now() };
  const settingsSealed = await secrets.seal(JSON.stringify({ url: "https://hooks.example.com/x", secret: "s" }));
  await put(deployment, channelTable, [
    { id: "ops", pageId: page.id, kind: "webhook", name: "Ops", settingsSealed, events: [], ...times },
  ]);
  const address = { fromAddress: "a@example.com", position: 0 };
  await put(deployment, mailerTable, [
    { id: "post", kind: "smtp", name: "Post", settingsSealed, ...address, ...times },
  ]);
  const secretSealed = await secrets.seal("client secret");
  const provider = { id: "idp", name: "Provider", issuer: "https://id.example.com", clientId: "c" };
  await put(deployment, identityProviderTable, [{ ...provider, secretSealed, ...times }]);
  heartbeatId = (await arrange(deployment, aHeartbeat(page))).id;
  await arrange(deployment, pingKeyOf(page.id, "a-ping-key"));
  await execute("UPDATE page SET visibility = 'passphrase', passphrase_sealed = ?1", await secrets.seal("word"));
  await good(setSelfCheckAddress(deployment.ctx(operator), { url: "https://well.example.com/", version: 0 }));
});
afterEach(async () => {
  await deployment.settled();
  await deployment.close();
});

interface Secret {
  now: string;
  old?: string;
}

/** As of an isolate that was started with these secrets, on the same database. */
function startedWith({ now, old }: Secret, actor?: Parameters<TestDeployment["ctx"]>[0]): Ctx {
  deployment.bindings.UPFRONT_SECRET = now;
  deployment.bindings.UPFRONT_SECRET_OLD = old ?? "";
  return deployment.ctx(actor, { database: deployment.bindings.DB });
}

const owner = (secret: Secret): Ctx => ({
  ...startedWith(secret, { kind: "person", id: "ada", operator: true, sessionId: "s" }),
  member: { pageId: page.id, role: "owner" },
});

const both = { now: second, old: first };
const onlyNew = { now: second };

const deliver = (secret: Secret) =>
  handleIngestRequest(
    new Request(`http://localhost:8787/ingest/${page.token}`, {
      method: "POST",
      body: JSON.stringify(group([{ key: "disk" }])),
      headers: { "content-type": "application/json" },
    }),
    startedWith(secret),
  );

const named = (things: readonly { name: string; part: string; standing: string }[]) =>
  things.map(({ name, part, standing }) => `${name}: ${part} ${standing}`).sort();

test("while the old secret is set everything opens, nothing warns, and the operator sees what is still under it", async () => {
  expect((await deliver(both)).status).toBe(202);
  expect((await good(readNowView(owner(both), { pageId: page.id }))).sealedAway).toEqual([]);
  const { things, pages } = await good(listSecretsUnderOldKeys(owner(both)));
  expect(named(things)).toEqual(["Post: settings old", "Provider: client secret old", "Self-check: address old"]);
  expect(pages).toEqual([{ name: "Acme", old: 6, missing: 0 }]);
});

test("a delivery under a missing secret is to be sent again; its row and an alert say what to do, once", async () => {
  const answers = [await deliver(onlyNew), await deliver(onlyNew)];
  for (const answer of answers) {
    expect([answer.status, Number(answer.headers.get("retry-after")) > 0]).toEqual([503, true]);
    expect(await answer.json()).toMatchObject({ type: expect.stringMatching(/\/sealed$/) });
  }
  expect(await execute("SELECT outcome, reason, body FROM delivery")).toEqual([
    { outcome: "refused", reason: "sealed", body: "" },
    { outcome: "refused", reason: "sealed", body: "" },
  ]);
  expect(await execute("SELECT state, title, count FROM alert")).toEqual([
    { state: "firing", title: "Prometheus: settings can’t be decrypted", count: 2 },
  ]);
  expect((await deliver(both)).status).toBe(202);
  expect(await execute("SELECT state FROM alert ORDER BY state")).toEqual([{ state: "firing" }, { state: "resolved" }]);
});

test("each kind of sealed thing gives its clear answer, and Now and the operator's page name all of them", async () => {
  const ctx = owner(onlyNew);
  const { id: pageId } = page;
  expect(
    (await good(readNowView(ctx, { pageId }))).sealedAway.map(({ name, part }) => `${name}: ${part}`).sort(),
  ).toEqual([
    "Acme: passphrase",
    "Acme: ping key",
    "Nightly backup: address",
    "Ops: settings",
    "Prometheus: address",
    "Prometheus: settings",
  ]);
  const listed = await good(listSecretsUnderOldKeys(ctx));
  expect(listed.things.every(({ standing }) => standing === "missing")).toBe(true);
  expect(listed.pages).toEqual([{ name: "Acme", old: 0, missing: 6 }]);
  const read = await good(readSource(ctx, { pageId, id: page.sourceId }));
  expect(read).toMatchObject({ ingestUrl: null, unreadable: { settings: true, address: true } });
  expect(await good(readPagePassphrase(ctx, { pageId }))).toBeNull();
  expect((await good(listHeartbeats(ctx, { pageId }))).pingKey).toMatchObject({ made: true, key: null });
  expect(await good(readPinged(ctx, { pageId, id: heartbeatId }))).toMatchObject({ pingUrl: null, slugUrl: null });
  expect(await failureOf(sendTestPing(ctx, { pageId, id: heartbeatId }))).toMatchObject({ code: "sealed" });
  expect(await good(readMailer(ctx, { id: "post" }))).toMatchObject({ unreadable: true });
  expect((await good(readSelfCheckAddress(ctx))).shown).toContain("enter it again");
  expect((await good(readChannel(ctx, { pageId, id: "ops" }))).settings).toEqual({});
  expect(JSON.stringify(listed)).not.toContain('sealed":');
});

test("saved again while both are set, a source is under the new secret whole, and the old one may go", async () => {
  const { version } = (await execute("SELECT version FROM source WHERE id = ?1", page.sourceId))[0] ?? {};
  const id = page.sourceId;
  await good(updateSource(owner(both), { pageId: page.id, id, version: Number(version), settings: {} }));
  expect((await deliver(onlyNew)).status).toBe(202);
  const { sealedAway } = await good(readNowView(owner(onlyNew), { pageId: page.id }));
  expect(sealedAway.filter(({ name }) => name === "Prometheus")).toEqual([]);
  const read = await good(readSource(owner(onlyNew), { pageId: page.id, id }));
  expect(read.ingestUrl).toContain(page.token);
});

test("what was sealed before keys had names still opens, and is told apart by opening it", async () => {
  const [made, renewed] = [makeSecrets(first), makeSecrets(second, first)];
  const sealed = await made.seal("text");
  const unnamed = sealed.slice(sealed.indexOf(".") + 1);
  expect([await renewed.open(sealed), await renewed.open(unnamed)]).toEqual(["text", "text"]);
  expect([await renewed.standing(sealed), await renewed.standing(unnamed)]).toEqual(["old", "old"]);
  expect([await made.standing(unnamed), await makeSecrets(second).standing(unnamed)]).toEqual(["current", "missing"]);
  expect(await makeSecrets(second).open("not ours")).toBeNull();
});

describe("a deployment that runs with another secret than its database", () => {
  const tickNow = (secret: Secret) => handleCronTick(startedWith(secret), deployment.clock.now);
  const keyOf = async () => (await execute("SELECT secret_key AS key FROM deployment"))[0];
  const idOf = (secret: Secret) => startedWith(secret).secrets.keyId();

  test("the tick notes the key once, and follows a rotation", async () => {
    await tickNow({ now: first });
    expect(await keyOf()).toEqual({ key: await idOf({ now: first }) });
    deployment.clock.now += 600_000;
    await tickNow(onlyNew);
    expect(await keyOf()).toEqual({ key: await idOf({ now: first }) });
    deployment.clock.now += 600_000;
    await tickNow(both);
    expect(await keyOf()).toEqual({ key: await idOf(onlyNew) });
  });

  test("seals nothing, says so in readyz and on Now, and is well again with the right one", async () => {
    await tickNow({ now: first });
    resetIsolate();
    await expect(owner(onlyNew).secrets.seal("a password")).rejects.toThrow(DatabaseSecretMismatchError);
    const answer = await readinessResponse(startedWith(onlyNew));
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ type: expect.stringMatching(/\/wrong_secret$/) });
    expect((await good(readNowView(owner(onlyNew), { pageId: page.id }))).wrongSecret).toBe(true);
    resetIsolate();
    expect((await readinessResponse(startedWith(both))).status).toBe(200);
    expect(await owner(both).secrets.seal("a password")).toMatch(/\./);
    expect((await good(readNowView(owner(both), { pageId: page.id }))).wrongSecret).toBe(false);
  });
});
