import { permit } from "~/access/permission";
import { read } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { newestSent } from "./queries/deliveries";

export interface SetupArrival {
  /** The last that its tool itself sent; null = none yet. `first`: nothing else has come. */
  last: { id: string; receivedAt: number; first: boolean } | null;
}

/** Whether a source that is being set up has heard from its tool; tests and replays do not count. */
export async function readSetup(
  ctx: Ctx,
  { pageId, id }: { pageId: string; id: string },
): Promise<Result<SetupArrival>> {
  const may = permit(ctx.actor, ctx.member, pageId, "admin");
  if (!may.ok) return may;
  const [rows] = await read(ctx, newestSent(ctx, pageId, id));
  const [last] = [...rows].sort((one, other) => other.receivedAt - one.receivedAt);
  return ok({ last: last ? { id: last.id, receivedAt: last.receivedAt, first: rows.length === 1 } : null });
}
