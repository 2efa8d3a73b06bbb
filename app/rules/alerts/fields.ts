import type { AlertSeverity } from "../basics/severity";
import { choice, type Fields } from "../fields/fields";
import { set } from "../fields/grouped";
import type { RuleMode } from "./rule-match";

/** What an admin says about a source; the settings of its kind stand behind the name. */
export const sourceNameField = {
  name: { kind: "line", label: "Name", hint: "A name your team will recognise.", required: true },
} as const satisfies Fields;

export const sourceHeartbeatField = {
  heartbeatSeconds: {
    kind: "number",
    label: "Expected at least every (seconds)",
    hint: "If nothing arrives for this long, components observed only by this source show “No data”. For tools that send continuously, such as an Alertmanager Watchdog. Empty: off.",
    unit: "seconds",
    initial: null,
    optional: true,
    least: 60,
    most: 31 * 24 * 3600,
  },
} as const satisfies Fields;

export const sourceFields = { ...sourceNameField, ...sourceHeartbeatField } as const satisfies Fields;

const modes: Record<RuleMode, string> = {
  none: "No incident: only change component status",
  draft: "Create a draft for someone to publish",
  publish: "Publish immediately",
};

export const modeWords: Record<string, string> = modes;

interface Moving {
  label: string;
  hint?: string;
  /** Seconds, before anybody chose. */
  hold: number;
  resolveAfter: number;
  holdHint: string;
  resolveHint: string;
}

/** What an alert moves and opens: of a rule, and of the monitor or heartbeat whose one rule stands on its own form. */
export const movingFields = ({ hold, resolveAfter, holdHint, resolveHint, ...about }: Moving) =>
  ({
    components: { kind: "statuses", short: "Components", none: "Don’t change", ...about },
    mode: choice({ label: "Incident", choices: modes, initial: "draft" }),
    hold: {
      kind: "number",
      label: "Wait before opening (seconds)",
      hint: holdHint,
      unit: "seconds",
      initial: hold,
      least: 0,
      most: 86_400,
    },
    resolveAfter: {
      kind: "number",
      label: "Resolve after, seconds",
      hint: resolveHint,
      unit: "seconds",
      initial: resolveAfter,
      least: 0,
      most: 86_400,
    },
  }) as const satisfies Fields;

const severityWords: Record<AlertSeverity, string> = {
  critical: "Critical",
  error: "Error",
  warning: "Warning",
  info: "Info",
};

interface KeptRule {
  holdSeconds: number;
  resolveAfterSeconds: number;
}

/** A rule as its form names it. */
export const movingOf = <Rule extends KeptRule>({ holdSeconds, resolveAfterSeconds, ...rule }: Rule) => ({
  ...rule,
  hold: holdSeconds,
  resolveAfter: resolveAfterSeconds,
});

/** Which alerts a rule takes. */
export const matchFields = {
  "match.labels": {
    kind: "text",
    label: "Labels",
    hint: "One per line, for example service=checkout* (* and ? are wildcards). All must match.",
    rows: 3,
    longest: 20_000,
  },
  "match.title": { kind: "line", label: "Title", hint: "With * and ?, as *latency*." },
  "match.severities": set({
    label: "Severity",
    hint: "None ticked: any.",
    prefix: "severity-",
    choices: severityWords,
    initial: [],
  }),
} as const satisfies Fields;

/** What visitors read of what a rule opens. */
export const publicWordFields = {
  publicTitle: {
    kind: "line",
    label: "Public title",
    hint: "With {component}, {since} and, if allowed below, {title}. Empty: “Problem with {component}”, in each reader’s language.",
  },
  publicBody: {
    kind: "text",
    label: "First public update",
    hint: "With the same placeholders. Empty: a standard sentence, in each reader’s language.",
    rows: 2,
    longest: 5000,
  },
  showsTitle: {
    kind: "tick",
    label: "Show the alert’s own title to visitors",
    hint: "Alert titles may name hosts or people. Off: only your team reads them.",
    initial: false,
  },
} as const satisfies Fields;

/** What an alert moves and opens that a rule has taken. */
export const ruleMovingFields = movingFields({
  label: "Component statuses to set",
  hint: "Immediately, while the alert is firing.",
  hold: 120,
  resolveAfter: 300,
  holdHint: "How long it must fire before an incident opens.",
  resolveHint: "How long everything must be healthy before the incident resolves automatically.",
});

export const groupByField = {
  groupBy: {
    kind: "list",
    label: "Group by labels",
    hint: "For example cluster, service: one incident per combination. Empty: one incident for everything.",
    each: "label",
    most: 10,
    longest: 255,
  },
} as const satisfies Fields;

/** What comes of an alert that a rule has taken; of the catch-all, which takes every other one, this is all. */
export const ruleFields = { ...ruleMovingFields, ...groupByField, ...publicWordFields } as const satisfies Fields;
