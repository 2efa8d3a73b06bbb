import type { PageDesk } from "~/ui/frame/desk";
import { answer, type Posted, readWhole, typed, unreadable } from "~/ui/parts/posted";
import { mute } from "../mute";
import type { MuteSubject } from "../rules/mute-input";
import { unmute } from "../unmute";

export const isMuting = ({ intent }: Posted): boolean => intent === "mute" || intent === "unmute";

/** Handles the post of a `MuteForm`, for the action of every page that shows one. */
export async function actOnMute({ ctx, pageId }: PageDesk, posted: Posted, subject: MuteSubject, to: string) {
  const { commitId } = posted;
  if (posted.intent === "unmute")
    return answer(posted, await unmute(ctx, { pageId, subject, commitId }), to, "unmuted");
  const minutes = readWhole(posted.fields, "minutes", posted.language);
  if (!minutes.ok) posted.unread.minutes = minutes.message;
  const reason = typed(posted.fields, "reason");
  const given = { pageId, subject, minutes: minutes.ok ? (minutes.value ?? 0) : unreadable, reason, commitId };
  return answer(posted, await mute(ctx, given), to, "muted");
}
