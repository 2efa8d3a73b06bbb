import type { PageDesk } from "~/ui/frame/desk";
import { answerForm, type PostedForm, readWholeNumber, typedText, unreadable } from "~/ui/parts/posted-form";
import type { MuteSubject } from "../rules/mute-input";
import { mute, unmute } from "../verbs";

export const isMuting = ({ intent }: PostedForm): boolean => intent === "mute" || intent === "unmute";

/** Handles the post of a `MuteForm`, for the action of every page that shows one. */
export async function actOnMute({ ctx, pageId }: PageDesk, posted: PostedForm, subject: MuteSubject, to: string) {
  const { commitId } = posted;
  if (posted.intent === "unmute")
    return answerForm(posted, await unmute(ctx, { pageId, subject, commitId }), to, "unmuted");
  const minutes = readWholeNumber(posted.fields, "minutes", posted.language);
  if (!minutes.ok) posted.unread.minutes = minutes.message;
  const reason = typedText(posted.fields, "reason");
  const given = { pageId, subject, minutes: minutes.ok ? (minutes.value ?? 0) : unreadable, reason, commitId };
  return answerForm(posted, await mute(ctx, given), to, "muted");
}
