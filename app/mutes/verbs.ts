import { changeOneRow } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { readOnPage } from "~/change/read-permitted";
import { missingFailure, ok, type Result } from "~/failures/failure";
import { recheckMutedNoticesStatements } from "~/notifications/queries/notice-wait";
import type { Ctx } from "~/platform/ctx";
import { minuteMs } from "~/time/durations";
import { muteSubjectByIdQuery, muteSubjectTable } from "./queries/mute";
import { importedMuteUntilMs } from "./rules/imported-silence";
import {
  type MuteInput,
  type MuteSubject,
  muteInputSchema,
  type UnmuteInput,
  unmuteInputSchema,
} from "./rules/mute-input";

export type { MuteInput, UnmuteInput };

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
  readOnPage(ctx, { pageId, role: "viewer" }, [muteSubjectByIdQuery(ctx, pageId, subject)], ([[row]]) => {
    if (!row) return missingFailure;
    const over = row.mutedUntil === null || row.mutedUntil <= ctx.now();
    return ok({ name: row.name, mutedUntil: over ? null : row.mutedUntil });
  });

/**
 * Mutes the team's messages and new incidents of a component, source, monitor, heartbeat or of everything for so many
 * minutes; never the status. Ends automatically; another mute sets another end. A monitor of an import that was not
 * taken over stays silent until someone unmutes it. Failures: invalid, missing.
 */
export const muteNotifications = (ctx: Ctx, given: MuteInput): Promise<Result<ChangeResult>> =>
  changeOneRow(
    ctx,
    {
      role: "responder",
      subject: given.subject.kind,
      table: muteSubjectTable(given.subject),
      input: muteInputSchema,
      row: (_, { pageId, subject }) => muteSubjectByIdQuery(ctx, pageId, subject),
      settles: true,
    },
    given,
    ({ row, fields: { subject, minutes, reason = "" } }) => {
      if (row.mutedUntil === importedMuteUntilMs) return ok(null);
      const mutedUntil = ctx.now() + minutes * minuteMs;
      return ok({
        action: `${subject.kind}.mute`,
        fields: { mutedUntil },
        changes: subject.kind === "page" ? recheckMutedNoticesStatements(subject.id, ctx.now()) : [],
        before: { mutedUntil: row.mutedUntil },
        after: { name: row.name, mutedUntil, ...(reason ? { reason } : {}) },
      });
    },
  );

/**
 * Ends a mute now, as if it had been set to end now: firing alerts are notified, and due incidents open. Has no effect
 * when not muted. Failures: invalid, missing.
 */
export const unmuteNotifications = (ctx: Ctx, given: UnmuteInput): Promise<Result<ChangeResult>> =>
  changeOneRow(
    ctx,
    {
      role: "responder",
      subject: given.subject.kind,
      table: muteSubjectTable(given.subject),
      input: unmuteInputSchema,
      row: (_, { pageId, subject }) => muteSubjectByIdQuery(ctx, pageId, subject),
      settles: true,
    },
    given,
    ({ row: { name, mutedUntil }, fields: { subject } }) => {
      const now = ctx.now();
      if (mutedUntil === null || mutedUntil <= now) return ok(null);
      return ok({
        action: `${subject.kind}.unmute`,
        fields: { mutedUntil: now },
        ...(subject.kind === "page" ? { changes: recheckMutedNoticesStatements(subject.id, now), wakes: true } : {}),
        before: { mutedUntil },
        after: { name, mutedUntil: now },
      });
    },
  );
