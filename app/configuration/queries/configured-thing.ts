import { and, eq, type SQL, sql } from "drizzle-orm";
import { configuredThingTable, configuredThingTable as thing } from "~/db/schema";
import { type InsertRow, type SqlStatement, upsertRowsStatements } from "~/db/write";
import type { Ctx } from "~/platform/ctx";

type Db = Pick<Ctx, "db">;
export type ConfiguredThingRow = typeof configuredThingTable.$inferSelect;

/** Condition that a column is one of these values, as one parameter. */
export const isOneOfCondition = (column: unknown, values: readonly string[]): SQL =>
  sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`;

/** Lists what files know of these pages. */
export const configuredThingsOfPagesQuery = ({ db }: Db, pageIds: readonly string[]) =>
  db
    .select()
    .from(thing)
    .where(isOneOfCondition(thing.pageId, pageIds))
    .orderBy(thing.pageId, thing.file, thing.noun, thing.key);

/** Lists what one file knows of these pages. */
export const thingsOfFileQuery = ({ db }: Db, pageIds: readonly string[], file: string) => {
  const own = and(isOneOfCondition(thing.pageId, pageIds), eq(thing.file, file));
  return db.select().from(thing).where(own);
};

/** Lists the files that know a thing of a page. */
export const filesOfThingQuery = ({ db }: Db, pageId: string, ourId: string) => {
  const own = and(eq(thing.pageId, pageId), eq(thing.ourId, ourId));
  return db.select().from(thing).where(own).orderBy(thing.file);
};

/** Lists the files that know things of a noun. */
export const filesOfNounQuery = ({ db }: Db, pageId: string, noun: ConfiguredThingRow["noun"]) => {
  const own = and(eq(thing.pageId, pageId), eq(thing.noun, noun));
  return db.select().from(thing).where(own).orderBy(thing.key, thing.file);
};

/** Rows of one statement: a parameter has at most 2 MB. */
const rowsPerStatement = 500;

/** Keeps what a file knows and owns of things. */
export const keepConfiguredThingStatements = (
  rows: readonly InsertRow<typeof configuredThingTable>[],
): SqlStatement[] =>
  Array.from({ length: Math.ceil(rows.length / rowsPerStatement) }, (_, part) =>
    upsertRowsStatements(configuredThingTable, rows.slice(part * rowsPerStatement, (part + 1) * rowsPerStatement), [
      "pageId",
      "file",
      "noun",
      "key",
    ]),
  ).flat();

/** Forgets the key under which a file knew a thing. */
export const forgetConfiguredKeyStatement = ({
  pageId,
  file,
  noun,
  key,
}: Pick<ConfiguredThingRow, "pageId" | "file" | "noun" | "key">): SqlStatement => ({
  sql: "DELETE FROM configured_thing WHERE page_id = ?1 AND file = ?2 AND noun = ?3 AND key = ?4",
  params: [pageId, file, noun, key],
});

/** Forgets a thing that is gone, for all files. */
export const forgetConfiguredThingStatement = (pageId: string, ourId: string): SqlStatement => ({
  sql: "DELETE FROM configured_thing WHERE page_id = ?1 AND our_id = ?2",
  params: [pageId, ourId],
});

/** Makes all fields of a thing, or one of them, people’s own again; the files keep their keys of it. */
export const releaseConfiguredThingStatement = (
  pageId: string,
  ourId: string,
  now: number,
  field?: string,
): SqlStatement => ({
  sql: `UPDATE configured_thing SET updated_at = ?3,
    fields = CASE WHEN ?4 IS NULL THEN '{}'
      ELSE (SELECT json_group_object(f.key, f.value) FROM json_each(configured_thing.fields) f WHERE f.key <> ?4) END
    WHERE page_id = ?1 AND our_id = ?2`,
  params: [pageId, ourId, now, field ?? null],
});
