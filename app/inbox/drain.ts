import { acceptInboxDeliveries, type InboxDeliveryOutcome } from "~/alerts/accept-late";
import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { recordInboxPing } from "~/heartbeats/record";
import { executeCellBatch } from "~/platform/cells/cell-database";
import type { Ctx } from "~/platform/ctx";
import { OverBudgetError, remainingMeterBudget } from "~/platform/meter";
import { DatabaseAwayError, InvocationBudgetSpentError } from "~/platform/trouble";
import { inboxCellContents } from "./keep";
import {
  dueInboxEntriesStatement,
  failedInboxEntriesStatement,
  inboxEntryPagesStatement,
  inboxEntryRequestsStatement,
  oldInboxEntriesStatement,
  postponeInboxEntriesStatement,
  removeInboxEntriesStatements,
  type WaitingInboxEntry,
} from "./queries/entries";
import {
  type InboxContentsWithPages,
  inboxCutoffQuery,
  inboxNoteByNumberQuery,
  recordInboxContentsStatements,
} from "./queries/inbox-notes";
import {
  failedInboxEntryDelayMs,
  type InboxDrainReport,
  type InboxEntry,
  maxInboxEntryAgeMs,
  maxInboxEntryTries,
} from "./rules/inbox-entry";

/**
 * Maximum number of deliveries of a page that are processed together, and of their characters. These are the limits of
 * a batch of deliveries.
 */
const entriesPerBatch = 32;
const charsPerBatch = 700_000;

/**
 * Number of statements for the deliveries of one page (with settling), for one ping, and for recording what is left.
 */
const least = { delivery: 20, ping: 5 };
const noteStatements = 3;

/** The cell of an inbox and its number. */
export interface InboxCellRef {
  storage: DurableObjectStorage;
  number: number;
}

interface DrainResult {
  done: number[];
  later: { number: number; until: number }[];
  /** The error when the database was away or the invocation was full. */
  trouble: unknown;
}

type EntryWithRequest = WaitingInboxEntry & Pick<InboxEntry, "request">;

const rowsOf = <Row>(storage: DurableObjectStorage, statement: Parameters<typeof executeCellBatch>[1][number]) =>
  (executeCellBatch(storage, [statement])[0]?.results ?? []) as unknown as Row[];

/**
 * Returns the first entry and the later entries of its page that have not failed before, which can be processed with
 * it.
 */
function groupOf(due: readonly WaitingInboxEntry[]): WaitingInboxEntry[] {
  const [first] = due;
  if (!first) return [];
  if (first.kind === "ping" || first.tries > 0) return [first];
  let size = 0;
  const mine = due.filter(({ pageId, tries }) => pageId === first.pageId && tries === 0);
  return mine.filter((each) => {
    size += each.size;
    return each === first || size <= charsPerBatch;
  });
}

/** Returns the next entries that are due, with their requests, at most as many as are taken in together. */
function nextGroup(storage: DurableObjectStorage, now: number): EntryWithRequest[] {
  const deliveries = rowsOf<WaitingInboxEntry>(storage, dueInboxEntriesStatement(now, "delivery", entriesPerBatch));
  const due =
    deliveries.length > 0 ? deliveries : rowsOf<WaitingInboxEntry>(storage, dueInboxEntriesStatement(now, "ping", 1));
  const group = groupOf(due);
  const said = rowsOf<{ number: number; request: string }>(
    storage,
    inboxEntryRequestsStatement(group.map(({ number }) => number)),
  );
  const requests = new Map(said.map(({ number, request }) => [number, request]));
  return group.map((each) => ({ ...each, request: requests.get(each.number) ?? "" }));
}

async function takeDeliveries(ctx: Ctx, group: readonly EntryWithRequest[]): Promise<InboxDeliveryOutcome[]> {
  const opened = await Promise.all(group.map(({ request }) => ctx.secrets.open(request)));
  const readable = group.flatMap(({ id, at }, index) => {
    const text = opened[index];
    return typeof text === "string" ? [{ id, at, text }] : [];
  });
  const outcomes = await acceptInboxDeliveries(ctx, readable);
  // A request sealed under a secret that is not set waits until it is set again.
  return opened.map((text) => (text === null ? { retryAfter: 300 } : (outcomes.shift() ?? "done")));
}

async function takeGroup(ctx: Ctx, group: readonly EntryWithRequest[]): Promise<InboxDeliveryOutcome[]> {
  const [first] = group;
  try {
    if (first?.kind !== "ping") return await takeDeliveries(ctx, group);
    await recordInboxPing(ctx, first);
    return ["done"];
  } catch (error) {
    return group.map(() => ({ error }));
  }
}

/** Errors of the database or of a full invocation do not count as failures of the entry. */
const isNobodys = (error: unknown): boolean => error instanceof DatabaseAwayError || error instanceof OverBudgetError;

async function tryGroup(ctx: Ctx, group: readonly EntryWithRequest[]): Promise<DrainResult> {
  const now = ctx.now();
  const outcomes = await takeGroup(ctx, group);
  const tried: DrainResult = { done: [], later: [], trouble: null };
  for (const [index, { number, id, tries }] of group.entries()) {
    const outcome = outcomes[index] ?? "done";
    if (outcome === "done") tried.done.push(number);
    else if ("retryAfter" in outcome) tried.later.push({ number, until: now + outcome.retryAfter * 1000 });
    else if (isNobodys(outcome.error)) tried.trouble = outcome.error;
    else {
      ctx.log.error("inbox.entry", outcome.error, { entry: id, tries });
      tried.later.push({ number, until: now + failedInboxEntryDelayMs(tries) });
    }
  }
  return tried;
}

const isAwayError = (error: unknown): boolean =>
  error instanceof DatabaseAwayError && !(error instanceof InvocationBudgetSpentError);

/** Returns true when the database is away. */
async function drainUntil(ctx: Ctx, storage: DurableObjectStorage, until: number): Promise<boolean> {
  while (ctx.now() < until) {
    const group = nextGroup(storage, ctx.now());
    const [first] = group;
    if (!first || remainingMeterBudget(ctx.meter) < least[first.kind] + noteStatements) return false;
    const { done, later, trouble } = await tryGroup(ctx, group);
    executeCellBatch(storage, [...removeInboxEntriesStatements(done), postponeInboxEntriesStatement(later)]);
    if (trouble !== null) return isAwayError(trouble);
  }
  return false;
}

/** Drops entries from before a restore, as the restore requires, and those that kept failing for two days. */
async function dropLeftovers(ctx: Ctx, storage: DurableObjectStorage): Promise<void> {
  const [[row]] = await readBatch(ctx, inboxCutoffQuery(ctx));
  const vain = rowsOf<{ number: number }>(
    storage,
    failedInboxEntriesStatement(ctx.now() - maxInboxEntryAgeMs, maxInboxEntryTries),
  );
  const before = rowsOf<{ number: number }>(storage, oldInboxEntriesStatement(row?.from ?? 0));
  const numbers = [...new Set([...vain, ...before].map(({ number }) => number))];
  if (numbers.length === 0) return;
  executeCellBatch(storage, removeInboxEntriesStatements(numbers));
  ctx.log.warn("inbox.dropped", { before_restore: before.length, in_vain: vain.length });
}

/** Set while the database has a note that this inbox holds something. */
const notedKey = "noted";

/** Learns of a note in a database that was restored to a time when something was held; the next drain updates it. */
export async function loadInboxNote(ctx: Ctx, { storage, number }: InboxCellRef): Promise<void> {
  const [rows] = await readBatch(ctx, inboxNoteByNumberQuery(ctx, number));
  if (rows.length > 0) await storage.put(notedKey, true);
}

/** Notes in the database what is left, for pages and the desk. Without a note there, an empty inbox writes none. */
async function tellHeld(ctx: Ctx, { storage, number }: InboxCellRef): Promise<void> {
  const { entries, oldestAt } = inboxCellContents(storage);
  if (entries === 0 && !(await storage.get<boolean>(notedKey))) return;
  const pages = entries > 0 ? rowsOf<InboxContentsWithPages["pages"][number]>(storage, inboxEntryPagesStatement()) : [];
  if (entries > 0) await storage.put(notedKey, true);
  await runBatch(ctx, recordInboxContentsStatements(number, { entries, oldestAt, pages }, ctx.now()));
  if (entries === 0) await storage.delete(notedKey);
}

/** Time after which an outdated note is corrected again, in ms. */
const noteRetryMs = 15_000;

async function drainAndTell(ctx: Ctx, place: InboxCellRef, until: number): Promise<boolean> {
  try {
    await dropLeftovers(ctx, place.storage);
    const isAway = await drainUntil(ctx, place.storage, until);
    if (!isAway) await tellHeld(ctx, place);
    return isAway;
  } catch (error) {
    if (!isNobodys(error)) throw error;
    return isAwayError(error);
  }
}

/**
 * Takes in what an inbox holds, in the order in which it came, as far as there is room and until `until` (UTC ms).
 * Concurrent runs are safe, because each entry has its own id. Returns what is left.
 */
export async function drainInbox(ctx: Ctx, place: InboxCellRef, until: number): Promise<InboxDrainReport> {
  const before = inboxCellContents(place.storage);
  const isNoted = await place.storage.get<boolean>(notedKey);
  if (before.entries === 0 && !isNoted) return { ...before, taken: 0, isAway: false };
  const isAway = await drainAndTell(ctx, place, until);
  if (isAway) ctx.log.warn("inbox.database_away", { entries: before.entries });
  const left = inboxCellContents(place.storage);
  const stillNoted = left.entries === 0 && (await place.storage.get<boolean>(notedKey)) === true;
  const nextAt = stillNoted ? ctx.now() + noteRetryMs : left.nextAt;
  return { ...left, nextAt, taken: Math.max(0, before.entries - left.entries), isAway };
}
