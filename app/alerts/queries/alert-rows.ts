import { alertTable, episodeTable } from "~/db/schema";
import {
  guardInsertSql,
  insertRowsStatements,
  pageIdOfRowSql,
  rowsStatement,
  rowsWithPageId,
  type SqlStatement,
  updateRowsStatements,
} from "~/db/write";
import type { AlertRecord } from "../rules/alert";
import type { AlertStateGuard, AlertWrites } from "../rules/delivery-entry";

/** Changes of alerts by the signals of one source. */
export interface SourceAlertWrites {
  sourceId: string;
  writes: AlertWrites;
}

const value = (key: string) => `j.value->>'$.${key}'`;

/**
 * SQL for the start that the sender reported. While an alert is held in one episode, its sender reports other starts
 * without any other change.
 */
const reportedStart =
  "coalesce((SELECT e.reported_start FROM episode e WHERE e.alert_id = t.id AND e.started_at = t.started_at), t.started_at)";

/**
 * SQL that is true when the facts of a turn are still current. Texts, counts and versions are not compared, because a
 * storm changes them.
 */
const stands = `CASE WHEN ${value("state")} IS NULL THEN t.id IS NULL
  WHEN ${value("seenAgainAt")} IS NOT NULL THEN t.state = ${value("state")} OR t.last_seen_at >= ${value("seenAgainAt")}
  ELSE t.state = ${value("state")} AND t.started_at = ${value("startedAt")} AND
    t.last_seen_at <= coalesce(${value("lastSeenBy")}, t.last_seen_at) AND
    CASE WHEN ${value("eventsBefore")} IS NULL
      THEN t.last_event_at IS ${value("lastEventAt")} AND t.resolved_received_at IS ${value("resolvedReceivedAt")}
        AND ${reportedStart} = ${value("reportedStart")}
      ELSE coalesce(t.last_event_at, 0) < ${value("eventsBefore")} END
  END`;

/** Returns part of a statement that fills `guard`; `rows` is the parameter that holds the guards as JSON. */
export const changedAlertsSql = (rows: string): string =>
  `SELECT 'alert' FROM json_each(${rows}) j LEFT JOIN alert t ON t.id = ${value("id")} WHERE (${stands}) IS NOT TRUE`;

export const alertGuardsJson = (guards: readonly AlertStateGuard[]): string => JSON.stringify(guards);

const assigned = (columns: Record<string, string>) =>
  Object.entries(columns)
    .map(([column, key]) => `${column} = ${value(key)}`)
    .join(", ");

const times = assigned({
  state: "state",
  ended_at: "endedAt",
  resolved_received_at: "resolvedReceivedAt",
  last_seen_at: "lastSeenAt",
  last_event_at: "lastEventAt",
  turns: "turns",
  flapping_since: "flappingSince",
  held_end: "heldEnd",
});

const words = assigned({
  severity: "severity",
  title: "title",
  body: "body",
  link: "link",
  labels: "labels",
  group_key: "groupKey",
  started_at: "startedAt",
});

/**
 * SQL for a column that belongs to a firing: people and settlings set it, it stays during the firing, and a new firing
 * resets it.
 */
const ofEpisode = (column: string, otherwise: string) =>
  `${column} = CASE WHEN alert.started_at = ${value("startedAt")} THEN ${column} ELSE ${otherwise} END`;

const episodes = [
  ...["incident_id", "acknowledged_at", "acknowledged_by", "dismissed_at", "cause_id"].map((each) =>
    ofEpisode(each, "NULL"),
  ),
  ofEpisode("flags", value("flags")),
].join(", ");

const heard = `count = count + ${value("by")}, version = version + 1`;

function update(set: string, pageId: string, rows: readonly object[]): SqlStatement[] {
  if (rows.length === 0) return [];
  const sql = `UPDATE alert SET ${set} FROM json_each(?1) j WHERE alert.id = ${value("id")} AND alert.page_id = ${pageIdOfRowSql}`;
  return [rowsStatement(sql, rowsWithPageId(pageId, rows))];
}

/** Returns the columns for state and times only. */
function timeColumns(row: AlertRecord & { by: number }) {
  const { id, state, endedAt, resolvedReceivedAt, lastSeenAt, lastEventAt, turns, flappingSince, heldEnd, by } = row;
  return { id, state, endedAt, resolvedReceivedAt, lastSeenAt, lastEventAt, turns, flappingSince, heldEnd, by };
}

const begunAnew =
  "reported_start = excluded.reported_start, received_at = excluded.received_at, ended_at = excluded.ended_at, incident_id = NULL, dismissed_at = NULL, dismissed_reason = NULL, told = '[]'";

/** Inserts episodes. A row of the same start may remain from a purged alert; it is overwritten. */
function startRows(rows: Parameters<typeof insertRowsStatements<typeof episodeTable>>[1]): SqlStatement[] {
  return insertRowsStatements(episodeTable, rows, { onConflict: { key: ["alertId", "startedAt"], set: begunAnew } });
}

/**
 * Writes alerts and episodes: at most one statement per table and kind, however many sources. Their guards are written
 * apart.
 */
export function writeAlertsStatements(pageId: string, made: readonly SourceAlertWrites[]): SqlStatement[] {
  const all = made.map((each) => each.writes);
  const fresh = made.flatMap(({ sourceId, writes }) =>
    writes.inserted.map(({ reportedStart: _, ...row }) => ({ ...row, pageId, sourceId, version: 0 })),
  );
  const closed = all
    .flatMap((each) => each.ended)
    .map(({ alertId, startedAt, endedAt, reportedStart }) => ({ alertId, startedAt, endedAt, reportedStart }));
  const touched = `count = count + ${value("by")}, last_seen_at = max(last_seen_at, ${value("lastSeenAt")})`;
  return [
    ...insertRowsStatements(alertTable, fresh),
    ...update(
      `${times}, ${words}, ${episodes}, ${heard}`,
      pageId,
      all.flatMap((each) => each.updated),
    ),
    ...update(`${times}, ${heard}`, pageId, all.flatMap((each) => each.retimed).map(timeColumns)),
    ...update(
      touched,
      pageId,
      all.flatMap((each) => each.touched),
    ),
    ...updateRowsStatements(episodeTable, pageId, closed, ["alertId", "startedAt"]),
    ...startRows(all.flatMap((each) => each.started).map((each) => ({ ...each, pageId }))),
  ];
}

/** Rolls back the batch of our own checks when an alert has turned meanwhile. */
export function guardAlertsUnchangedStatements(made: readonly SourceAlertWrites[]): SqlStatement[] {
  const guards = made.flatMap((each) => each.writes.guards);
  if (guards.length === 0) return [];
  return [rowsStatement(guardInsertSql(changedAlertsSql("?1")), guards)];
}
