import { readOnPage } from "~/change/read-permitted";
import { missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { mutable } from "./queries/mute";
import type { MuteSubject } from "./rules/mute-input";

export interface MuteView {
  name: string;
  /** End of the mute; null when it is not muted. */
  mutedUntil: number | null;
}

/** Returns the instant until which a subject is muted. Failures: missing. */
export const readMute = (
  ctx: Ctx,
  { pageId, subject }: { pageId: string; subject: MuteSubject },
): Promise<Result<MuteView>> =>
  readOnPage(ctx, { pageId, role: "viewer" }, [mutable(ctx, pageId, subject)], ([[row]]) => {
    if (!row) return missingFailure;
    const over = row.mutedUntil === null || row.mutedUntil <= ctx.now();
    return ok({ name: row.name, mutedUntil: over ? null : row.mutedUntil });
  });
