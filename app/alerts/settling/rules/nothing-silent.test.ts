import fc from "fast-check";
import { expect, test } from "vitest";
import { Reader } from "../../../../tests/support/alert-reader";
import { anyPage, anyStep, happened, type Step } from "../../../../tests/support/alert-world";
import { blank, rule, source } from "../../../../tests/support/settling";
import type { SettleFacts } from "./settle-facts";

/** Lets time pass, and settles when something is due. */
function pass(reader: Reader, milliseconds: number): void {
  const end = reader.facts.now + milliseconds;
  while (reader.dueAt !== null && reader.dueAt <= end) {
    const ahead = Math.max(0, reader.dueAt - reader.facts.now);
    reader.real += ahead;
    reader.facts = { ...reader.facts, now: reader.facts.now + ahead };
    reader.settle();
  }
  reader.real += end - reader.facts.now;
  reader.facts = { ...reader.facts, now: end };
  reader.check();
}

function take(reader: Reader, step: Step): void {
  if (step.kind === "pass") {
    pass(reader, step.seconds * 1000);
    return;
  }
  const before = reader.facts;
  reader.facts = step.kind === "clock" ? { ...before, now: before.now + step.by } : happened(before, step);
  if (step.kind === "clock") reader.restart();
  if (step.kind === "act") reader.notePerson(before);
  reader.settle();
}

/** Replays all steps, read by a reader that complains about missing notifications. */
function lived(facts: SettleFacts, steps: readonly Step[]): Reader {
  const reader = new Reader(facts);
  for (const step of steps) take(reader, step);
  pass(reader, 20 * 60_000);
  return reader;
}

/** Has one rule for all alerts, which publishes after two minutes. */
const page = () => blank([rule({ groupBy: [], components: [{ componentId: "a", status: "major_outage" }] })]);
const fire = (key: number, more: Partial<Extract<Step, { kind: "fire" }>> = {}): Step => ({
  ...{ kind: "fire", key, name: 0, severity: "critical", team: 0, late: 0, from: "s" },
  ...more,
});
const wait = (seconds: number): Step => ({ kind: "pass", seconds });
const toldOf = ({ messages }: Reader) => messages.filter(({ audience }) => audience === "team").map(({ kind }) => kind);

test("what is heard after a person closed its incident is told, though it began before", () => {
  const story = [
    fire(0),
    wait(121),
    { kind: "act", nth: 0, act: "resolve" } as const,
    fire(1, { late: 40 }),
    wait(121),
  ];
  const reader = lived(page(), story);
  expect(toldOf(reader)).toEqual(["incident_opened", "incident_opened"]);
});

test("what joined by a clock that was an hour ahead is told when it is right again", () => {
  const story = [fire(0), wait(421), fire(1, { name: 1 }), { kind: "clock", by: -3600_000 } as const, wait(121)];
  const reader = new Reader(page());
  for (const step of story) take(reader, step);
  expect(toldOf(reader)).toEqual(["incident_opened", "incident_worsened"]);
});

test("what alerts reopen is told again", () => {
  const story = [fire(0), wait(121), { kind: "recover", key: 0, from: "s" } as const, wait(301), fire(0), wait(121)];
  const reader = lived(page(), story);
  expect(toldOf(reader)).toEqual(["incident_opened", "incident_resolved", "incident_updated", "incident_worsened"]);
});

test("what depended on a cause that is over has its own incident at once where its rule has no hold", () => {
  const timing = { holdSeconds: 0, groupBy: [] };
  const named = (id: string) => ({ components: [{ componentId: id, status: "major_outage" as const }] });
  const rules = [rule({ ...timing, ...named("a") }), rule({ id: "q", sourceId: "t", ...timing, ...named("b") })];
  const facts = { ...blank(rules), sources: [source("s"), source("t", { dependsOn: "s" })] };
  const reader = new Reader(facts);
  const story = [fire(0), fire(0, { from: "t" }), wait(301), { kind: "recover", key: 0, from: "s" } as const];
  for (const step of story) take(reader, step);
  expect(toldOf(reader)).toEqual(["incident_opened", "incident_opened"]);
});

test("what one incident says no more as another opens is said by that one", () => {
  const down = (componentId: string) => ({ componentId, status: "major_outage" as const });
  const timing = { holdSeconds: 60, resolveAfterSeconds: 60, groupBy: [] };
  const rules = [
    rule({ id: "loud", ...timing, catchAll: false, match: { severities: ["critical"] }, components: [down("a")] }),
    rule({ id: "rest", ...timing, components: [down("c")] }),
    rule({ id: "q", sourceId: "t", ...timing, components: [down("a"), down("b")] }),
  ];
  const reader = new Reader({ ...blank(rules), sources: [source("s"), source("t")] });
  const spoken = { kind: "act", nth: 0, act: "speak" } as const;
  const over = { kind: "recover", key: 0, from: "s" } as const;
  const story = [fire(0), wait(61), spoken, over, fire(0, { from: "t" }), wait(62)];
  for (const step of story) take(reader, step);
  const named = reader.facts.incidents.at(-1)?.components.map(({ componentId }) => componentId);
  expect(named?.sort()).toEqual(["a", "b"]);
});

test("what no rule names stays, and ends within the time of the rule that names it again", () => {
  const hurt = { componentId: "a", status: "degraded_performance" as const };
  const timing = { holdSeconds: 0, resolveAfterSeconds: 300, groupBy: [] };
  const loud = rule({
    id: "loud",
    ...timing,
    catchAll: false,
    match: { severities: ["critical"] },
    components: [hurt],
  });
  const rules = [loud, rule({ id: "rest", ...timing, mode: "publish", components: [hurt] })];
  const remap = { kind: "remap", mode: "none", status: "degraded_performance" } as const;
  const away = [1, 0].map((nth) => ({ ...remap, nth, component: null }));
  const story: Step[] = [
    fire(0, { severity: "info" }),
    ...away,
    wait(2000),
    { ...remap, nth: 0, component: "a" },
    wait(0),
    wait(299),
    wait(3),
  ];
  const reader = lived({ ...blank(rules), sources: [source("s")] }, story);
  expect(reader.complaints).toEqual([]);
  expect(
    reader.facts.incidents.flatMap(({ components }) => components).filter(({ status }) => status !== "operational"),
  ).toEqual([]);
});

const isCalm = ({ kind }: Step) => kind !== "clock";
const stories = fc.array(anyStep, { minLength: 4, maxLength: 24 });

test("each alert that fires is shown and told, or by name is not, and no message contradicts the page", () => {
  fc.assert(
    fc.property(anyPage, stories, (facts, steps) => {
      expect(lived(facts, steps.filter(isCalm)).complaints).toEqual([]);
    }),
    { numRuns: 2000 },
  );
});

test("the same where the clock is wrong meanwhile", () => {
  fc.assert(
    fc.property(anyPage, stories, (facts, steps) => {
      expect(lived(facts, steps).complaints).toEqual([]);
    }),
    { numRuns: 500 },
  );
});
