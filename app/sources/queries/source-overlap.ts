import { sql } from "drizzle-orm";
import { jsonRows } from "~/db/json-rows";
import { type RotatedPart, sourceOverlap } from "~/db/schema";
import type { Statement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import type { OverlapSide, SourceOverlap } from "../rules/source-overlap";

/** A source's overlaps as one column: a JSON list. */
export const overlapsOfSource = jsonRows(
  sql`source_overlap o WHERE o.source_id = source.id`,
  "o",
  "what sealed startedAt endsAt oldUsedAt newUsedAt",
);

export const overlapsIn = (text: string): SourceOverlap[] => JSON.parse(text) as SourceOverlap[];

export const overlapsOf = ({ db }: Pick<Ctx, "db">, pageId: string, sourceId: string) =>
  db.select().from(sourceOverlap).where(sql`source_id = ${sourceId} AND page_id = ${pageId}`);

const columns: Record<OverlapSide, string> = { old: "old_used_at", new: "new_used_at" };

/** Notes that a delivery used the old or the new one. */
export const noteUse = (sourceId: string, what: RotatedPart, used: OverlapSide, now: number): Statement => ({
  sql: `UPDATE source_overlap SET ${columns[used]} = ?3 WHERE source_id = ?1 AND what = ?2`,
  params: [sourceId, what, now],
});

/** Ends the old one; does nothing when there is none. */
export const endOverlap = (sourceId: string, pageId: string, what: RotatedPart): Statement => ({
  sql: "DELETE FROM source_overlap WHERE source_id = ?1 AND page_id = ?2 AND what = ?3",
  params: [sourceId, pageId, what],
});

/** Deletes all overlaps of a deleted source. */
export const forgetOverlaps = (sourceId: string, pageId: string): Statement => ({
  sql: "DELETE FROM source_overlap WHERE source_id = ?1 AND page_id = ?2",
  params: [sourceId, pageId],
});
