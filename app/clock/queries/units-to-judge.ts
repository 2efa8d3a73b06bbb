import type { WorkUnit, WorkUnitKind } from "~/time/units";
import { deadlineLeadMs } from "../rules/gap";
import { type DueListEntry, dueListColumn, dueWorkUnitOf } from "./due-list";

/**
 * Maximum number of heartbeats in one batch. A heartbeat that is on time is also checked once a period, but that costs
 * few rows.
 */
export const maxHeartbeatsPerBatch = 100;

/** Lists passed deadlines and pings that are not processed yet. */
const heartbeatsDue = (now: string) =>
  dueListColumn(
    `SELECT page_id, id, due_at AS since, tries FROM heartbeat INDEXED BY heartbeat_due
      WHERE due_at <= ${now} AND pending_from IS NULL AND not_before <= ${now}
    UNION ALL SELECT page_id, id, min(coalesce(last_ping_at, ${now}), coalesce(due_at, ${now}), ${now}), tries
      FROM heartbeat INDEXED BY heartbeat_pending WHERE pending_from IS NOT NULL AND not_before <= ${now}`,
    maxHeartbeatsPerBatch,
  );

/** Lists sources that may have gone silent. */
const silenceDue = (now: string) =>
  dueListColumn(
    `SELECT page_id, id, silence_due_at AS since, silence_tries AS tries FROM source INDEXED BY source_silence
      WHERE silence_due_at <= ${now} AND silence_not_before <= ${now}`,
    maxHeartbeatsPerBatch,
  );

/**
 * Selects due units, and a flag that is set if a deadline falls within the next tick, in one query. `among` are the
 * deadlines, `others` is due work without a deadline.
 */
const withNext = (
  now: string,
  { due, among, others = "" }: { due: string; among: [string, string]; others?: string },
) => {
  const [from, deadline] = among;
  const soon = `${deadline} <= ${now} + ${deadlineLeadMs}`;
  return `(CASE WHEN EXISTS (SELECT 1 FROM ${from} WHERE ${soon}${others}) THEN
    json_array(json(coalesce(${due}, '[]')), EXISTS (SELECT 1 FROM ${from} WHERE ${deadline} > ${now} AND ${soon})) END)`;
};

export const heartbeatsDueColumn = (now: string) =>
  withNext(now, {
    due: heartbeatsDue(now),
    among: ["heartbeat INDEXED BY heartbeat_due", "due_at"],
    others: " UNION ALL SELECT 1 FROM heartbeat INDEXED BY heartbeat_pending WHERE pending_from IS NOT NULL",
  });

export const silenceDueColumn = (now: string) =>
  withNext(now, { due: silenceDue(now), among: ["source INDEXED BY source_silence", "silence_due_at"] });

/** Parses one of these columns. */
export function parseDueWorkUnits(
  kind: WorkUnitKind,
  text: string | null | undefined,
): { units: WorkUnit[]; isNext: boolean } {
  const [due, isNext] = JSON.parse(text ?? "[[],0]") as [DueListEntry[], number];
  return { units: due.map((each) => dueWorkUnitOf(kind, each)), isNext: isNext === 1 };
}
