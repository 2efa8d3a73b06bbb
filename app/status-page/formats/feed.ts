import { isAnnouncementIncident } from "~/incidents/rules/impact";
import { type FeedFormat, feedPath } from "~/pages/rules/page-links";
import type { RecentDocument, RecentIncident, RecentMaintenance, Tombstone } from "../rules/recent-document";
import type { SnapshotMaintenance } from "../rules/snapshot-document";
import { type FeedEntryContent, feedEntryHtml } from "./feed-html";
import { toPlainTextLine } from "./feed-text";
import type { FeedWords } from "./feed-words";
import { filterRecentByComponent } from "./narrow-to-component";

/** A feed before it is written as Atom or RSS. Instants in ms; addresses absolute. */
export interface FeedContent {
  /** Permanent, even if the page is renamed or moves. */
  id: string;
  title: string;
  about: string;
  /** States since when the feed may be incomplete; absent when it is complete. */
  note?: string;
  author: string;
  language: string;
  /** The address of the page or component for people. */
  url: string;
  /** The address of the feed itself. */
  self: string;
  updated: number;
  builtAt: number;
  /** Entries, last changed first. */
  entries: FeedEntry[];
}

export interface FeedEntry {
  id: string;
  /** Address by which RSS readers know it from Statuspage; absent when it was not imported from there. */
  formerUrl?: string;
  /** Id by which Atom readers have known it since then; absent when Statuspage’s feed did not have it. */
  formerTag?: string;
  title: string;
  url: string;
  /** Never changes. */
  published: number;
  /** Grows with each update. */
  updated: number;
  html: string;
}

/** Builds an id. `.invalid` never changes owner and ids are unique by themselves, so that a page may move. */
const tag = (kind: string, id: string) => `tag:upfront.invalid,2026:${kind}/${encodeURIComponent(id)}`;

const lastSaid = (updates: readonly { shownAt: number; updatedAt: number }[]) =>
  Math.max(0, ...updates.map((each) => Math.max(each.shownAt, each.updatedAt)));

const told = (url: string, updates: FeedEntryContent["updates"]): FeedEntryContent => ({ url, updates });

/**
 * Returns the ids that Statuspage's RSS and Atom feeds give an entry, once the page has its own host, to which their
 * readers come. They are an address, and that host followed by a number that only the feed contains.
 */
function formerIdsOf(
  url: string,
  { foreignId, feedTag }: { foreignId?: string; feedTag?: string },
): Pick<FeedEntry, "formerUrl" | "formerTag"> {
  const { pathname, host } = new URL(url);
  if (foreignId === undefined || pathname !== "/") return {};
  return {
    formerUrl: `${url}/incidents/${foreignId}`,
    ...(feedTag === undefined ? {} : { formerTag: `tag:${host},${feedTag}` }),
  };
}

function incidentEntry(incident: RecentIncident, url: string, words: FeedWords): FeedEntry {
  const { id, title, publishedAt, updates } = incident;
  const link = `${url}/incidents/${id}`;
  return {
    id: tag("incident", id),
    ...formerIdsOf(url, incident),
    title: toPlainTextLine(title),
    url: link,
    published: publishedAt,
    updated: Math.max(publishedAt, lastSaid(updates)),
    html: feedEntryHtml({ ...told(link, updates), announced: isAnnouncementIncident(incident) }, words),
  };
}

/** Returns a plan's text as if it were its first update; nothing when an update already has the same text. */
function planOf({
  id,
  html,
  text,
  cut,
  createdAt,
  updatedAt,
  updates,
}: SnapshotMaintenance): FeedEntryContent["updates"] {
  if (html === "" && text === "" && !cut) return [];
  if (updates.some((each) => each.html === html && each.text === text && each.cut === cut)) return [];
  const said = { id, status: "scheduled", html, shownAt: createdAt, createdAt, updatedAt };
  return [{ ...said, ...(cut ? { cut } : {}) }];
}

function maintenanceEntry(maintenance: RecentMaintenance, url: string, words: FeedWords): FeedEntry {
  const { id, title, status, createdAt, updatedAt, startsAt, endsAt, updates } = maintenance;
  const link = `${url}/maintenances/${id}`;
  const window = { startsAt, endsAt };
  return {
    id: tag("maintenance", id),
    ...formerIdsOf(url, maintenance),
    title: toPlainTextLine(status === "cancelled" ? words.calledOff(title) : title),
    url: link,
    published: createdAt,
    updated: Math.max(createdAt, updatedAt, lastSaid(updates)),
    html: feedEntryHtml({ ...told(link, [...updates, ...planOf(maintenance)]), window }, words),
  };
}

/**
 * Returns the same entry with a note that it was withdrawn, because readers that have it would otherwise keep showing
 * it.
 */
function tombstoneEntry({ id, kind, publishedAt, withdrawnAt }: Tombstone, url: string, words: FeedWords): FeedEntry {
  const sentence = kind === "incident" ? words.withdrawn : words.cancelled;
  const published = Math.min(publishedAt, withdrawnAt);
  return { id: tag(kind, id), title: sentence, url, published, updated: withdrawnAt, html: `<p>${sentence}</p>` };
}

const entriesOf = ({ page, incidents, maintenances, tombstones }: RecentDocument, words: FeedWords): FeedEntry[] =>
  [
    ...incidents.map((each) => incidentEntry(each, page.url, words)),
    ...maintenances.filter(({ behind }) => !behind).map((each) => maintenanceEntry(each, page.url, words)),
    ...tombstones.filter(({ behind }) => !behind).map((each) => tombstoneEntry(each, page.url, words)),
  ].sort((one, other) => other.updated - one.updated || (other.id < one.id ? -1 : 1));

/**
 * Returns the entries without those imported from Statuspage that are older than all entries of its feed. Atom readers
 * know those by numbers that are lost, and would show them as new.
 */
function knownToAtomReaders(entries: readonly FeedEntry[]): FeedEntry[] {
  const known = entries.filter(({ formerTag }) => formerTag !== undefined);
  const since = Math.min(...known.map(({ published }) => published));
  const isLost = ({ formerUrl, formerTag, updated }: FeedEntry) =>
    formerUrl !== undefined && formerTag === undefined && updated < since;
  return known.length === 0 ? [...entries] : entries.filter((each) => !isLost(each));
}

/** Returns the page's feed, or that of one of its components. */
export function feedContentOf(
  recent: RecentDocument,
  words: FeedWords,
  format: FeedFormat,
  component?: RecentDocument["components"][number],
): FeedContent {
  const { page } = recent;
  const all = entriesOf(component ? filterRecentByComponent(recent, component.id) : recent, words);
  const entries = format === "atom" ? knownToAtomReaders(all) : all;
  return {
    id: component ? tag("component", component.id) : tag("page", page.id),
    title: toPlainTextLine(words.title(page.name, component?.name)),
    about: toPlainTextLine(page.about) || toPlainTextLine(words.title(page.name, component?.name)),
    author: toPlainTextLine(page.name),
    language: words.language,
    url: component ? `${page.url}/components/${encodeURIComponent(component.id)}` : page.url,
    self: `${page.url}${feedPath(format, component?.id)}`,
    updated: entries[0]?.updated ?? page.updatedAt,
    builtAt: recent.builtAt,
    entries,
  };
}
