import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type AssignmentDecisionFacts, decideAssignment, unassignedReasonOfRule } from "./alert-assignment";

const now = Date.UTC(2026, 10, 20, 3);
const minute = 60_000;
const later = now + 10 * minute;

type Given = Partial<Omit<AssignmentDecisionFacts, "alert" | "rule" | "mutes" | "reach">> & {
  alert?: Partial<AssignmentDecisionFacts["alert"]>;
  rule?: Partial<NonNullable<AssignmentDecisionFacts["rule"]>> | null;
  mutes?: Partial<AssignmentDecisionFacts["mutes"]>;
  reach?: Partial<AssignmentDecisionFacts["reach"]>;
};

/** A tool's critical alert under a rule that opens a draft about one component; email works. */
const facts = ({ alert, rule = {}, mutes, reach, ...rest }: Given = {}): AssignmentDecisionFacts => ({
  now,
  family: "source",
  incident: null,
  dueAt: null,
  maintained: new Set(),
  alert: { severity: "critical", key: "k", startedAt: now - 60 * minute, dismissedAt: null, isFolded: false, ...alert },
  rule: rule && { mode: "draft", catchAll: false, holdSeconds: 120, components: ["a"], ...rule },
  mutes: { page: null, source: null, components: new Map(), ...mutes },
  reach: { unmailed: null, channels: [], ...reach },
  ...rest,
});

describe("an alert reaches a component, or is named unassigned", () => {
  const draft = { visibility: "draft", components: 1 };
  test.each<[string, Given, "no_rule" | "no_component" | null]>([
    ["its rule names one", {}, null],
    ["no rule at all", { rule: null }, "no_rule"],
    ["only the rule for everything else of its source", { rule: { catchAll: true, components: [] } }, "no_rule"],
    ["that rule names one", { rule: { catchAll: true } }, null],
    ["its rule names none", { rule: { components: [] } }, "no_component"],
    [
      "a monitor's one rule names none",
      { family: "monitor", rule: { catchAll: true, components: [] } },
      "no_component",
    ],
    [
      "a published incident that names one",
      { rule: { components: [] }, incident: { ...draft, visibility: "published" } },
      null,
    ],
    [
      "a draft that names one, which visitors do not see",
      { rule: { components: [] }, incident: draft },
      "no_component",
    ],
    [
      "an incident that names none",
      { rule: { components: [] }, incident: { ...draft, components: 0 } },
      "no_component",
    ],
    ["for information only", { rule: null, alert: { severity: "info" } }, null],
    ["without a severity", { rule: null, alert: { severity: null } }, "no_rule"],
    ["of a severity that nobody knows", { rule: null, alert: { severity: "odd" } }, "no_rule"],
    ["dismissed", { rule: null, alert: { dismissedAt: now } }, null],
    ["folded by its cause", { rule: { components: [] }, alert: { isFolded: true } }, null],
    ["our own, that a source is silent", { rule: null, alert: { key: "upfront:silent" } }, null],
    ["a test", { rule: null, alert: { key: "upfront-test:1" } }, null],
  ])("%s", (_, given, expected) => {
    expect(decideAssignment(facts(given)).unassigned).toBe(expected);
  });
});

describe("an alert is told to a person, or by name is not", () => {
  const none = { unmailed: "no_mailer" as const };
  const quiet = { events: ["draft_opened"], quietUntil: later };
  test.each<[string, Given, object]>([
    ["told by mail", {}, { state: "told" }],
    ["for its hold", { alert: { startedAt: now } }, { state: "holding", until: now + 2 * minute }],
    ["for the hold of its group", { dueAt: later }, { state: "holding", until: later }],
    [
      "in an incident it holds no more",
      { dueAt: later, incident: { visibility: "draft", components: 1 } },
      { state: "told" },
    ],
    ["the page is muted", { mutes: { page: later } }, { state: "muted", by: "page", until: later }],
    [
      "its source is, for longer",
      { mutes: { page: later, source: later + 1 } },
      { state: "muted", by: "source", until: later + 1 },
    ],
    [
      "all of its components are",
      { mutes: { components: new Map([["a", later]]) } },
      { state: "muted", by: "components", until: later },
    ],
    ["a mute that is over", { mutes: { page: now } }, { state: "told" }],
    ["another component is", { mutes: { components: new Map([["b", later]]) } }, { state: "told" }],
    ["dismissed and muted", { alert: { dismissedAt: now }, mutes: { page: later } }, { state: "dismissed" }],
    ["folded", { alert: { isFolded: true } }, { state: "with_cause" }],
    ["in maintenance", { maintained: new Set(["a"]) }, { state: "maintenance" }],
    ["partly in maintenance", { rule: { components: ["a", "b"] }, maintained: new Set(["a"]) }, { state: "told" }],
    ["its rule only changes statuses", { rule: { mode: "none" } }, { state: "not_notified" }],
    ["and is nobody's: then the team is told", { rule: { mode: "none", components: [] } }, { state: "told" }],
    [
      "but a channel wants all that fires",
      { rule: { mode: "none" }, reach: { channels: [{ events: ["alert_fired"], quietUntil: null }] } },
      { state: "told" },
    ],
    ["no way at all", { reach: none }, { state: "nobody", why: "no_mailer" }],
    ["one channel", { reach: { ...none, channels: [{ ...quiet, quietUntil: null }] } }, { state: "told" }],
    [
      "one that wants other things",
      { reach: { ...none, channels: [{ events: ["mail_failed"], quietUntil: null }] } },
      { state: "nobody", why: "no_mailer" },
    ],
    [
      "only in quiet hours",
      { reach: { ...none, channels: [quiet, { ...quiet, quietUntil: later + 1 }] } },
      { state: "quiet_hours", until: later },
    ],
    ["quiet hours where mail leaves", { reach: { channels: [quiet] } }, { state: "told" }],
  ])("%s", (_, given, expected) => {
    expect(decideAssignment(facts(given)).told).toEqual(expected);
  });
});

test("what the team is told of at once is unassigned, and no incident opens for it", () => {
  const alert = fc.record({
    severity: fc.constantFrom("critical", "warning", "info", null),
    key: fc.constantFrom("k", "upfront:refused", "upfront-test:1"),
  });
  const rule = fc.option(
    fc.record({ mode: fc.constantFrom("none", "draft", "publish"), catchAll: fc.boolean(), names: fc.nat(1) }),
  );
  fc.assert(
    fc.property(alert, rule, fc.constantFrom("source", "monitor", "heartbeat"), (sent, by, family) => {
      const moves = by !== null && by.names > 0;
      const said = unassignedReasonOfRule(by && { ...by, moves }, sent, family);
      const shown = decideAssignment(
        facts({ family, alert: sent, rule: by && { ...by, components: moves ? ["a"] : [] } }),
      ).unassigned;
      expect(said === null || said === shown).toBe(true);
      expect(shown === null || said !== null || (by !== null && by.mode !== "none")).toBe(true);
    }),
  );
});

test("each state that is no telling has its end or its name, whatever is the case", () => {
  const time = fc.option(fc.integer({ min: now - 60 * minute, max: now + 60 * minute }));
  const given = fc.record({
    mutes: fc.record({ page: time, source: time }),
    dueAt: time,
    reach: fc.record({
      unmailed: fc.constantFrom(null, "no_mailer", "no_address", "mail_fails"),
      channels: fc.array(
        fc.record({ events: fc.subarray(["draft_opened", "unassigned", "alert_fired"]), quietUntil: time }),
      ),
    }),
  });
  fc.assert(
    fc.property(given, ({ reach, ...rest }) => {
      const channels = reach.channels.map((each) => ({
        ...each,
        quietUntil: each.quietUntil !== null && each.quietUntil > now ? each.quietUntil : null,
      }));
      const { told } = decideAssignment(facts({ ...rest, reach: { ...reach, channels } }));
      if ("until" in told) expect(told.until).toBeGreaterThan(now);
      if (told.state === "nobody") expect(reach.unmailed).toBe(told.why);
      if (told.state === "told") expect(reach.unmailed === null || channels.length > 0).toBe(true);
    }),
  );
});
