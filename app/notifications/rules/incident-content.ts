import { type EditedIncidentPart, isIncidentPartEdited } from "~/incidents/rules/edited-parts";
import { type AlertSeverity, severityRankOf } from "~/status/severity";
import type { AutomaticTitle } from "~/text/said-title";
import {
  componentNameFacts,
  componentNamesText,
  componentStatusFacts,
  type NotifiedComponent,
} from "./component-facts";
import { incidentSeverity } from "./incident-severity";
import type { ImpactLabel } from "./present-impact";
import type { TeamContent } from "./team-content";
import type { TeamWords } from "./team-words";
import type { WorseningScope } from "./worsening-scope";

export interface TeamIncident {
  id: string;
  title: string;
  /** Key of its title, when no person wrote it. */
  titleSaid: AutomaticTitle | null;
  /** Name of its most severe alert; "" when a person opened the incident. */
  alertTitle: string;
  editedParts: readonly EditedIncidentPart[];
  status: string;
  impact: ImpactLabel;
  visibility: string;
  /** Components as they are now, in the order of the page. */
  components: readonly NotifiedComponent[];
  /** Ids of the components that it says are not operational. */
  affected: readonly string[];
  /** Number of its firing alerts, and their severities; null = an alert without a severity. */
  firing: number;
  severities: readonly (string | null)[];
}

type IncidentTitleFacts = Pick<TeamIncident, "title" | "titleSaid" | "alertTitle" | "editedParts">;

/**
 * Returns the title for the team: the alert's own name, unless the visitors' title contains it or a person named the
 * incident.
 */
export function teamIncidentTitle(words: TeamWords, incident: IncidentTitleFacts): string {
  const { title, titleSaid, alertTitle, editedParts } = incident;
  const isNamed = alertTitle === "" || title.includes(alertTitle) || isIncidentPartEdited(editedParts, "title");
  return isNamed ? words.titleOf(title, titleSaid) : alertTitle;
}

const incidentLink = ({ t }: TeamWords, { id, visibility }: TeamIncident) => ({
  text: t(visibility === "draft" ? "open_draft" : "open_incident"),
  path: `/incidents/${id}`,
});

const statusFact = ({ t, incidentStatus }: TeamWords, { status }: TeamIncident) => ({
  name: t("status"),
  value: incidentStatus(status),
});

/** Returns the alert's name when the message's title does not contain it, because a person named the incident. */
function alertFact(words: TeamWords, incident: TeamIncident): TeamContent["facts"] {
  const { alertTitle } = incident;
  const isSaid = alertTitle === "" || teamIncidentTitle(words, incident).includes(alertTitle);
  return isSaid ? [] : [{ name: words.t("alert"), value: alertTitle }];
}

const severityOf = ({ impact, severities }: TeamIncident): AlertSeverity | null =>
  incidentSeverity(impact.worst, severities);

/** Returns the current impact as a fact, if it differs from the worst. */
export const presentImpactFacts = (words: TeamWords, { worst, now }: ImpactLabel): TeamContent["facts"] =>
  now === null ? [] : [{ name: words.t("impact"), value: words.impacts(worst, now) }];

/** Names only the components of a draft whose alerts have recovered: they no longer have the statuses that it gives. */
const componentFacts = (words: TeamWords, { visibility, firing, components }: TeamIncident): TeamContent["facts"] =>
  visibility === "draft" && firing === 0
    ? componentNameFacts(words, components)
    : componentStatusFacts(words, components);

/** Returns the parts that all messages about a draft or an incident share. */
const toldOf = (words: TeamWords, incident: TeamIncident) => ({
  severity: severityOf(incident),
  impact: incident.impact,
  link: incidentLink(words, incident),
  facts: [
    ...alertFact(words, incident),
    statusFact(words, incident),
    ...presentImpactFacts(words, incident.impact),
    ...componentFacts(words, incident),
  ],
});

const bareLine = (words: TeamWords, { components }: TeamIncident): string[] =>
  components.length === 0 ? [words.t("draft_bare")] : [];

export const draftTeamContent = (words: TeamWords, incident: TeamIncident): TeamContent => ({
  ...toldOf(words, incident),
  title: words.t("draft_title", { title: teamIncidentTitle(words, incident) }),
  text: [words.t("draft_about"), ...bareLine(words, incident)].join("\n"),
});

/** `recovered` = dismissed because its alerts recovered. */
export const withdrawnTeamContent = (
  words: TeamWords,
  incident: TeamIncident,
  how: "dismissed" | "recovered" | "withdrawn",
): TeamContent => ({
  title: words.t(how === "withdrawn" ? "withdrawn_title" : "dismissed_title", {
    title: teamIncidentTitle(words, incident),
  }),
  text: how === "recovered" ? words.t("dismissed_recovered") : "",
  severity: severityOf(incident),
  impact: incident.impact,
  link: incidentLink(words, incident),
  facts: alertFact(words, incident),
});

export const incidentTeamContent = (words: TeamWords, incident: TeamIncident): TeamContent => ({
  ...toldOf(words, incident),
  title: teamIncidentTitle(words, incident),
  text: words.t("incident_about"),
});

/** `since` = its last update, UTC ms; `length` = the time since then, ms. */
export function staleIncidentTeamContent(
  words: TeamWords,
  incident: TeamIncident,
  { since, length }: { since: number; length: number },
): TeamContent {
  const { t } = words;
  const draft = incident.visibility === "draft";
  const span = words.span(length);
  return {
    title: t(draft ? "stale_draft_title" : "stale_title", { span, title: teamIncidentTitle(words, incident) }),
    text: t(draft ? "stale_draft_about" : "stale_about", { span }),
    severity: severityOf(incident),
    impact: incident.impact,
    link: incidentLink(words, incident),
    facts: [
      statusFact(words, incident),
      { name: t(draft ? "opened" : "last_update"), value: words.moment(since) },
      ...presentImpactFacts(words, incident.impact),
      ...componentStatusFacts(words, incident.components),
    ],
  };
}

/** News of an incident since the last message about it. */
export interface IncidentWorsening extends Omit<WorseningScope, "after"> {
  /** Alerts received since then that fire in it. */
  heard: number;
}

/** A hold may end long after the alert was received; such alerts are counted by their name. */
const newAlerts = ({ firing }: TeamIncident, { heard, names }: IncidentWorsening): number =>
  Math.max(heard, Math.min(names, firing));

/** Returns true when only a higher severity was new, and it still applies. */
function isLouder({ severities }: TeamIncident, { names, componentIds, severity }: IncidentWorsening): boolean {
  const loudest = Math.max(-1, ...severities.map(severityRankOf));
  return names === 0 && componentIds.length === 0 && loudest >= severityRankOf(severity);
}

const notWell = (
  { components, affected }: TeamIncident,
  { componentIds }: IncidentWorsening,
): readonly NotifiedComponent[] => components.filter(({ id }) => componentIds.includes(id) && affected.includes(id));

/** Returns null when none of the news still applies. */
export function worsenedIncidentTeamContent(
  words: TeamWords,
  incident: TeamIncident,
  news: IncidentWorsening,
): TeamContent | null {
  const { t, number } = words;
  const [alerts, worse] = [newAlerts(incident, news), notWell(incident, news)];
  if (alerts === 0 && worse.length === 0 && !isLouder(incident, news)) return null;
  const { severity, facts, ...about } = toldOf(words, incident);
  const severityFact = severity ? { name: t("severity"), value: words.severity(severity) } : null;
  const lines = [
    ...(alerts > 0 ? [t("worse_alerts", { number: number(alerts) })] : []),
    ...(worse.length > 0 ? [t("worse_components", { names: componentNamesText(words, worse) })] : []),
  ];
  const louder = severityFact ? words.pair(severityFact.name, severityFact.value) : "";
  return {
    title: t("worse_title", { title: teamIncidentTitle(words, incident) }),
    text: lines.length > 0 ? lines.join("\n") : louder,
    severity,
    ...about,
    facts: severityFact ? [severityFact, ...facts] : facts,
  };
}

/** Returns the message about an incident that no monitor can end: a person must update or resolve it. */
export const unwatchedIncidentTeamContent = (words: TeamWords, incident: TeamIncident): TeamContent => ({
  ...toldOf(words, incident),
  title: words.t("unwatched_title", { title: teamIncidentTitle(words, incident) }),
  text: words.t("unwatched_about"),
});
