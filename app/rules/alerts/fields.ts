import type { AlertSeverity } from "../basics/severity";
import { choice, type Fields } from "../fields/fields";
import { set } from "../fields/grouped";
import type { RuleMode } from "./rule-match";

/** What an admin says about a source; the settings of its kind stand behind the name. */
export const sourceNameField = {
  name: { kind: "line", label: "Name", hint: "As your team calls it.", required: true },
} as const satisfies Fields;

export const sourceHeartbeatField = {
  heartbeatSeconds: {
    kind: "number",
    label: "Its own heartbeat, seconds",
    hint: "When nothing comes for so long, what only it observes turns to no data. For tools that always send, as an Alertmanager whose Watchdog alert repeats more often. Empty: off.",
    unit: "seconds",
    initial: null,
    optional: true,
    least: 60,
    most: 31 * 24 * 3600,
  },
} as const satisfies Fields;

export const sourceFields = { ...sourceNameField, ...sourceHeartbeatField } as const satisfies Fields;

const modes: Record<RuleMode, string> = {
  none: "No incident: only move the components",
  draft: "Draft: somebody presses Publish",
  publish: "Publish at once",
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
    components: { kind: "statuses", short: "Components", none: "Leave alone", ...about },
    mode: choice({ label: "Incident", choices: modes, initial: "draft" }),
    hold: {
      kind: "number",
      label: "Hold, seconds",
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
    hint: "One a line, as service=checkout* (with * and ?). All of them must hold.",
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

/** What comes of an alert that a rule has taken; of the catch-all, which takes every other one, this is all. */
export const ruleFields = {
  ...movingFields({
    label: "Components it moves",
    hint: "At once, while the alert fires.",
    hold: 120,
    resolveAfter: 300,
    holdHint: "How long it must fire before an incident opens.",
    resolveHint: "How long all must be quiet before the incident resolves itself.",
  }),
  groupBy: {
    kind: "list",
    label: "Group by labels",
    hint: "As cluster, service: one incident per value. Empty: one for all.",
    each: "label",
    most: 10,
    longest: 255,
  },
} as const satisfies Fields;
