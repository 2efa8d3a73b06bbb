import { acceptLate, type LateOutcome } from "~/alerts/accept-late";
import { read } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { recordLate } from "~/heartbeats/record";
import { executeBatch } from "~/platform/cells/cell-database";
import type { Ctx } from "~/platform/ctx";
import { OverBudget, roomIn } from "~/platform/meter";
import { DatabaseAway } from "~/platform/trouble";
import { heldInCell } from "./keep";
import {
  dueEntries,
  entriesBefore,
  pagesOfEntries,
  putBackEntries,
  removeEntries,
  type WaitingEntry,
} from "./queries/entries";
import { type HeldPages, inboxesFrom, noteHeld } from "./queries/held";
import { type Drained, failedDelay } from "./rules/inbox-entry";

/** So many are looked at together; of one page they are kept in one batch. */
const together = 32;

/** Statements of deliveries of one page, with what settles it; of one ping; and of noting what is left. */
const least = { delivery: 20, ping: 5 };
const noting = 2;

/** The cell of an inbox and its number. */
export interface InboxPlace {
  storage: DurableObjectStorage;
  number: number;
}

interface Tried {
  done: number[];
  later: { number: number; until: number }[];
}

/** The first of them, and those behind it that go with it: of its page, unless it failed before. */
function groupOf(due: readonly WaitingEntry[]): WaitingEntry[] {
  const [first] = due;
  if (!first) return [];
  if (first.kind === "ping" || first.tries > 0) return [first];
  return due.filter(({ kind, pageId, tries }) => kind === "delivery" && pageId === first.pageId && tries === 0);
}

async function takeDeliveries(ctx: Ctx, group: readonly WaitingEntry[]): Promise<LateOutcome[]> {
  const opened = await Promise.all(group.map(({ request }) => ctx.secrets.open(request)));
  const readable = group.flatMap(({ id, at }, index) => {
    const text = opened[index];
    return typeof text === "string" ? [{ id, at, text }] : [];
  });
  const outcomes = await acceptLate(ctx, readable);
  // What is under a secret that is not set waits until it is set again.
  return opened.map((text) => (text === null ? { retryAfter: 300 } : (outcomes.shift() ?? "done")));
}

async function takeGroup(ctx: Ctx, group: readonly WaitingEntry[]): Promise<LateOutcome[]> {
  if (group[0]?.kind === "delivery") return takeDeliveries(ctx, group);
  for (const ping of group) await recordLate(ctx, ping);
  return group.map(() => "done");
}

/** A failure of its own moves it back; that of the database, or a full invocation, is nobody's. */
async function tryGroup(ctx: Ctx, group: readonly WaitingEntry[]): Promise<Tried> {
  const now = ctx.now();
  try {
    const outcomes = await takeGroup(ctx, group);
    const told = group.map(({ number }, index) => ({ number, outcome: outcomes[index] ?? "done" }));
    return {
      done: told.flatMap(({ number, outcome }) => (outcome === "done" ? [number] : [])),
      later: told.flatMap(({ number, outcome }) =>
        outcome === "done" ? [] : [{ number, until: now + outcome.retryAfter * 1000 }],
      ),
    };
  } catch (error) {
    if (error instanceof DatabaseAway || error instanceof OverBudget) throw error;
    ctx.log.error("inbox.entry", error, { entries: group.length, first: group[0]?.id ?? "" });
    return { done: [], later: group.map(({ number, tries }) => ({ number, until: now + failedDelay(tries) })) };
  }
}

/** What came before a restore is left, as the restore says. */
async function leaveBefore(ctx: Ctx, storage: DurableObjectStorage): Promise<void> {
  const [[row]] = await read(ctx, inboxesFrom(ctx));
  const [found] = executeBatch(storage, [entriesBefore(row?.from ?? 0)]);
  const numbers = (found?.results ?? []).map((each) => Number(each.number));
  if (numbers.length === 0) return;
  executeBatch(storage, removeEntries(numbers));
  ctx.log.warn("inbox.left_by_restore", { entries: numbers.length });
}

async function drainUntil(ctx: Ctx, storage: DurableObjectStorage, until: number): Promise<{ isAway: boolean }> {
  while (ctx.now() < until) {
    const [found] = executeBatch(storage, [dueEntries(ctx.now(), together)]);
    const group = groupOf((found?.results ?? []) as unknown as WaitingEntry[]);
    const [first] = group;
    if (!first || roomIn(ctx.meter) < least[first.kind] + noting) return { isAway: false };
    try {
      const { done, later } = await tryGroup(ctx, group);
      executeBatch(storage, [...removeEntries(done), putBackEntries(later)]);
    } catch (error) {
      if (error instanceof OverBudget) return { isAway: false };
      if (!(error instanceof DatabaseAway)) throw error;
      ctx.log.warn("inbox.database_away", { entries: group.length });
      return { isAway: true };
    }
  }
  return { isAway: false };
}

async function begin(ctx: Ctx, storage: DurableObjectStorage, until: number): Promise<{ isAway: boolean }> {
  try {
    await leaveBefore(ctx, storage);
  } catch (error) {
    if (!(error instanceof DatabaseAway)) throw error;
    return { isAway: true };
  }
  return drainUntil(ctx, storage, until);
}

/** Tells the database what is left, so that pages and the desk know it; where it cannot be told, the next round does. */
async function tellHeld(ctx: Ctx, { storage, number }: InboxPlace): Promise<void> {
  const { entries, oldestAt } = heldInCell(storage);
  const [found] = entries > 0 ? executeBatch(storage, [pagesOfEntries()]) : [];
  const pages = (found?.results ?? []) as unknown as HeldPages["pages"];
  await runBatch(ctx, noteHeld(number, { entries, oldestAt, pages }, ctx.now())).catch((error) => {
    ctx.log.warn("inbox.note", { reason: String(error) });
  });
}

/**
 * Takes in what an inbox holds, in the order in which it came, as far as the invocation carries and until `until` (UTC
 * ms). Done by two at once nothing is in twice: each has an id of its own. Answers with what is left.
 */
export async function drainInbox(ctx: Ctx, place: InboxPlace, until: number): Promise<Drained> {
  const before = heldInCell(place.storage);
  if (before.entries === 0) return { ...before, taken: 0, isAway: false };
  const { isAway } = await begin(ctx, place.storage, until);
  if (!isAway) await tellHeld(ctx, place);
  const left = heldInCell(place.storage);
  return { ...left, taken: Math.max(0, before.entries - left.entries), isAway };
}
