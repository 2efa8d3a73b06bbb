import { permit } from "~/access/permission";
import { read } from "~/db/read";
import { missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { type ListedPing, listedPings } from "./pings";
import { bodyOf, heartbeatById } from "./queries/heartbeat";

export interface PingDetail {
  name: string;
  ping: ListedPing;
  /** The first 10,000 bytes of its body; null without a body. */
  body: string | null;
  truncated: boolean;
}

/** Returns one of the last 100 pings with its body. Failures: missing. */
export async function readPing(
  ctx: Ctx,
  { pageId, id, number }: { pageId: string; id: string; number: number },
): Promise<Result<PingDetail>> {
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const [[row], [kept]] = await read(ctx, heartbeatById(ctx, pageId, id), bodyOf(ctx, id, number));
  const ping = row && listedPings(row.pings).find((each) => each.number === number);
  if (!row || !ping) return missingFailure;
  return ok({ name: row.name, ping, body: kept?.body ?? null, truncated: kept?.truncated ?? false });
}
