import { flappingEndsAfterMs } from "~/alerts/rules/flap-history";
import type { DayLimits } from "~/deployment/usage/rules/usage";
import type { Refusal } from "~/failures/refusal";
import { type AlertSeverity, alertSeverities } from "~/status/severity";
import { type Status, statusRank, toStatus } from "~/status/status";
import type { AutomaticTitle } from "~/text/said-title";
import type { ImpactLabel } from "./present-impact";
import type { TeamWords } from "./team-words";

/** A message to the team before it is addressed. Texts may come from strangers. */
export interface TeamContent {
  title: string;
  text: string;
  severity: AlertSeverity | null;
  /** Impact of an incident. */
  impact?: ImpactLabel;
  /** Link; its path is below `/manage/<page>`, or below the public page. */
  link: { text: string; path: string; isPublic?: boolean };
  facts: { name: string; value: string }[];
}

export interface TeamAlert {
  title: string;
  severity: string | null;
  startedAt: number;
  /** True when it flaps, and is therefore held firing. */
  flaps?: boolean;
  /** Title when it is one of Upfront's own alerts. */
  titleSaid?: AutomaticTitle | null;
}

const byStatus: Partial<Record<Status, AlertSeverity>> = {
  major_outage: "critical",
  partial_outage: "error",
  degraded_performance: "warning",
  no_data: "warning",
  operational: "info",
};
const maxTitlesShown = 5;

const rank = (severity: string | null) => alertSeverities.indexOf(severity as AlertSeverity);

/** Returns the highest severity; null when an alert has none, because it may not be harmless. */
function loudest(alerts: readonly TeamAlert[]): AlertSeverity | null {
  if (alerts.some(({ severity }) => rank(severity) < 0)) return null;
  return alertSeverities[Math.max(...alerts.map(({ severity }) => rank(severity)))] ?? null;
}

export const teamAlertTitle = (words: TeamWords, { title, titleSaid = null }: TeamAlert): string =>
  words.titleOf(title, titleSaid);

/** Lists the names, the highest severity first; of a long list the first names and the number of the others. */
export function teamAlertListText(words: TeamWords, alerts: readonly TeamAlert[]): string {
  const { t, number } = words;
  const sorted = [...alerts].sort((one, other) => rank(other.severity) - rank(one.severity));
  const more = alerts.length - maxTitlesShown;
  const titles = sorted
    .slice(0, maxTitlesShown)
    .map((alert) =>
      alert.flaps ? t("flapping_named", { title: teamAlertTitle(words, alert) }) : teamAlertTitle(words, alert),
    );
  return [...titles, ...(more > 0 ? [t("more", { number: number(more) })] : [])].join("\n");
}

export interface AlertsContentFacts {
  alerts: readonly TeamAlert[];
  source: string;
  over: boolean;
  /** Names of alerts that fire because of these and have no message of their own. */
  children?: readonly string[];
}

/** Most children that are named. */
const maxChildrenNamed = 2;

/** Returns "Because of X: A, B and 3 more". */
function childrenLine({ t, list, names, number }: TeamWords, cause: string, children: readonly string[]): string[] {
  const more = children.length - maxChildrenNamed;
  if (children.length === 0) return [];
  if (more <= 1) return [t("because", { cause, names: list(children) })];
  return [t("because_more", { cause, names: names(children.slice(0, maxChildrenNamed)), number: number(more) })];
}

/** Returns one message for all alerts, however many there are, with the highest severity; null when there is none. */
export function alertsTeamContent(
  words: TeamWords,
  { alerts, source, over, children = [] }: AlertsContentFacts,
): TeamContent | null {
  const { t, number } = words;
  const [only] = alerts;
  if (!only) return null;
  const one = alerts.length === 1;
  const since = Math.min(...alerts.map(({ startedAt }) => startedAt));
  const firing = only.flaps ? "flapping_single" : "firing_single";
  const single = only.flaps ? t("flapping_about", { span: words.span(flappingEndsAfterMs) }) : "";
  const also = childrenLine(words, one ? teamAlertTitle(words, only) : source, children);
  return {
    title: one
      ? t(over ? "recovered_single" : firing, { title: teamAlertTitle(words, only) })
      : t(over ? "recovered_several" : "firing_several", { number: number(alerts.length), source }),
    text: [one ? single : teamAlertListText(words, alerts), ...also].filter((each) => each !== "").join("\n"),
    severity: loudest(alerts),
    link: { text: t("view_alerts"), path: "" },
    facts: [
      { name: t("source"), value: source },
      ...(one ? [] : [{ name: t("alerts"), value: number(alerts.length) }]),
      { name: t(one ? "since" : "first_since"), value: words.moment(since) },
    ],
  };
}

/** Returns the message about unacknowledged alerts, with the sources that they come from. */
export function unacknowledgedAlertsTeamContent(
  words: TeamWords,
  alerts: readonly (TeamAlert & { id: string; sourceName: string })[],
): TeamContent | null {
  const { t, number, list, moment } = words;
  const [only, ...more] = alerts;
  if (!only) return null;
  const one = more.length === 0;
  const sources = [...new Set(alerts.map(({ sourceName }) => sourceName))];
  return {
    title: one
      ? t("unacknowledged_single", { title: only.title })
      : t("unacknowledged_several", { number: number(alerts.length) }),
    text: one ? "" : teamAlertListText(words, alerts),
    severity: loudest(alerts),
    link: { text: t("view_alerts"), path: one ? `/alerts/${encodeURIComponent(only.id)}` : "" },
    facts: [
      { name: t("source"), value: list(sources.slice(0, maxTitlesShown)) },
      { name: t(one ? "since" : "first_since"), value: moment(Math.min(...alerts.map((each) => each.startedAt))) },
    ],
  };
}

export interface ComponentStatusTransition {
  componentId: string;
  componentName: string;
  from: string | null;
  to: string | null;
}

/** Returns each component's old and new status, newest first as given; a component that changed back is left out. */
function movedBy(moves: readonly ComponentStatusTransition[]) {
  const known = new Map<string, { name: string; from: Status; to: Status }>();
  for (const move of moves) {
    const newer = known.get(move.componentId);
    const from = toStatus(move.from ?? "operational");
    known.set(move.componentId, {
      name: move.componentName,
      from,
      to: newer?.to ?? toStatus(move.to ?? "operational"),
    });
  }
  return [...known.values()].filter(({ from, to }) => from !== to);
}

/**
 * Returns the message about status changes, newest first; null when all changed back. Its severity is that of the worst
 * status, before or after.
 */
export function componentStatusTeamContent(
  words: TeamWords,
  moves: readonly ComponentStatusTransition[],
): TeamContent | null {
  const { t, componentStatus } = words;
  const moved = movedBy(moves);
  const [first] = moved;
  if (!first) return null;
  const worst = moved
    .flatMap(({ from, to }) => [from, to])
    .sort((one, other) => statusRank(other) - statusRank(one))[0];
  return {
    title:
      moved.length === 1
        ? words.pair(first.name, componentStatus(first.to))
        : t("moved_several", { number: words.number(moved.length) }),
    text: "",
    severity: (worst && byStatus[worst]) ?? null,
    link: { text: t("view_alerts"), path: "" },
    facts: moved.slice(0, 10).map(({ name, from, to }) => ({
      name,
      value: t("moved", { to: componentStatus(to), from: componentStatus(from) }),
    })),
  };
}

/** Returns the message that no check ran from `from` to `to`, UTC ms. */
export const checkGapTeamContent = (words: TeamWords, { from, to }: { from: number; to: number }): TeamContent => ({
  title: words.t("gap_title", { span: words.span(to - from) }),
  text: words.t("gap_about"),
  severity: "critical",
  link: { text: words.t("view_overview"), path: "" },
  facts: [
    { name: words.t("last_check"), value: words.moment(from) },
    { name: words.t("running_again"), value: words.moment(to) },
  ],
});

/** `since` = when the last email was sent, UTC ms; `error` = the mailer's message, without secrets. */
export const mailFailureTeamContent = (
  words: TeamWords,
  given: { since: number; waiting: number; error: Refusal | null },
): TeamContent => ({
  title: words.t("mail_title"),
  text: words.t("mail_about"),
  severity: "critical",
  link: { text: words.t("open_outbox"), path: "/outbox" },
  facts: [
    { name: words.t("since"), value: words.moment(given.since) },
    { name: words.t("waiting"), value: words.number(given.waiting) },
    ...(given.error ? [{ name: words.t("mailer_error"), value: words.why(given.error) }] : []),
  ],
});

/** `expected` of `most` a day, by the name of the limit. */
export const dayLimitTeamContent = (
  words: TeamWords,
  { name, expected, most }: { name: keyof DayLimits; expected: number; most: number },
): TeamContent => ({
  title: words.t("limit_title", { limit: words.t(`limit_${name}`), share: `${Math.round((100 * expected) / most)}%` }),
  text: words.t("limit_about"),
  severity: "warning",
  link: { text: words.t("open_usage"), path: "/usage" },
  facts: [
    { name: words.t("limit_expected"), value: words.number(expected) },
    { name: words.t("limit_most"), value: words.number(most) },
  ],
});
