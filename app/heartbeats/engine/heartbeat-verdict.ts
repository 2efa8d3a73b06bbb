import { signalsOfPages } from "~/alerts/settling/engine/signal";
import { joinStatements } from "~/db/rows-together";
import { runBatch } from "~/db/run-batch";
import type { Ctx } from "~/platform/ctx";
import { understand } from "~/platform/trouble";
import { rowsOfHeardHeartbeats, type TurnRow, turnRows, type watchedHeartbeats } from "../queries/heartbeat-ping";
import { missedSignal } from "../rules/heartbeat-alert";
import { type HeartbeatFlip, type HeartbeatLook, verdictOn } from "../rules/heartbeat-turn";

type WatchedHeartbeatRow = Awaited<ReturnType<typeof watchedHeartbeats>>[number];

export interface HeartbeatCheck {
  row: WatchedHeartbeatRow;
  look: HeartbeatLook;
}

export interface HeartbeatTurn extends HeartbeatCheck {
  turn: HeartbeatFlip;
}

export interface VerdictResult {
  /** True when pings came meanwhile, or a second change of state is pending. */
  more: boolean;
  /** The pages that have to settle. */
  settles: string[];
}

export const lookAtRow = (row: WatchedHeartbeatRow, now: number): HeartbeatCheck => ({
  row,
  look: verdictOn({ ...row, state: row.state, lastResult: row.lastResult }, now),
});

export const seenStateOf = ({ row: { id, version, pingCount }, look: { pendingFrom, dueAt } }: HeartbeatCheck) => ({
  id,
  version,
  count: pingCount,
  pendingFrom,
  dueAt,
});

const turnRowOf = (each: HeartbeatTurn): TurnRow => ({
  ...seenStateOf(each),
  state: each.turn.state,
  stateSince: each.turn.at,
  timedOut: each.turn.ping === null,
});

/** Returns the heartbeats that report again: their components' state is known again. */
const heardOf = (turned: readonly HeartbeatTurn[]) =>
  turned
    .filter(({ row }) => row.state === "new" || row.state === "paused")
    .map(({ row: { id }, turn: { at } }) => ({ id, at }));

const tellingOf = (pageId: string, turned: readonly HeartbeatTurn[]) => ({
  pageId,
  said: turned.map(({ row, turn }) => ({ sourceId: row.id, signals: [missedSignal(row.name, turn, row.lastPingAt)] })),
  settles: heardOf(turned).length > 0,
});

/**
 * Writes the changes of state on these pages in one batch, each table's rows in one statement: states, alerts, ends of
 * silence, and requests to settle. Throws LostRace when one of them changed otherwise meanwhile: then nothing is
 * written.
 */
export async function tellTurns(
  ctx: Ctx,
  pages: ReadonlyMap<string, readonly HeartbeatTurn[]>,
): Promise<VerdictResult> {
  const given = [...pages];
  const signals = await signalsOfPages(
    ctx,
    given.map(([pageId, turned]) => tellingOf(pageId, turned)),
  );
  const statements = given.map(([pageId, turned], index) => [
    ...turnRows(pageId, turned.map(turnRowOf)),
    ...rowsOfHeardHeartbeats(pageId, heardOf(turned)),
    ...(signals[index]?.statements ?? []),
  ]);
  const results = await runBatch(ctx, joinStatements(statements)).catch((error) => {
    throw understand(error);
  });
  const turnedRows = (results[1]?.results ?? []) as { pendingFrom: number | null }[];
  const settles = given.flatMap(([pageId], index) => (signals[index]?.settles ? [pageId] : []));
  return { more: turnedRows.some((each) => each.pendingFrom !== null), settles };
}
