import { signalsOfPages } from "~/alerts/settling/engine/signal";
import { runBatch } from "~/db/run-batch";
import { together } from "~/db/together";
import type { Ctx } from "~/platform/ctx";
import { understand } from "~/platform/trouble";
import { heardRows, type TurnRow, turnRows, type watchedHeartbeats } from "../queries/heartbeat-ping";
import { missedSignal } from "../rules/heartbeat-alert";
import { type Look, type Turn, verdictOn } from "../rules/heartbeat-turn";

type Row = Awaited<ReturnType<typeof watchedHeartbeats>>[number];

export interface Looked {
  row: Row;
  look: Look;
}

export interface Turned extends Looked {
  turn: Turn;
}

export interface Told {
  /** True when pings came meanwhile, or a second change of state is pending. */
  more: boolean;
  /** The pages that have to settle. */
  settles: string[];
}

export const lookAtRow = (row: Row, now: number): Looked => ({
  row,
  look: verdictOn({ ...row, state: row.state, lastResult: row.lastResult }, now),
});

export const seenOf = ({ row: { id, version, pingCount }, look: { pendingFrom, dueAt } }: Looked) => ({
  id,
  version,
  count: pingCount,
  pendingFrom,
  dueAt,
});

const turnRowOf = (each: Turned): TurnRow => ({
  ...seenOf(each),
  state: each.turn.state,
  stateSince: each.turn.at,
  timedOut: each.turn.ping === null,
});

/** Returns the heartbeats that report again: their components' state is known again. */
const heardOf = (turned: readonly Turned[]) =>
  turned
    .filter(({ row }) => row.state === "new" || row.state === "paused")
    .map(({ row: { id }, turn: { at } }) => ({ id, at }));

const tellingOf = (pageId: string, turned: readonly Turned[]) => ({
  pageId,
  said: turned.map(({ row, turn }) => ({ sourceId: row.id, signals: [missedSignal(row.name, turn, row.lastPingAt)] })),
  settles: heardOf(turned).length > 0,
});

/**
 * Writes the changes of state on these pages in one batch, each table's rows in one statement: states, alerts, ends of
 * silence, and requests to settle. Throws LostRace when one of them changed otherwise meanwhile: then nothing is
 * written.
 */
export async function tellTurns(ctx: Ctx, pages: ReadonlyMap<string, readonly Turned[]>): Promise<Told> {
  const given = [...pages];
  const signals = await signalsOfPages(
    ctx,
    given.map(([pageId, turned]) => tellingOf(pageId, turned)),
  );
  const statements = given.map(([pageId, turned], index) => [
    ...turnRows(pageId, turned.map(turnRowOf)),
    ...heardRows(pageId, heardOf(turned)),
    ...(signals[index]?.statements ?? []),
  ]);
  const results = await runBatch(ctx, together(statements)).catch((error) => {
    throw understand(error);
  });
  const turnedRows = (results[1]?.results ?? []) as { pendingFrom: number | null }[];
  const settles = given.flatMap(([pageId], index) => (signals[index]?.settles ? [pageId] : []));
  return { more: turnedRows.some((each) => each.pendingFrom !== null), settles };
}
