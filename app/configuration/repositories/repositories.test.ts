import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { configurationJobTable } from "~/db/schema";
import { hmacSha256Hex } from "~/sources/contract/body-signature";
import { failureOf, good } from "../../../tests/support/desk";
import { oneComponent, repositoryDeskOfFile, shaOf, twoComponents } from "../../../tests/support/repository-desk";
import { openBrowser } from "../../../tests/support/worker";
import { requestReading } from "./request-reading";
import { rotateRepositorySecret } from "./rotate-secret";
import { maxRepositoryReadingTries } from "./rules/reading";
import { runRepositoryReading } from "./run-reading";
import { acceptPushEvent } from "./take-push";

/** Pushes by deliveries and ticks; the server is a table of commits. */
const { commit, connect, desk, minutes, names, newest, owner, pushOf, pushed, read, server, stranger } =
  repositoryDeskOfFile();
const { deployment } = desk;

test("a reading fits into an invocation on Free, beside the job that it starts", async () => {
  const hook = await connect();
  commit("first", oneComponent);
  await good(requestReading(owner(), { pageId: desk.pageId, id: hook.id }));
  await deployment.settled();
  commit("second", twoComponents);
  const { id = "" } = (await newest(hook)) ?? {};
  const due = deployment.clock.now;
  await deployment.bindings.DB.prepare(
    "UPDATE repository_reading SET state = 'waiting', commit_sha = '', due_at = ?1, not_before = 0, tries = 0",
  )
    .bind(due)
    .run();
  await deployment.bindings.DB.prepare("DELETE FROM audit_entry WHERE action = 'configuration.apply'").run();
  await deployment.bindings.DB.prepare("DELETE FROM configuration_job").run();
  const ctx = deployment.ctx({ kind: "machine", id: "configuration" });
  const deferred: Promise<unknown>[] = [];
  ctx.defer = (work) => void deferred.push(work);
  await runRepositoryReading(ctx, id);
  const spent = ctx.meter.statements + ctx.meter.subrequests;
  await Promise.all(deferred);
  expect(await newest(hook)).toMatchObject({ id, state: "applied" });
  expect(spent).toBeLessThanOrEqual(31);
});

test("a reading whose invocation is killed is moved back, and delays nothing else", async () => {
  const hook = await connect();
  commit("first", oneComponent);
  server.answer = { status: 502 };
  await good(requestReading(owner(), { pageId: desk.pageId, id: hook.id }));
  await deployment.settled();
  const { id = "" } = (await newest(hook)) ?? {};
  const { DB } = deployment.bindings;
  await DB.prepare("UPDATE repository_reading SET not_before = 0").run();
  let calls = 0;
  const batch = (statements: D1PreparedStatement[]) =>
    ++calls > 1 ? Promise.reject(new Error("killed")) : DB.batch(statements);
  const database = { prepare: (query: string) => DB.prepare(query), batch } as unknown as D1Database;
  const ctx = deployment.ctx({ kind: "machine", id: "configuration" }, { database });
  await expect(runRepositoryReading(ctx, id)).rejects.toThrow();
  const row = await DB.prepare("SELECT not_before - ?1 AS wait FROM repository_reading")
    .bind(deployment.clock.now)
    .first<{ wait: number }>();
  expect(row?.wait).toBeGreaterThan(0);
});

/** Reads with a database whose calls fail from the k-th on, as for an invocation that is killed there. */
async function readKilled(id: string, from: number): Promise<void> {
  const { DB } = deployment.bindings;
  let calls = 0;
  const batch = (statements: D1PreparedStatement[]) =>
    ++calls > from ? Promise.reject(new Error("killed")) : DB.batch(statements);
  const database = { prepare: (query: string) => DB.prepare(query), batch } as unknown as D1Database;
  const ctx = deployment.ctx({ kind: "machine", id: "configuration" }, { database });
  await runRepositoryReading(ctx, id).catch(() => undefined);
  await deployment.settled();
}

test.each([1, 2, 3, 4, 5])("a reading that is killed each time after call %i of the database ends", async (from) => {
  const hook = await connect();
  commit("first", oneComponent);
  server.answer = { status: 502 };
  await good(requestReading(owner(), { pageId: desk.pageId, id: hook.id }));
  await deployment.settled();
  server.answer = null;
  await deployment.bindings.DB.prepare("UPDATE repository_reading SET tries = 0, refusal = NULL").run();
  const { id = "" } = (await newest(hook)) ?? {};
  for (let round = 0; round < maxRepositoryReadingTries; round++) {
    await readKilled(id, from);
    deployment.clock.now += 130_000;
  }
  await runRepositoryReading(deployment.ctx({ kind: "machine", id: "configuration" }), id);
  await deployment.settled();
  const { state, refusal } = (await newest(hook)) ?? {};
  expect(["failed", "applied"]).toContain(state);
  if (state === "failed") expect(refusal).toContain("given_up");
  await minutes(2);
  expect(await deployment.ctx().db.select().from(configurationJobTable)).toHaveLength(state === "applied" ? 1 : 0);
});

test("a reading that is killed wherever it is goes on where it can, and is applied once", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: maxRepositoryReadingTries - 1 }),
      async (kills) => {
        await desk.reset();
        const own = await connect();
        commit("first", oneComponent);
        server.answer = { status: 502 };
        await good(requestReading(owner(), { pageId: desk.pageId, id: own.id }));
        await deployment.settled();
        server.answer = null;
        await deployment.bindings.DB.prepare("UPDATE repository_reading SET tries = 0").run();
        const { id = "" } = (await newest(own)) ?? {};
        for (const from of kills) await readKilled(id, from);
        deployment.clock.now += 130_000;
        await runRepositoryReading(deployment.ctx({ kind: "machine", id: "configuration" }), id);
        await deployment.settled();
        expect(await newest(own)).toMatchObject({ state: "applied" });
        expect(await deployment.ctx().db.select().from(configurationJobTable)).toHaveLength(1);
      },
    ),
    { numRuns: 12 },
  );
});

describe("a push", () => {
  test("is read, applied with its commit, and seen on the page", async () => {
    const hook = await connect();
    const sha = commit("first", oneComponent);
    expect(await pushed(hook, sha)).toMatchObject({ state: "waiting", duplicate: false });
    expect(await newest(hook)).toMatchObject({ state: "applied", commitSha: sha, author: "Ann", title: "A change" });
    await minutes(2);
    expect(await names()).toEqual(["API"]);
    const [job] = await deployment.ctx().db.select().from(configurationJobTable);
    expect(job).toMatchObject({ ref: sha, state: "applied", actor: { kind: "person", id: "owner" } });
    const entries = await deployment.bindings.DB.prepare(
      "SELECT after FROM audit_entry WHERE action = 'configuration.apply'",
    ).all();
    expect(JSON.stringify(entries.results)).toContain(`infrastructure@${sha}`);
    expect(server.calls.map(({ headers }) => headers?.authorization)).toEqual(
      server.calls.map(() => "token a-token-of-ours"),
    );
  });

  test("that comes again does nothing, and one that changes nothing ends so", async () => {
    const hook = await connect();
    const sha = commit("first", oneComponent);
    await pushed(hook, sha, { delivery: "same" });
    await minutes(2);
    const calls = server.calls.length;
    expect(await pushed(hook, sha, { delivery: "same" })).toMatchObject({ duplicate: true });
    expect(server.calls.length).toBe(calls);
    await pushed(hook, sha);
    expect(await newest(hook)).toMatchObject({ state: "unchanged" });
    expect((await read(hook)).readings).toHaveLength(2);
  });

  test("that comes late does not bring back an older commit", async () => {
    const hook = await connect();
    const first = commit("first", oneComponent);
    const second = commit("second", twoComponents);
    await pushed(hook, second);
    await minutes(2);
    await pushed(hook, first);
    expect(await newest(hook)).toMatchObject({ state: "waiting" });
    await minutes(6);
    expect(await newest(hook)).toMatchObject({ state: "overtaken" });
    expect(await names()).toEqual(["API", "Web"]);
  });

  test("whose commit the server does not show yet is waited for", async () => {
    const hook = await connect();
    commit("first", oneComponent);
    const second = shaOf("second");
    await pushed(hook, second);
    expect(await newest(hook)).toMatchObject({ state: "waiting", refusal: "repository.not_yet" });
    commit("second", twoComponents);
    await minutes(3);
    expect(await names()).toEqual(["API", "Web"]);
    expect(await newest(hook)).toMatchObject({ state: "applied", commitSha: second });
  });

  test.each([
    ["another branch", { ref: "refs/heads/topic" }, "branch"],
    ["a tag", { ref: "refs/tags/main" }, "branch"],
    ["another repository", { path: "evil/infra" }, "repository"],
  ])("to %s is answered, and nothing is done", async (_, more, why) => {
    const hook = await connect();
    expect(await pushed(hook, commit("first", oneComponent), more)).toEqual({ state: "ignored", why });
    expect((await read(hook)).readings).toEqual([]);
    expect(server.calls).toEqual([]);
  });

  test("that deletes the branch does nothing", async () => {
    const hook = await connect();
    expect(await pushed(hook, "0".repeat(40))).toEqual({ state: "ignored", why: "deleted" });
  });

  test("is not let in unsigned, by the wrong secret, without one, or after it was replaced", async () => {
    const hook = await connect();
    const sha = commit("first", oneComponent);
    const refusals = [
      { ...pushOf(hook, sha), headers: new Headers({ "x-forgejo-event": "push" }) },
      pushOf({ ...hook, secret: "whsec_AAAA" }, sha),
      { ...pushOf(hook, sha), body: new TextEncoder().encode("{}") },
    ];
    for (const call of refusals) {
      expect(await failureOf(acceptPushEvent(stranger(), call))).toEqual({
        name: "unauthenticated",
        code: "bad_signature",
      });
    }
    const old = pushOf(hook, sha);
    await good(rotateRepositorySecret(owner(), { pageId: desk.pageId, id: hook.id }));
    expect(await failureOf(acceptPushEvent(stranger(), old))).toMatchObject({ name: "unauthenticated" });
    expect(await failureOf(acceptPushEvent(stranger(), { ...old, id: "unknown" }))).toEqual({ name: "missing" });
    expect((await read(hook)).readings).toEqual([]);
  });

  test("has a budget, for strangers and for its own hook", async () => {
    const hook = await connect();
    const forged = { ...pushOf(hook, shaOf("x")), headers: new Headers(), from: "198.51.100.7" };
    const answers = [];
    for (let call = 0; call < 61; call++) answers.push(await failureOf(acceptPushEvent(stranger(), forged)));
    expect(answers.at(-1)).toMatchObject({ name: "limited" });
    expect(answers.filter((each) => each?.name === "unauthenticated")).toHaveLength(60);
    expect(await pushed(hook, commit("first", oneComponent))).toMatchObject({ state: "waiting" });
  });
});

test("the door answers pings, methods and bodies by their rules", async () => {
  const hook = await connect();
  const browser = await openBrowser(deployment);
  const send = async (body: string, headers: Record<string, string>) =>
    browser.go(`/ingest/repositories/${hook.id}`, { method: "POST", body, headers });
  const signed = (body: string) => ({ "x-forgejo-signature": hmacSha256Hex(hook.secret, body) });
  expect((await send("{}", { ...signed("{}"), "x-forgejo-event": "ping" })).status).toBe(200);
  expect((await send("{", signed("{"))).status).toBe(400);
  expect((await send("{}", {})).status).toBe(401);
  expect((await browser.go(`/ingest/repositories/${hook.id}`)).status).toBe(405);
  expect((await send("x".repeat(2_200_000), {})).status).toBe(413);
  const sha = commit("first", oneComponent);
  const { headers, body } = pushOf(hook, sha);
  const answer = await send(new TextDecoder().decode(body), Object.fromEntries(headers));
  expect(answer.status).toBe(202);
  expect(await answer.json()).toMatchObject({ state: "waiting" });
  await deployment.settled();
});
