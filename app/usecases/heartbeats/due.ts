import { runBatch } from "~/db/commit";
import { dueHeartbeats, postponeRows, watchedHeartbeats } from "~/db/queries/heartbeat-ping";
import { read } from "~/db/read";
import { deciding } from "~/db/trouble";
import type { Ctx } from "~/platform/ctx";
import { statementLimit } from "~/platform/meter";
import { settleSoon } from "../change";
import { type Looked, lookAtRow, seenOf, type Turned, tellTurns } from "./verdict";

/** At most so many a minute; the rest is the next minute's. */
const handful = 20;

/** What one page's batch may take, its read included. */
const pageStatements = 12;

/** Two turns that wait for one look are told one after the other. */
const rounds = 3;

/** Ids of heartbeats whose deadline is reached, or whose turn is not told: for the tick's one batch of questions. */
export const heartbeatsDue = (ctx: Pick<Ctx, "db">, now: number) => dueHeartbeats(ctx, now, handful);

const fits = ({ meter }: Ctx) => meter.statements + meter.subrequests + pageStatements < statementLimit;

async function postpone(ctx: Ctx, looked: readonly Looked[]): Promise<void> {
  const idle = looked.filter(({ row, look }) => row.dueAt !== look.dueAt || row.pendingFrom !== look.pendingFrom);
  if (idle.length > 0) await runBatch(ctx, [postponeRows(idle.map(seenOf))]);
}

function byPage(turned: readonly Turned[]): Map<string, Turned[]> {
  const pages = new Map<string, Turned[]>();
  for (const each of turned) pages.set(each.row.pageId, [...(pages.get(each.row.pageId) ?? []), each]);
  return pages;
}

/** One look at each; true when there is more to tell. The pages that are to settle join `unsettled`. */
async function lookOnce(ctx: Ctx, ids: readonly string[], unsettled: Set<string>): Promise<boolean> {
  const [rows] = await read(ctx, watchedHeartbeats(ctx, ids));
  const looked = rows.map((row) => lookAtRow(row, ctx.now()));
  const turned = looked.flatMap((each) => (each.look.turn ? [{ ...each, turn: each.look.turn }] : []));
  await postpone(
    ctx,
    looked.filter(({ look }) => !look.turn),
  );
  let more = false;
  for (const [pageId, each] of byPage(turned)) {
    if (!fits(ctx)) break;
    const told = await tellTurns(ctx, pageId, each);
    more ||= told.more;
    if (told.settles) unsettled.add(pageId);
  }
  return more;
}

/**
 * Looks at these heartbeats: a deadline that is reached turns them (dated at the deadline, however late this is), a ping
 * that is not told is told; else the next look is put off. Done twice it changes nothing. What does not fit into the
 * invocation stays due.
 */
export async function lookAtHeartbeats(ctx: Ctx, ids: readonly string[]): Promise<void> {
  const unsettled = new Set<string>();
  try {
    let more = true;
    for (let round = 0; more && round < rounds && fits(ctx); round++) {
      more = await deciding(ctx, () => lookOnce(ctx, ids, unsettled));
    }
  } finally {
    for (const pageId of unsettled) settleSoon(ctx, pageId);
  }
}
