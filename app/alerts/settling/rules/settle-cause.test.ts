import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { blank, firing, rule, settleOnce, source, start } from "../../../../tests/support/settling";
import type { SettleFacts } from "./settle-facts";

const minute = 60_000;

/** Three monitors, each with a component of its own: web depends on db, db on the router. */
const links: Record<string, { dependsOn: string | null; component: string }> = {
  router: { dependsOn: null, component: "a" },
  db: { dependsOn: "router", component: "b" },
  web: { dependsOn: "db", component: "c" },
};
const ids = Object.keys(links);

function world(change: Partial<SettleFacts> = {}): SettleFacts {
  const rules = ids.map((id) =>
    rule({
      id: `r-${id}`,
      sourceId: id,
      groupBy: [],
      components: [{ componentId: links[id]?.component ?? "", status: "major_outage" }],
    }),
  );
  const sources = ids.map((id) => source(id, { family: "monitor", dependsOn: links[id]?.dependsOn ?? null }));
  return { ...blank(rules), sources, ...change };
}

const wait = (facts: SettleFacts, milliseconds: number) => settleOnce({ ...facts, now: facts.now + milliseconds });
const down = (facts: SettleFacts, id: string) =>
  settleOnce({
    ...facts,
    alerts: [...facts.alerts, firing("down", { sourceId: id, title: `${id} is down`, startedAt: facts.now })],
  }).facts;
const up = (facts: SettleFacts, id: string) =>
  settleOnce({ ...facts, alerts: facts.alerts.filter((each) => each.sourceId !== id), recoveredAt: facts.now }).facts;
const open = (facts: SettleFacts) =>
  facts.incidents.filter((each) => !each.closed) as (SettleFacts["incidents"][number] & { title: string })[];
const isQuiet = (facts: SettleFacts) => {
  const { observed, groups, removedGroups, opened, changed, joined } = settleOnce(facts).decision;
  expect([...observed, ...groups, ...removedGroups, ...opened, ...changed, ...joined]).toEqual([]);
};

describe("what depends on something that is down", () => {
  test("moves its component, opens nothing of its own and joins the incident of its cause", () => {
    const both = down(down(world(), "router"), "db");
    expect(both.components.map((each) => each.observedStatus)).toEqual(["major_outage", "major_outage", "operational"]);
    expect(both.groups.map((each) => each.sourceId)).toEqual(["router"]);
    const { facts, decision } = wait(both, 2 * minute);
    expect(open(facts)).toMatchObject([{ title: "router is down" }]);
    expect(decision.opened).toMatchObject([{ origin: "monitor" }]);
    expect(new Set(facts.alerts.map((each) => each.incidentId))).toEqual(new Set([open(facts)[0]?.id]));
    expect(decision.silencedAlerts).toEqual(new Set(["db.down"]));
    expect(decision.silencedComponents).toEqual(new Set(["b"]));
    isQuiet(facts);
  });

  test("comes first: its group that still waits is forgotten when the cause is found", () => {
    const child = down(world(), "db");
    expect(child.groups).toMatchObject([{ sourceId: "db", state: "waiting" }]);
    expect(down(child, "router").groups).toMatchObject([{ sourceId: "router", state: "waiting" }]);
  });

  test("still fires when the cause is over: a group of its own, with a fresh hold", () => {
    const opened = wait(down(down(world(), "router"), "db"), 2 * minute).facts;
    const over = up({ ...opened, now: opened.now + minute }, "router");
    expect(over.groups.find((each) => each.sourceId === "db")).toMatchObject({
      state: "waiting",
      dueAt: over.now + 120_000,
    });
    expect(over.groups.find((each) => each.sourceId === "router")).toMatchObject({ state: "recovering" });
    const due = wait(over, 2 * minute).facts;
    expect(open(due)).toMatchObject([
      { title: "router is down", recoveredAt: over.now },
      { title: "db is down", recoveredAt: null },
    ]);
    expect(due.groups.find((each) => each.sourceId === "db")).toMatchObject({ state: "open" });
    isQuiet(due);
  });

  test("still fires when the incident of its cause is long closed: an incident of its own", () => {
    const opened = wait(down(down(world(), "router"), "db"), 2 * minute).facts;
    const gone = { ...opened, rules: opened.rules.map((each) => ({ ...each, resolveAfterSeconds: 0 })) };
    const over = up({ ...gone, now: gone.now + minute }, "router");
    expect(open(over)).toEqual([]);
    expect(open(wait(over, 2 * minute).facts)).toMatchObject([{ title: "db is down" }]);
  });

  test("had an open incident alone: it stays, and ends when its own alert does", () => {
    const alone = wait(down(world(), "db"), 2 * minute).facts;
    expect(open(alone)).toMatchObject([{ title: "db is down" }]);
    const both = wait(down({ ...alone, now: alone.now + minute }, "router"), 2 * minute).facts;
    expect(open(both).map((each) => each.title)).toEqual(["db is down", "router is down"]);
    isQuiet(both);
    const healed = wait(up({ ...both, now: both.now + minute }, "db"), 5 * minute).facts;
    expect(open(healed).map((each) => each.title)).toEqual(["router is down"]);
  });

  test("a dismissed cause explains nothing", () => {
    const router = firing("down", { sourceId: "router", dismissedAt: start });
    const facts = down(world({ alerts: [router] }), "db");
    expect(facts.groups.map((each) => each.sourceId)).toEqual(["db"]);
  });

  test("a circle that is down as a whole tells of exactly one", () => {
    const sources = world().sources.map((each) => (each.id === "router" ? { ...each, dependsOn: "web" } : each));
    const all = wait(ids.reduce(down, world({ sources })), 2 * minute).facts;
    expect(open(all)).toMatchObject([{ title: "db is down" }]);
    expect(new Set(all.alerts.map((each) => each.incidentId)).size).toBe(1);
    isQuiet(all);
  });
});

describe("what depends on what, whatever it is", () => {
  /** Two tools and a heartbeat; component b depends on a, c on b. */
  function mixed(change: { mode?: "none" | "publish"; mutedUntil?: number } = {}): SettleFacts {
    const rules = (["api", "db", "beat"] as const).map((id, index) =>
      rule({
        id: `r-${id}`,
        sourceId: id,
        groupBy: [],
        mode: id === "db" ? (change.mode ?? "publish") : "publish",
        components: [{ componentId: ["b", "a", "c"][index] as string, status: "partial_outage" }],
      }),
    );
    const above: Record<string, string> = { b: "a", c: "b" };
    const facts = blank(rules);
    return {
      ...facts,
      components: facts.components.map((each) => ({ ...each, dependsOn: above[each.id] ?? null })),
      sources: [
        source("api"),
        source("db", { mutedUntil: change.mutedUntil ?? null }),
        source("beat", { family: "heartbeat" }),
      ],
    };
  }
  const fail = (facts: SettleFacts, id: string, key = "x") =>
    settleOnce({ ...facts, alerts: [...facts.alerts, firing(key, { sourceId: id, title: id, startedAt: facts.now })] })
      .facts;

  test("components: one incident of the first cause, and each says because of which alert", () => {
    const all = wait(
      ["beat", "api", "db"].reduce((facts, id) => fail(facts, id), mixed()),
      2 * minute,
    ).facts;
    expect(open(all)).toMatchObject([{ title: "db" }]);
    expect(all.alerts.map(({ id, causeId }) => [id, causeId])).toEqual([
      ["beat.x", "db.x"],
      ["api.x", "db.x"],
      ["db.x", null],
    ]);
    isQuiet(all);
    const over = settleOnce({ ...all, alerts: all.alerts.filter(({ id }) => id !== "db.x"), recoveredAt: all.now });
    expect(over.facts.alerts.map(({ id, causeId }) => [id, causeId])).toEqual([
      ["beat.x", "api.x"],
      ["api.x", null],
    ]);
  });

  test("a heartbeat on a tool, and a tool on a heartbeat", () => {
    const facts = mixed();
    const linked = { ...facts, sources: [source("api"), source("db", { dependsOn: "beat" }), source("beat")] };
    const both = fail(fail({ ...linked, components: facts.components }, "beat"), "db");
    expect(both.alerts.find(({ id }) => id === "db.x")?.causeId).toBe("beat.x");
  });

  test.each([
    ["opens nothing", mixed({ mode: "none" })],
    ["is muted", mixed({ mutedUntil: start + 60 * minute })],
  ])("a cause that %s folds nothing", (_, facts) => {
    const both = fail(fail(facts, "db"), "api");
    expect(both.alerts.map(({ causeId }) => causeId)).toEqual([null, null]);
    expect(both.groups.map(({ sourceId }) => sourceId)).toContain("api");
  });

  test("an alert that moves what it depends on as well fires for itself; a slow component explains no outage", () => {
    const facts = mixed();
    const [api, db, beat] = facts.rules;
    const wide = { ...api, components: [...(api?.components ?? []), ...(db?.components ?? [])] } as typeof db;
    const slow = { ...db, components: [{ componentId: "a", status: "degraded_performance" }] } as typeof db;
    const told = (rules: (typeof db)[]) =>
      fail(fail({ ...facts, rules: rules as SettleFacts["rules"] }, "db"), "api").alerts.map(({ causeId }) => causeId);
    expect(told([wide, db, beat])).toEqual([null, null]);
    expect(told([api, slow, beat])).toEqual([null, null]);
  });

  test("whatever depends on whatever: a cause fires for itself, and where something fires, something does so for itself", () => {
    const link = (ids: readonly string[]) => fc.option(fc.constantFrom(...ids), { nil: null });
    const [sources, parts] = [
      ["api", "db", "beat"],
      ["a", "b", "c"],
    ];
    const worlds = fc.record({
      above: fc.tuple(link(sources), link(sources), link(sources)),
      parents: fc.tuple(link(parts), link(parts), link(parts)),
      fails: fc.subarray(sources, { minLength: 1 }),
    });
    fc.assert(
      fc.property(worlds, ({ above, parents, fails }) => {
        const facts = mixed();
        const world = {
          ...facts,
          sources: facts.sources.map((each, index) => ({ ...each, dependsOn: above[index] ?? null })),
          components: facts.components.map((each, index) => ({ ...each, dependsOn: parents[index] ?? null })),
        };
        const done = wait(
          fails.reduce((known, id) => fail(known, id), world),
          2 * minute,
        ).facts;
        const causes = new Map(done.alerts.map(({ id, causeId }) => [id, causeId]));
        for (const cause of causes.values()) if (cause !== null) expect(causes.get(cause)).toBeNull();
        expect([...causes.values()]).toContain(null);
        expect(done.alerts.every(({ incidentId }) => incidentId !== null)).toBe(true);
        isQuiet(done);
      }),
      { numRuns: 400 },
    );
  });
});

test("whatever the order of firings: the same groups, statuses and incidents", () => {
  const orders = fc.shuffledSubarray(ids, { minLength: 1 });
  const seen = new Map<string, unknown>();
  fc.assert(
    fc.property(orders, (order) => {
      const facts = wait(order.reduce(down, world()), 2 * minute).facts;
      isQuiet(facts);
      const names = new Map(open(facts).map((each) => [each.id, each.title]));
      const result = {
        statuses: facts.components.map((each) => each.observedStatus),
        groups: facts.groups.map((each) => [each.sourceId, each.state]).sort(),
        joined: facts.alerts.map((each) => [each.id, names.get(each.incidentId ?? "")]).sort(),
      };
      const key = [...order].sort().join();
      expect(result).toEqual(seen.get(key) ?? result);
      seen.set(key, result);
    }),
    { numRuns: 300 },
  );
});

test("any story of failing and healing: settled once it is settled, and who fires for itself has an incident", () => {
  const event = fc.record({ id: fc.constantFrom(...ids), kind: fc.constantFrom("down", "up", "pass") });
  fc.assert(
    fc.property(fc.array(event, { maxLength: 25 }), (events) => {
      let facts = world();
      for (const { id, kind } of events) {
        const isDown = facts.alerts.some((each) => each.sourceId === id);
        if (kind === "pass") facts = wait(facts, 2 * minute).facts;
        else if (kind === "down" && !isDown) facts = down(facts, id);
        else if (kind === "up" && isDown) facts = up(facts, id);
        isQuiet(facts);
      }
      facts = wait(facts, 2 * minute).facts;
      const held = new Set(open(facts).map((each) => each.id));
      for (const each of facts.alerts) expect(held.has(each.incidentId ?? "")).toBe(true);
    }),
    { numRuns: 300 },
  );
});
