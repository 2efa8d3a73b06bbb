import { permit } from "~/access/permission";
import { read } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { askedCounts } from "./queries/asked";

/** Whom imports ask, as far as the page still knows them. */
export interface AskedCounts {
  /** Their mail has its time. */
  toAsk: number;
  /** Asked, without an answer so far. */
  waiting: number;
  confirmed: number;
  /** When the last of them is asked, UTC ms; null = nobody is left to be asked. */
  until: number | null;
}

/** Walks those whom imports asked, by an index of theirs alone. */
export async function countAsked(ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<AskedCounts>> {
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const [[found]] = await read(ctx, askedCounts(ctx, pageId, ctx.now()));
  return ok(found ?? { toAsk: 0, waiting: 0, confirmed: 0, until: null });
}
