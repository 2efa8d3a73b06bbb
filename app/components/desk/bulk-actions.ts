import type { ChangeResult } from "~/change/change-result";
import type { Refusal } from "~/failures/refusal";
import { toStatus } from "~/status/status";
import { minuteMs } from "~/time/durations";
import { type PageDeskRequest, unwrapOrThrow } from "~/ui/frame/desk";
import {
  formAgainResponse,
  formErrorsResponse,
  formResultResponse,
  type PostedForm,
  parseTimeField,
  readPostedText,
} from "~/ui/parts/posted-form";
import { listViewPath } from "~/ui/table/table-view";
import { bulkChangeComponents, readArchivePreview } from "../bulk";
import { listComponents } from "../list";
import { overridingStatus } from "../rules/overriding-status";
import { archiveConfirmDeed, readTickedComponentIds, untilValue } from "./bulk-names";
import { wordsIn } from "./words/words";

/** The instant at which an action ends; null = it stays. */
type EndReading = { ok: true; at: number | null } | { ok: false; field: string; message: string };

/** Reads the end of an action from its length, or from the time that was typed. */
function endOf(
  { ctx, pageZone, language }: PageDeskRequest,
  { fields }: PostedForm,
  name: "status" | "mute",
): EndReading {
  const length = readPostedText(fields, `${name}_minutes`);
  if (length !== untilValue) return { ok: true, at: length === "" ? null : ctx.now() + Number(length) * minuteMs };
  const field = `${name}_until`;
  const read = parseTimeField(fields, field, pageZone, language);
  if (!read.ok) return { ok: false, field, message: read.message };
  if (read.at !== null) return { ok: true, at: read.at };
  return { ok: false, field, message: wordsIn(language).t("bulk.until_missing") };
}

/** Names of the form's fields for those of the use case; the boxes have none. */
const fieldOf: Partial<Record<string, string>> = {
  ids: "",
  groupId: "group",
  name: "group",
  until: "status_until",
  minutes: "mute_minutes",
  action: "",
};

const byField = (fields: Record<string, Refusal>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, message]) => [fieldOf[name] ?? name, message]));

/** Asks for confirmation once; archives nothing yet. */
async function askToArchive({ ctx, pageId }: PageDeskRequest, posted: PostedForm, ids: string[]) {
  return formAgainResponse(posted, { archiving: unwrapOrThrow(await readArchivePreview(ctx, { pageId, ids })) });
}

/** Notices shown above the list afterwards. */
const notices: Partial<Record<string, string>> = {
  regroup: "components-moved",
  set_status: "status-set",
  mute: "muted",
  unmute: "unmuted",
  archive: "components-archived",
};

/** Returns the values that the deed needs besides the components. */
function valuesOf(deed: string, { fields }: PostedForm, end: number | null, now: number) {
  if (deed === "regroup") return { groupId: readPostedText(fields, "group") };
  if (deed === "set_status") return { status: readPostedText(fields, "status"), until: end };
  return deed === "mute" ? { minutes: Math.ceil(((end ?? now) - now) / minuteMs) } : {};
}

/** Returns the notice of statuses that were set; null when visitors see all of them. */
async function statusesSetNotice(
  { ctx, pageId }: PageDeskRequest,
  { fields }: PostedForm,
  ids: string[],
  done: ChangeResult,
) {
  if (done.keptBy === "manual") return "statuses-set-kept";
  const status = readPostedText(fields, "status");
  if (status === "") return null;
  const { components } = unwrapOrThrow(await listComponents(ctx, { pageId }));
  const own = components.filter(({ id }) => ids.includes(id));
  return own.some(({ layers }) => overridingStatus(layers, toStatus(status))) ? "statuses-set-overridden" : null;
}

/** Applies one action to all ticked components, and leads back to the list as it was shown. */
export async function handleComponentBulkPost(desk: PageDeskRequest, posted: PostedForm) {
  const { ctx, pageId } = desk;
  const { fields, commitId } = posted;
  const asked = readPostedText(fields, "deed");
  if (asked === "") return formErrorsResponse(posted, { "": wordsIn(desk.language).t("bulk.missing") });
  const ids = readTickedComponentIds(fields);
  if (asked === "archive" && ids.length > 0) return askToArchive(desk, posted, ids);
  const deed = asked === archiveConfirmDeed ? "archive" : asked;
  const end: EndReading =
    deed === "set_status" || deed === "mute"
      ? endOf(desk, posted, deed === "mute" ? "mute" : "status")
      : { ok: true, at: null };
  if (!end.ok) return formErrorsResponse(posted, { [end.field]: end.message });
  const values = valuesOf(deed, posted, end.at, ctx.now());
  const changed = await bulkChangeComponents(ctx, { pageId, ids, action: deed, ...values, commitId });
  if (!changed.ok && changed.failure.name === "invalid")
    return formErrorsResponse(posted, byField(changed.failure.fields));
  const told = changed.ok && deed === "set_status" ? await statusesSetNotice(desk, posted, ids, changed.value) : null;
  return formResultResponse(posted, changed, listViewPath(desk.url), told ?? notices[deed] ?? "");
}
