import { describe, expect, test } from "vitest";
import { shopFile } from "../../../tests/support/configuration-jobs";
import { failureOf, good } from "../../../tests/support/desk";
import { oneComponent, repositoryDeskOfFile, shaOf, twoComponents } from "../../../tests/support/repository-desk";
import { applyReading } from "./apply-reading";
import { updateRepository } from "./verbs";

/** Files by their errors, by what leaves them, and by servers that fail. */
const { admin, commit, connect, desk, minutes, names, newest, owner, pushed, read, server } = repositoryDeskOfFile();
const { deployment } = desk;

describe("a file", () => {
  test("with errors fails with their lines beside the commit, and changes nothing", async () => {
    const hook = await connect();
    await pushed(hook, commit("first", shopFile("    components: { api: { nmae: API } }\n")));
    const reading = await newest(hook);
    expect(reading).toMatchObject({ state: "failed", refusal: "configuration.errors" });
    expect(reading?.errors[0]).toMatchObject({ line: 4, column: expect.any(Number) });
    expect(await names()).toEqual([]);
  });

  test("about another page is refused unless that was allowed", async () => {
    const hook = await connect({}, admin);
    const both = `${oneComponent}  other:\n    components: { web: { name: Web } }\n`;
    await pushed(hook, commit("first", both));
    expect(await newest(hook)).toMatchObject({ state: "failed", refusal: expect.stringContaining("other_page") });
    await good(updateRepository(admin(), { pageId: desk.pageId, id: hook.id, otherPages: true }));
    await pushed(hook, commit("second", both));
    expect(await newest(hook)).toMatchObject({ state: "applied" });
  });

  test("that would leave things without a file waits for a person, who keeps them for good or removes them", async () => {
    const hook = await connect();
    const { pageId } = desk;
    await pushed(hook, commit("first", twoComponents));
    await minutes(2);
    await pushed(hook, commit("second", oneComponent));
    const pending = await newest(hook);
    expect(pending).toMatchObject({ state: "pending", leaving: ["shop/component/web"], canPrune: true });
    expect(pending?.planText).toContain("component web");
    const target = { pageId, id: hook.id, readingId: pending?.id ?? "" };
    expect((await good(applyReading(owner(), target))).job).toBe(null);
    expect(await failureOf(applyReading(owner(), target))).toMatchObject({ code: "decided" });
    await pushed(hook, commit("third", oneComponent));
    expect(await newest(hook)).toMatchObject({ state: "unchanged" });
    await pushed(hook, commit("fourth", twoComponents));
    await minutes(2);
    await pushed(hook, commit("fifth", shopFile("    components: {}\n")));
    const wide = await newest(hook);
    expect(wide).toMatchObject({ state: "pending" });
    const removed = await good(applyReading(admin(), { ...target, readingId: wide?.id ?? "", prune: true }));
    expect(removed.job).not.toBe(null);
    await minutes(3);
    expect(await names()).toEqual([]);
  });

  test("waits where nothing is applied automatically, and a plan that is no longer true is made again", async () => {
    const hook = await connect({ applies: false });
    await pushed(hook, commit("first", oneComponent));
    const pending = await newest(hook);
    expect(pending).toMatchObject({ state: "pending", leaving: [] });
    await desk.applied(twoComponents);
    const target = { pageId: desk.pageId, id: hook.id, readingId: pending?.id ?? "" };
    expect(await failureOf(applyReading(owner(), target))).toMatchObject({ name: "conflict", code: "changed" });
    await deployment.settled();
    expect(await newest(hook)).toMatchObject({ id: pending?.id, state: "pending", leaving: ["shop/component/web"] });
    await pushed(hook, commit("second", twoComponents));
    const { readings } = await read(hook);
    expect(readings.map(({ state }) => state)).toEqual(["unchanged", "overtaken"]);
  });
});

describe("a server", () => {
  test("that limits is called again when it said, and not before", async () => {
    const hook = await connect();
    const sha = commit("first", oneComponent);
    server.answer = { status: 429, headers: { "retry-after": "600" } };
    await pushed(hook, sha);
    expect(await newest(hook)).toMatchObject({ state: "waiting", refusal: expect.stringContaining("429") });
    const calls = server.calls.length;
    server.answer = null;
    await minutes(8);
    expect(server.calls.length).toBe(calls);
    await minutes(4);
    expect(await names()).toEqual(["API"]);
  });

  test("that stays away ends in a failure that says so", async () => {
    const hook = await connect();
    server.answer = { status: 502 };
    await pushed(hook, commit("first", oneComponent));
    for (let hour = 0; hour < 14; hour++) {
      deployment.clock.now += 3_600_000;
      // The tick after a jump only makes sure of the clock.
      await minutes(2);
    }
    expect(await newest(hook)).toMatchObject({ state: "failed", refusal: expect.stringContaining("502") });
    const calls = server.calls.length;
    await minutes(3);
    expect(server.calls.length).toBe(calls);
  });

  test.each([
    ["knows no such branch", { status: 404 }, "repository.no_branch"],
    ["refuses the token", { status: 401 }, "repository.refused"],
  ])("that %s fails at once", async (_, answer, refusal) => {
    const hook = await connect();
    server.answer = answer;
    await pushed(hook, commit("first", oneComponent));
    expect(await newest(hook)).toMatchObject({ state: "failed", refusal: expect.stringContaining(refusal) });
  });

  test("without the file at the commit fails", async () => {
    const hook = await connect();
    server.head = shaOf("empty");
    await pushed(hook, server.head);
    expect(await newest(hook)).toMatchObject({ state: "failed", refusal: "repository.no_file" });
  });
});
