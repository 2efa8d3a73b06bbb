import type { D1Database } from "@cloudflare/workers-types";

/**
 * Leases of a page's settling, of its place in the timeline, and of building a view; messages have an order of their
 * own.
 */
const leases = [
  ["settle", "lease_until"],
  ["settle", "timeline_held_until"],
  ["snapshot", "lease_until"],
];

/**
 * Ends the leases of a runtime that has ended, when no other process uses the state folder: its interrupted work is
 * free at once. Runs before the next runtime's first tick; `now` in ms.
 */
export async function endRuntimeLeases(database: D1Database, now: number): Promise<void> {
  await database.batch(
    leases.map(([table, column]) =>
      database.prepare(`UPDATE ${table} SET ${column} = ?1 WHERE ${column} > ?1`).bind(now),
    ),
  );
}
