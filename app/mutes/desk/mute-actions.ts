import type { PageDeskRequest } from "~/ui/frame/desk";
import {
  formResultResponse,
  type PostedForm,
  parseWholeNumberField,
  readPostedText,
  unreadableNumber,
} from "~/ui/parts/posted-form";
import type { MuteSubject } from "../rules/mute-input";
import { muteNotifications, unmuteNotifications } from "../verbs";

export const isMuteIntent = ({ intent }: PostedForm): boolean => intent === "mute" || intent === "unmute";

/** Handles the post of a `MuteForm`, for the action of every page that shows one. */
export async function handleMutePost(
  { ctx, pageId }: PageDeskRequest,
  posted: PostedForm,
  subject: MuteSubject,
  to: string,
) {
  const { commitId } = posted;
  if (posted.intent === "unmute")
    return formResultResponse(posted, await unmuteNotifications(ctx, { pageId, subject, commitId }), to, "unmuted");
  const minutes = parseWholeNumberField(posted.fields, "minutes", posted.language);
  if (!minutes.ok) posted.unread.minutes = minutes.message;
  const reason = readPostedText(posted.fields, "reason");
  const given = { pageId, subject, minutes: minutes.ok ? (minutes.value ?? 0) : unreadableNumber, reason, commitId };
  return formResultResponse(posted, await muteNotifications(ctx, given), to, "muted");
}
