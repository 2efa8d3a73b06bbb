import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeCorrection } from "~/corrections/make";
import { undoCorrection } from "~/corrections/verbs";
import { publishPage } from "~/status-page/publishing/engine/publish";
import { agree, at, correct, desk, openCorrectedPage, sources, undoAll, type Void } from "../support/corrected-page";
import { good } from "../support/desk";
import { overtaken } from "../support/timeline";
import { openBrowser } from "../support/worker";

beforeAll(openCorrectedPage);
afterAll(() => desk.close());

describe("of two people at once, one of whom is done between the other's reading and writing, both are true", () => {
  const outer: Void = { who: "shop", from: at("2026-10-24T22:30"), to: at("2026-10-25T01:30") };
  const inner: Void = { who: "shop", from: at("2026-10-24T23:00"), to: at("2026-10-25T00:30") };
  const across: Void = { who: "shop", from: at("2026-10-25T00:00"), to: at("2026-10-25T23:00") };
  const beside: Void = { who: "probe", from: at("2026-10-24T21:00"), to: at("2026-10-24T23:00") };
  const undo = { who: "undo" } as const;
  type Act = Void | typeof undo;

  /** Who is overtaken, by whom, what stood before (the first is what is undone), and what stands after. */
  test.each<[string, Act, Act, Void[], Void[]]>([
    ["the same twice", outer, outer, [], [outer]],
    ["one within the other", inner, outer, [], [outer]],
    ["one around the other", outer, inner, [], [inner, outer]],
    ["two that overlap over midnight", across, outer, [], [outer, across]],
    ["two of two sources", outer, beside, [], [beside, outer]],
    ["one undone while another is made within it", undo, inner, [across], [inner]],
    ["one made around another that is undone", outer, undo, [inner], [outer]],
    ["one made again that is undone", outer, undo, [outer], [outer]],
    ["one of two that overlap undone twice", undo, undo, [outer, across], [across]],
  ])("%s", async (_, held, other, before, after) => {
    const ids: string[] = [];
    for (const each of before) ids.push((await good(correct(each))).id);
    const act = (each: Act, ctx = desk.as("admin")) =>
      "from" in each
        ? correct(each, "At once.", ctx)
        : undoCorrection(ctx, { pageId: desk.pageId, id: ids[0] as string });
    const database = overtaken(desk.deployment.bindings.DB, async () => (await act(other)).ok);
    const { actor, member } = desk.as("admin");
    const made = await act(held, { ...desk.deployment.ctx(actor, { database }), member });
    if (!made.ok) expect(made.failure).toMatchObject({ name: "conflict", code: "already_corrected" });
    // Who lost a race may have no room left to publish: that is the tick's then.
    await publishPage(desk.deployment.ctx(), desk.pageId);
    await agree(after);
    const visitor = await openBrowser(desk.deployment);
    const text = await (await visitor.go("/acme/uptime?from=2026-10-23&to=2026-10-26")).text();
    expect(text.match(/Corrected <time/g) ?? []).toHaveLength(after.length);
    await undoAll();
  });

  test("a form that is sent twice at once makes one", async () => {
    const commitId = desk.as("admin").id();
    const send = () =>
      makeCorrection(desk.as("admin"), {
        ...{ pageId: desk.pageId, sourceId: sources.shop, startsAt: outer.from, endsAt: outer.to },
        ...{ reason: "At once.", commitId },
      });
    expect((await Promise.all([send(), send(), send()])).map(({ ok }) => ok)).toEqual([true, true, true]);
    await agree([outer]);
    await undoAll();
  });
});
