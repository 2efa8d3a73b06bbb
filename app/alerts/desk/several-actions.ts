import type { PageDeskRequest } from "~/ui/frame/desk";
import {
  formErrorsResponse,
  formResultResponse,
  isCheckboxTicked,
  type PostedForm,
  postedText,
} from "~/ui/parts/posted-form";
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
  const reason = postedText(fields, "reason");
  if (action === "dismiss") return reason ? { reason } : {};
  return action === "mute" ? { minutes: Number(postedText(fields, "minutes")) } : {};
}

/** Acts on all ticked alerts at once, and returns to the list. */
export async function handleBulkAlertsPost({ ctx, pageId }: PageDeskRequest, posted: PostedForm, to: string) {
  const { action, done } = steps[isStep(posted.intent) ? posted.intent : "acknowledge-several"];
  if (action === "dismiss" && !isCheckboxTicked(posted.fields, "sure"))
    return formErrorsResponse(posted, { sure: wordsIn(posted.language).t("several.tick") });
  const ids = [...posted.fields.keys()].flatMap((name) => alertIdOfCheckbox(name) ?? []);
  const given = { pageId, ids, action, ...fieldsOf(posted, action), commitId: posted.commitId };
  return formResultResponse(posted, await bulkAlerts(ctx, given), to, done);
}
