import type { SqlStatement } from "~/db/write";
import {
  allPingsInboxLimits,
  allPingsOwner,
  type InboxContents,
  type InboxDrainReport,
  type InboxEntry,
  type InboxLimits,
} from "../rules/inbox-entry";

/** A waiting entry without its request. */
export interface WaitingInboxEntry extends Omit<InboxEntry, "request"> {
  number: number;
  /** Characters of its request. */
  size: number;
  /** Number of its own failures. */
  tries: number;
}

const taken = (owner: string, what: keyof InboxLimits) =>
  `coalesce((SELECT ${what} FROM room WHERE owner = ${owner}), 0)`;
const fits = (owner: string, entries: string, bytes: string) =>
  `${taken(owner, "entries")} < ${entries} AND ${taken(owner, "bytes")} + length(?6) <= ${bytes}`;

/** Counts the room of its owner, and for pings the room they all share; only if the statement before it wrote a row. */
const noteRoom = (owner: string, request: string): SqlStatement => ({
  sql: `INSERT INTO room (owner, entries, bytes) SELECT ?1, 1, length(?2) WHERE changes() > 0
    ON CONFLICT (owner) DO UPDATE SET entries = entries + 1, bytes = bytes + excluded.bytes`,
  params: [owner, request],
});

/**
 * Returns statements of one batch that store an entry once, if its owner has room. `found` returns a row if the entry
 * is stored.
 */
export function storeInboxEntryStatements({ id, kind, owner, pageId, at, request }: InboxEntry, most: InboxLimits) {
  const isPing = kind === "ping";
  const shared = isPing ? ` AND ${fits("?9", "?10", "?11")}` : "";
  const ofPings = isPing ? [allPingsOwner, allPingsInboxLimits.entries, allPingsInboxLimits.bytes] : [];
  const insert: SqlStatement = {
    sql: `INSERT INTO entry (id, kind, owner, page_id, at, request) SELECT ?1, ?2, ?3, ?4, ?5, ?6
      WHERE ${fits("?3", "?7", "?8")}${shared} ON CONFLICT (id) DO NOTHING`,
    params: [id, kind, owner, pageId, at, request, most.entries, most.bytes, ...ofPings],
  };
  return {
    entry: [insert, noteRoom(owner, request), ...(isPing ? [noteRoom(allPingsOwner, request)] : [])],
    found: [{ sql: "SELECT 1 FROM entry WHERE id = ?1", params: [id] }],
  };
}

/** Selects the entries of a kind that are due: untried ones first, in the order in which they came. */
export const dueInboxEntriesStatement = (now: number, kind: InboxEntry["kind"], limit: number): SqlStatement => ({
  sql: `SELECT number, id, kind, owner, page_id AS pageId, at, length(request) AS size, tries FROM entry
    WHERE kind = ?2 AND not_before <= ?1 ORDER BY not_before, at, number LIMIT ?3`,
  params: [now, kind, limit],
});

/** Selects their requests, by their numbers. */
export const inboxEntryRequestsStatement = (numbers: readonly number[]): SqlStatement => ({
  sql: "SELECT number, request FROM entry WHERE number IN (SELECT value FROM json_each(?1))",
  params: [JSON.stringify(numbers)],
});

const gone = (owner: string, where = "true") => `UPDATE room SET entries = room.entries - gone.entries,
    bytes = room.bytes - gone.bytes FROM (SELECT ${owner} AS owner, count(*) AS entries, sum(length(e.request)) AS bytes
    FROM json_each(?1) j JOIN entry e ON e.number = j.value WHERE ${where} GROUP BY 1) gone WHERE room.owner = gone.owner`;

/** Removes entries that were taken in or dropped, and frees their owners' room. */
export function removeInboxEntriesStatements(numbers: readonly number[]): SqlStatement[] {
  const params = [JSON.stringify(numbers)];
  return [
    { sql: gone("e.owner"), params },
    { sql: gone(`'${allPingsOwner}'`, "e.kind = 'ping'"), params },
    { sql: "DELETE FROM entry WHERE number IN (SELECT value FROM json_each(?1))", params },
    { sql: "DELETE FROM room WHERE entries <= 0", params: [] },
  ];
}

/**
 * Selects entries that came before an instant (`failedInboxEntriesStatement`: and failed so often); they can no longer be taken in.
 */
export const oldInboxEntriesStatement = (at: number): SqlStatement => ({
  sql: "SELECT number FROM entry WHERE at < ?1",
  params: [at],
});

export const failedInboxEntriesStatement = (before: number, tries: number): SqlStatement => ({
  sql: "SELECT number FROM entry WHERE at < ?1 AND tries >= ?2",
  params: [before, tries],
});

/** Puts failed entries back; `tried` has the number of each with the instant of its next attempt. */
export const postponeInboxEntriesStatement = (tried: readonly { number: number; until: number }[]): SqlStatement => ({
  sql: `UPDATE entry SET tries = tries + 1, not_before = j.value->>'$.until' FROM json_each(?1) j
    WHERE entry.number = j.value->>'$.number'`,
  params: [JSON.stringify(tried)],
});

/** Number of failures after which an entry is not waiting for the database, so that nothing is delayed for it. */
const stuckAfterTries = 3;

/** Selects one row as `InboxContents`, and when the next entry is due. */
export const inboxContentsStatement = (): SqlStatement => ({
  sql: `SELECT (SELECT count(*) FROM entry) AS entries, (SELECT min(at) FROM entry) AS oldestAt,
    (SELECT count(*) FROM entry WHERE tries < ${stuckAfterTries}) AS fresh, (SELECT min(not_before) FROM entry) AS nextAt`,
  params: [],
});

export type InboxContentsRow = InboxContents & Pick<InboxDrainReport, "fresh" | "nextAt">;

/** Selects the pages of the held entries, as far as they are known; without stuck ones. */
export const inboxEntryPagesStatement = (): SqlStatement => ({
  sql: `SELECT page_id AS pageId, count(*) AS entries, min(at) AS oldestAt FROM entry
    WHERE page_id IS NOT NULL AND tries < ${stuckAfterTries} GROUP BY page_id`,
  params: [],
});
