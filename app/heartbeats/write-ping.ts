import { resultsByPart, statementsOfParts } from "~/db/named-results";
import { senderDeadlineMs } from "~/inbox/rules/inbox-entry";
import type { Ctx } from "~/platform/ctx";
import { retryWhileDatabaseAway } from "~/platform/trouble";
import {
  type PingAddress,
  pingBodyStatements,
  type RecordedPingRow,
  recordPingStatement,
  rereadPingStatement,
  type StoredPingBody,
} from "./queries/heartbeat-ping";
import type { PingArrival, PingDraft } from "./rules/heartbeat-ping";
import type { PingContent } from "./rules/ping-words";

/** A ping as it is stored, also in an inbox: it contains no secret. */
export interface PingRecord {
  address: PingAddress;
  /** True to create the heartbeat when none has this key and slug. */
  create: boolean;
  draft: PingDraft;
  body: StoredPingBody | null;
  heard: PingContent | null;
}

export type PingArrivalTime = Pick<PingArrival, "now" | "isLate">;

/** Most characters of a body that an inbox keeps. */
const maxInboxBodyChars = 1024;

/** Returns the ping as an inbox keeps it: words are still searched in the whole text that was read. */
export function shortenPing(ping: PingRecord): PingRecord {
  if (ping.body === null || ping.body.text.length <= maxInboxBodyChars) return ping;
  return { ...ping, body: { text: ping.body.text.slice(0, maxInboxBodyChars).toWellFormed(), truncated: true } };
}

/**
 * Writes a ping. An attempt may have succeeded although its answer was lost, so later attempts also read the row. Null
 * for an unknown address.
 */
export async function writePing(ctx: Ctx, { address, draft, body, heard }: PingRecord, came: PingArrivalTime) {
  let tries = 0;
  return retryWhileDatabaseAway(ctx, async () => {
    // Its sender has then been answered, and later pings may be written already.
    const isLate = came.isLate === true || ctx.now() - came.now > senderDeadlineMs;
    const isFirst = tries++ === 0 && !came.isLate;
    const parts = {
      ping: [recordPingStatement(address, draft, { ...came, heard, isLate })],
      body: pingBodyStatements(address, draft.id, body),
      found: isFirst ? [] : [rereadPingStatement(address)],
    };
    const prepared = statementsOfParts(parts).map(({ sql, params }) => ctx.d1.prepare(sql).bind(...params));
    const { ping, found } = resultsByPart(parts, await ctx.d1.batch(prepared));
    const [row = null] = [...ping, ...found].flatMap(({ results }) => results as RecordedPingRow[]);
    return row;
  });
}
