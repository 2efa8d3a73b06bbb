import { settlePage } from "~/alerts/settling/engine/settle";
import { decideWithRetry } from "~/commit/decide-with-retry";
import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { drainInboxesOfSenders } from "~/inbox/engine/hear-first";
import { type Ctx, ctxAfterAnswer } from "~/platform/ctx";
import { logDeferredWork } from "~/platform/log-left-work";
import { OverBudgetError, remainingMeterBudget } from "~/platform/meter";
import { DatabaseAwayError } from "~/platform/trouble";
import { minuteMs } from "~/time/durations";
import { heartbeatsToCheckQuery, saveNextHeartbeatChecksStatement } from "../queries/heartbeat-ping";
import {
  type ChangedHeartbeatCheck,
  type HeartbeatCheck,
  judgeHeartbeatRow,
  nextHeartbeatCheckOf,
  writeHeartbeatChanges,
} from "./heartbeat-verdict";

/** Most statements for one page's batch, including its read. */
const pageStatements = 12;

/** Maximum number of rounds of one check, because two pending changes of state are written one after the other. */
const maxRounds = 3;

/** Statements that a settling usually needs; one that needs more is refused before any of its writes. */
const settleStatements = 15;

const fits = ({ meter }: Ctx, statements: number) => remainingMeterBudget(meter) >= statements;

async function postpone(ctx: Ctx, looked: readonly HeartbeatCheck[]): Promise<void> {
  const idle = looked.filter(({ row, look }) => row.dueAt !== look.dueAt || row.pendingFrom !== look.pendingFrom);
  if (idle.length > 0) await runBatch(ctx, [saveNextHeartbeatChecksStatement(idle.map(nextHeartbeatCheckOf))]);
}

const byPage = (turned: readonly ChangedHeartbeatCheck[]) => Map.groupBy(turned, ({ row }) => row.pageId);

/** Writes each page separately, so that one failure does not block the others; throws the first failure at the end. */
async function tellSingly(
  ctx: Ctx,
  pages: ReadonlyMap<string, ChangedHeartbeatCheck[]>,
  unsettled: Set<string>,
): Promise<boolean> {
  const trouble: unknown[] = [];
  let more = false;
  for (const page of pages) {
    if (!fits(ctx, pageStatements)) break;
    try {
      const told = await writeHeartbeatChanges(ctx, new Map([page]));
      more ||= told.more;
      for (const pageId of told.settles) unsettled.add(pageId);
    } catch (error) {
      if (error instanceof DatabaseAwayError) throw error;
      trouble.push(error);
    }
  }
  if (trouble.length > 0) throw trouble[0];
  return more;
}

/** Writes all pages with the same statements, or each separately when one of them fails the batch. */
async function tellPages(ctx: Ctx, turned: readonly ChangedHeartbeatCheck[], unsettled: Set<string>): Promise<boolean> {
  const pages = byPage(turned);
  if (pages.size < 2) return tellSingly(ctx, pages, unsettled);
  if (!fits(ctx, pageStatements)) return false;
  try {
    const told = await writeHeartbeatChanges(ctx, pages);
    for (const pageId of told.settles) unsettled.add(pageId);
    return told.more;
  } catch (error) {
    if (error instanceof DatabaseAwayError || error instanceof OverBudgetError) throw error;
    ctx.log.warn("heartbeats.singly", { pages: pages.size, reason: String(error) });
    return tellSingly(ctx, pages, unsettled);
  }
}

const lookAtAll = async (ctx: Ctx, ids: readonly string[]): Promise<HeartbeatCheck[]> =>
  (await readBatch(ctx, heartbeatsToCheckQuery(ctx, ids)))[0].map((row) => judgeHeartbeatRow(row, ctx.now()));

const isTimeOut = ({ look }: HeartbeatCheck) => look.turn !== null && look.turn.ping === null;

/** Longest delay, in ms, before a heartbeat counts as late while an inbox may still hold its ping. */
const inboxDelayMs = 2 * minuteMs;

const mayYetBeHeard = (looked: HeartbeatCheck, now: number) =>
  isTimeOut(looked) && now - (looked.look.turn?.at ?? now) < inboxDelayMs;

/**
 * Checks the heartbeats after reading the inboxes, so that a ping that waits there counts. A heartbeat whose ping may
 * still be in an inbox is checked next time.
 */
async function lookHearingFirst(ctx: Ctx, ids: readonly string[]): Promise<HeartbeatCheck[]> {
  const looked = await lookAtAll(ctx, ids);
  const late = looked.filter(isTimeOut).map(({ row }) => row.id);
  const heard = await drainInboxesOfSenders(ctx, late);
  if (heard === "nothing") return looked;
  const anew = await lookAtAll(ctx, ids);
  return heard === "heard" ? anew : anew.filter((each) => !mayYetBeHeard(each, ctx.now()));
}

/**
 * Checks each heartbeat once; returns true when there is more to write. The pages that have to settle join `unsettled`.
 */
async function lookOnce(ctx: Ctx, ids: readonly string[], unsettled: Set<string>): Promise<boolean> {
  const looked = await lookHearingFirst(ctx, ids);
  const turned = looked.flatMap((each) => (each.look.turn ? [{ ...each, turn: each.look.turn }] : []));
  await postpone(
    ctx,
    looked.filter(({ look }) => !look.turn),
  );
  return tellPages(ctx, turned, unsettled);
}

/**
 * Settles the pages. A page without room, or whose settling fails, is left to the tick: the request was written with
 * the change of state.
 */
async function settlePages(ctx: Ctx, pages: ReadonlySet<string>): Promise<void> {
  const machine = ctxAfterAnswer(ctx, { kind: "machine", id: "settle" });
  for (const pageId of pages) {
    if (!fits(ctx, settleStatements)) return;
    await settlePage(machine, pageId, false).catch((error) => {
      logDeferredWork(ctx.log, "settle.after", error, { page: pageId });
    });
  }
}

async function tell(ctx: Ctx, ids: readonly string[], unsettled: Set<string>): Promise<void> {
  let more = true;
  for (let round = 0; more && round < maxRounds && fits(ctx, pageStatements); round++) {
    more = await decideWithRetry(ctx, () => lookOnce(ctx, ids, unsettled));
  }
}

/**
 * Checks these heartbeats. A passed deadline sets one down (as of the deadline, however late this is), a pending ping
 * changes its state; otherwise the next check is set. Returns the pages that must settle now. Idempotent; anything
 * beyond the invocation's budget stays due.
 */
export async function checkHeartbeats(ctx: Ctx, ids: readonly string[]): Promise<string[]> {
  const unsettled = new Set<string>();
  await tell(ctx, ids, unsettled);
  return [...unsettled];
}

/** Does the same as `checkHeartbeats`, and settles their pages at once: for a ping, which has no later step. */
export async function checkAndSettleHeartbeats(ctx: Ctx, ids: readonly string[]): Promise<void> {
  const unsettled = new Set<string>();
  try {
    await tell(ctx, ids, unsettled);
  } finally {
    await settlePages(ctx, unsettled);
  }
}
