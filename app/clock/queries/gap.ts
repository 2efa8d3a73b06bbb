import { runBatch } from "~/db/run-batch";
import type { SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { newId } from "~/platform/ids";
import { contactStoreIntervalMs } from "~/sources/rules/source-silence";
import type { TimeSpan } from "~/status-page/timeline/rules/timeline";

/** Length of the window whose signs are returned only as the first and the last, in ms. */
const signGapMs = 30_000;

/**
 * Selects pings and deliveries since an instant. It reads all heartbeats and sources, so it only runs after a gap of
 * the ticks.
 */
const heardSince = (from: number, now: number): SqlStatement => ({
  sql: `SELECT min(at) AS first, max(at) AS last FROM (
      SELECT last_ping_at AS at FROM heartbeat WHERE last_ping_at BETWEEN ?1 AND ?2
      UNION ALL SELECT last_heard_at FROM source WHERE last_heard_at BETWEEN ?1 AND ?2
      UNION ALL SELECT d.received_at FROM source s CROSS JOIN delivery d
        WHERE d.source_id = s.id AND d.id >= ?3 AND d.id < '8' AND d.received_at BETWEEN ?1 AND ?2)
    GROUP BY at / ${signGapMs} ORDER BY first`,
  params: [from, now, newId(Math.max(0, from))],
});

export async function readSignsOfLife(ctx: Ctx, from: number, now: number): Promise<number[]> {
  const [answer] = await runBatch(ctx, [heardSince(from, now)]);
  return ((answer?.results ?? []) as { first: number; last: number }[]).flatMap(({ first, last }) => [first, last]);
}

const [from, to] = ["(g.value->>'$.from')", "(g.value->>'$.to')"];

/**
 * Moves deadlines that fell into a gap: a heartbeat gets the gap's end plus its grace time, and a source the time in
 * which a delivery would have been recorded. Later deadlines stay.
 */
export const moveDeadlinesStatements = (gaps: readonly TimeSpan[]): SqlStatement[] =>
  gaps.length === 0
    ? []
    : [
        {
          sql: `UPDATE heartbeat SET due_at = ${to} + grace_seconds * 1000 FROM json_each(?1) g
            WHERE heartbeat.due_at >= ${from} AND heartbeat.due_at <= ${to}`,
          params: [JSON.stringify(gaps)],
        },
        {
          sql: `UPDATE source SET silence_not_before = ${to} + ${contactStoreIntervalMs} FROM json_each(?1) g
            WHERE silence_due_at BETWEEN ${from} AND ${to} OR coalesce(last_heard_at, created_at) +
              coalesce(heartbeat_seconds * 1000, silence_hours * 3600000) BETWEEN ${from} AND ${to}`,
          params: [JSON.stringify(gaps)],
        },
      ];
