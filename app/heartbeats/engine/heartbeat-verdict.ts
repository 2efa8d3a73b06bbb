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
  /** Pings came meanwhile, or a second turn waits. */
  more: boolean;
  /** The pages that are to be settled. */
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

/** They speak: what hung on them is known again. */
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
 * One batch for what turned on these pages, a table's rows in one statement: states, alerts, what is known again, and
 * the wishes to settle. Throws LostRace when one of them turned otherwise meanwhile: then nothing of it is written.
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
