import ical, { escape as escapeText, type ICalEventData, ICalEventStatus, ICalEventTransparency } from "ical-generator";
import { isAnnouncementIncident } from "~/incidents/rules/impact";
import { calendarPath } from "~/pages/rules/page-links";
import type { RecentDocument, RecentIncident, Tombstone } from "../rules/recent-document";
import type { SnapshotMaintenance, SnapshotUpdate } from "../rules/snapshot-document";
import { removeInvalidXmlChars, toPlainTextLine } from "./feed-text";
import type { FeedWords } from "./feed-words";
import { filterRecentByComponent } from "./narrow-to-component";

/** The words of a calendar in the page's language; the caller passes them in, as for feeds. */
export interface CalendarWords
  extends Pick<FeedWords, "language" | "title" | "status" | "withdrawn" | "cancelled" | "cut"> {
  incident: string;
  maintenance: string;
  /** The text for an incident that is still open. */
  open: string;
  /** The summary line of an event, for a calendar that shows many pages. */
  summary(page: string, title: string): string;
  affects(names: readonly string[]): string;
}

type IcalendarEvent = ICalEventData & { id: string };

/** The `.invalid` domain never changes owner, so a page may move without its events getting new ids. */
const uidOf = (kind: string, id: string) => `${kind}-${id}@upfront.invalid`;

/** RFC 5545 §3.8.7.4 wants a number of 32 bits that grows with each change: seconds since 2026 last until 2094. */
const firstSequence = Date.UTC(2026, 0, 1);
const sequenceOf = (changedAt: number) => Math.max(0, Math.floor((changedAt - firstSequence) / 1000));

/** Seconds after which a calendar program should read again. */
const refreshSeconds = 15 * 60;
/** Longest description, in characters. A calendar's window is small, and the page is a tap away. */
const maxDescriptionChars = 1000;

const changedAt = (thing: { createdAt: number; updatedAt: number; updates: readonly SnapshotUpdate[] }) =>
  Math.max(thing.createdAt, thing.updatedAt, ...thing.updates.map((each) => Math.max(each.createdAt, each.updatedAt)));

/** Returns the times and sequence that all events have in common. */
const marks = (changed: number, created: number) => ({
  stamp: new Date(changed),
  lastModified: new Date(changed),
  created: new Date(created),
  sequence: sequenceOf(changed),
  transparency: ICalEventTransparency.TRANSPARENT,
});

/** Returns start and end. An event without a length is an instant; an earlier end is omitted (RFC 5545 §3.8.2.2). */
const during = (from: number, to: number | null) => ({
  start: new Date(from),
  end: to !== null && Math.floor(to / 1000) > Math.floor(from / 1000) ? new Date(to) : null,
});

/** Joins texts, newest first, as far as they fit. Cuts before cleaning, because they may be long. */
function described(parts: readonly string[], words: CalendarWords, wasCut: boolean): string {
  const text = parts.filter((part) => part !== "").join("\n\n");
  const isLong = text.length > maxDescriptionChars;
  const short = isLong ? `${removeInvalidXmlChars(text.slice(0, maxDescriptionChars))}…` : removeInvalidXmlChars(text);
  return wasCut || isLong ? `${short}\n\n${words.cut}` : short;
}

const said = (updates: readonly SnapshotUpdate[], words: CalendarWords, announced = false): string[] =>
  updates.map(({ status, text }) => `${words.status(status, announced)} – ${text}`);

const namesOf = (components: readonly { name: string }[], words: CalendarWords): string =>
  components.length > 0 ? words.affects(components.map(({ name }) => toPlainTextLine(name))) : "";

const anyCut = (updates: readonly SnapshotUpdate[]) => updates.some(({ cut }) => cut === true);

function ofIncident(incident: RecentIncident, { page }: RecentDocument, words: CalendarWords): IcalendarEvent {
  const { id, title, startedAt, resolvedAt, updates, components, publishedAt } = incident;
  const changed = Math.max(changedAt(incident), publishedAt);
  const isOpen = resolvedAt === null;
  const announced = isAnnouncementIncident(incident);
  const open = isOpen && !announced ? words.open : "";
  const parts = [open, namesOf(components, words), ...said(updates, words, announced)];
  return {
    ...marks(changed, publishedAt),
    // An open incident is known to have lasted at least until its last change.
    ...during(startedAt, resolvedAt ?? changed),
    id: uidOf("incident", id),
    summary: toPlainTextLine(words.summary(page.name, title)),
    description: described(parts, words, anyCut(updates)),
    url: `${page.url}/incidents/${encodeURIComponent(id)}`,
    status: ICalEventStatus.CONFIRMED,
    categories: [{ name: words.incident }],
  };
}

function ofMaintenance(
  maintenance: SnapshotMaintenance,
  { page }: RecentDocument,
  words: CalendarWords,
): IcalendarEvent {
  const { id, title, status, text, cut, startsAt, endsAt, updates, components, createdAt } = maintenance;
  // The plan's text may already have been posted as an update.
  const plan = updates.some((each) => each.text === text) ? "" : text;
  const parts = [namesOf(components, words), ...said(updates, words), plan];
  return {
    ...marks(changedAt(maintenance), createdAt),
    ...during(startsAt, endsAt),
    id: uidOf("maintenance", id),
    summary: toPlainTextLine(words.summary(page.name, title)),
    description: described(parts, words, cut === true || anyCut(updates)),
    url: `${page.url}/maintenances/${encodeURIComponent(id)}`,
    // The event stays, marked as cancelled: calendars that already have it would keep showing it if it were only left
    // out.
    status: status === "cancelled" ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    categories: [{ name: words.maintenance }],
  };
}

/** Returns an event for something withdrawn, which keeps only its time. */
function ofTombstone(tombstone: Tombstone, { page }: RecentDocument, words: CalendarWords): IcalendarEvent {
  const { kind, id, publishedAt, withdrawnAt, startsAt = publishedAt, endsAt = null } = tombstone;
  const sentence = kind === "incident" ? words.withdrawn : words.cancelled;
  return {
    ...marks(withdrawnAt, Math.min(publishedAt, withdrawnAt)),
    ...during(startsAt, endsAt),
    id: uidOf(kind, id),
    summary: toPlainTextLine(words.summary(page.name, sentence)),
    description: sentence,
    url: page.url,
    status: ICalEventStatus.CANCELLED,
    categories: [{ name: words[kind] }],
  };
}

/** Merges the scheduled maintenance of the home part, which has every occurrence of a series. */
function allMaintenances(recent: RecentDocument, planned: readonly SnapshotMaintenance[]): SnapshotMaintenance[] {
  const byId = new Map(recent.maintenances.map((each) => [each.id, each]));
  for (const each of planned) {
    const known = byId.get(each.id);
    if (!known || changedAt(each) > changedAt(known)) byId.set(each.id, each);
  }
  for (const { id } of recent.tombstones) byId.delete(id);
  return [...byId.values()].sort((one, other) => one.startsAt - other.startsAt);
}

/** RFC 5545 §3.6 requires at least one component, so an empty calendar contains the time zone. */
const zone =
  "BEGIN:VTIMEZONE\r\nTZID:UTC\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0000\r\nTZOFFSETTO:+0000\r\nTZNAME:UTC\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n";

/** Returns true when the page still has this maintenance, or says that it was cancelled. */
export const hasCalendarMaintenance = (
  recent: RecentDocument,
  planned: readonly SnapshotMaintenance[],
  id: string,
): boolean => [...allMaintenances(recent, planned), ...recent.tombstones].some((each) => each.id === id);

interface CalendarLimits {
  component?: RecentDocument["components"][number] | undefined;
  /** The one maintenance to write; null = all. */
  maintenanceId?: string | null;
}

const onlyId = <Event extends { id: string }>(events: readonly Event[], id: string): Event[] =>
  events.filter((each) => each.id === id);

/** Leaves out all other events, so that a visitor's calendar gets only this one. */
const withOneMaintenance = (recent: RecentDocument, id: string): RecentDocument => ({
  ...recent,
  incidents: [],
  maintenances: onlyId(recent.maintenances, id),
  tombstones: onlyId(recent.tombstones, id),
});

/**
 * Writes the maintenance and incidents of the page, or of one of its components, as iCalendar (RFC 5545, 7986).
 * `planned` is the home part's scheduled maintenance. Without METHOD: a calendar to be read, not a message.
 */
export function icalendarText(
  recent: RecentDocument,
  planned: readonly SnapshotMaintenance[],
  words: CalendarWords,
  { component, maintenanceId = null }: CalendarLimits = {},
): string {
  const all = { ...recent, maintenances: allMaintenances(recent, planned) };
  const whole = maintenanceId === null ? all : withOneMaintenance(all, maintenanceId);
  const told = component ? filterRecentByComponent(whole, component.id) : whole;
  const { page, incidents, maintenances, tombstones } = told;
  const file = ical({
    prodId: { company: "Upfront", product: "Status calendar", language: words.language },
    // The library escapes all texts except this one.
    name: escapeText(toPlainTextLine(words.title(page.name, component?.name)), false),
    url: page.url,
    source: `${page.url}${calendarPath(component?.id)}`,
    ttl: refreshSeconds,
  });
  for (const each of maintenances) file.createEvent(ofMaintenance(each, told, words));
  for (const each of incidents) file.createEvent(ofIncident(each, told, words));
  for (const each of tombstones) file.createEvent(ofTombstone(each, told, words));
  const text = `${file.toString()}\r\n`;
  return file.length() > 0 ? text : text.replace("END:VCALENDAR", `${zone}END:VCALENDAR`);
}
