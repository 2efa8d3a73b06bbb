import { runBatch } from "~/db/commit";
import { heardRows, type TurnRow, turnRows, type watchedHeartbeats } from "~/db/queries/heartbeat-ping";
import { understand } from "~/db/trouble";
import type { Ctx } from "~/platform/ctx";
import { missedSignal } from "~/rules/heartbeats/heartbeat-alert";
import { type Look, lookAt, type Turn } from "~/rules/heartbeats/heartbeat-turn";
import { signalStatements } from "../settling/signal";

type Row = Awaited<ReturnType<typeof watchedHeartbeats>>[number];

export interface Looked {
  row: Row;
  look: Look;
}

export interface Turned extends Looked {
  turn: Turn;
}

export interface Told {
  /** Pings came meanwhile, or a second turn waits. */
  more: boolean;
  /** The page is to be settled. */
  settles: boolean;
}

export const lookAtRow = (row: Row, now: number): Looked => ({
  row,
  look: lookAt({ ...row, state: row.state, lastResult: row.lastResult }, now),
});

export const seenOf = ({ row: { id, version, pingCount }, look: { pendingFrom, dueAt } }: Looked) => ({
  ...{ id, version, count: pingCount },
  ...{ pendingFrom, dueAt },
});

const turnRowOf = (each: Turned): TurnRow => ({
  ...seenOf(each),
  state: each.turn.state,
  stateSince: each.turn.at,
  timedOut: each.turn.ping === null,
});

/**
 * One batch for what turned on one page: states, alerts, what is known again, and the wish to settle. Throws LostRace
 * when one of them turned otherwise meanwhile.
 */
export async function tellTurns(ctx: Ctx, pageId: string, turned: readonly Turned[]): Promise<Told> {
  const said = turned.map(({ row, turn }) => ({
    sourceId: row.id,
    signals: [missedSignal(row.name, turn, row.lastPingAt)],
  }));
  const heard = turned.filter(({ row }) => row.state === "new" || row.state === "paused").map(({ row }) => row.id);
  const { statements, settles } = await signalStatements(ctx, { pageId, said, settles: heard.length > 0 });
  const turns = turnRows(pageId, turned.map(turnRowOf));
  const results = await runBatch(ctx, [...turns, ...heardRows(pageId, heard), ...statements]).catch((error) => {
    throw understand(error);
  });
  const turnedRows = (results[1]?.results ?? []) as { pendingFrom: number | null }[];
  return { more: turnedRows.some((each) => each.pendingFrom !== null), settles };
}
