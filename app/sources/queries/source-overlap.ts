import { sql } from "drizzle-orm";
import { rowsAsJsonSql } from "~/db/json-rows";
import { type RotatedSourcePart, sourceOverlapTable } from "~/db/schema";
import type { SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import type { OverlapSide, SourceOverlap } from "../rules/source-overlap";

/** A source's overlaps as one column: a JSON list. */
export const sourceOverlapsColumn = rowsAsJsonSql(
  sql`source_overlap o WHERE o.source_id = source.id`,
  "o",
  "what sealed startedAt endsAt oldUsedAt newUsedAt",
);

export const parseSourceOverlaps = (text: string): SourceOverlap[] => JSON.parse(text) as SourceOverlap[];

export const sourceOverlapsQuery = ({ db }: Pick<Ctx, "db">, pageId: string, sourceId: string) =>
  db.select().from(sourceOverlapTable).where(sql`source_id = ${sourceId} AND page_id = ${pageId}`);

const columns: Record<OverlapSide, string> = { old: "old_used_at", new: "new_used_at" };

/** Notes that a delivery used the old or the new one. */
export const recordSourceCredentialUseStatement = (
  sourceId: string,
  what: RotatedSourcePart,
  used: OverlapSide,
  now: number,
): SqlStatement => ({
  sql: `UPDATE source_overlap SET ${columns[used]} = ?3 WHERE source_id = ?1 AND what = ?2`,
  params: [sourceId, what, now],
});

/** Ends the old address or secrets; does nothing when there are none. */
export const endOverlapStatement = (sourceId: string, pageId: string, what: RotatedSourcePart): SqlStatement => ({
  sql: "DELETE FROM source_overlap WHERE source_id = ?1 AND page_id = ?2 AND what = ?3",
  params: [sourceId, pageId, what],
});

/** Deletes all overlaps of a deleted source. */
export const deleteOverlapsStatement = (sourceId: string, pageId: string): SqlStatement => ({
  sql: "DELETE FROM source_overlap WHERE source_id = ?1 AND page_id = ?2",
  params: [sourceId, pageId],
});
