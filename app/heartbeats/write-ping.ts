import { resultsByPart, statementsOf } from "~/db/named-results";
import { answerDeadlineMs } from "~/inbox/rules/inbox-entry";
import type { Ctx } from "~/platform/ctx";
import { retryWhenAway } from "~/platform/trouble";
import { bodyRow, type KeptBody, type PingAddress, type PingedRow, pingedRow, pingRow } from "./queries/heartbeat-ping";
import type { PingArrival, PingDraft } from "./rules/heartbeat-ping";
import type { PingContent } from "./rules/ping-words";

/** A ping as it is stored, also in an inbox: it contains no secret. */
export interface WrittenPing {
  address: PingAddress;
  /** True to create the heartbeat when none has this key and slug. */
  create: boolean;
  draft: PingDraft;
  body: KeptBody | null;
  heard: PingContent | null;
}

export type PingTime = Pick<PingArrival, "now" | "isLate">;

/** Most characters of a body that an inbox keeps. */
const maxInboxBodyChars = 1024;

/** Returns the ping as an inbox keeps it: words are still searched in the whole text that was read. */
export function shortenPing(ping: WrittenPing): WrittenPing {
  if (ping.body === null || ping.body.text.length <= maxInboxBodyChars) return ping;
  return { ...ping, body: { text: ping.body.text.slice(0, maxInboxBodyChars).toWellFormed(), truncated: true } };
}

/**
 * Writes a ping. An attempt may have succeeded although its answer was lost, so later attempts also read the row. Null
 * for an unknown address.
 */
export async function writePing(ctx: Ctx, { address, draft, body, heard }: WrittenPing, came: PingTime) {
  let tries = 0;
  return retryWhenAway(ctx, async () => {
    // Its sender has then been answered, and later pings may be written already.
    const isLate = came.isLate === true || ctx.now() - came.now > answerDeadlineMs;
    const isFirst = tries++ === 0 && !came.isLate;
    const parts = {
      ping: [pingRow(address, draft, { ...came, heard, isLate })],
      body: bodyRow(address, draft.id, body),
      found: isFirst ? [] : [pingedRow(address)],
    };
    const prepared = statementsOf(parts).map(({ sql, params }) => ctx.d1.prepare(sql).bind(...params));
    const { ping, found } = resultsByPart(parts, await ctx.d1.batch(prepared));
    const [row = null] = [...ping, ...found].flatMap(({ results }) => results as PingedRow[]);
    return row;
  });
}
