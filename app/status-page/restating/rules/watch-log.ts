import type { TimeSpan } from "../../timeline/rules/timeline";

/** The parts of an audit log entry that show who observes a component or who set its status. */
export interface ObserverAuditEntry {
  at: number;
  action: string;
  subjectId: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** The span in which an observer named a component; null = it still does as far as the log shows. */
export type ObserverNamingSpan = [since: number, until: number | null];

/** The log's information on who could know a component's state. It is stored in the database between two steps. */
export interface ObserverHistory {
  /** The last entry that was read. */
  at: number;
  id: string;
  /** Spans by observer (a monitor, a heartbeat, a rule), then by component. */
  named: Record<string, Record<string, ObserverNamingSpan[]>>;
  /** Times at which people set a component's status. */
  words: Record<string, number[]>;
  /**
   * Time at which a source was last deleted. A rule that was deleted without an entry of its own was deleted then or
   * before.
   */
  sourceDeletedAt: number | null;
  /** Changes of the page's time zone. */
  zones?: { at: number; from: string; to: string }[];
  /** Days that an earlier change of the time zone counted twice, with their correct parts, by component and date. */
  doubled?: Record<string, Record<string, readonly number[] | null>>;
}

export const emptyObserverHistory: ObserverHistory = { at: 0, id: "", named: {}, words: {}, sourceDeletedAt: null };

/** Actions that are read: everything that starts or ends an observer's rule, or sets a status. */
export const observerAuditActions = [
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

const known: ReadonlySet<string> = new Set(observerAuditActions);
export const isObserverAuditAction = (action: string): boolean => known.has(action);

const namedNow = (log: ObserverHistory, observer: string) =>
  Object.entries(log.named[observer] ?? {}).filter(([, all]) => all.at(-1)?.[1] === null);

function stop(
  log: ObserverHistory,
  observer: string,
  at: number,
  isKept: (componentId: string) => boolean = () => false,
) {
  for (const [componentId, all] of namedNow(log, observer)) {
    const last = all.at(-1);
    if (last && !isKept(componentId)) last[1] = at;
  }
}

/** Makes the observer name these components from now on, and no others. */
function name(log: ObserverHistory, observer: string, componentIds: readonly string[], at: number): void {
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

/** Returns the components that a rule names according to an entry; null = the entry does not mention them. */
function componentsIn({ after }: ObserverAuditEntry): string[] | null {
  const named = after?.components;
  return typeof named === "object" && named !== null ? Object.keys(named) : null;
}

const hasStatus = ({ after }: ObserverAuditEntry) => after?.status !== undefined || after?.manualStatus !== undefined;
/** An entry without other changes means that a person confirmed the status "operational". */
const saysNothingElse = ({ after }: ObserverAuditEntry) => Object.keys(after ?? {}).length === 0;

function speak(log: ObserverHistory, { subjectId, at }: ObserverAuditEntry): void {
  log.words[subjectId] = [...(log.words[subjectId] ?? []), at];
}

function takeWord(log: ObserverHistory, entry: ObserverAuditEntry): void {
  if (entry.action === "component.create" ? hasStatus(entry) : hasStatus(entry) || saysNothingElse(entry))
    speak(log, entry);
}

function archive(log: ObserverHistory, componentId: string, at: number): void {
  for (const observer of Object.keys(log.named)) stop(log, observer, at, (id) => id !== componentId);
}

function rezone(log: ObserverHistory, { at, before, after }: ObserverAuditEntry): void {
  const [from, to] = [before?.timeZone, after?.timeZone];
  if (typeof from === "string" && typeof to === "string") log.zones = [...(log.zones ?? []), { at, from, to }];
}

function takeEntry(log: ObserverHistory, entry: ObserverAuditEntry): void {
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

/** Returns the log with further entries, applied in their order. */
export function extendObserverHistory(
  before: ObserverHistory,
  entries: readonly ObserverAuditEntry[],
  last: { at: number; id: string },
): ObserverHistory {
  const log = { ...structuredClone(before), at: last.at, id: last.id };
  for (const entry of entries) takeEntry(log, entry);
  return log;
}

/** An observer that names a component today, and the creation time of its rule. */
export interface PresentObserver {
  id: string;
  since: number;
}

export interface ObservedSpan extends TimeSpan {
  observer: string;
}

/**
 * Returns the spans in which each observer affected a component, up to `now`. Where the log has less than today's rows,
 * those count: time that is not known to be unobserved keeps its data.
 */
export function observedSpans(
  log: ObserverHistory,
  componentId: string,
  present: readonly PresentObserver[],
  now: number,
): ObservedSpan[] {
  const here = new Set(present.map(({ id }) => id));
  const told = Object.entries(log.named).flatMap(([observer, components]) =>
    (components[componentId] ?? []).map(([from, until]): ObservedSpan => {
      const gone = here.has(observer) ? now : Math.max(from, log.sourceDeletedAt ?? now);
      return { observer, from, to: until ?? gone };
    }),
  );
  const untold = present.filter(({ id }) => !told.some(({ observer, to }) => observer === id && to === now));
  return [...told, ...untold.map(({ id, since }): ObservedSpan => ({ observer: id, from: since, to: now }))];
}
