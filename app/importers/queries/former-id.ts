import { and, eq, sql } from "drizzle-orm";
import { foreignIdTable, membershipTable } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";

type Db = Pick<Ctx, "db">;

const origin = "statuspage";
const kinds = ["page", "group", "component", "incident", "maintenance", "template"] as const;

/** Selects the pages of a person that had this id at Statuspage: one search of the key a membership. */
export const pageByFormerIdQuery = ({ db }: Db, personId: string, theirId: string) =>
  db
    .select({ id: membershipTable.pageId })
    .from(membershipTable)
    .innerJoin(
      foreignIdTable,
      and(
        eq(foreignIdTable.pageId, membershipTable.pageId),
        eq(foreignIdTable.origin, origin),
        eq(foreignIdTable.kind, "page"),
        eq(foreignIdTable.theirId, theirId),
      ),
    )
    .where(eq(membershipTable.personId, personId))
    .limit(1);

const pair = { theirId: sql<string>`f.their_id`.as("their_id"), ourId: sql<string>`f.our_id`.as("our_id") };

/** Selects what these ids of Statuspage are here: one search of the table’s key for each id and kind. */
export const ourIdsByFormerIdsQuery = ({ db }: Db, pageId: string, theirIds: readonly string[]) =>
  db.select(pair).from(sql`json_each(${JSON.stringify(theirIds)}) t CROSS JOIN json_each(${JSON.stringify(kinds)}) k
      CROSS JOIN foreign_id f ON f.page_id = ${pageId} AND f.origin = ${origin} AND f.kind = k.value AND f.their_id = t.value`);

/** Selects what these ids of ours were at Statuspage: one search of the index for that for each id. */
export const formerIdsByOurIdsQuery = ({ db }: Db, pageId: string, ourIds: readonly string[]) =>
  db.select(pair).from(sql`json_each(${JSON.stringify(ourIds)}) t
      CROSS JOIN foreign_id f INDEXED BY foreign_id_ours ON f.page_id = ${pageId} AND f.our_id = t.value AND f.origin = 'statuspage'`);
