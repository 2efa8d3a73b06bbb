import { eq, sql } from "drizzle-orm";
import { apiToken, deviceCode, page } from "~/db/schema";
import { guardTableCondition, type InsertRow, insertRows, type SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { type DeviceCodeState, maxOpenDeviceCodes } from "../rules/device-code";

type Db = Pick<Ctx, "db">;

/** Counts the requests that have not expired, at most as many as may be open: in all, and of one network. */
export const openDeviceCodesQuery = ({ db }: Db, network: string, now: number) =>
  db
    .select({
      all: sql<number>`count(*)`.as("all_open"),
      ofNetwork: sql<number>`coalesce(sum(network = ${network}), 0)`.as("of_network"),
    })
    .from(sql`(SELECT network FROM device_code WHERE expires_at > ${now} LIMIT ${maxOpenDeviceCodes.all})`);

export const insertDeviceCodeStatements = (row: InsertRow<typeof deviceCode>): SqlStatement[] =>
  insertRows(deviceCode, [row]);

/** Finds a request by the code that a person typed. */
export const deviceCodeByUserCodeQuery = ({ db }: Db, userHash: string) =>
  db.select().from(deviceCode).where(eq(deviceCode.userHash, userHash)).limit(1);

/** Finds a request by the program's own code, with the token that was made for it, unless that was revoked. */
export const deviceCodeWithTokenQuery = ({ db }: Db, deviceHash: string) =>
  db
    .select({
      state: deviceCode.state,
      createdAt: deviceCode.createdAt,
      expiresAt: deviceCode.expiresAt,
      tokenHash: deviceCode.tokenHash,
      tokenId: apiToken.id,
      tokenExpiresAt: sql<number | null>`${apiToken.expiresAt}`.as("token_expires_at"),
    })
    .from(deviceCode)
    .leftJoin(apiToken, eq(apiToken.tokenHash, deviceCode.tokenHash))
    .where(eq(deviceCode.deviceHash, deviceHash))
    .limit(1);

/** Guards that nobody has decided meanwhile. */
export const guardOpenDeviceCode = (userHash: string): SqlStatement =>
  guardTableCondition(deviceCode, { unless: "user_hash = ?1 AND state = 'open'" }, [userHash]);

export const decideDeviceCodeStatement = (userHash: string, state: DeviceCodeState): SqlStatement => ({
  sql: "UPDATE device_code SET state = ?2 WHERE user_hash = ?1 AND state = 'open'",
  params: [userHash, state],
});

/** Finds the page whose slug is the short address, which it had before that was ours. By the unique index of slugs. */
export const devicePageExistsQuery = ({ db }: Db) =>
  db.select({ id: page.id }).from(page).where(eq(page.slug, "device")).limit(1);
