import { readUnwatchedAfterDelete } from "~/alert-rules/unwatched-after-delete";
import { listNamedOrigins } from "~/components/dependences/names";
import type { Result } from "~/failures/failure";
import { subjectListPath } from "~/mutes/desk/subject-actions";
import type { Ctx } from "~/platform/ctx";
import { type PageDeskRequest, unwrapAllOrThrow } from "~/ui/frame/desk";
import {
  formAgainResponse,
  formErrorsResponse,
  formResultResponse,
  type PostedForm,
  postedText,
} from "~/ui/parts/posted-form";
import { type BulkListKind, deleteConfirmFormName, tickedIds } from "./bulk-list";
import { wordsIn } from "./words/words";

interface BulkFormInput {
  pageId: string;
  ids: string[];
  action: string;
  value: string;
  commitId: string;
}

/** The list of each family, and the notices shown above it afterwards. */
const said = {
  monitor: { list: "monitors", changed: "monitors-changed", deleted: "monitors-deleted" },
  heartbeat: { list: "heartbeats", changed: "heartbeats-changed", deleted: "heartbeats-deleted" },
} as const;

/** Asks for confirmation once, with the names of all that would be deleted; deletes nothing yet. */
async function askToDelete(
  { ctx, pageId }: PageDeskRequest,
  posted: PostedForm,
  many: BulkListKind,
  ids: readonly string[],
) {
  const [all, { alone, staying }] = await unwrapAllOrThrow(
    listNamedOrigins(ctx, { pageId }),
    readUnwatchedAfterDelete(ctx, { pageId, going: { sources: ids } }),
  );
  const deleting = all.filter(({ id, family }) => family === many && ids.includes(id));
  const names = alone.map(({ name }) => name);
  return formAgainResponse(posted, { deleting: deleting.map(({ id, name }) => ({ id, name })), left: names, staying });
}

/** Renames the field of the interval to `value`, as the bulk change expects. */
const besideValue = ({ interval, ...fields }: Record<string, string>): Record<string, string> =>
  interval === undefined ? fields : { ...fields, value: interval };

/** Applies one action to all ticked rows of a list. */
export async function handleBulkPost(
  desk: PageDeskRequest,
  posted: PostedForm,
  many: BulkListKind,
  act: (ctx: Ctx, given: BulkFormInput) => Promise<Result<unknown>>,
) {
  const action = postedText(posted.fields, "deed");
  if (action === "") return formErrorsResponse(posted, { deed: wordsIn(desk.language).t("bulk.missing") });
  const ids = tickedIds(many, posted.fields);
  if (action === "delete" && ids.length > 0) return askToDelete(desk, posted, many, ids);
  const deed = action === deleteConfirmFormName ? "delete" : action;
  const { pageId } = desk;
  const given = { pageId, ids, action: deed, value: postedText(posted.fields, "value"), commitId: posted.commitId };
  const changed = await act(desk.ctx, given);
  if (!changed.ok && changed.failure.name === "invalid") {
    return formErrorsResponse(posted, besideValue(changed.failure.fields));
  }
  const { list, changed: key, deleted } = said[many];
  return formResultResponse(posted, changed, subjectListPath(desk, list), deed === "delete" ? deleted : key);
}
