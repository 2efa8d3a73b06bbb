import type { Statement } from "~/db/write";
import type { Held, InboxEntry } from "../rules/inbox-entry";

/** An entry as it waits. */
export interface WaitingEntry extends InboxEntry {
  number: number;
  /** How often it failed by itself. */
  tries: number;
}

interface Room {
  entries: number;
  bytes: number;
}

/**
 * Keeps an entry if its owner has room, once; the last statement answers a row where it is in. All three are one batch:
 * `changes()` of the second is the first's.
 */
export function keepEntry({ id, kind, owner, pageId, at, request }: InboxEntry, most: Room): Statement[] {
  const taken = (what: keyof Room) => `coalesce((SELECT ${what} FROM room WHERE owner = ?3), 0)`;
  return [
    {
      sql: `INSERT INTO entry (id, kind, owner, page_id, at, request) SELECT ?1, ?2, ?3, ?4, ?5, ?6
        WHERE ${taken("entries")} < ?7 AND ${taken("bytes")} + length(?6) <= ?8 ON CONFLICT (id) DO NOTHING`,
      params: [id, kind, owner, pageId, at, request, most.entries, most.bytes],
    },
    {
      sql: `INSERT INTO room (owner, entries, bytes) SELECT ?1, 1, length(?2) WHERE changes() > 0
        ON CONFLICT (owner) DO UPDATE SET entries = entries + 1, bytes = bytes + excluded.bytes`,
      params: [owner, request],
    },
    { sql: "SELECT 1 FROM entry WHERE id = ?1", params: [id] },
  ];
}

/** What is due, untried first and in the order in which it came. */
export const dueEntries = (now: number, limit: number): Statement => ({
  sql: `SELECT number, id, kind, owner, page_id AS pageId, at, request, tries FROM entry
    WHERE not_before <= ?1 ORDER BY not_before, at, number LIMIT ?2`,
  params: [now, limit],
});

/** They are taken in, or nobody's: they leave, and their owners have their room again. */
export function removeEntries(numbers: readonly number[]): Statement[] {
  const params = [JSON.stringify(numbers)];
  return [
    {
      sql: `UPDATE room SET entries = room.entries - gone.entries, bytes = room.bytes - gone.bytes FROM
        (SELECT e.owner, count(*) AS entries, sum(length(e.request)) AS bytes FROM json_each(?1) j
          JOIN entry e ON e.number = j.value GROUP BY e.owner) gone WHERE room.owner = gone.owner`,
      params,
    },
    { sql: "DELETE FROM entry WHERE number IN (SELECT value FROM json_each(?1))", params },
    { sql: "DELETE FROM room WHERE entries <= 0", params: [] },
  ];
}

export const entriesBefore = (at: number): Statement => ({
  sql: "SELECT number FROM entry WHERE at < ?1",
  params: [at],
});

/** What failed by itself is tried later; `tried` has the number of each with the instant. */
export const putBackEntries = (tried: readonly { number: number; until: number }[]): Statement => ({
  sql: `UPDATE entry SET tries = tries + 1, not_before = j.value->>'$.until' FROM json_each(?1) j
    WHERE entry.number = j.value->>'$.number'`,
  params: [JSON.stringify(tried)],
});

/** One row as `Held`, and when the next of it is due. */
export const heldEntries = (): Statement => ({
  sql: `SELECT coalesce((SELECT sum(entries) FROM room), 0) AS entries, (SELECT min(at) FROM entry) AS oldestAt,
    (SELECT min(not_before) FROM entry) AS nextAt`,
  params: [],
});

export type HeldRow = Held & { nextAt: number | null };

/** The pages of what is held, as far as they are known. */
export const pagesOfEntries = (): Statement => ({
  sql: "SELECT page_id AS pageId, count(*) AS entries, min(at) AS oldestAt FROM entry WHERE page_id IS NOT NULL GROUP BY page_id",
  params: [],
});

export const emptyInbox = (): Statement[] => [
  { sql: "DELETE FROM entry", params: [] },
  { sql: "DELETE FROM room", params: [] },
];
