import { readUnwatchedAfterDelete } from "~/alert-rules/unwatched-after-delete";
import type { ChangeResult } from "~/change/change-result";
import { changeTickedRows, type RowPageReader, readFollowingIds, type TickedRowsChange } from "~/change/ticked-rows";
import { listPossibleDependences } from "~/components/dependences/names";
import type { Result } from "~/failures/failure";
import type { Refusal } from "~/failures/refusal";
import { muteMinutesInputSchema } from "~/mutes/rules/mute-input";
import type { Ctx } from "~/platform/ctx";
import { minuteMs } from "~/time/durations";
import { type PageDeskRequest, unwrapAllOrThrow, unwrapOrThrow } from "~/ui/frame/desk";
import {
  formAgainResponse,
  formErrorsResponse,
  formResultResponse,
  type PostedForm,
  parseTimeField,
  readPostedText,
} from "~/ui/parts/posted-form";
import { listPathAfter, readPostedRowPlace } from "~/ui/table/following-place";
import { type BulkListKind, deleteConfirmFormName, readTickedIds } from "./bulk-list";
import { muteUntilValue } from "./monitor-bulk";
import { wordsIn } from "./words/words";

interface BulkFormInput {
  pageId: string;
  ids: string[];
  action: string;
  value: string;
  commitId: string;
}

/** Notices shown above the list of each family afterwards. */
const notices = {
  monitor: { changed: "monitors-changed", deleted: "monitors-deleted" },
  heartbeat: { changed: "heartbeats-changed", deleted: "heartbeats-deleted" },
} as const;

/** Shows a confirmation with the names of everything that would be deleted; deletes nothing yet. */
async function askToDelete(
  { ctx, pageId }: PageDeskRequest,
  posted: PostedForm,
  many: BulkListKind,
  ids: readonly string[],
) {
  const [all, { alone, staying }] = await unwrapAllOrThrow(
    listPossibleDependences(ctx, { pageId }),
    readUnwatchedAfterDelete(ctx, { pageId, going: { sources: ids } }),
  );
  const deleting = all.filter(({ id, family }) => family === many && ids.includes(id));
  const names = alone.map(({ name }) => name);
  return formAgainResponse(posted, { deleting: deleting.map(({ id, name }) => ({ id, name })), left: names, staying });
}

/** The value of an action and the field that it is from; `error` = it cannot be read. */
interface BulkFieldValue {
  field: string;
  value: string;
  error?: string;
}

/** Reads the end of a mute, as minutes from now. */
function muteUntilOf({ ctx, pageZone, language }: PageDeskRequest, { fields }: PostedForm): BulkFieldValue {
  const field = muteUntilValue;
  const read = parseTimeField(fields, field, pageZone, language);
  if (!read.ok) return { field, value: "", error: read.message };
  const minutes = Math.ceil(((read.at ?? 0) - ctx.now()) / minuteMs);
  if (muteMinutesInputSchema.safeParse(minutes).success) return { field, value: String(minutes) };
  return { field, value: "", error: wordsIn(language).t("bulk.until_within") };
}

/** Fields of the actions with a value of their own; a message about any other action is about the form. */
const fieldOf: Partial<Record<string, string>> = { set_interval: "interval", add_tag: "tag", remove_tag: "tag" };

function bulkValueOf(desk: PageDeskRequest, posted: PostedForm, action: string): BulkFieldValue {
  const minutes = readPostedText(posted.fields, "minutes");
  if (action === "mute")
    return minutes === muteUntilValue ? muteUntilOf(desk, posted) : { field: "minutes", value: minutes };
  const field = fieldOf[action] ?? "";
  return { field, value: field === "" ? "" : readPostedText(posted.fields, field) };
}

/** Names the action's own field in messages; the boxes have no field. */
const byField = (fields: Record<string, Refusal>, own: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, message]) => [name === "value" ? own : name === "ids" ? "" : name, message]),
  );

/** Returns the change with the components that nothing monitors after any part of it. */
const withUnwatched = (changed: Result<TickedRowsChange<ChangeResult>>): Result<Pick<ChangeResult, "leftUnwatched">> =>
  changed.ok
    ? { ok: true, value: { leftUnwatched: changed.value.answers.flatMap(({ leftUnwatched = [] }) => leftUnwatched) } }
    : changed;

/** A list whose rows are changed together. */
interface BulkList {
  many: BulkListKind;
  readPage: RowPageReader;
  act(ctx: Ctx, given: BulkFormInput): Promise<Result<ChangeResult>>;
}

/** Applies one action to all ticked rows of a list, and leads back to the list as it was shown. */
export async function handleBulkPost(desk: PageDeskRequest, posted: PostedForm, { many, readPage, act }: BulkList) {
  const { ctx, pageId } = desk;
  const { fields, commitId } = posted;
  const action = readPostedText(fields, "deed");
  if (action === "") return formErrorsResponse(posted, { "": wordsIn(desk.language).t("bulk.missing") });
  const [ids, place] = [readTickedIds(many, fields), readPostedRowPlace(fields)];
  if (action === "delete" && (ids.length > 0 || place !== null)) {
    const following = unwrapOrThrow(await readFollowingIds(ctx, place, readPage));
    return askToDelete(desk, posted, many, [...ids, ...following.ids]);
  }
  const { field, value, error } = bulkValueOf(desk, posted, action);
  if (error !== undefined) return formErrorsResponse(posted, { [field]: error });
  const deed = action === deleteConfirmFormName ? "delete" : action;
  const change = (some: string[], id: string) => act(ctx, { pageId, ids: some, action: deed, value, commitId: id });
  const changed = await changeTickedRows(ctx, { ids, place, commitId, readPage, change });
  if (!changed.ok && changed.failure.name === "invalid") {
    return formErrorsResponse(posted, byField(changed.failure.fields, field));
  }
  const { changed: key, deleted } = notices[many];
  const to = changed.ok ? listPathAfter(desk.url, "after", changed.value) : "";
  return formResultResponse(posted, withUnwatched(changed), to, deed === "delete" ? deleted : key);
}
