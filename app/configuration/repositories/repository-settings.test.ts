import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { membershipTable, noticeTable, repositoryTable } from "~/db/schema";
import { readTeamMessage } from "~/notifications/letters/engine/team-message";
import type { Ctx } from "~/platform/ctx";
import { failureOf, good } from "../../../tests/support/desk";
import { oneComponent, repositoryAddress, repositoryDeskOfFile, shaOf } from "../../../tests/support/repository-desk";
import { requestReading } from "./request-reading";
import { acceptPushEvent } from "./take-push";
import { createRepository, deleteRepository, updateRepository } from "./verbs";

/** Settings of repositories, and whoever lends them a role. */
const { admin, commit, connect, desk, minutes, names, newest, owner, pushOf, pushed, read, stranger } =
  repositoryDeskOfFile();
const { deployment } = desk;

const stopNotices = () =>
  deployment.ctx().db.select().from(noticeTable).where(eq(noticeTable.kind, "repository_stopped"));

describe("whoever lends a role", () => {
  test("stops the repository by losing it, and another admin who saves it lends theirs", async () => {
    const hook = await connect({}, admin);
    const { db } = deployment.ctx();
    await db.update(membershipTable).set({ role: "viewer" }).where(eq(membershipTable.personId, "admin"));
    await pushed(hook, commit("first", oneComponent));
    expect(await newest(hook)).toMatchObject({ state: "stopped" });
    expect((await read(hook)).repository.stoppedAt).not.toBe(null);
    expect(await pushed(hook, shaOf("first"))).toEqual({ state: "ignored", why: "off" });
    expect(await names()).toEqual([]);
    const log = await deployment.bindings.DB.prepare(
      "SELECT action FROM audit_entry WHERE action LIKE 'repository.%'",
    ).all();
    expect(JSON.stringify(log.results)).toContain("repository.stop");
    await good(requestReading(owner(), { pageId: desk.pageId, id: hook.id }));
    await deployment.settled();
    const [news, ...more] = await stopNotices();
    expect(more).toEqual([]);
    expect(news).toMatchObject({ audience: "team", subjectId: hook.id, pageId: desk.pageId });
    const said = news && (await readTeamMessage(deployment.ctx(), news));
    expect(said?.message).toMatchObject({ title: "“acme/infra” is no longer read", severity: "warning" });
    expect(said?.message.link.url).toMatch(new RegExp(`/manage/shop/configuration/repositories/${hook.id}$`, "u"));
    await good(updateRepository(owner(), { pageId: desk.pageId, id: hook.id }));
    expect(news && (await readTeamMessage(deployment.ctx(), news))).toBe(null);
    await good(requestReading(owner(), { pageId: desk.pageId, id: hook.id }));
    await deployment.settled();
    await minutes(2);
    expect(await names()).toEqual(["API"]);
  });

  test("must be an admin who signed in lately", async () => {
    const given = { pageId: desk.pageId, ...repositoryAddress };
    const viewer = { ...desk.person("viewer"), member: { pageId: desk.pageId, role: "viewer" as const } };
    expect(await failureOf(createRepository(viewer, given))).toMatchObject({ name: "forbidden" });
    const late = owner();
    const stale = { ...late, actor: { ...late.actor, provenAt: deployment.clock.now - 3_600_000 } } as Ctx;
    expect(await failureOf(createRepository(stale, given))).toMatchObject({ code: "step_up" });
  });
});

describe("its settings", () => {
  test("keep the token for the server that it was entered for", async () => {
    const hook = await connect();
    const target = { pageId: desk.pageId, id: hook.id };
    const elsewhere = { ...target, url: "https://evil.example" };
    expect(await failureOf(updateRepository(owner(), elsewhere))).toMatchObject({ fields: { token: "setting.moved" } });
    const { repository } = await read(hook);
    expect(await failureOf(updateRepository(owner(), { ...elsewhere, token: repository.token }))).toMatchObject({
      fields: { token: "setting.moved" },
    });
    await good(updateRepository(owner(), { ...elsewhere, token: "another" }));
    await good(updateRepository(owner(), { ...target, token: "" }));
    expect((await read(hook)).repository).toMatchObject({ token: "", hasSecret: true, url: "https://evil.example" });
  });

  test("and show neither the token nor the secret, on no page and in no entry of the log", async () => {
    const hook = await connect();
    const shown = JSON.stringify(await read(hook));
    const log = await deployment.bindings.DB.prepare("SELECT * FROM audit_entry").all();
    const rows = await deployment.bindings.DB.prepare("SELECT * FROM repository").all();
    for (const text of [shown, JSON.stringify(log.results), JSON.stringify(rows.results)]) {
      expect(text).not.toContain("a-token-of-ours");
      expect(text).not.toContain(hook.secret.slice(6));
    }
  });

  test("refuse private addresses, plain http and what is no repository", async () => {
    const bad = [
      { url: "https://169.254.169.254" },
      { url: "http://github.com" },
      { url: "https://localhost" },
      { path: "acme" },
      { branch: "a..b" },
      { file: "../x" },
    ];
    for (const change of bad) {
      const given = { pageId: desk.pageId, ...repositoryAddress, ...change };
      const failure = await failureOf(createRepository(owner(), given));
      expect(failure).toMatchObject({
        name: "invalid",
        fields: { [Object.keys(change)[0] ?? ""]: expect.any(String) },
      });
    }
    expect(await deployment.ctx().db.select().from(repositoryTable)).toEqual([]);
  });

  test("go with it: what was pushed before is not read any more", async () => {
    const hook = await connect();
    await pushed(hook, commit("first", oneComponent));
    await good(deleteRepository(owner(), { pageId: desk.pageId, id: hook.id }));
    expect(await failureOf(acceptPushEvent(stranger(), pushOf(hook, shaOf("second"))))).toEqual({ name: "missing" });
    const { results } = await deployment.bindings.DB.prepare("SELECT id FROM repository_reading").all();
    expect(results).toEqual([]);
  });
});
