import { afterAll, beforeAll, expect, test } from "vitest";
import { readBatch } from "~/db/read";
import { apiTokenTable, auditEntryTable } from "~/db/schema";
import { findPageMembership } from "~/pages/find";
import { type Ctx, ctxAsActor } from "~/platform/ctx";
import { openDeployment, type TestDeployment } from "../../../tests/support/database";
import { aPage, arrange } from "../../../tests/support/scenario";
import { addPerson } from "../../../tests/support/sign-in-mail";
import { findTokenActor } from "../find-token";
import { createApiToken, listApiTokens, listApiTokensOfPage, revokeApiToken, revokeMemberApiToken } from "./verbs";

let deployment: TestDeployment;
const pageId = "page-acme";
beforeAll(async () => {
  deployment = await openDeployment();
  await arrange(deployment, aPage({ slug: "acme" }));
  await addPerson(deployment, { id: "olga", pageId, role: "owner" });
  await addPerson(deployment, { id: "ada", pageId, role: "responder" });
  await addPerson(deployment, { id: "eve" });
});
afterAll(() => deployment.close());

const day = 86_400_000;
const person = (id: string): Ctx => deployment.ctx({ kind: "person", id, operator: false, sessionId: "s" });
const owner = (): Ctx => ({ ...person("olga"), member: { pageId, role: "owner" } });
const rights = { name: "Deploys", role: "admin", readOnly: false, life: "30" } as const;

async function make(id: string, more: object = {}) {
  const made = await createApiToken(person(id), { ...rights, ...more });
  if (!made.ok) throw new Error(JSON.stringify(made.failure));
  deployment.clock.now += 1000;
  return { id: made.value.id, secret: made.value.secret ?? "" };
}

const found = (secret: string) => findTokenActor(deployment.ctx(), secret);

test("is shown once, kept as a hash, and opens what its maker may there, at most its own role", async () => {
  const { id, secret } = await make("ada");
  expect(secret).toMatch(/^upfront_[\w-]{43}$/);
  const [rows, entries] = await readBatch(
    owner(),
    owner().db.select().from(apiTokenTable),
    owner().db.select().from(auditEntryTable),
  );
  expect(JSON.stringify([rows, entries])).not.toContain(secret.slice(8));
  expect(entries.at(-1)).toMatchObject({ action: "token.create", actorId: "ada", after: { role: "admin" } });
  const actor = await found(secret);
  if (!actor) throw new Error("no token");
  const page = await findPageMembership(ctxAsActor(deployment.ctx(), actor), "acme");
  expect(page).toMatchObject({ ok: true, value: { role: "responder" } });
  const [mine, all] = [await listApiTokens(person("ada")), await listApiTokensOfPage(owner(), { pageId })];
  expect(mine).toMatchObject({ value: [{ id, name: "Deploys", role: "admin", expired: false }] });
  expect(all).toMatchObject({ value: [{ id, maker: "Name of ada", roleHere: "responder" }] });
});

test("the same form twice makes one token, and tells its secret once", async () => {
  const given = { ...rights, commitId: "form-2" };
  const both = await Promise.all([createApiToken(person("eve"), given), createApiToken(person("eve"), given)]);
  const late = await createApiToken(person("eve"), given);
  const ids = [...both, late].map((each) => (each.ok ? each.value.id : ""));
  expect(new Set(ids).size).toBe(1);
  expect(both.filter((each) => each.ok && each.value.secret !== null)).toHaveLength(1);
  expect(late).toMatchObject({ value: { secret: null } });
  expect(await listApiTokens(person("eve"))).toMatchObject({ value: [{ id: ids[0] }] });
});

test("ends at its time, or by its maker, or by an owner of a page of its maker; never by somebody else", async () => {
  const [timed, lasting, theirs] = [
    await make("ada", { life: "7" }),
    await make("ada", { life: "365" }),
    await make("eve"),
  ];
  const revoke = { pageId, id: lasting.id };
  expect(await revokeApiToken(person("eve"), { id: lasting.id })).toMatchObject({ failure: { name: "missing" } });
  expect(await revokeMemberApiToken({ ...person("ada"), member: { pageId, role: "responder" } }, revoke)).toMatchObject(
    {
      failure: { name: "forbidden" },
    },
  );
  expect(await revokeMemberApiToken(owner(), { pageId, id: theirs.id })).toMatchObject({
    failure: { name: "missing" },
  });
  deployment.clock.now += 7 * day;
  expect([await found(timed.secret), (await found(lasting.secret))?.personId]).toEqual([null, "ada"]);
  expect((await revokeMemberApiToken(owner(), revoke)).ok).toBe(true);
  expect((await revokeApiToken(person("eve"), { id: theirs.id })).ok).toBe(true);
  expect([await found(lasting.secret), await found(theirs.secret)]).toEqual([null, null]);
});

test("a token makes no token, and one that only reads revokes none", async () => {
  const { id, secret } = await make("ada", { readOnly: true });
  const actor = await found(secret);
  if (!actor) throw new Error("no token");
  const program = ctxAsActor(deployment.ctx(), actor);
  expect(await createApiToken(program, rights)).toMatchObject({ failure: { name: "unauthenticated" } });
  expect(await revokeApiToken(program, { id })).toMatchObject({ failure: { code: "read_only_token" } });
  expect(await listApiTokens(program)).toMatchObject({ ok: true });
});

test("one that drafts only is listed as such; one that also only reads does not even draft", async () => {
  const [drafts, reads] = [await make("ada", { drafter: true }), await make("ada", { drafter: true, readOnly: true })];
  expect(await found(drafts.secret)).toMatchObject({ drafter: true, readOnly: false, name: "Deploys" });
  expect(await found(reads.secret)).toMatchObject({ drafter: false, readOnly: true });
  const mine = await listApiTokens(person("ada"));
  const listed = mine.ok ? mine.value : [];
  expect(listed.find(({ id }) => id === drafts.id)).toMatchObject({ drafter: true });
});
