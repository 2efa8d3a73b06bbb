import { backupTables, tablesToEmpty } from "~/db/backup-tables";
import { pageTable } from "~/db/schema";
import { guardTableStatement, type SqlStatement } from "~/db/write";
import { quarantineListOfAllStatement } from "~/mailers/queries/quarantine-list";
import { requestWordBackfillStatement } from "~/search/queries/past-words";
import { checksStoppedAfterMs } from "~/status-page/rules/seen-page";
import { dayMs, hourMs, minuteMs } from "~/time/durations";
import { type BackupRow, type BackupTable, type BackupValue, isMigrationBefore } from "../rules/backup";
import { fillOlderCoverageStatements } from "./fill-older-coverage";
import { fillOlderFollowingStatements } from "./fill-older-following";
import { skipOverdueRemindersStatement } from "./quiet-reminders";

/** Breaks the batch when there is a page or a person. */
export const guardEmptyDeploymentStatement = guardTableStatement(pageTable, {
  lost: "EXISTS (SELECT 1 FROM page) OR EXISTS (SELECT 1 FROM person WHERE kind = 'human')",
});

export const emptyTablesStatements = (): SqlStatement[] =>
  tablesToEmpty.map((name) => ({ sql: `DELETE FROM "${name}"`, params: [] }));

/** Splits a text, never between the halves of a surrogate pair: each piece is valid text. */
function piecesOf(text: string, size: number): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at + size - 1);
    const end = code >= 0xd800 && code <= 0xdbff ? at + size - 1 : at + size;
    pieces.push(text.slice(at, end));
    at = end;
  }
  return pieces;
}

/** Returns statements that append the rest of a text that is too long for one statement. */
function append(table: BackupTable, row: BackupRow, column: string, pieces: readonly string[]): SqlStatement[] {
  const match = table.key.map((name, index) => `"${name}" = ?${index + 2}`).join(" AND ");
  const sql = `UPDATE "${table.name}" SET "${column}" = "${column}" || (?1->>'$') WHERE ${match}`;
  return pieces.map((piece) => ({
    sql,
    params: [JSON.stringify(piece), ...table.key.map((name) => row[name] ?? null)],
  }));
}

/** Returns a row with only the start of its long texts, and the statements that append the rest. */
function begun(table: BackupTable, row: BackupRow, size: number): { row: BackupRow; rest: SqlStatement[] } {
  const rest: SqlStatement[] = [];
  const short: BackupRow = {};
  for (const [name, value] of Object.entries(row)) {
    const pieces = typeof value === "string" && value.length > size ? piecesOf(value, size) : [];
    short[name] = pieces[0] ?? value;
    rest.push(...append(table, row, name, pieces.slice(1)));
  }
  return { row: short, rest };
}

function insert(table: string, columns: readonly string[], rows: readonly string[]): SqlStatement {
  const names = columns.map((name) => `"${name}"`).join(", ");
  const values = columns.map((_, index) => `j.value->>${index}`).join(", ");
  return {
    sql: `INSERT INTO "${table}" (${names}) SELECT ${values} FROM json_each(?1) j`,
    params: [`[${rows.join(",")}]`],
  };
}

/**
 * Gathers rows with equal columns of one table, as many per statement as fit into `size` characters of its parameter.
 */
export class RowInsertBatcher {
  private rest: SqlStatement[] = [];
  private columns: string[] = [];
  private rows: string[] = [];
  private length = 0;
  private table: BackupTable | undefined;

  constructor(private readonly size: number) {}

  /** Returns the statements that have become full. */
  add(name: string, whole: BackupRow): SqlStatement[] {
    const table = this.table?.name === name ? this.table : backupTables.find((each) => each.name === name);
    if (!table) throw new Error(`no table ${name}`);
    const { row, rest } = begun(table, whole, Math.floor(this.size / 8));
    const columns = Object.keys(row);
    const text = JSON.stringify(Object.values(row) satisfies BackupValue[]);
    const isOther = table !== this.table || columns.join() !== this.columns.join();
    const full = isOther || this.length + text.length > this.size ? this.flush() : [];
    [this.table, this.columns] = [table, columns];
    this.rows.push(text);
    this.length += text.length + 1;
    this.rest.push(...rest);
    return full;
  }

  /** Returns the rows gathered since, followed by the rest of their long texts. */
  flush(): SqlStatement[] {
    const begun = this.rows.length > 0 && this.table ? [insert(this.table.name, this.columns, this.rows)] : [];
    const made = [...begun, ...this.rest];
    [this.rows, this.rest, this.length] = [[], [], 0];
    return made;
  }
}

/** Cancels all pending notifications: a restore notifies no one. */
const silence = (now: number): SqlStatement[] => [
  {
    sql: "UPDATE notice SET outcome = coalesce(outcome, 'cancelled'), due_at = NULL, cursor = NULL WHERE due_at IS NOT NULL OR outcome IS NULL",
    params: [],
  },
  { sql: "UPDATE batch SET done_at = ?1 WHERE done_at IS NULL", params: [now] },
  { sql: "UPDATE channel_delivery SET state = 'dead', due_at = NULL, done_at = ?1 WHERE state = 'due'", params: [now] },
];

/** Starts and ends of maintenance that passed meanwhile take effect at their scheduled time, without notifications. */
const quietEdges = (now: number): SqlStatement => ({
  sql: `UPDATE maintenance SET
    tell_start = iif(started_at IS NULL AND starts_at <= ?1, 0, tell_start),
    tell_end = iif(ends_at <= ?1, 0, tell_end),
    remind_day = iif(starts_at - ${dayMs} <= ?1, 0, remind_day),
    remind_hour = iif(starts_at - ${hourMs} <= ?1, 0, remind_hour)
    WHERE status IN ('scheduled', 'in_progress', 'verifying')`,
  params: [now],
});

/**
 * No ping could arrive meanwhile: expected heartbeats are expected again from now on, and processed by the next tick.
 */
const waitAnew = (now: number): SqlStatement => ({
  sql: `UPDATE heartbeat SET pending_from = NULL, last_start_at = NULL, last_start_run = NULL,
    last_ping_at = iif(state = 'up', ?1, last_ping_at), due_at = iif(state = 'up', ?1, NULL)`,
  params: [now],
});

/** Time in which sources can report their state before a group of alerts opens or resolves anything. */
const settleDelayMs = 10 * minuteMs;

const holdAnew = (now: number): SqlStatement[] => [
  { sql: "UPDATE alert_group SET due_at = max(due_at, ?1) WHERE due_at IS NOT NULL", params: [now + settleDelayMs] },
  { sql: "UPDATE settle SET due_at = max(due_at, ?1) WHERE due_at IS NOT NULL", params: [now + settleDelayMs] },
];

/**
 * True when observed statuses are out of date: for monitors that a restore pauses, and sources that must deliver again
 * first.
 */
const unvouched = `EXISTS (SELECT 1 FROM monitor m JOIN source s ON s.id = m.id
    WHERE m.page_id = settle.page_id AND m.paused_at IS NOT NULL AND s.silent_since IS NULL)
  OR EXISTS (SELECT 1 FROM source s JOIN rule r ON r.source_id = s.id JOIN rule_component rc ON rc.page_id = r.page_id AND rc.rule_id = r.id
    JOIN component c ON c.id = rc.component_id WHERE s.page_id = settle.page_id AND s.unheard = 1 AND c.coverage IS NULL)`;

/** A monitor without its secret is paused and has no data from now on, exactly as when a person pauses it. */
const silencePaused = (now: number): SqlStatement[] => [
  {
    sql: `UPDATE settle SET asked_at = iif(wanted > done, asked_at, ?1), wanted = wanted + 1 WHERE ${unvouched}`,
    params: [now],
  },
  {
    sql: `UPDATE source SET silent_since = ?1 WHERE silent_since IS NULL
      AND id IN (SELECT m.id FROM monitor m WHERE m.paused_at IS NOT NULL)`,
    params: [now],
  },
];

/**
 * Raises revisions above every number that a client may remember of the previous data: `floor`. Statuses count as
 * observed now; the next tick builds.
 */
const publishAnew = (now: number, floor: number): SqlStatement => ({
  sql: "UPDATE snapshot SET wanted = max(wanted, ?2) + 1, built = 0, body = NULL, observed_at = ?1",
  params: [now, floor],
});

/**
 * Files of earlier versions do not record whether people set statuses on a page; it is derived from what they wrote.
 */
const spokenBefore: SqlStatement = {
  sql: `UPDATE page SET spoken_at = updated_at WHERE spoken_at IS NULL AND (
    EXISTS (SELECT 1 FROM maintenance m WHERE m.page_id = page.id)
    OR EXISTS (SELECT 1 FROM component c WHERE c.page_id = page.id AND c.version > 0 AND c.observed_since = c.created_at)
    OR EXISTS (SELECT 1 FROM incident i WHERE i.page_id = page.id AND i.visibility = 'published' AND (i.origin = 'person' OR i.edited = 1))
    OR EXISTS (SELECT 1 FROM status_change c WHERE c.page_id = page.id AND c.layer = 'manual'))`,
  params: [],
};

/** Rebuilds plans as monitors/queries/shard does whenever a monitor changes. */
const rebuildPlans = (planAnew: string): SqlStatement => ({
  sql: `UPDATE monitor_shard SET ${planAnew}`,
  params: [],
});

const deploymentRow = (now: number): SqlStatement[] => [
  {
    sql: "INSERT INTO deployment (id, home_page_id) SELECT 1, (SELECT min(id) FROM page) WHERE NOT EXISTS (SELECT 1 FROM deployment)",
    params: [],
  },
  {
    sql: "UPDATE deployment SET tick_at = ?1, inboxes_from = CAST(unixepoch('subsec') * 1000 AS INTEGER), mail_failing_since = NULL, secret_key = NULL",
    params: [now],
  },
];

/**
 * Nothing was checked since the file was made, or since the stamp in it: this is a standstill, with no data but
 * people's own statuses. `madeAt` is used when the file has no stamp.
 */
const stoodStill = (madeAt: number, now: number): SqlStatement => ({
  sql: `INSERT INTO standstill (started_at, ended_at) SELECT began, ?2 FROM (SELECT max(
      coalesce((SELECT nullif(tick_at, 0) FROM deployment WHERE tick_at <= ?2), ?1), coalesce((SELECT max(ended_at) FROM standstill), 0)) AS began)
    WHERE began < ?2 - ${checksStoppedAfterMs} ON CONFLICT DO NOTHING`,
  params: [madeAt, now],
});

export interface RestoreFinishFacts {
  /** The last migration of the deployment that made the file. */
  schema: string;
  /** Time when the file was made. */
  madeAt: number;
  now: number;
  floor: number;
  planAnew: string;
  audit: { id: string; after: Record<string, unknown> };
}

/** Returns the statements after the rows: due work is cleared, and the clock continues from `now`. */
export const finishRestoreStatements = ({
  schema,
  madeAt,
  now,
  floor,
  planAnew,
  audit,
}: RestoreFinishFacts): SqlStatement[] => [
  ...silence(now),
  skipOverdueRemindersStatement(now),
  quarantineListOfAllStatement,
  quietEdges(now),
  waitAnew(now),
  ...holdAnew(now),
  spokenBefore,
  ...(isMigrationBefore(schema, "0040_coverage") ? fillOlderCoverageStatements : []),
  ...(isMigrationBefore(schema, "0044_following") ? fillOlderFollowingStatements : []),
  ...silencePaused(now),
  requestWordBackfillStatement(now),
  publishAnew(now, floor),
  rebuildPlans(planAnew),
  stoodStill(madeAt, now),
  ...deploymentRow(now),
  {
    sql: `INSERT INTO audit_entry (id, at, actor_kind, actor_id, action, subject_kind, subject_id, after)
      VALUES (?1, ?2, 'machine', 'restore', 'deployment.restore', 'deployment', '1', ?3)`,
    params: [audit.id, now, JSON.stringify(audit.after)],
  },
];
