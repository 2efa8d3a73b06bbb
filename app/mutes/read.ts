import { permit } from "~/access/permission";
import { missing } from "~/change/answers";
import { read } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { mutable } from "./queries/mute";
import type { MuteSubject } from "./rules/mute-input";

export interface MuteView {
  name: string;
  /** End of the mute; null when it is not muted. */
  mutedUntil: number | null;
}

/** Returns the instant until which a subject is muted. Failures: missing. */
export async function readMute(
  ctx: Ctx,
  { pageId, subject }: { pageId: string; subject: MuteSubject },
): Promise<Result<MuteView>> {
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const [[row]] = await read(ctx, mutable(ctx, pageId, subject));
  if (!row) return missing;
  const over = row.mutedUntil === null || row.mutedUntil <= ctx.now();
  return ok({ name: row.name, mutedUntil: over ? null : row.mutedUntil });
}
