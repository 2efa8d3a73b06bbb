import { acceptLate, type LateOutcome } from "~/alerts/accept-late";
import { read } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { recordLate } from "~/heartbeats/record";
import { executeBatch } from "~/platform/cells/cell-database";
import type { Ctx } from "~/platform/ctx";
import { OverBudget, roomIn } from "~/platform/meter";
import { DatabaseAway, NoRoomLeft } from "~/platform/trouble";
import { heldInCell } from "./keep";
import {
  dueEntries,
  entriesBefore,
  entriesInVain,
  pagesOfEntries,
  putBackEntries,
  removeEntries,
  requestsOf,
  type WaitingEntry,
} from "./queries/entries";
import { type HeldPages, inboxesFrom, notedInbox, noteHeld } from "./queries/held";
import { type Drained, failedDelay, givenUpAfter, givenUpTries, type InboxEntry } from "./rules/inbox-entry";

/** So many of one page, of so many characters in all, are taken in together: as much as one batch of deliveries has. */
const together = 32;
const charactersTogether = 700_000;

/** Statements of deliveries of one page, with what settles it; of one ping; and of noting what is left. */
const least = { delivery: 20, ping: 5 };
const noting = 3;

/** The cell of an inbox and its number. */
export interface InboxPlace {
  storage: DurableObjectStorage;
  number: number;
}

interface Tried {
  done: number[];
  later: { number: number; until: number }[];
  /** The database, or the room of the invocation, gave out. */
  trouble: unknown;
}

type Whole = WaitingEntry & Pick<InboxEntry, "request">;

const rowsOf = <Row>(storage: DurableObjectStorage, statement: Parameters<typeof executeBatch>[1][number]) =>
  (executeBatch(storage, [statement])[0]?.results ?? []) as unknown as Row[];

/** The first of them, and those behind it that go with it: of its page, unless it failed before. */
function groupOf(due: readonly WaitingEntry[]): WaitingEntry[] {
  const [first] = due;
  if (!first) return [];
  if (first.kind === "ping" || first.tries > 0) return [first];
  let size = 0;
  const mine = due.filter(({ pageId, tries }) => pageId === first.pageId && tries === 0);
  return mine.filter((each) => {
    size += each.size;
    return each === first || size <= charactersTogether;
  });
}

/** What is due next, and what it says: not more of it than is taken in together. */
function nextGroup(storage: DurableObjectStorage, now: number): Whole[] {
  const deliveries = rowsOf<WaitingEntry>(storage, dueEntries(now, "delivery", together));
  const due = deliveries.length > 0 ? deliveries : rowsOf<WaitingEntry>(storage, dueEntries(now, "ping", 1));
  const group = groupOf(due);
  const said = rowsOf<{ number: number; request: string }>(storage, requestsOf(group.map(({ number }) => number)));
  const requests = new Map(said.map(({ number, request }) => [number, request]));
  return group.map((each) => ({ ...each, request: requests.get(each.number) ?? "" }));
}

async function takeDeliveries(ctx: Ctx, group: readonly Whole[]): Promise<LateOutcome[]> {
  const opened = await Promise.all(group.map(({ request }) => ctx.secrets.open(request)));
  const readable = group.flatMap(({ id, at }, index) => {
    const text = opened[index];
    return typeof text === "string" ? [{ id, at, text }] : [];
  });
  const outcomes = await acceptLate(ctx, readable);
  // What is under a secret that is not set waits until it is set again.
  return opened.map((text) => (text === null ? { retryAfter: 300 } : (outcomes.shift() ?? "done")));
}

async function takeGroup(ctx: Ctx, group: readonly Whole[]): Promise<LateOutcome[]> {
  const [first] = group;
  try {
    if (first?.kind !== "ping") return await takeDeliveries(ctx, group);
    await recordLate(ctx, first);
    return ["done"];
  } catch (error) {
    return group.map(() => ({ error }));
  }
}

/** That of the database, or of a full invocation, is nobody's failure. */
const isNobodys = (error: unknown): boolean => error instanceof DatabaseAway || error instanceof OverBudget;

async function tryGroup(ctx: Ctx, group: readonly Whole[]): Promise<Tried> {
  const now = ctx.now();
  const outcomes = await takeGroup(ctx, group);
  const tried: Tried = { done: [], later: [], trouble: null };
  for (const [index, { number, id, tries }] of group.entries()) {
    const outcome = outcomes[index] ?? "done";
    if (outcome === "done") tried.done.push(number);
    else if ("retryAfter" in outcome) tried.later.push({ number, until: now + outcome.retryAfter * 1000 });
    else if (isNobodys(outcome.error)) tried.trouble = outcome.error;
    else {
      ctx.log.error("inbox.entry", outcome.error, { entry: id, tries });
      tried.later.push({ number, until: now + failedDelay(tries) });
    }
  }
  return tried;
}

const isAwayError = (error: unknown): boolean => error instanceof DatabaseAway && !(error instanceof NoRoomLeft);

/** True when the database gave out. */
async function drainUntil(ctx: Ctx, storage: DurableObjectStorage, until: number): Promise<boolean> {
  while (ctx.now() < until) {
    const group = nextGroup(storage, ctx.now());
    const [first] = group;
    if (!first || roomIn(ctx.meter) < least[first.kind] + noting) return false;
    const { done, later, trouble } = await tryGroup(ctx, group);
    executeBatch(storage, [...removeEntries(done), putBackEntries(later)]);
    if (trouble !== null) return isAwayError(trouble);
  }
  return false;
}

/** Drops what came before a restore, as the restore says, and what nobody could take in for two days. */
async function dropLeftovers(ctx: Ctx, storage: DurableObjectStorage): Promise<void> {
  const [[row]] = await read(ctx, inboxesFrom(ctx));
  const vain = rowsOf<{ number: number }>(storage, entriesInVain(ctx.now() - givenUpAfter, givenUpTries));
  const before = rowsOf<{ number: number }>(storage, entriesBefore(row?.from ?? 0));
  const numbers = [...new Set([...vain, ...before].map(({ number }) => number))];
  if (numbers.length === 0) return;
  executeBatch(storage, removeEntries(numbers));
  ctx.log.warn("inbox.dropped", { before_restore: before.length, in_vain: vain.length });
}

/** That the database was told that something is held, until it is told that nothing is. */
const notedKey = "noted";

/**
 * A database that was put back to an hour when something was held still says so: the inbox learns it, and the next drain
 * tells how it stands.
 */
export async function learnNoted(ctx: Ctx, { storage, number }: InboxPlace): Promise<void> {
  const [rows] = await read(ctx, notedInbox(ctx, number));
  if (rows.length > 0) await storage.put(notedKey, true);
}

/** Tells the database what is left, so that pages and the desk know it; where it knows of nothing, not that it is nothing. */
async function tellHeld(ctx: Ctx, { storage, number }: InboxPlace): Promise<void> {
  const { entries, oldestAt } = heldInCell(storage);
  if (entries === 0 && !(await storage.get<boolean>(notedKey))) return;
  const pages = entries > 0 ? rowsOf<HeldPages["pages"][number]>(storage, pagesOfEntries()) : [];
  if (entries > 0) await storage.put(notedKey, true);
  await runBatch(ctx, noteHeld(number, { entries, oldestAt, pages }, ctx.now()));
  if (entries === 0) await storage.delete(notedKey);
}

/** A note that is not true any more is tried again so soon, in ms. */
const noteAgain = 15_000;

async function drainAndTell(ctx: Ctx, place: InboxPlace, until: number): Promise<boolean> {
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
 * Takes in what an inbox holds, in the order in which it came, as far as the invocation carries and until `until` (UTC
 * ms). Done by two at once nothing is in twice: each has an id of its own. Answers with what is left.
 */
export async function drainInbox(ctx: Ctx, place: InboxPlace, until: number): Promise<Drained> {
  const before = heldInCell(place.storage);
  const isNoted = await place.storage.get<boolean>(notedKey);
  if (before.entries === 0 && !isNoted) return { ...before, taken: 0, isAway: false };
  const isAway = await drainAndTell(ctx, place, until);
  if (isAway) ctx.log.warn("inbox.database_away", { entries: before.entries });
  const left = heldInCell(place.storage);
  const stillNoted = left.entries === 0 && (await place.storage.get<boolean>(notedKey)) === true;
  const nextAt = stillNoted ? ctx.now() + noteAgain : left.nextAt;
  return { ...left, nextAt, taken: Math.max(0, before.entries - left.entries), isAway };
}
