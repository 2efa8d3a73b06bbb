import fc from "fast-check";
import { expect, test } from "vitest";
import { layerSegments, type StatusChange } from "~/status-page/timeline/rules/timeline";
import { blank, rule, settleOnce, source, start } from "../../../../tests/support/settling";
import type { SettleFacts } from "./settle-facts";

const minute = 60_000;
const period = 60 * minute;
const ids = ["looks", "promises"] as const;
type Id = (typeof ids)[number];

interface Step {
  after: number;
  who: Id;
  what: "hear" | "silence" | "attach" | "detach";
  late: number;
}

interface Observer {
  since: number | null;
  attached: number | null;
}

interface Life {
  facts: SettleFacts;
  changes: StatusChange[];
  dueAt: number | null;
}

const fresh = (): Life => {
  const looks = source("looks", { family: "monitor", hasSpoken: false });
  const promises = source("promises", { heartbeatSeconds: period / 1000, lastHeardAt: start, hasSpoken: false });
  const facts = blank([]);
  const nobody = { keptBy: null, coverage: "no_data" as const };
  const components = facts.components.map((each) => ({ ...each, ...nobody }));
  return { facts: { ...facts, components, sources: [looks, promises] }, changes: [], dueAt: null };
};

/** Settles once at that instant, and keeps what it says about component a. */
function settled({ facts: known, changes }: Life, now: number): Life {
  const { decision, facts } = settleOnce({ ...known, now });
  const sequence = changes.length + 1;
  const written = { recordedAt: now, sequence };
  const observed = decision.observed.filter(({ component }) => component.id === "a");
  const covered = decision.coverage.filter(({ component }) => component.id === "a");
  const rows: StatusChange[] = [
    ...observed.flatMap((each) => each.rows.map((row) => ({ ...row, ...written, layer: "observed" as const }))),
    ...covered.flatMap(({ row }) => (row ? [{ ...row, ...written, layer: "coverage" as const }] : [])),
  ];
  return { facts, changes: [...changes, ...rows], dueAt: decision.dueAt };
}

/** Settles what is due before that instant, each at most `late` after it was due but never after the instant. */
function until(life: Life, at: number, late: number): Life {
  let after = life;
  while (after.dueAt !== null && after.dueAt <= at) after = settled(after, Math.min(after.dueAt + late, at));
  return after;
}

function sourceAfter(each: SettleFacts["sources"][number], what: Step["what"], at: number) {
  if (each.heartbeatSeconds === null) {
    if (what === "silence") return each.hasSpoken && each.silentSince === null ? { ...each, silentSince: at } : each;
    const isNews = !each.hasSpoken || each.silentSince !== null;
    return isNews ? { ...each, hasSpoken: true, silentSince: null, vouchesSince: at } : each;
  }
  if (what === "silence") return each;
  const isNews = !each.hasSpoken || each.lastHeardAt + period <= at;
  return { ...each, hasSpoken: true, lastHeardAt: at, vouchesSince: isNews ? at : each.vouchesSince };
}

/** Returns the database after the step, before any settling. */
function stepped(life: Life, { who, what }: Step, at: number): Life {
  const { facts } = life;
  if (what === "hear" || what === "silence") {
    const sources = facts.sources.map((each) => (each.id === who ? sourceAfter(each, what, at) : each));
    return { ...life, facts: { ...facts, sources } };
  }
  const others = facts.rules.filter(({ sourceId }) => sourceId !== who);
  const rules = what === "attach" ? [...others, rule({ id: who, sourceId: who })] : others;
  return { ...life, facts: { ...facts, rules, observersChangedAt: new Map([["a", at]]) } };
}

/** The observers' own record: the periods in which each of them reported, while it observed the component. */
class OwnRows {
  private readonly spans: [number, number][] = [];
  private readonly known: Record<Id, Observer> = {
    looks: { since: null, attached: null },
    promises: { since: null, attached: null },
  };
  private deadline = Number.POSITIVE_INFINITY;

  note({ who, what }: Pick<Step, "who" | "what">, at: number): void {
    this.expire(at);
    const each = this.known[who];
    if (what === "silence" && who === "promises") return;
    if (what === "silence" || what === "detach") this.close(who, at);
    if (what === "silence") each.since = null;
    if (what === "detach") each.attached = null;
    if (what === "hear") each.since ??= at;
    if (what === "attach") each.attached ??= at;
    if (what === "hear" && who === "promises") this.deadline = at + period;
  }

  private expire(at: number): void {
    if (this.deadline > at) return;
    this.close("promises", this.deadline);
    this.known.promises.since = null;
    this.deadline = Number.POSITIVE_INFINITY;
  }

  private close(who: Id, at: number): void {
    const { since, attached } = this.known[who];
    if (since !== null && attached !== null) this.spans.push([Math.max(since, attached), at]);
  }

  /** Returns the union of both observers' periods. */
  union(at: number): [number, number][] {
    this.expire(at);
    for (const who of ids) this.close(who, at);
    const joined: [number, number][] = [];
    for (const [from, to] of this.spans.filter(([one, other]) => other > one).sort(([one], [other]) => one - other)) {
      const last = joined.at(-1);
      if (last && from <= last[1]) last[1] = Math.max(last[1], to);
      else joined.push([from, to]);
    }
    return joined;
  }
}

function knownSpans(changes: readonly StatusChange[], end: number): [number, number][] {
  const window = { from: start, to: end };
  const of = (layer: StatusChange["layer"], current: StatusChange["to"]) =>
    layerSegments(
      changes.filter((each) => each.layer === layer),
      current,
      window,
    );
  const open = of("coverage", "no_data").filter(({ status }) => status === null);
  const seen = of("observed", "operational").filter(({ status }) => status !== "no_data");
  return open.flatMap((one) =>
    seen.flatMap((other): [number, number][] => {
      const [from, to] = [Math.max(one.from, other.from), Math.min(one.to, other.to)];
      return from < to ? [[from, to]] : [];
    }),
  );
}

const sum = (spans: readonly [number, number][]) => spans.reduce((all, [from, to]) => all + to - from, 0);

const steps = (least: number, most: number) =>
  fc.array(
    fc.record({
      after: fc.integer({ min: least, max: most }),
      who: fc.constantFrom(...ids),
      what: fc.constantFrom<Step["what"]>("hear", "hear", "silence", "attach", "attach", "detach"),
      late: fc.nat(9 * minute),
    }),
    { minLength: 4, maxLength: 30 },
  );

function live(all: readonly Step[]) {
  const own = new OwnRows();
  let [life, at] = [fresh(), start];
  for (const step of all) {
    life = until(life, at + step.after, step.late);
    at += step.after;
    own.note(step, at);
    life = settled(stepped(life, step, at), at + step.late);
    at += step.late;
  }
  const end = at + 3 * period;
  return { own: own.union(end), changes: until(life, end, 0).changes, end };
}

test("coverage is to the millisecond what the observers' own rows sum up to, however late it is settled", () => {
  let [lives, covered] = [0, 0];
  fc.assert(
    fc.property(steps(11 * minute, 4 * period), (all) => {
      const { own, changes, end } = live(all);
      fc.pre(own.every(([from, to]) => to - from > 20 * minute));
      const known = knownSpans(changes, end);
      expect(sum(known)).toBe(sum(own));
      lives += 1;
      covered += Number(own.length > 1);
    }),
    { numRuns: 400 },
  );
  expect([lives >= 400, covered > 100]).toEqual([true, true]);
});

test("whatever comes and goes within ten minutes writes one row an hour, and its going is always written at once", () => {
  const quick = fc.array(
    fc.record({ on: fc.integer({ min: 1000, max: 9 * minute }), off: fc.integer({ min: 1000, max: 30 * minute }) }),
    {
      minLength: 30,
      maxLength: 60,
    },
  );
  fc.assert(
    fc.property(quick, fc.constantFrom<Step["what"]>("silence", "detach"), (all, goes) => {
      let [life, at] = [fresh(), start];
      const act = (what: Step["what"]) => {
        life = settled(stepped(until(life, at, 0), { who: "looks", what, after: 0, late: 0 }, at), at);
      };
      act("attach");
      act("hear");
      const before = life.changes.length;
      const begun = at;
      for (const { on, off } of all) {
        at += on;
        act(goes);
        expect(knownSpans(life.changes, at + 1).at(-1)?.[1] ?? 0).toBeLessThanOrEqual(at);
        at += off;
        act(goes === "detach" ? "attach" : "hear");
      }
      const hours = (at - begun) / period;
      expect(life.changes.length - before).toBeLessThanOrEqual(hours + 3);
    }),
    { numRuns: 60 },
  );
});

test("a first silence ends at once, a second one when what came back has vouched for ten minutes, dated when it came", () => {
  let life = settled(stepped(fresh(), { who: "looks", what: "attach", after: 0, late: 0 }, start), start);
  const act = (what: Step["what"], at: number) => {
    life = settled(stepped(life, { who: "looks", what, after: 0, late: 0 }, at), at);
    return life.changes.at(-1);
  };
  act("hear", start);
  act("silence", start + 60 * minute);
  expect(act("hear", start + 63 * minute)).toMatchObject({ to: "operational", at: start + 63 * minute });
  act("silence", start + 66 * minute);
  expect(act("hear", start + 67 * minute)).toMatchObject({ to: "no_data" });
  expect(life.dueAt).toBe(start + 77 * minute);
  life = settled(life, start + 77 * minute);
  expect(life.changes.at(-1)).toMatchObject({ to: "operational", at: start + 67 * minute });
});
