import { writeLocalTime } from "../basics/local-time";
import { type AlertSeverity, alertSeverities } from "../basics/severity";
import { type Status, severityOf, toStatus } from "../basics/status";

/** What the team is told, before it is addressed; `path` is below `/manage/<page>`. Texts may come from strangers. */
export interface TeamTold {
  title: string;
  text: string;
  severity: AlertSeverity | null;
  link: { text: string; path: string };
  facts: { name: string; value: string }[];
}

export interface ToldAlert {
  title: string;
  severity: string | null;
  startedAt: number;
}

export interface ToldIncident {
  id: string;
  title: string;
  status: string;
  impact: string;
  visibility: string;
}

const byImpact: Record<string, AlertSeverity> = { critical: "critical", major: "error", minor: "warning" };
const byStatus: Partial<Record<Status, AlertSeverity>> = {
  major_outage: "critical",
  partial_outage: "error",
  degraded_performance: "warning",
  no_data: "warning",
  operational: "info",
};
const titlesShown = 5;

/** `2026-11-21 12:00 (Europe/Berlin)`: of one reading wherever it is read. */
export const moment = (at: number, timeZone: string): string =>
  `${writeLocalTime(at, timeZone).replace("T", " ")} (${timeZone})`;

const spoken = (word: string) => word.replaceAll("_", " ");
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const wordOf = (status: string) => capital(spoken(status));
const rank = (severity: string | null) => alertSeverities.indexOf(severity as AlertSeverity);

/** Of the loudest; null when one of them says nothing, because nobody knows that it is harmless. */
function loudest(alerts: readonly ToldAlert[]): AlertSeverity | null {
  if (alerts.some(({ severity }) => rank(severity) < 0)) return null;
  return alertSeverities[Math.max(...alerts.map(({ severity }) => rank(severity)))] ?? null;
}

const incidentLink = ({ id, visibility }: ToldIncident) => ({
  text: visibility === "draft" ? "Open the draft" : "Open the incident",
  path: `/incidents/${id}`,
});

export const toldOfDraft = (incident: ToldIncident): TeamTold => ({
  title: `Draft: ${incident.title}`,
  text: "Only your team can see it until you publish it.",
  severity: byImpact[incident.impact] ?? null,
  link: incidentLink(incident),
  facts: [{ name: "Status", value: wordOf(incident.status) }],
});

export const toldOfIncident = (incident: ToldIncident): TeamTold => ({
  title: incident.title,
  text: "Published automatically by a rule.",
  severity: byImpact[incident.impact] ?? null,
  link: incidentLink(incident),
  facts: [{ name: "Status", value: wordOf(incident.status) }],
});

/** `since`: the last word on it, UTC ms. `hours`: how long that is ago. */
export function toldOfStale(
  incident: ToldIncident,
  given: { since: number; hours: number; timeZone: string },
): TeamTold {
  const draft = incident.visibility === "draft";
  const text = draft
    ? `This draft has waited for ${given.hours} hours. Publish or dismiss it.`
    : `There has been no update for ${given.hours} hours. Post an update or resolve it.`;
  return {
    title: draft ? `Draft still waiting: ${incident.title}` : `No update for ${given.hours} hours: ${incident.title}`,
    text,
    severity: byImpact[incident.impact] ?? null,
    link: incidentLink(incident),
    facts: [
      { name: "Status", value: wordOf(incident.status) },
      { name: draft ? "Opened" : "Last update", value: moment(given.since, given.timeZone) },
    ],
  };
}

function listOf(alerts: readonly ToldAlert[]): string {
  const sorted = [...alerts].sort((one, other) => rank(other.severity) - rank(one.severity));
  const more = alerts.length - titlesShown;
  const titles = sorted.slice(0, titlesShown).map(({ title }) => title);
  return [...titles, ...(more > 0 ? [`and ${more} more`] : [])].join("\n");
}

export interface AlertsTold {
  alerts: readonly ToldAlert[];
  source: string;
  over: boolean;
  timeZone: string;
}

/** However many there are: one message with the loudest of them. Null for none. */
export function toldOfAlerts({ alerts, source, over, timeZone }: AlertsTold): TeamTold | null {
  const [only] = alerts;
  if (!only) return null;
  const one = alerts.length === 1;
  const verb = over ? "recovered" : "firing";
  const since = Math.min(...alerts.map(({ startedAt }) => startedAt));
  return {
    title: one ? `${capital(verb)}: ${only.title}` : `${alerts.length} alerts ${verb}: ${source}`,
    text: one ? "" : listOf(alerts),
    severity: loudest(alerts),
    link: { text: "View alerts", path: "" },
    facts: [
      { name: "Source", value: source },
      ...(one ? [] : [{ name: "Alerts", value: String(alerts.length) }]),
      { name: one ? "Since" : "First since", value: moment(since, timeZone) },
    ],
  };
}

export interface Move {
  componentId: string;
  componentName: string;
  from: string | null;
  to: string | null;
}

/** Newest first; what moved there and back is nothing. The severity is that of the worst it was or is. */
export function toldOfMoves(moves: readonly Move[]): TeamTold | null {
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
  const moved = [...known.values()].filter(({ from, to }) => from !== to);
  const [first] = moved;
  if (!first) return null;
  const worst = moved
    .flatMap(({ from, to }) => [from, to])
    .sort((one, other) => severityOf(other) - severityOf(one))[0];
  return {
    title: moved.length === 1 ? `${first.name}: ${spoken(first.to)}` : `${moved.length} components changed`,
    text: "",
    severity: (worst && byStatus[worst]) ?? null,
    link: { text: "View alerts", path: "" },
    facts: moved.slice(0, 10).map(({ name, from, to }) => ({ name, value: `${wordOf(to)} (was ${spoken(from)})` })),
  };
}

/** Nobody looked from `from` to `to`, UTC ms. */
export const toldOfGap = ({ from, to, timeZone }: { from: number; to: number; timeZone: string }): TeamTold => ({
  title: `Checks had stopped for ${Math.round((to - from) / 60_000)} minutes`,
  text: "During that time no alert holds ended, no maintenance started automatically and no missing heartbeats were detected. Checks are running again.",
  severity: "critical",
  link: { text: "View overview", path: "" },
  facts: [
    { name: "Last finished check", value: moment(from, timeZone) },
    { name: "Running again", value: moment(to, timeZone) },
  ],
});

/** `since`: when mail last left, UTC ms; `error`: what the mailer says, without secrets. */
export const toldOfMail = (given: {
  since: number;
  waiting: number;
  error: string | null;
  timeZone: string;
}): TeamTold => ({
  title: "Email can’t be sent",
  text: "Subscribers aren’t being notified. Nothing is lost: queued emails are sent once a mailer works again.",
  severity: "critical",
  link: { text: "Open the outbox", path: "/outbox" },
  facts: [
    { name: "Since", value: moment(given.since, given.timeZone) },
    { name: "Notices waiting", value: String(given.waiting) },
    ...(given.error ? [{ name: "Mailer error", value: given.error }] : []),
  ],
});
