import { eq, sql } from "drizzle-orm";
import { apiTokenTable, deviceCodeTable, pageTable } from "~/db/schema";
import { guardTableStatement, type InsertRow, insertRowsStatements, type SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { type DeviceCodeState, maxOpenDeviceCodes } from "../rules/device-code";

type Db = Pick<Ctx, "db">;

/** Counts the requests that have not expired, in total and of one network, each up to the limit. */
export const openDeviceCodesQuery = ({ db }: Db, network: string, now: number) =>
  db
    .select({
      all: sql<number>`count(*)`.as("all_open"),
      ofNetwork: sql<number>`coalesce(sum(network = ${network}), 0)`.as("of_network"),
    })
    .from(sql`(SELECT network FROM device_code WHERE expires_at > ${now} LIMIT ${maxOpenDeviceCodes.all})`);

export const insertDeviceCodeStatements = (row: InsertRow<typeof deviceCodeTable>): SqlStatement[] =>
  insertRowsStatements(deviceCodeTable, [row]);

/** Finds a request by the code that a person typed. */
export const deviceCodeByUserCodeQuery = ({ db }: Db, userHash: string) =>
  db.select().from(deviceCodeTable).where(eq(deviceCodeTable.userHash, userHash)).limit(1);

/** Finds a request by the program's own code, with the token that was made for it, unless that was revoked. */
export const deviceCodeWithTokenQuery = ({ db }: Db, deviceHash: string) =>
  db
    .select({
      state: deviceCodeTable.state,
      createdAt: deviceCodeTable.createdAt,
      expiresAt: deviceCodeTable.expiresAt,
      tokenHash: deviceCodeTable.tokenHash,
      tokenId: apiTokenTable.id,
      tokenExpiresAt: sql<number | null>`${apiTokenTable.expiresAt}`.as("token_expires_at"),
    })
    .from(deviceCodeTable)
    .leftJoin(apiTokenTable, eq(apiTokenTable.tokenHash, deviceCodeTable.tokenHash))
    .where(eq(deviceCodeTable.deviceHash, deviceHash))
    .limit(1);

/** Guards that nobody has decided about the request meanwhile. */
export const guardOpenDeviceCodeStatement = (userHash: string): SqlStatement =>
  guardTableStatement(deviceCodeTable, { unless: "user_hash = ?1 AND state = 'open'" }, [userHash]);

export const decideDeviceCodeStatement = (userHash: string, state: DeviceCodeState): SqlStatement => ({
  sql: "UPDATE device_code SET state = ?2 WHERE user_hash = ?1 AND state = 'open'",
  params: [userHash, state],
});

/** Finds the page whose slug is the short address, which it had before that was ours. By the unique index of slugs. */
export const devicePageExistsQuery = ({ db }: Db) =>
  db.select({ id: pageTable.id }).from(pageTable).where(eq(pageTable.slug, "device")).limit(1);
