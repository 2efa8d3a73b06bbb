import { ruleForAlert } from "~/alerts/rules/rule-match";
import { type AlertSeverity, alertSeverities, severityRankOf } from "~/status/severity";
import { type TeamIncident, teamIncidentTitle } from "./incident-content";
import { incidentSeverity, severityForChannelFilter } from "./incident-severity";
import type { TeamAlert, TeamContent } from "./team-content";
import type { TeamWords } from "./team-words";
import { explainUnassignedAlert } from "./unassigned-content";

type IncidentNameField =
  | "id"
  | "title"
  | "titleSaid"
  | "alertTitle"
  | "editedParts"
  | "impact"
  | "visibility"
  | "severities";

export interface MissedNewsFacts {
  /** Time at which the first of it reached nobody, UTC ms. */
  since: number;
  /** URL of the page in management. */
  place: string;
  incidents: readonly (Pick<TeamIncident, IncidentNameField> & { startedAt: number })[];
  alerts: readonly (TeamAlert & { id: string })[];
}

type UnassignedArguments = Parameters<typeof explainUnassignedAlert>;

/**
 * Returns true when the alert is still unassigned under its source's current rules, or a rule holds it. An alert that a
 * rule only shows on a component was configured that way and is not missed.
 */
export const isAlertStillMissed = (...[rules, alert, family]: UnassignedArguments): boolean =>
  explainUnassignedAlert(rules, alert, family) !== null ||
  (ruleForAlert(rules, alert.sourceId, alert)?.mode ?? "none") !== "none";

/** One line of the summary, with the path where it is shown. */
interface SummaryLine {
  title: string;
  path: string;
  severity: AlertSeverity | null;
  startedAt: number;
  open: "open_draft" | "open_incident" | "view_alerts";
}

/** Most items that are listed with their URL; SMS and similar channels cut longer texts. */
const maxItemsNamed = 5;

function ofIncident(words: TeamWords, incident: MissedNewsFacts["incidents"][number]): SummaryLine {
  const draft = incident.visibility === "draft";
  const title = teamIncidentTitle(words, incident);
  return {
    title: draft ? words.t("draft_title", { title }) : title,
    path: `/incidents/${incident.id}`,
    severity: incidentSeverity(incident.impact.worst, incident.severities),
    startedAt: incident.startedAt,
    open: draft ? "open_draft" : "open_incident",
  };
}

const ofAlert = (words: TeamWords, alert: MissedNewsFacts["alerts"][number]): SummaryLine => ({
  title: words.t("firing_single", { title: words.titleOf(alert.title, alert.titleSaid ?? null) }),
  path: `/alerts/${encodeURIComponent(alert.id)}`,
  severity: alertSeverities[severityRankOf(alert.severity)] ?? null,
  startedAt: alert.startedAt,
  open: "view_alerts",
});

const rank = ({ severity }: SummaryLine) => (severity === null ? -1 : alertSeverities.indexOf(severity));

/** Sorts incidents before alerts, each by severity and then by start. */
const sorted = (items: readonly SummaryLine[]): SummaryLine[] =>
  items.toSorted(
    (one, other) =>
      Number(one.open === "view_alerts") - Number(other.open === "view_alerts") ||
      rank(other) - rank(one) ||
      one.startedAt - other.startedAt,
  );

function linesOf({ t, number }: TeamWords, items: readonly SummaryLine[], place: string): string[] {
  const more = items.length - maxItemsNamed;
  const lines = items.slice(0, maxItemsNamed).map(({ title, path }) => `${title}\n${place}${path}`);
  return [...lines, ...(more > 0 ? [t("more", { number: number(more) })] : [])];
}

/**
 * Returns the severity for channels with a minimum severity: null = it is sent there in any case, because an alert has
 * no severity.
 */
export function missedNewsSeverity({
  incidents,
  alerts,
}: Pick<MissedNewsFacts, "incidents" | "alerts">): AlertSeverity | null {
  const ofAlerts =
    alerts.length > 0
      ? [
          severityForChannelFilter(
            "none",
            alerts.map(({ severity }) => severity),
          ),
        ]
      : [];
  const all = [
    ...incidents.map(({ impact, severities }) => severityForChannelFilter(impact.worst, severities)),
    ...ofAlerts,
  ];
  return all.includes(null)
    ? null
    : (alertSeverities[Math.max(...all.map((each) => alertSeverities.indexOf(each as AlertSeverity)))] ?? null);
}

/**
 * Returns the summary of open incidents and firing alerts for which nobody could be notified at the time; null when
 * none is left.
 */
export function missedNewsTeamContent(
  words: TeamWords,
  { since, place, incidents, alerts }: MissedNewsFacts,
): TeamContent | null {
  const { t, number, moment } = words;
  const items = sorted([
    ...incidents.map((each) => ofIncident(words, each)),
    ...alerts.map((each) => ofAlert(words, each)),
  ]);
  const [only, ...more] = items;
  if (!only) return null;
  const one = more.length === 0;
  return {
    title: one ? t("missed_single", { title: only.title }) : t("missed_several", { number: number(items.length) }),
    text: [t("missed_about"), ...(one ? [] : linesOf(words, items, place))].join("\n"),
    severity: alertSeverities[Math.max(...items.map(rank))] ?? null,
    link: one ? { text: t(only.open), path: only.path } : { text: t("view_overview"), path: "" },
    facts: [
      { name: t(one ? "since" : "first_since"), value: moment(Math.min(...items.map(({ startedAt }) => startedAt))) },
      { name: t("missed_since"), value: moment(since) },
    ],
  };
}
