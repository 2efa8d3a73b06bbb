import { eq } from "drizzle-orm";
import { deploymentTable, inboxTable } from "~/db/schema";
import type { SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import type { InboxContents } from "../rules/inbox-entry";

type Db = Pick<Ctx, "db">;

export interface InboxContentsWithPages extends InboxContents {
  pages: readonly { pageId: string; entries: number; oldestAt: number }[];
}

/** Asks for a new document of pages that were behind because of this inbox. */
const askToPublish = (number: number, now: number): SqlStatement => ({
  sql: `UPDATE snapshot SET wanted = wanted + 1, asked_at = iif(built < wanted, asked_at, ?2)
    WHERE audience = 'public' AND part = 'home' AND behind_since IS NOT NULL AND page_id IN
      (SELECT j.value->>'$.pageId' FROM inbox i, json_each(i.pages) j WHERE i.number = ?1)`,
  params: [number, now],
});

/** Notes what an inbox still holds, or removes its note. */
export function recordInboxContentsStatements(
  number: number,
  { entries, oldestAt, pages }: InboxContentsWithPages,
  now: number,
): SqlStatement[] {
  const gone = { sql: "DELETE FROM inbox WHERE number = ?1", params: [number] };
  const held = {
    sql: `INSERT INTO inbox (number, entries, oldest_at, pages) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT (number) DO UPDATE SET entries = excluded.entries, oldest_at = excluded.oldest_at, pages = excluded.pages`,
    params: [number, entries, oldestAt ?? now, JSON.stringify(pages)],
  };
  return [askToPublish(number, now), entries === 0 ? gone : held];
}

/** Selects the instant before which entries are dropped; 0 = none are. */
export const inboxCutoffQuery = ({ db }: Db) => db.select({ from: deploymentTable.inboxesFrom }).from(deploymentTable);

/** Selects a row when the database has a note that this inbox holds something. */
export const inboxNoteByNumberQuery = ({ db }: Db, number: number) =>
  db.select({ number: inboxTable.number }).from(inboxTable).where(eq(inboxTable.number, number));

/** Selects all that is held; at most sixteen rows. */
export const nonEmptyInboxesQuery = ({ db }: Db) =>
  db.select({ entries: inboxTable.entries, oldestAt: inboxTable.oldestAt }).from(inboxTable);
