import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { ok, type Result } from "~/failures/failure";
import { lookBehindMute } from "~/notifications/queries/notice-wait";
import type { Ctx } from "~/platform/ctx";
import { mutable, mutableTable } from "./queries/mute";
import { type UnmuteInput, unmuteInput } from "./rules/mute-input";

export type { UnmuteInput };

/**
 * Ends a mute now, as if it had been set to end now: firing alerts are notified, and due incidents open. Has no effect
 * when not muted. Failures: invalid, missing.
 */
export const unmute = (ctx: Ctx, given: UnmuteInput): Promise<Result<ChangeResult>> =>
  changeOne(
    ctx,
    {
      role: "responder",
      subject: given.subject.kind,
      table: mutableTable(given.subject),
      input: unmuteInput,
      row: (_, { pageId, subject }) => mutable(ctx, pageId, subject),
      settles: true,
    },
    given,
    ({ row: { name, mutedUntil }, fields: { subject } }) => {
      const now = ctx.now();
      if (mutedUntil === null || mutedUntil <= now) return ok(null);
      return ok({
        action: `${subject.kind}.unmute`,
        fields: { mutedUntil: now },
        ...(subject.kind === "page" ? { changes: lookBehindMute(subject.id, now), wakes: true } : {}),
        before: { mutedUntil },
        after: { name, mutedUntil: now },
      });
    },
  );
