import { and, eq, sql } from "drizzle-orm";
import { channelTable, pageTable } from "~/db/schema";
import { deleteRowsStatements, pageIdOfRowSql, rowsStatement, type SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { thingVersionRows, type VersionedThing } from "./import-rows";

type Db = Pick<Ctx, "db">;

const among = (ids: readonly string[]) => sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;

/** Selects these channels with their settings, which hold generated ones. */
export const channelSettingsByIdsQuery = ({ db }: Db, pageId: string, ids: readonly string[]) =>
  db
    .select({ id: channelTable.id, kind: channelTable.kind, settingsSealed: channelTable.settingsSealed })
    .from(channelTable)
    .where(and(eq(channelTable.pageId, pageId), sql`${channelTable.id} IN ${among(ids)}`));

/** Selects these channels with their versions, and whether the page's escalation names them. */
export const removableChannelsQuery = ({ db }: Db, pageId: string, ids: readonly string[]) =>
  db
    .select({
      id: channelTable.id,
      name: channelTable.name,
      version: channelTable.version,
      isNamed: sql<number>`${channelTable.id} IN (SELECT value FROM json_each(${pageTable.escalateChannelIds}))`.as(
        "is_named",
      ),
    })
    .from(channelTable)
    .innerJoin(pageTable, eq(pageTable.id, channelTable.pageId))
    .where(and(eq(channelTable.pageId, pageId), sql`${channelTable.id} IN ${among(ids)}`));

/** Deletes channels of the version that was read, with the deliveries and threads of those that are gone. */
export function removeChannelsStatements(pageId: string, things: readonly VersionedThing[]): SqlStatement[] {
  const gone = `SELECT j.value->>'$.id' FROM json_each(?1) j WHERE NOT EXISTS (SELECT 1 FROM channel c WHERE c.id = j.value->>'$.id')`;
  return [
    ...deleteRowsStatements(
      channelTable,
      pageId,
      things.map(({ id, version }) => ({ id, version })),
    ),
    ...["channel_delivery", "channel_thread"].map((table) =>
      rowsStatement(
        `DELETE FROM ${table} WHERE channel_id IN (${gone})
          AND page_id IN (SELECT ${pageIdOfRowSql} FROM json_each(?1) j)`,
        thingVersionRows(pageId, things),
      ),
    ),
  ];
}
