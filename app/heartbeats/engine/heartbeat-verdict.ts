import { signalStatementsOfPages } from "~/alerts/settling/engine/signal";
import { mergePageStatements } from "~/db/rows-together";
import { runBatch } from "~/db/run-batch";
import type { Ctx } from "~/platform/ctx";
import { translateDatabaseError } from "~/platform/trouble";
import {
  endHeartbeatSilenceStatements,
  type HeartbeatStateRow,
  heartbeatStateStatements,
  type heartbeatsToCheckQuery,
} from "../queries/heartbeat-ping";
import { missedPingSignal } from "../rules/heartbeat-alert";
import { type HeartbeatStateChange, type HeartbeatVerdict, judgeHeartbeat } from "../rules/heartbeat-turn";

type HeartbeatToCheckRow = Awaited<ReturnType<typeof heartbeatsToCheckQuery>>[number];

export interface HeartbeatCheck {
  row: HeartbeatToCheckRow;
  look: HeartbeatVerdict;
}

export interface ChangedHeartbeatCheck extends HeartbeatCheck {
  turn: HeartbeatStateChange;
}

export interface HeartbeatWriteResult {
  /** True when pings came meanwhile, or a second change of state is pending. */
  more: boolean;
  /** The pages that have to settle. */
  settles: string[];
}

export const judgeHeartbeatRow = (row: HeartbeatToCheckRow, now: number): HeartbeatCheck => ({
  row,
  look: judgeHeartbeat({ ...row, state: row.state, lastResult: row.lastResult }, now),
});

export const nextHeartbeatCheckOf = ({
  row: { id, version, pingCount },
  look: { pendingFrom, dueAt },
}: HeartbeatCheck) => ({
  id,
  version,
  count: pingCount,
  pendingFrom,
  dueAt,
});

const turnRowOf = (each: ChangedHeartbeatCheck): HeartbeatStateRow => ({
  ...nextHeartbeatCheckOf(each),
  state: each.turn.state,
  stateSince: each.turn.at,
  timedOut: each.turn.ping === null,
});

/** Returns the heartbeats that report again: their components' state is known again. */
const heardOf = (turned: readonly ChangedHeartbeatCheck[]) =>
  turned
    .filter(({ row }) => row.state === "new" || row.state === "paused")
    .map(({ row: { id }, turn: { at } }) => ({ id, at }));

const tellingOf = (pageId: string, turned: readonly ChangedHeartbeatCheck[]) => ({
  pageId,
  said: turned.map(({ row, turn }) => ({
    sourceId: row.id,
    signals: [missedPingSignal(row.name, turn, row.lastPingAt)],
  })),
  settles: heardOf(turned).length > 0,
});

/**
 * Writes the changes of state on these pages in one batch, each table's rows in one statement: states, alerts, ends of
 * silence, and requests to settle. Throws LostRaceError when one of them has changed since it was read; then nothing is
 * written.
 */
export async function writeHeartbeatChanges(
  ctx: Ctx,
  pages: ReadonlyMap<string, readonly ChangedHeartbeatCheck[]>,
): Promise<HeartbeatWriteResult> {
  const given = [...pages];
  const signals = await signalStatementsOfPages(
    ctx,
    given.map(([pageId, turned]) => tellingOf(pageId, turned)),
  );
  const statements = given.map(([pageId, turned], index) => [
    ...heartbeatStateStatements(pageId, turned.map(turnRowOf)),
    ...endHeartbeatSilenceStatements(pageId, heardOf(turned)),
    ...(signals[index]?.statements ?? []),
  ]);
  const results = await runBatch(ctx, mergePageStatements(statements)).catch((error) => {
    throw translateDatabaseError(error);
  });
  const turnedRows = (results[1]?.results ?? []) as { pendingFrom: number | null }[];
  const settles = given.flatMap(([pageId], index) => (signals[index]?.settles ? [pageId] : []));
  return { more: turnedRows.some((each) => each.pendingFrom !== null), settles };
}
