import type { D1Database } from "@cloudflare/workers-types";

/** The settling of a page and its place in the timeline, and the building of a view; messages have an order of their own. */
const leases = [
  ["settle", "lease_until"],
  ["settle", "timeline_held_until"],
  ["snapshot", "lease_until"],
];

/**
 * A runtime has ended and nobody else has the state folder: what it was at when it was killed is free at once, not when its
 * lease would have been over. Before the next runtime's first tick, at `now` in ms.
 */
export async function endLeases(database: D1Database, now: number): Promise<void> {
  await database.batch(
    leases.map(([table, column]) =>
      database.prepare(`UPDATE ${table} SET ${column} = ?1 WHERE ${column} > ?1`).bind(now),
    ),
  );
}
