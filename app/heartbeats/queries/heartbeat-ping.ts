import { eq, isNotNull, lte, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/sqlite-core";
import { heartbeatTable, sourceTable } from "~/db/schema";
import { guardRowsStatement, pageIdOfRowSql, rowsStatement, rowsWithPageId, type SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { keptPingsPerMinute, maxPingsKept, type PingArrival, type PingDraft } from "../rules/heartbeat-ping";
import type { PingContent } from "../rules/ping-words";

/** Address of a ping; secrets as their hashes. */
export type PingAddress = { tokenHash: string } | { keyHash: string; slug: string } | { id: string };

export interface StoredPingBody {
  text: string;
  truncated: boolean;
}

/** Row that a recorded ping returns. `pendingFrom` = its own number: it changed the heartbeat's state. */
export interface RecordedPingRow {
  id: string;
  pageId: string;
  pingCount: number;
  pendingFrom: number | null;
}

/**
 * Returns the SQL for the id of exactly one heartbeat, or null: a slug shared by two matches none. Its parameters are
 * ?1 and, for a slug, ?2.
 */
function addressed(address: PingAddress): SqlStatement {
  if ("id" in address) return { sql: "?1", params: [address.id] };
  if ("tokenHash" in address) {
    return { sql: "(SELECT id FROM source WHERE token_hash = ?1)", params: [address.tokenHash] };
  }
  const ofKey = "s.page_id = (SELECT id FROM page WHERE ping_key_hash = ?1)";
  const one = `(SELECT CASE WHEN count(*) = 1 THEN min(s.id) END FROM heartbeat s WHERE ${ofKey} AND s.slug = ?2)`;
  return { sql: one, params: [address.keyHash, address.slug] };
}

const padded = ({ params: [first, second = null] }: SqlStatement) => [first, second];

/** The rules of heartbeats/rules/ping-words in SQL; ?8 subject or NULL, ?9 body. Without either no word can match. */
const has = (words: string) => `EXISTS (SELECT 1 FROM json_each(${words}) w WHERE instr(heard.text, w.value))`;
const heard =
  "(SELECT CASE words_in WHEN 'subject' THEN ?8 WHEN 'body' THEN ?9 ELSE coalesce(?8 || char(10), '') || ?9 END AS text) heard";
const byText = (success: string) => `(SELECT CASE WHEN heard.text IS NULL THEN ?4 WHEN ${has("fail_words")} THEN 'fail'
  WHEN ${has("success_words")} THEN ${success} WHEN ${has("start_words")} THEN 'start' ELSE 'ignored' END FROM ${heard})`;
/** A failure in letters beyond ASCII cannot be ruled out in a text whose charset is guessed. */
const unlessHidden =
  "CASE WHEN EXISTS (SELECT 1 FROM json_each(fail_words) w WHERE length(CAST(w.value AS BLOB)) > length(w.value)) THEN 'ignored' ELSE 'success' END";
const byNoText = "(CASE WHEN words_in = 'subject' THEN ?4 ELSE 'ignored' END)";
const filters = "(fail_words <> '[]' OR success_words <> '[]' OR start_words <> '[]')";

/** Kind of a ping before the row's settings apply: by its address, or by its words. */
const givenKinds = {
  told: "?4",
  silent: `(CASE WHEN ${filters} THEN ${byNoText} ELSE ?4 END)`,
  spoken: `(CASE WHEN ${filters} THEN ${byText("'success'")} ELSE ?4 END)`,
  guessed: `(CASE WHEN ${filters} THEN ${byText(unlessHidden)} ELSE ?4 END)`,
} as const;

const fifth = `pings->>'$[#-${keptPingsPerMinute}].at'`;
const isFull = `coalesce(${fifth} > ?3 - 60000 AND ${fifth} <= ?3, 0)`;
const room = `CASE WHEN json_array_length(pings) >= ${maxPingsKept} THEN json_remove(pings, '$[0]') ELSE pings END`;
const unheard =
  "((post_only = 1 AND ?6->>'$.method' NOT IN ('POST', 'MAIL')) OR (manual_resume = 1 AND state = 'paused'))";
const runEnds = "?3 + grace_seconds * 1000";

/**
 * Returns heartbeats/rules/heartbeat-ping in SQL, name by name: ?3 now, ?4 kind, ?5 run, ?6 the ping as JSON, ?7 its
 * id.
 */
function changesOf(given: string, ignored: string): string[] {
  const kind = `(CASE WHEN ${ignored} THEN 'ignored' ELSE ${given} END)`;
  const counts = `(${kind} IN ('success', 'fail'))`;
  const starts = `(${kind} = 'start')`;
  const turns = `(state <> CASE ${kind} WHEN 'success' THEN 'up' WHEN 'fail' THEN 'down' ELSE state END)`;
  const isNews = `((${starts} AND last_start_at IS NULL) OR ${turns} OR (${counts} AND last_result IS NOT ${kind}))`;
  const entry = `json_set(json(?6), '$.n', ping_count + 1, '$.kind', ${kind})`;
  const wentBack = `(?3 < last_ping_at AND ${counts})`;
  const foundStart = given === "?4" ? "0" : `(?4 <> 'start' AND ${starts})`;
  const paired = "(last_start_at IS NOT NULL AND coalesce(last_start_run, '') = ?5)";
  const ends = `(CASE ${kind} WHEN 'fail' THEN 1 WHEN 'success' THEN ${paired} OR ?5 = '' ELSE 0 END)`;
  const looks = `CASE WHEN ${turns} OR ${wentBack} OR ${foundStart} THEN ping_count + 1 END`;
  return [
    `pings = CASE WHEN NOT ${isFull} OR ${isNews} THEN json_insert(${room}, '$[#]', ${entry}) ELSE pings END`,
    "ping_count = ping_count + 1",
    `last_ping_at = CASE WHEN ${counts} THEN ?3 ELSE last_ping_at END`,
    `last_result = CASE WHEN ${counts} THEN ${kind} ELSE last_result END`,
    `last_start_at = CASE WHEN ${starts} THEN ?3 WHEN ${ends} THEN NULL ELSE last_start_at END`,
    `last_start_run = CASE WHEN ${starts} THEN ?5 WHEN ${ends} THEN NULL ELSE last_start_run END`,
    `last_duration = CASE WHEN NOT ${counts} THEN last_duration WHEN ${paired} THEN max(0, ?3 - last_start_at) END`,
    `pending_from = coalesce(pending_from, ${looks})`,
  ];
}

/** Returns the assignment of `due_at`, used only when it can change, because any assignment writes its index again. */
function dueAt(ignored: string): string {
  const starts = `(?4 = 'start' AND state <> 'down' AND NOT ${ignored})`;
  return `due_at = CASE WHEN ${starts} THEN min(coalesce(due_at, ${runEnds}), ${runEnds}) ELSE due_at END`;
}

const changesIgnoring = (ignored: string) => ({
  start: [...changesOf(givenKinds.told, ignored), dueAt(ignored)].join(",\n"),
  told: changesOf(givenKinds.told, ignored).join(",\n"),
  silent: changesOf(givenKinds.silent, ignored).join(",\n"),
  spoken: changesOf(givenKinds.spoken, ignored).join(",\n"),
  guessed: changesOf(givenKinds.guessed, ignored).join(",\n"),
});

const overtaken = "?3 < max(coalesce(last_ping_at, 0), coalesce(last_start_at, 0))";
const changes = { now: changesIgnoring(unheard), late: changesIgnoring(`(${unheard} OR ${overtaken})`) };

function changesBy(kind: PingDraft["kind"], by: PingContent | null): keyof typeof changes.now {
  if (by === null) return kind === "start" ? "start" : "told";
  if (by.subject === null && by.body === "") return "silent";
  return by.isGuessed ? "guessed" : "spoken";
}

const answered = "id, page_id AS pageId, ping_count AS pingCount, pending_from AS pendingFrom";

/**
 * Returns the only update of a ping, which reads nothing first; repeated after a lost answer it changes nothing and
 * returns nothing.
 */
export function recordPingStatement(address: PingAddress, draft: PingDraft, came: PingArrival): SqlStatement {
  const { now, heard: by = null, isLate = false } = came;
  const { kind: given, ...ping } = draft;
  const where = addressed(address);
  const way = changesBy(given, by);
  const said = way === "spoken" || way === "guessed" ? [by?.subject ?? null, by?.body ?? ""] : [];
  const about = [now, given, ping.rid ?? "", JSON.stringify({ ...ping, at: now }), `"${ping.id}"`];
  return {
    sql: `UPDATE heartbeat SET ${changes[isLate ? "late" : "now"][way]} WHERE id = ${where.sql} AND instr(pings, ?7) = 0 RETURNING ${answered}`,
    params: [...padded(where), ...about, ...said],
  };
}

/** Stores the body of the ping that was just written, if the row kept that ping; runs after `recordPingStatement`, in its batch. */
export function pingBodyStatements(address: PingAddress, pingId: string, body: StoredPingBody | null): SqlStatement[] {
  if (!body) return [];
  const where = addressed(address);
  const taken = "number = excluded.number, body = excluded.body, truncated = excluded.truncated";
  return [
    {
      sql: `INSERT INTO ping_body (heartbeat_id, slot, number, body, truncated)
        SELECT h.id, h.ping_count % ${maxPingsKept}, h.ping_count, ?3, ?4 FROM heartbeat h
        WHERE h.id = ${where.sql} AND h.pings->>'$[#-1].id' = ?5 AND h.pings->>'$[#-1].n' = h.ping_count
        ON CONFLICT (heartbeat_id, slot) DO UPDATE SET ${taken}`,
      params: [...padded(where), body.text, body.truncated ? 1 : 0, pingId],
    },
  ];
}

/** Returns the same row as `recordPingStatement`, for a retry after its response was lost. */
export function rereadPingStatement(address: PingAddress): SqlStatement {
  const where = addressed(address);
  return { sql: `SELECT ${answered} FROM heartbeat WHERE id = ${where.sql}`, params: where.params };
}

/** Returns the key's page and the number of heartbeats with the slug, to explain why a ping by slug found none. */
export const pingSlugStatement = (keyHash: string, slug: string): SqlStatement => ({
  sql: `SELECT id AS pageId, (SELECT count(*) FROM heartbeat h WHERE h.page_id = page.id AND h.slug = ?2) AS heartbeats
    FROM page WHERE ping_key_hash = ?1`,
  params: [keyHash, slug],
});

/** Pings, only when one is pending; a hundred of them take forty kilobytes. */
const untold = sql`iif(heartbeat.pending_from IS NULL, '[]', heartbeat.pings)`
  .mapWith(heartbeatTable.pings)
  .as("untold_pings");

const watched = {
  id: heartbeatTable.id,
  pageId: heartbeatTable.pageId,
  state: heartbeatTable.state,
  stateSince: heartbeatTable.stateSince,
  schedule: heartbeatTable.schedule,
  graceSeconds: heartbeatTable.graceSeconds,
  pings: untold,
  pingCount: heartbeatTable.pingCount,
  lastPingAt: heartbeatTable.lastPingAt,
  lastResult: heartbeatTable.lastResult,
  lastStartAt: heartbeatTable.lastStartAt,
  pendingFrom: heartbeatTable.pendingFrom,
  dueAt: heartbeatTable.dueAt,
  version: heartbeatTable.version,
  name: sourceTable.name,
};

/**
 * Returns the heartbeats to check, which have a pending ping or a passed deadline. It uses two queries, each with its
 * own index, because one with OR would read every heartbeat.
 */
export const dueHeartbeatIdsQuery = ({ db }: Pick<Ctx, "db">, now: number, most: number) =>
  unionAll(
    db.select({ id: heartbeatTable.id }).from(heartbeatTable).where(isNotNull(heartbeatTable.pendingFrom)),
    db.select({ id: heartbeatTable.id }).from(heartbeatTable).where(lte(heartbeatTable.dueAt, now)),
  ).limit(most);

export const heartbeatsToCheckQuery = ({ db }: Pick<Ctx, "db">, ids: readonly string[]) =>
  db
    .select(watched)
    .from(heartbeatTable)
    .innerJoin(sourceTable, eq(sourceTable.id, heartbeatTable.id))
    .where(sql`${heartbeatTable.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);

/** Next check of a heartbeat; `version` and `count` of pings are those that were read. */
export interface NextHeartbeatCheck {
  id: string;
  version: number;
  count: number;
  pendingFrom: number | null;
  dueAt: number | null;
}

const json = (rows: readonly object[]) => JSON.stringify(rows);

/** Assignments that clear earlier failures. */
const ran = "not_before = 0, tries = 0, reason = NULL";

/** Sets only the next check, because no state changed, unless something happened meanwhile. */
export const saveNextHeartbeatChecksStatement = (rows: readonly NextHeartbeatCheck[]): SqlStatement => ({
  sql: `UPDATE heartbeat SET pending_from = NULL, due_at = j.value->>'$.dueAt', ${ran} FROM json_each(?1) j
    WHERE heartbeat.id = j.value->>'$.id' AND version = j.value->>'$.version' AND ping_count = j.value->>'$.count'`,
  params: [json(rows)],
});

/** Makes checks due now that were due in the future by a clock that was ahead. */
export const clampDueChecksStatement = (now: number): SqlStatement => ({
  sql: "UPDATE heartbeat SET due_at = ?1 WHERE due_at > ?1",
  params: [now],
});

export type HeartbeatStateRow = NextHeartbeatCheck & { state: "up" | "down"; stateSince: number; timedOut: boolean };

/**
 * Writes changes of state, guarded by version. A time-out is also guarded by the count of pings, because a ping that
 * arrived since the read was in time. Other such pings are checked next: the second statement returns their
 * `pendingFrom`.
 */
export function heartbeatStateStatements(pageId: string, rows: readonly HeartbeatStateRow[]): SqlStatement[] {
  const held = "version = j.value->>'$.version' AND (NOT j.value->>'$.timedOut' OR ping_count = j.value->>'$.count')";
  const pending =
    "coalesce(j.value->>'$.pendingFrom', CASE WHEN heartbeat.ping_count > j.value->>'$.count' THEN (j.value->>'$.count') + 1 END)";
  return [
    guardRowsStatement(heartbeatTable, rowsWithPageId(pageId, rows), {
      unless: `page_id = ${pageIdOfRowSql} AND id = j.value->>'$.id' AND ${held}`,
    }),
    rowsStatement(
      `UPDATE heartbeat SET state = j.value->>'$.state', state_since = j.value->>'$.stateSince', version = version + 1,
        pending_from = ${pending}, due_at = j.value->>'$.dueAt', ${ran}
        FROM json_each(?1) j WHERE heartbeat.id = j.value->>'$.id' AND page_id = ${pageIdOfRowSql}
        RETURNING pending_from AS pendingFrom`,
      rowsWithPageId(pageId, rows),
    ),
  ];
}

/** Ends the silence of heartbeats that report: their components' state is known again. */
export const endHeartbeatSilenceStatements = (
  pageId: string,
  rows: readonly { id: string; at: number }[],
): SqlStatement[] =>
  rows.length === 0
    ? []
    : [
        rowsStatement(
          `UPDATE source SET silent_since = NULL, vouches_since = j.value->>'$.at' FROM json_each(?1) j
            WHERE source.id = j.value->>'$.id' AND source.page_id = ${pageIdOfRowSql} AND silent_since IS NOT NULL`,
          rowsWithPageId(pageId, rows),
        ),
      ];
