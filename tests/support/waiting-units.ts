import { nextDayStart } from "~/time/day";
import type { UnitKind } from "./capacity";
import { unmetered } from "./restored";

/** A unit of work that is due and not done yet. */
export interface Unit {
  kind: UnitKind;
  /** A key that changes when it was served: then it waits again. */
  key: string;
  /** The time since which its row says it is due; null = the row does not say. */
  since: number | null;
}

type Row = Record<string, number | string | null>;

const questions: Record<string, string> = {
  settle: `SELECT page_id AS id, done AS turn, CASE WHEN wanted > done THEN NULL ELSE due_at END AS since FROM settle
    WHERE wanted > done OR due_at <= ?1`,
  publish: `SELECT page_id || ' ' || part AS id, built AS turn, NULL AS since FROM snapshot
    WHERE audience = 'public' AND built < wanted`,
  maintenance: "SELECT id, status AS turn, due_at AS since FROM maintenance WHERE due_at <= ?1",
  manual: "SELECT id, manual_until AS turn, manual_until AS since FROM component WHERE manual_until <= ?1",
  heartbeat: "SELECT id, ping_count AS turn, due_at AS since FROM heartbeat WHERE due_at <= ?1",
  // A notice that waits for its turn, such as updates that are sent together, counts only from that turn; a failed one
  // counts from its due time.
  notice: `SELECT id, round AS turn, CASE WHEN reason IS NULL THEN max(due_at, not_before) ELSE due_at END AS since
    FROM notice WHERE due_at <= ?1 AND outcome IS NULL AND (reason IS NOT NULL OR not_before <= ?1)
    AND EXISTS (SELECT 1 FROM mailer)`,
  check: `SELECT s.id, s.minute AS turn, (s.minute + 1) * 60000 AS since FROM monitor_shard s
    WHERE s.minute < ?1 / 60000 AND EXISTS (SELECT 1 FROM monitor m WHERE m.shard_id = s.id AND m.paused_at IS NULL)`,
};

const kindOf = (name: string): UnitKind => (name === "maintenance" || name === "manual" ? "edge" : (name as UnitKind));

/** Returns all that is due at `now` and not done. */
export async function waitingUnits(database: D1Database, now: number): Promise<Unit[]> {
  const names = Object.keys(questions);
  const days = "SELECT id, time_zone, open_day_at FROM page WHERE deleted_at IS NULL";
  const results = await unmetered<Row>(database, [
    ...names.map((name) => {
      const sql = questions[name] as string;
      return { sql, params: sql.includes("?1") ? [now] : [] };
    }),
    { sql: days, params: [] },
  ]);
  const rowsOf = (index: number) => results[index] ?? [];
  const units = names.flatMap((name, index) =>
    rowsOf(index).map(({ id, turn, since }) => ({
      kind: kindOf(name),
      key: `${name} ${id} ${turn}`,
      since: since as number | null,
    })),
  );
  const over = rowsOf(names.length).flatMap(({ id, time_zone, open_day_at }): Unit[] => {
    const since = nextDayStart(String(time_zone), Number(open_day_at));
    return since <= now ? [{ kind: "day", key: `day ${id} ${open_day_at}`, since }] : [];
  });
  return [...units, ...over];
}
