import { redirect } from "@remix-run/cloudflare";
import { changeTickedRows, rowPageOf } from "~/change/ticked-rows";
import type { Result } from "~/failures/failure";
import type { PageDeskRequest } from "~/ui/frame/desk";
import { formErrorsResponse, formResultResponse, type PostedForm, readPostedText } from "~/ui/parts/posted-form";
import { followingRowsField, listPathAfter, readPostedRowPlace } from "~/ui/table/following-place";
import { listViewPath, readTableView } from "~/ui/table/table-view";
import { listSubscribers } from "../list";
import { releaseSubscribers, removeSubscribers, unsubscribeSubscribers } from "../move";
import { resendConfirmation, resendConfirmations } from "../resend-confirmation";
import { readPostedSubscriberIds } from "./subscriber-box";
import { wordsIn } from "./words/words";

/** Notices by action: about one subscriber, and about several. */
const noticeKeys: Record<string, readonly [one: string, several: string]> = {
  resend: ["subscriber-confirmation-sent", "subscribers-confirmation-sent"],
  release: ["subscriber-resumed", "subscribers-resumed"],
  unsubscribe: ["subscriber-unsubscribed", "subscribers-unsubscribed"],
  remove: ["subscriber-removed", "subscribers-removed"],
};

function act(
  { ctx, pageId }: PageDeskRequest,
  intent: string,
  ids: string[],
  commitId: string,
): Promise<Result<unknown>> {
  const several = { pageId, ids, commitId };
  const [id = "", second] = ids;
  if (intent === "release") return releaseSubscribers(ctx, several);
  if (intent === "unsubscribe") return unsubscribeSubscribers(ctx, several);
  if (intent === "remove") return removeSubscribers(ctx, several);
  if (second !== undefined) return resendConfirmations(ctx, several);
  return resendConfirmation(ctx, { pageId, id, commitId });
}

const filterNames = ["search", "state", "scope", "kind"] as const;

/** The view in the URL, and the order and filters that it wants of the list. */
export function subscriberView(url: URL) {
  const usual = { key: "added", descending: false };
  const view = readTableView(url, { filters: filterNames, sorts: ["added"], usual });
  const { search, state, scope, kind } = view.params;
  return { view, wanted: { search, state, scope, kind, newestFirst: view.sort.descending } };
}

/** Returns the path of the confirmation that precedes a removal. */
function questionPath(here: string, ids: readonly string[], place: string | null): string {
  const question = new URLSearchParams(ids.map((id) => ["remove", id]));
  if (place !== null) question.set(followingRowsField, place);
  return `${here}${here.includes("?") ? "&" : "?"}${question}`;
}

/**
 * Changes the ticked subscribers, those of a page in one commit, and returns to the list as it was shown; removing
 * requires a confirmation.
 */
export async function handleSubscribersPost(desk: PageDeskRequest, posted: PostedForm) {
  const { ctx, pageId, url } = desk;
  const { fields, intent, commitId } = posted;
  const keys = Object.hasOwn(noticeKeys, intent) ? noticeKeys[intent] : undefined;
  const [ids, place] = [readPostedSubscriberIds(fields), readPostedRowPlace(fields)];
  const isAsked = intent === "remove" && readPostedText(fields, "sure") === "";
  if (!keys || (ids.length === 0 && (isAsked || place === null)))
    return formErrorsResponse(posted, { "": wordsIn(desk.language).t("error.nothing_chosen") });
  if (isAsked) throw redirect(questionPath(listViewPath(url), ids, place), 303);
  const { wanted } = subscriberView(url);
  const done = await changeTickedRows(ctx, {
    ids,
    place,
    commitId,
    readPage: async (after) =>
      rowPageOf(await listSubscribers(ctx, { pageId, ...wanted, after }), ({ subscribers, next }) => ({
        ids: subscribers.map(({ id }) => id),
        next,
      })),
    change: (some, id) => act(desk, intent, some, id),
  });
  const to = done.ok ? listPathAfter(url, "after", done.value) : "";
  return formResultResponse(posted, done, to, keys[ids.length > 1 || place !== null ? 1 : 0]);
}
