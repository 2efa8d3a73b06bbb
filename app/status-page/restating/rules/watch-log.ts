import type { Span } from "../../timeline/rules/timeline";

/** An entry of the audit log, as far as it says who watches or who spoke. */
export interface WatchEntry {
  at: number;
  action: string;
  subjectId: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** Since when an observer has named a component, and until when; null = it still does as far as the log tells. */
export type Named = [since: number, until: number | null];

/** What the log tells of who could say how a component is. It travels through the database between two steps. */
export interface WatchLog {
  /** The last entry that was read. */
  at: number;
  id: string;
  /** By observer (a monitor, a heartbeat, a rule), then by component. */
  named: Record<string, Record<string, Named[]>>;
  /** When people said how a component is. */
  words: Record<string, number[]>;
  /** When a source was deleted last: a rule that is gone without an entry of its own went by then. */
  sourceDeletedAt: number | null;
  /** When the page got another time zone. */
  zones?: { at: number; from: string; to: string }[];
  /** By component and date: days that an earlier change of the time zone made count twice, and what they come to. */
  doubled?: Record<string, Record<string, readonly number[] | null>>;
}

export const emptyWatchLog: WatchLog = { at: 0, id: "", named: {}, words: {}, sourceDeletedAt: null };

/** What is read of the log: everything that starts or ends an observer's rule, or is a person's word. */
export const watchActions = [
  "monitor.create",
  "monitor.update",
  "monitor.delete",
  "monitor.bulk_delete",
  "heartbeat.create",
  "heartbeat.update",
  "heartbeat.delete",
  "heartbeat.bulk_delete",
  "agent.delete",
  "rule.create",
  "rule.update",
  "rule.delete",
  "source.delete",
  "component.archive",
  "component.create",
  "component.update",
  "component.set_status",
  "page.update",
] as const;

const known: ReadonlySet<string> = new Set(watchActions);
export const isWatchAction = (action: string): boolean => known.has(action);

const namedNow = (log: WatchLog, observer: string) =>
  Object.entries(log.named[observer] ?? {}).filter(([, all]) => all.at(-1)?.[1] === null);

function stop(log: WatchLog, observer: string, at: number, isKept: (componentId: string) => boolean = () => false) {
  for (const [componentId, all] of namedNow(log, observer)) {
    const last = all.at(-1);
    if (last && !isKept(componentId)) last[1] = at;
  }
}

/** The observer names these from now on, and no others. */
function name(log: WatchLog, observer: string, componentIds: readonly string[], at: number): void {
  stop(log, observer, at, (id) => componentIds.includes(id));
  const own = log.named[observer] ?? {};
  log.named[observer] = own;
  for (const id of componentIds) {
    const all = own[id] ?? [];
    if (all.at(-1)?.[1] !== null) own[id] = [...all, [at, null]];
  }
}

const idsIn = (list: unknown): string[] =>
  Array.isArray(list)
    ? list.flatMap((each) => (typeof each === "string" ? [each] : typeof each?.id === "string" ? [each.id] : []))
    : [];

/** The components that an entry says a rule names; null = it says nothing of them. */
function componentsIn({ after }: WatchEntry): string[] | null {
  const named = after?.components;
  return typeof named === "object" && named !== null ? Object.keys(named) : null;
}

const hasStatus = ({ after }: WatchEntry) => after?.status !== undefined || after?.manualStatus !== undefined;
/** A status that changes no column leaves nothing else in the entry: that all is well was said. */
const saysNothingElse = ({ after }: WatchEntry) => Object.keys(after ?? {}).length === 0;

function speak(log: WatchLog, { subjectId, at }: WatchEntry): void {
  log.words[subjectId] = [...(log.words[subjectId] ?? []), at];
}

function takeWord(log: WatchLog, entry: WatchEntry): void {
  if (entry.action === "component.create" ? hasStatus(entry) : hasStatus(entry) || saysNothingElse(entry))
    speak(log, entry);
}

function archive(log: WatchLog, componentId: string, at: number): void {
  for (const observer of Object.keys(log.named)) stop(log, observer, at, (id) => id !== componentId);
}

function rezone(log: WatchLog, { at, before, after }: WatchEntry): void {
  const [from, to] = [before?.timeZone, after?.timeZone];
  if (typeof from === "string" && typeof to === "string") log.zones = [...(log.zones ?? []), { at, from, to }];
}

function takeEntry(log: WatchLog, entry: WatchEntry): void {
  const [noun, verb] = entry.action.split(".");
  if (entry.action === "page.update") rezone(log, entry);
  else if (entry.action === "component.archive") archive(log, entry.subjectId, entry.at);
  else if (entry.action === "component.set_status") speak(log, entry);
  else if (noun === "component") takeWord(log, entry);
  else if (verb === "bulk_delete")
    for (const id of idsIn(entry.before?.monitors ?? entry.before?.heartbeats)) stop(log, id, entry.at);
  else if (verb === "delete") stop(log, entry.subjectId, entry.at);
  else name(log, entry.subjectId, componentsIn(entry) ?? namedNow(log, entry.subjectId).map(([id]) => id), entry.at);
  if (entry.action === "source.delete") log.sourceDeletedAt = entry.at;
}

/** The log with further entries, in their order. */
export function readOn(before: WatchLog, entries: readonly WatchEntry[], last: { at: number; id: string }): WatchLog {
  const log = { ...structuredClone(before), at: last.at, id: last.id };
  for (const entry of entries) takeEntry(log, entry);
  return log;
}

/** An observer that names a component today, and since when its rule has been there. */
export interface PresentObserver {
  id: string;
  since: number;
}

export interface Observed extends Span {
  observer: string;
}

/**
 * When each observer named a component, up to `now`. Where the log says less than the rows of today, these count: what is
 * not known to have been unwatched stays as it was counted.
 */
export function observedSpans(
  log: WatchLog,
  componentId: string,
  present: readonly PresentObserver[],
  now: number,
): Observed[] {
  const here = new Set(present.map(({ id }) => id));
  const told = Object.entries(log.named).flatMap(([observer, components]) =>
    (components[componentId] ?? []).map(([from, until]): Observed => {
      const gone = here.has(observer) ? now : Math.max(from, log.sourceDeletedAt ?? now);
      return { observer, from, to: until ?? gone };
    }),
  );
  const untold = present.filter(({ id }) => !told.some(({ observer, to }) => observer === id && to === now));
  return [...told, ...untold.map(({ id, since }): Observed => ({ observer: id, from: since, to: now }))];
}
