import { and, eq, sql } from "drizzle-orm";
import { channel, page } from "~/db/schema";
import { deleteRows, pageIdOfRowSql, rowsStatement, type SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { thingVersionRows, type VersionedThing } from "./import-rows";

type Db = Pick<Ctx, "db">;

const among = (ids: readonly string[]) => sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;

/** Selects these channels with their settings, which hold generated ones. */
export const channelSettingsByIdsQuery = ({ db }: Db, pageId: string, ids: readonly string[]) =>
  db
    .select({ id: channel.id, kind: channel.kind, settingsSealed: channel.settingsSealed })
    .from(channel)
    .where(and(eq(channel.pageId, pageId), sql`${channel.id} IN ${among(ids)}`));

/** Selects these channels with their versions, and whether the page's escalation names them. */
export const removableChannelsQuery = ({ db }: Db, pageId: string, ids: readonly string[]) =>
  db
    .select({
      id: channel.id,
      name: channel.name,
      version: channel.version,
      isNamed: sql<number>`${channel.id} IN (SELECT value FROM json_each(${page.escalateChannelIds}))`.as("is_named"),
    })
    .from(channel)
    .innerJoin(page, eq(page.id, channel.pageId))
    .where(and(eq(channel.pageId, pageId), sql`${channel.id} IN ${among(ids)}`));

/** Deletes channels of the version that was read, with the deliveries and threads of those that are gone. */
export function removeChannelsStatements(pageId: string, things: readonly VersionedThing[]): SqlStatement[] {
  const gone = `SELECT j.value->>'$.id' FROM json_each(?1) j WHERE NOT EXISTS (SELECT 1 FROM channel c WHERE c.id = j.value->>'$.id')`;
  return [
    ...deleteRows(
      channel,
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
