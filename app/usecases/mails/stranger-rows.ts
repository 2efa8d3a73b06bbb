import { spendStrangerRows, strangerRowsOn, strangersMay } from "~/db/queries/mail-ledger";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { dayOf, type StrangerBucket, strangerCosts, strangerLimit } from "~/rules/people/stranger-rows";
import type { Counted } from "./allowed";

/** What a commit that a stranger causes takes from the day's rows of its kind; null = they are spent. */
export async function strangersRows(ctx: Ctx, bucket: StrangerBucket): Promise<Counted | null> {
  const [day, cost, limit] = [dayOf(ctx.now()), strangerCosts[bucket], strangerLimit(bucket, ctx.config.plan)];
  const [rows] = await read(ctx, strangerRowsOn(ctx, day));
  const spent = rows.find((row) => row.bucket === bucket)?.count ?? 0;
  if (spent + cost > limit) return null;
  const spending = { bucket, day, cost, limit };
  return { guards: [strangersMay(spending)], changes: [spendStrangerRows(spending)] };
}
