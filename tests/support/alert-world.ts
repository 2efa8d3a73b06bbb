import fc from "fast-check";
import type { RuleRecord } from "~/alerts/rules/rule-match";
import type { FiringAlert, SettleFacts, SettleIncident } from "~/alerts/settling/rules/settle-facts";
import { allIncidentParts, type EditedIncidentPart, mergeEditedParts } from "~/incidents/rules/edited-parts";
import { impactOfStatuses } from "~/incidents/rules/impact";
import type { Status } from "~/status/status";
import { blank, firing, incident, rule, source } from "./settling";

export const minute = 60_000;
const components = ["a", "b", "c"] as const;
const bad = ["degraded_performance", "partial_outage", "major_outage"] as const;
const severities = ["info", "warning", "error", "critical", null] as const;

/** An event on a page, apart from the passing of time. */
export type Step =
  /** `late`: seconds since it started, according to its sender. */
  | {
      kind: "fire";
      key: number;
      name: number;
      severity: FiringAlert["severity"];
      team: number;
      from: "s" | "t";
      late: number;
    }
  | { kind: "recover"; key: number; from: "s" | "t" }
  | { kind: "dismiss"; key: number; from: "s" | "t" }
  | { kind: "pass"; seconds: number }
  | { kind: "clock"; by: number }
  | { kind: "mute"; what: "page" | "s" | "t" | "a" | "b"; minutes: number }
  | { kind: "unmute"; what: "page" | "s" | "t" | "a" | "b" }
  | { kind: "maintain"; component: "a" | "b" | "c"; on: boolean }
  | { kind: "remap"; nth: number; mode: RuleRecord["mode"]; component: "a" | "b" | "c" | null; status: Status }
  | { kind: "open"; component: "a" | "b" | "c"; status: Status; visibility: "draft" | "published" }
  | { kind: "act"; nth: number; act: "speak" | "title" | "text" | "component" | "publish" | "resolve" | "withdraw" };

const constant = fc.constantFrom;
const from = constant("s" as const, "t" as const);
const muted = constant("page" as const, "s" as const, "t" as const, "a" as const, "b" as const);
const acts = constant("speak", "title", "text", "component", "publish", "resolve", "withdraw") as fc.Arbitrary<
  Extract<Step, { kind: "act" }>["act"]
>;
const kind = <K extends Step["kind"]>(name: K) => constant(name);

export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: kind("fire"),
      key: fc.nat(3),
      name: fc.nat(2),
      severity: constant(...severities),
      team: fc.nat(1),
      late: constant(0, 0, 40, 600),
      from,
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: kind("recover"), key: fc.nat(3), from }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("dismiss"), key: fc.nat(3), from }) },
  {
    weight: 6,
    arbitrary: fc.record({ kind: kind("pass"), seconds: constant(1, 30, 61, 120, 301, 400, 901, 2000) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kind("clock"), by: constant(-3600_000, 3600_000, -60_000) }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("mute"), what: muted, minutes: constant(2, 20) }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("unmute"), what: muted }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("maintain"), component: constant(...components), on: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: kind("open"),
      component: constant(...components),
      status: constant<Status>(...bad),
      visibility: constant("draft" as const, "published" as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: kind("remap"),
      nth: fc.nat(2),
      mode: constant<RuleRecord["mode"]>("none", "draft", "publish"),
      component: constant(...components, null),
      status: constant<Status>(...bad),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: kind("act"), nth: fc.nat(2), act: acts }) },
);

const anyRule = (id: string, sourceId: string, match: Partial<RuleRecord>): fc.Arbitrary<RuleRecord> =>
  fc
    .record({
      mode: constant("none", "draft", "publish", "publish") as fc.Arbitrary<RuleRecord["mode"]>,
      holdSeconds: constant(0, 60, 120, 300),
      resolveAfterSeconds: constant(0, 60, 300),
      groupBy: constant<string[]>([], ["team"]),
      components: fc.uniqueArray(
        fc.record({ componentId: constant<string>(...components), status: constant<Status>(...bad) }),
        { selector: ({ componentId }) => componentId, maxLength: 2 },
      ),
    })
    .map((given) => rule({ id, sourceId, ...match, ...given }));

/** A page with rules of two sources; rules and components may depend on others. */
export const anyPage: fc.Arbitrary<SettleFacts> = fc
  .record({
    rules: fc.tuple(
      anyRule("loud", "s", { catchAll: false, match: { severities: ["critical"] } }),
      anyRule("rest", "s", {}),
      anyRule("named", "t", { catchAll: false, match: { labels: { alertname: "n0" } } }),
    ),
    depends: fc.boolean(),
    above: fc.boolean(),
  })
  .map(({ rules, depends, above }) => {
    const facts = blank(rules);
    const sources = [source("s"), source("t", { dependsOn: depends ? "s" : null })];
    const dependent = (id: string) => (above && id === "c" ? { dependsOn: "a" } : {});
    return { ...facts, sources, components: facts.components.map((each) => ({ ...each, ...dependent(each.id) })) };
  });

let persons = 0;

function opened(facts: SettleFacts, { component, status, visibility }: Extract<Step, { kind: "open" }>): SettleFacts {
  const { now } = facts;
  const own = incident(`p${++persons}`, {
    visibility,
    origin: "person",
    edited: true,
    editedParts: allIncidentParts,
    impact: impactOfStatuses([status]),
    components: [{ componentId: component, status }],
    startedAt: now,
    publishedAt: visibility === "published" ? now : null,
    updatedAt: now,
  });
  return { ...facts, incidents: [...facts.incidents, own] };
}

const editing = (each: SettleIncident, ...parts: EditedIncidentPart[]) => ({
  editedParts: mergeEditedParts(each.editedParts, parts),
});

/** Applies a person's action to an open incident. */
function acted(each: SettleIncident, act: Extract<Step, { kind: "act" }>["act"], now: number): SettleIncident {
  const isDraft = each.visibility === "draft";
  const [first] = each.components;
  const spoken = { ...each, edited: true, updatedAt: now };
  const over = { closed: true, resolvedAt: now, resolvedBy: "person" as const };
  if (act === "speak") return isDraft ? { ...spoken, ...editing(each, "text") } : spoken;
  if (act === "title" || act === "text") return { ...each, ...editing(each, act) };
  if (act === "publish") return isDraft ? { ...spoken, visibility: "published", publishedAt: now } : each;
  if (act === "resolve") return isDraft ? each : { ...spoken, ...over, status: "resolved" };
  if (act === "withdraw") return { ...spoken, ...over, visibility: isDraft ? "dismissed" : "withdrawn" };
  if (!first) return each;
  const lower = { ...first, status: "degraded_performance" as const };
  const others = each.components.filter((one) => one !== first);
  return { ...spoken, components: [lower, ...others], ...editing(each, `component:${first.componentId}`) };
}

function muting(facts: SettleFacts, what: Extract<Step, { kind: "mute" }>["what"], until: number | null): SettleFacts {
  if (what === "page") return { ...facts, mutedUntil: until };
  if (what === "a" || what === "b")
    return { ...facts, mutedComponents: new Map([...facts.mutedComponents, [what, until ?? facts.now]]) };
  return { ...facts, sources: facts.sources.map((each) => (each.id === what ? { ...each, mutedUntil: until } : each)) };
}

const idOf = ({ from: sourceId, key }: { from: string; key: number }) => `${sourceId}.k${key}`;

function fired(facts: SettleFacts, step: Extract<Step, { kind: "fire" }>): SettleFacts {
  const { key, name, severity, team, late, from: sourceId } = step;
  if (facts.alerts.some(({ id }) => id === idOf(step))) return facts;
  const labels = { alertname: `n${name}`, team: `${team}` };
  const alert = firing(`k${key}`, { sourceId, severity, labels, startedAt: facts.now - late * 1000 });
  return { ...facts, alerts: [...facts.alerts, alert] };
}

function ended(facts: SettleFacts, step: Extract<Step, { kind: "recover" }>): SettleFacts {
  const left = facts.alerts.filter(({ id }) => id !== idOf(step));
  return left.length < facts.alerts.length ? { ...facts, alerts: left, recoveredAt: facts.now } : facts;
}

/** Changes the mode and components of a rule. */
function remapped(facts: SettleFacts, { nth, mode, component, status }: Extract<Step, { kind: "remap" }>): SettleFacts {
  const components = component === null ? [] : [{ componentId: component, status }];
  return { ...facts, rules: facts.rules.map((each, at) => (at === nth ? { ...each, mode, components } : each)) };
}

/** Returns the facts after the step, before any settling. Does not move time or clocks. */
export function happened(facts: SettleFacts, step: Step): SettleFacts {
  const { now } = facts;
  if (step.kind === "fire") return fired(facts, step);
  if (step.kind === "recover") return ended(facts, step);
  if (step.kind === "mute") return muting(facts, step.what, now + step.minutes * minute);
  if (step.kind === "unmute") return muting(facts, step.what, null);
  if (step.kind === "open") return opened(facts, step);
  if (step.kind === "remap") return remapped(facts, step);
  if (step.kind === "maintain") {
    const others = [...facts.maintained].filter((each) => each !== step.component);
    return { ...facts, maintained: new Set(step.on ? [...others, step.component] : others) };
  }
  if (step.kind === "dismiss") {
    const alerts = facts.alerts.map((each) => (each.id === idOf(step) ? { ...each, dismissedAt: now } : each));
    return { ...facts, alerts };
  }
  if (step.kind !== "act") return facts;
  const chosen = facts.incidents.filter(({ closed }) => !closed)[step.nth]?.id;
  return {
    ...facts,
    incidents: facts.incidents.map((each) => (each.id === chosen ? acted(each, step.act, now) : each)),
  };
}
