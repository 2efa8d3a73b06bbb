import { changeTickedRows, type RowPageReader } from "~/change/ticked-rows";
import type { PageDeskRequest } from "~/ui/frame/desk";
import {
  formErrorsResponse,
  formResultResponse,
  isCheckboxTicked,
  type PostedForm,
  readPostedText,
} from "~/ui/parts/posted-form";
import { listPathAfter, readPostedRowPlace } from "~/ui/table/following-place";
import { bulkAlerts } from "../several-alerts";
import { alertIdOfCheckbox } from "./alert-tick";
import { wordsIn } from "./words/words";

/** Each button acts on the alerts that are ticked; a notice follows. */
const steps = {
  "acknowledge-several": { action: "acknowledge", done: "alerts-acknowledged" },
  "dismiss-several": { action: "dismiss", done: "alerts-dismissed" },
  "mute-several": { action: "mute", done: "alerts-muted" },
} as const;

const isStep = (intent: string): intent is keyof typeof steps => Object.hasOwn(steps, intent);

export const isBulkAlertsIntent = ({ intent }: PostedForm): boolean => isStep(intent);

/** Fields that belong to one action alone. */
function fieldsOf({ fields }: PostedForm, action: "acknowledge" | "dismiss" | "mute") {
  const reason = readPostedText(fields, "reason");
  if (action === "dismiss") return reason ? { reason } : {};
  return action === "mute" ? { minutes: Number(readPostedText(fields, "minutes")) } : {};
}

/** The list of alerts that was shown, where rows after those shown can be meant, too. */
interface AlertList {
  url: URL;
  readPage: RowPageReader;
}

/** Acts on all ticked alerts at once, and returns to the list. */
export async function handleBulkAlertsPost(
  { ctx, pageId }: PageDeskRequest,
  posted: PostedForm,
  to: string | AlertList,
) {
  const { action, done } = steps[isStep(posted.intent) ? posted.intent : "acknowledge-several"];
  if (action === "dismiss" && !isCheckboxTicked(posted.fields, "sure"))
    return formErrorsResponse(posted, { sure: wordsIn(posted.language).t("several.tick") });
  const ids = [...posted.fields.keys()].flatMap((name) => alertIdOfCheckbox(name) ?? []);
  const change = (ids: string[], commitId: string) =>
    bulkAlerts(ctx, { pageId, ids, action, ...fieldsOf(posted, action), commitId });
  if (typeof to === "string") return formResultResponse(posted, await change(ids, posted.commitId), to, done);
  const place = readPostedRowPlace(posted.fields);
  const changed = await changeTickedRows(ctx, { ids, place, commitId: posted.commitId, ...to, change });
  return formResultResponse(posted, changed, (reached) => listPathAfter(to.url, "before", reached), done);
}
