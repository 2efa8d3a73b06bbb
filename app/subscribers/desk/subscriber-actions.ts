import { redirect } from "@remix-run/cloudflare";
import type { Result } from "~/failures/failure";
import type { PageDeskRequest } from "~/ui/frame/desk";
import { formErrorsResponse, formResultResponse, type PostedForm, postedText } from "~/ui/parts/posted-form";
import { listViewPath } from "~/ui/table/table-view";
import { releaseSubscribers, removeSubscribers, unsubscribeSubscribers } from "../move";
import { resendConfirmation, resendConfirmations } from "../resend-confirmation";
import { postedSubscriberIds } from "./subscriber-box";
import { wordsIn } from "./words/words";

/** Notices by action: about one subscriber, and about several. */
const noticeKeys: Record<string, readonly [one: string, several: string]> = {
  resend: ["subscriber-confirmation-sent", "subscribers-confirmation-sent"],
  release: ["subscriber-resumed", "subscribers-resumed"],
  unsubscribe: ["subscriber-unsubscribed", "subscribers-unsubscribed"],
  remove: ["subscriber-removed", "subscribers-removed"],
};

function act({ ctx, pageId }: PageDeskRequest, { commitId, intent }: PostedForm, ids: string[]) {
  const several = { pageId, ids, commitId };
  const [id = "", second] = ids;
  if (intent === "release") return releaseSubscribers(ctx, several);
  if (intent === "unsubscribe") return unsubscribeSubscribers(ctx, several);
  if (intent === "remove") return removeSubscribers(ctx, several);
  if (second !== undefined) return resendConfirmations(ctx, several);
  return resendConfirmation(ctx, { pageId, id, commitId });
}

/** Acts on the ticked subscribers in one commit, and leads back to the list as it was shown; removing asks first. */
export async function handleSubscribersPost(desk: PageDeskRequest, posted: PostedForm) {
  const { fields, intent } = posted;
  const keys = Object.hasOwn(noticeKeys, intent) ? noticeKeys[intent] : undefined;
  const ids = postedSubscriberIds(fields);
  if (!keys || ids.length === 0)
    return formErrorsResponse(posted, { "": wordsIn(desk.language).t("error.nothing_chosen") });
  const here = listViewPath(desk.url);
  if (intent === "remove" && postedText(fields, "sure") === "") {
    const question = new URLSearchParams(ids.map((id) => ["remove", id]));
    throw redirect(`${here}${here.includes("?") ? "&" : "?"}${question}`, 303);
  }
  const done: Result<unknown> = await act(desk, posted, ids);
  return formResultResponse(posted, done, here, keys[ids.length > 1 ? 1 : 0]);
}
