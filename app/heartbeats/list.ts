import { atLeast } from "~/access/actor";
import { permit } from "~/access/permission";
import { type CausingAlert, causeIn } from "~/alerts/list";
import { read } from "~/db/read";
import { missingFailure, ok, type Result } from "~/failures/failure";
import { pageById } from "~/pages/queries/page";
import type { Ctx } from "~/platform/ctx";
import { type HeartbeatRow, rowView } from "./heartbeat-view";
import { heartbeatsOf } from "./queries/heartbeat";

export type { HeartbeatRow } from "./heartbeat-view";

export interface HeartbeatFilter {
  tag?: string | undefined;
  /** One of the states, or `running`. */
  state?: string | undefined;
  /** Part of the name or the slug. */
  text?: string | undefined;
}

export interface ListedHeartbeat extends HeartbeatRow {
  /** The cause of its failure; while it is set, nobody is notified of the failure. */
  waitingFor: CausingAlert | null;
}

export interface ListedHeartbeats {
  heartbeats: ListedHeartbeat[];
  /** Every tag of the page's heartbeats; `total`: the number of all heartbeats. */
  tags: string[];
  total: number;
  /** Key for pings by key and slug. `key` is for admins, null when none was created. */
  pingKey: { made: boolean; key: string | null; version: number };
}

function fits(row: HeartbeatRow, { tag, state, text }: HeartbeatFilter): boolean {
  if (tag && !row.tags.includes(tag)) return false;
  if (state && row.state !== state && !(state === "running" && row.running)) return false;
  return !text || `${row.name}\n${row.slug}`.toLowerCase().includes(text.toLowerCase());
}

/** Lists the page's heartbeats that match the filter, by name (at most 400). */
export async function listHeartbeats(
  ctx: Ctx,
  { pageId, ...filter }: { pageId: string } & HeartbeatFilter,
): Promise<Result<ListedHeartbeats>> {
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const [found, [page]] = await read(ctx, heartbeatsOf(ctx, pageId), pageById(ctx, pageId));
  if (!page) return missingFailure;
  const all = found.map((row) => ({ ...rowView(row, ctx.now()), waitingFor: causeIn(row.waitingFor) }));
  const shown = atLeast(may.value, "admin") && page.pingKeySealed !== null;
  const key = shown ? await ctx.secrets.open(page.pingKeySealed ?? "") : null;
  return ok({
    heartbeats: all.filter((row) => fits(row, filter)),
    tags: [...new Set(all.flatMap((row) => row.tags))].sort(),
    total: all.length,
    pingKey: { made: page.pingKeySealed !== null, key, version: page.version },
  });
}
