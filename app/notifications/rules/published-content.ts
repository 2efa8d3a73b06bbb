import type { AutomaticTitle } from "~/text/said-title";
import { componentNameFacts, componentStatusFacts, type NotifiedComponent } from "./component-facts";
import { presentImpactFacts } from "./incident-content";
import { incidentSeverity } from "./incident-severity";
import type { PublishedNoticeKind } from "./notice";
import type { ImpactLabel } from "./present-impact";
import type { TeamContent } from "./team-content";
import type { TeamWords } from "./team-words";

/** The text of an update: written by a person, or a key that every language has. */
export interface LastUpdateContent {
  status: string;
  text: string;
  said: string | null;
}

interface PublishedSubject {
  id: string;
  title: string;
  /** The newest update; null when there is none. */
  said: LastUpdateContent | null;
  components: readonly NotifiedComponent[];
}

export interface PublishedIncident extends PublishedSubject {
  event: Extract<PublishedNoticeKind, `incident_${string}` | `postmortem_${string}`>;
  titleSaid: AutomaticTitle | null;
  impact: ImpactLabel;
  /** Severities of its firing alerts; null = an alert without a severity. */
  severities: readonly (string | null)[];
}

export interface PublishedMaintenance extends PublishedSubject {
  event: Extract<PublishedNoticeKind, `maintenance_${string}`>;
  /** Start and end, UTC ms. */
  startsAt: number;
  endsAt: number;
}

/** Returns each component's status while it is affected; otherwise only the names. */
const componentFacts = (words: TeamWords, { components }: PublishedSubject, affects: boolean): TeamContent["facts"] =>
  affects ? componentStatusFacts(words, components) : componentNameFacts(words, components);

const textOf = (words: TeamWords, said: LastUpdateContent | null) => (said ? words.said(said.text, said.said) : "");

/** Returns the title with its status, the update's text and the affected components. */
export function publishedIncidentTeamContent(words: TeamWords, told: PublishedIncident): TeamContent {
  const { event, id, said, impact, severities } = told;
  const over = event === "incident_resolved" || event === "postmortem_published";
  const announced = impact.worst === "none" && told.components.length === 0;
  const status = event === "postmortem_published" ? "postmortem" : (said?.status ?? "update");
  return {
    title: words.pair(words.titleOf(told.title, told.titleSaid), words.incidentStatus(status, announced)),
    text: textOf(words, said),
    severity: incidentSeverity(impact.worst, severities),
    impact,
    link: { text: words.common("mail.see_incident"), path: `/incidents/${id}`, isPublic: true },
    facts: [...presentImpactFacts(words, impact), ...componentFacts(words, told, !over)],
  };
}

const steps: Record<PublishedMaintenance["event"], string | null> = {
  maintenance_planned: "scheduled",
  maintenance_moved: null,
  maintenance_soon: null,
  maintenance_started: "in_progress",
  maintenance_updated: "update",
  maintenance_finished: "completed",
  maintenance_called_off: "cancelled",
};

function stepWord(words: TeamWords, event: PublishedMaintenance["event"], said: LastUpdateContent | null): string {
  if (event === "maintenance_moved") return words.t("rescheduled");
  if (event === "maintenance_soon") return words.common("mail.reminder");
  const verifying = event === "maintenance_updated" && said?.status === "verifying";
  return words.incidentStatus(verifying ? "verifying" : (steps[event] ?? "update"));
}

/** Returns the title with the step, the window, the update's text and the affected components. */
export function publishedMaintenanceTeamContent(words: TeamWords, told: PublishedMaintenance): TeamContent {
  const { event, id, title, said, startsAt, endsAt } = told;
  const touches = event === "maintenance_started" || event === "maintenance_updated";
  return {
    title: words.pair(title, stepWord(words, event, said)),
    text: textOf(words, said),
    severity: null,
    link: { text: words.common("mail.see_maintenance"), path: `/maintenances/${id}`, isPublic: true },
    facts: [
      { name: words.common("work.window"), value: words.window(startsAt, endsAt) },
      ...componentFacts(words, told, touches),
    ],
  };
}
