import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { ok, type Result } from "~/failures/failure";
import { lookBehindMute } from "~/notifications/queries/notice-wait";
import type { Ctx } from "~/platform/ctx";
import { minuteMs } from "~/time/durations";
import { mutable, mutableTable } from "./queries/mute";
import { type MuteInput, muteInput } from "./rules/mute-input";

export type { MuteInput };

/**
 * Mutes the team's messages and new incidents of a component, source, monitor, heartbeat or of everything for so many
 * minutes; never the status. Ends automatically; another mute sets another end. Failures: invalid, missing.
 */
export const mute = (ctx: Ctx, given: MuteInput): Promise<Result<ChangeResult>> =>
  changeOne(
    ctx,
    {
      role: "responder",
      subject: given.subject.kind,
      table: mutableTable(given.subject),
      input: muteInput,
      row: (_, { pageId, subject }) => mutable(ctx, pageId, subject),
      settles: true,
    },
    given,
    ({ row, fields: { subject, minutes, reason = "" } }) => {
      const mutedUntil = ctx.now() + minutes * minuteMs;
      return ok({
        action: `${subject.kind}.mute`,
        fields: { mutedUntil },
        changes: subject.kind === "page" ? lookBehindMute(subject.id, ctx.now()) : [],
        before: { mutedUntil: row.mutedUntil },
        after: { name: row.name, mutedUntil, ...(reason ? { reason } : {}) },
      });
    },
  );
