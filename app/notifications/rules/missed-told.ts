import { ruleFor } from "~/alerts/rules/rule-match";
import { type AlertSeverity, alertSeverities } from "~/status/severity";
import { loudnessOf, severityToChoose, severityTold } from "./incident-severity";
import { type ToldIncident, titleOf } from "./incident-told";
import type { TeamTold, ToldAlert } from "./team-told";
import type { TeamWords } from "./team-words";
import { whyUnassigned } from "./unassigned-told";

type Named = "id" | "title" | "titleSaid" | "alertTitle" | "editedParts" | "impact" | "visibility" | "severities";

export interface MissedFacts {
  /** When the first of it found nobody, UTC ms. */
  since: number;
  /** Of the page in management. */
  place: string;
  incidents: readonly (Pick<ToldIncident, Named> & { startedAt: number })[];
  alerts: readonly (ToldAlert & { id: string })[];
}

type Whose = Parameters<typeof whyUnassigned>;

/** Nobody's as its source's rules are now, or held by one: what a rule only shows on a component is as somebody chose. */
export const isStillMissed = (...[rules, alert, family]: Whose): boolean =>
  whyUnassigned(rules, alert, family) !== null || (ruleFor(rules, alert.sourceId, alert)?.mode ?? "none") !== "none";

/** One line of the summary, with where it is seen. */
interface Item {
  title: string;
  path: string;
  severity: AlertSeverity | null;
  startedAt: number;
  open: "open_draft" | "open_incident" | "view_alerts";
}

/** So many are named with their address; SMS and the like cut what is longer. */
const named = 5;

function ofIncident(words: TeamWords, incident: MissedFacts["incidents"][number]): Item {
  const draft = incident.visibility === "draft";
  const title = titleOf(words, incident);
  return {
    title: draft ? words.t("draft_title", { title }) : title,
    path: `/incidents/${incident.id}`,
    severity: severityTold(incident.impact.worst, incident.severities),
    startedAt: incident.startedAt,
    open: draft ? "open_draft" : "open_incident",
  };
}

const ofAlert = (words: TeamWords, alert: MissedFacts["alerts"][number]): Item => ({
  title: words.t("firing_single", { title: words.titleOf(alert.title, alert.titleSaid ?? null) }),
  path: `/alerts/${encodeURIComponent(alert.id)}`,
  severity: alertSeverities[loudnessOf(alert.severity)] ?? null,
  startedAt: alert.startedAt,
  open: "view_alerts",
});

const rank = ({ severity }: Item) => (severity === null ? -1 : alertSeverities.indexOf(severity));

/** Incidents first, each the loudest first, then the one that began first. */
const sorted = (items: readonly Item[]): Item[] =>
  items.toSorted(
    (one, other) =>
      Number(one.open === "view_alerts") - Number(other.open === "view_alerts") ||
      rank(other) - rank(one) ||
      one.startedAt - other.startedAt,
  );

function linesOf({ t, number }: TeamWords, items: readonly Item[], place: string): string[] {
  const more = items.length - named;
  const lines = items.slice(0, named).map(({ title, path }) => `${title}\n${place}${path}`);
  return [...lines, ...(more > 0 ? [t("more", { number: number(more) })] : [])];
}

/** For a channel that wants only what is severe: null = it is sent there in any case, as some alert says no severity. */
export function severityOfMissed({
  incidents,
  alerts,
}: Pick<MissedFacts, "incidents" | "alerts">): AlertSeverity | null {
  const ofAlerts =
    alerts.length > 0
      ? [
          severityToChoose(
            "none",
            alerts.map(({ severity }) => severity),
          ),
        ]
      : [];
  const all = [...incidents.map(({ impact, severities }) => severityToChoose(impact.worst, severities)), ...ofAlerts];
  return all.includes(null)
    ? null
    : (alertSeverities[Math.max(...all.map((each) => alertSeverities.indexOf(each as AlertSeverity)))] ?? null);
}

/** What is open or fires that nobody could be told of when it happened; null = nothing is left of it. */
export function toldOfMissed(words: TeamWords, { since, place, incidents, alerts }: MissedFacts): TeamTold | null {
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
