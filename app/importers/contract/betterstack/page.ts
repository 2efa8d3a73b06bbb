import { componentStatusReader } from "../foreign-statuses";
import { foreignTimeZone } from "../foreign-time-zone";
import { foreignIdOf, foreignList, foreignName, foreignNumber, foreignRecord, foreignText } from "../foreign-values";
import type { MovedComponent, MovedGroup, MovedPage } from "../move-document";
import type { MoveNotes, NoteSubject } from "../move-notes";
import { saidUptime } from "../said-uptime";

/** A row of JSON:API: its id and its attributes. */
export interface BetterstackRow {
  id: string | null;
  attributes: Record<string, unknown>;
}

export const betterstackRowOf = (value: unknown): BetterstackRow => {
  const row = foreignRecord(value);
  return { id: foreignIdOf(row.id), attributes: foreignRecord(row.attributes) };
};

export const betterstackRowsOf = (body: unknown): BetterstackRow[] =>
  foreignList(foreignRecord(body).data).map(betterstackRowOf);

export const readBetterstackStatus = componentStatusReader({
  operational: "operational",
  resolved: "operational",
  degraded: "degraded_performance",
  downtime: "major_outage",
  maintenance: "under_maintenance",
  not_monitored: "no_data",
});

const pageFields: Readonly<Record<string, string>> = {
  announcement: "Write it as an incident or a maintenance here.",
  company_url: "Links are added in the page's settings.",
  contact_url: "Links are added in the page's settings.",
  custom_css: "The page here has its own looks.",
  custom_javascript: "No script of others runs here.",
  google_analytics_id: "No script of others runs here.",
  whitelisted_ip_addresses: "Who may see the page is set in its settings.",
};

export function movedBetterstackPage({ id, attributes }: BetterstackRow, notes: MoveNotes): MovedPage {
  const name = foreignName(attributes.company_name, "Status page");
  const subject: NoteSubject = { noun: "page", id, name };
  const zone = foreignText(attributes.timezone);
  const timeZone = foreignTimeZone(zone);
  if (zone !== "" && timeZone === null)
    notes.question(subject, "timezone", `The zone “${zone.slice(0, 60)}” is not known: choose one.`);
  const isPrivate = attributes.password_enabled === true;
  if (isPrivate)
    notes.question(subject, "password_enabled", "The page is private: its password is not in the API, so set one.");
  notes.leftOutFields(subject, attributes, pageFields);
  return {
    id: id ?? "betterstack",
    name,
    about: "",
    timeZone,
    slug: foreignText(attributes.subdomain) || null,
    host: foreignText(attributes.custom_domain) || null,
    accentColor: null,
    logoUrl: foreignText(attributes.logo_url) || null,
    isPrivate,
    languages: [],
  };
}

const byPosition = (a: BetterstackRow, b: BetterstackRow): number =>
  (foreignNumber(a.attributes.position) ?? 0) - (foreignNumber(b.attributes.position) ?? 0);

export const movedBetterstackGroups = (rows: readonly BetterstackRow[]): MovedGroup[] =>
  [...rows]
    .sort(byPosition)
    .flatMap(({ id, attributes }) =>
      id === null ? [] : [{ id, name: foreignName(attributes.name, "Group"), description: "" }],
    );

const watched = ["Monitor", "Heartbeat", "MonitorGroup", "HeartbeatGroup"];
const kept = ["ManuallyTrackedItem", "ManuallyTrackedItemGroup", ""];

/** Returns a resource of the page as a component. */
function movedResource({ id, attributes }: BetterstackRow, notes: MoveNotes): MovedComponent[] {
  if (id === null) return [];
  const name = foreignName(attributes.public_name, "Component");
  const subject: NoteSubject = { noun: "component", id, name };
  const type = foreignText(attributes.resource_type);
  const isWatched = watched.includes(type);
  if (!isWatched && !kept.includes(type)) {
    notes.question(subject, "resource_type", `“${type.slice(0, 60)}” is not known here: people keep its status.`);
  }
  const status = readBetterstackStatus(attributes.status, notes, subject, "status");
  const isSet = !isWatched && status !== "operational";
  const widget = foreignText(attributes.widget_type);
  if (widget === "response_times")
    notes.approximated(subject, "widget_type", "Response times are shown by its monitor.");
  const days = foreignList(attributes.status_history).length;
  const share = foreignNumber(attributes.availability);
  const uptime = days === 0 || share === null ? undefined : saidUptime(share * 100, days);
  if (days > 0) {
    notes.leftOut(
      subject,
      "status_history",
      "It counts seconds of a day without their time, so no timeline follows from it.",
    );
  }
  return [
    {
      id,
      name,
      description: foreignText(attributes.explanation),
      groupId: foreignIdOf(attributes.status_page_section_id),
      manualStatus: isSet ? status : null,
      keptBy: isWatched ? "watched" : "manual",
      startedAt: null,
      showsUptime: widget !== "plain",
      isHidden: false,
      ...(uptime && { uptime }),
    },
  ];
}

export const movedBetterstackComponents = (rows: readonly BetterstackRow[], notes: MoveNotes): MovedComponent[] =>
  [...rows].sort(byPosition).flatMap((row) => movedResource(row, notes));

/** Returns the ids of components by what they show, such as `Monitor 1001`. */
export function betterstackComponentIds(rows: readonly BetterstackRow[]): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const { id, attributes } of rows) {
    const shown = foreignIdOf(attributes.resource_id);
    if (id === null || shown === null) continue;
    const name = `${foreignText(attributes.resource_type)} ${shown}`;
    found[name] = [...(found[name] ?? []), id];
  }
  return found;
}
