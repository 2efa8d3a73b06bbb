import { and, asc, eq, gt, inArray, or, type SQL, sql } from "drizzle-orm";
import { foreignIdTable } from "~/db/schema";
import {
  deleteRowsStatements,
  type InsertRow,
  insertRowsStatements,
  type SqlStatement,
  upsertRowsStatements,
} from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import type { ForeignIdNoun } from "../rules/foreign-ids";
import type { ThingReference } from "../rules/move-things";

type Db = Pick<Ctx, "db">;
export type StoredForeignId = typeof foreignIdTable.$inferSelect;

/** Selects rows of one origin that meet further conditions, along the primary key. */
const rowsOfOrigin = ({ db }: Db, pageId: string, origin: string, ...conditions: (SQL | undefined)[]) =>
  db
    .select()
    .from(foreignIdTable)
    .where(and(eq(foreignIdTable.pageId, pageId), eq(foreignIdTable.origin, origin), ...conditions));

/** Selects the rows of these nouns, of which a page has few: later things name them. */
export const foreignIdsOfNounsQuery = (ctx: Db, pageId: string, origin: string, nouns: readonly ForeignIdNoun[]) =>
  rowsOfOrigin(ctx, pageId, origin, inArray(foreignIdTable.kind, [...nouns]));

/** Selects the rows of these things; a subscriber has none. */
export function foreignIdsOfThingsQuery(ctx: Db, pageId: string, origin: string, things: readonly ThingReference[]) {
  const keys = JSON.stringify(things.map(({ noun, theirId }) => [noun, theirId]));
  const isAmong = sql`(${foreignIdTable.kind}, ${foreignIdTable.theirId}) IN
    (SELECT j.value->>0, j.value->>1 FROM json_each(${keys}) j)`;
  return rowsOfOrigin(ctx, pageId, origin, isAmong);
}

interface ForeignIdPortion {
  pageId: string;
  origin: string;
  importId: string;
  kind: ForeignIdNoun;
  /** Their id after which the portion begins; empty = the first. */
  after: string;
  limit: number;
}

/** Selects a portion of the things of one noun that an import made, joined or changed. */
export const foreignIdsOfImportQuery = (ctx: Db, { pageId, origin, importId, kind, after, limit }: ForeignIdPortion) =>
  rowsOfOrigin(
    ctx,
    pageId,
    origin,
    eq(foreignIdTable.kind, kind),
    gt(foreignIdTable.theirId, after),
    or(eq(foreignIdTable.importId, importId), eq(foreignIdTable.changedByImportId, importId)),
  )
    .orderBy(asc(foreignIdTable.theirId))
    .limit(limit);

/** Writes rows as they are to be, new ones and known ones. */
export const upsertForeignIdsStatements = (rows: readonly InsertRow<typeof foreignIdTable>[]): SqlStatement[] =>
  upsertRowsStatements(foreignIdTable, rows, ["pageId", "origin", "kind", "theirId"]);

/** Adds rows; one whose id is known already stays as it is. */
export const addForeignIdsStatements = (rows: readonly InsertRow<typeof foreignIdTable>[]): SqlStatement[] =>
  insertRowsStatements(foreignIdTable, rows, {
    onConflict: { key: ["pageId", "origin", "kind", "theirId"], set: null },
  });

/** Deletes the rows that an import from elsewhere wrote for the ids that these things had at Statuspage. */
export const deleteFormerIdsStatements = (
  pageId: string,
  importId: string,
  ourIds: readonly string[],
): SqlStatement[] =>
  ourIds.length === 0
    ? []
    : [
        {
          sql: `DELETE FROM foreign_id INDEXED BY foreign_id_ours WHERE page_id = ?1 AND origin = 'statuspage' AND import_id = ?2
            AND our_id IN (SELECT value FROM json_each(?3))`,
          params: [pageId, importId, JSON.stringify(ourIds)],
        },
      ];

export const deleteForeignIdsStatements = (pageId: string, rows: readonly StoredForeignId[]): SqlStatement[] =>
  deleteRowsStatements(
    foreignIdTable,
    pageId,
    rows.map(({ origin, kind, theirId }) => ({ origin, kind, theirId })),
  );
