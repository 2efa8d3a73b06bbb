import type { PageDeskRequest } from "~/ui/frame/desk";
import { type PostedForm, readPostedText } from "~/ui/parts/posted-form";
import { parsePostedFields } from "~/ui/parts/read-fields";
import { updateCorrectionFields } from "../rules/fields";

/** Reads the correction of an update's text or time, as the timeline of an incident or a maintenance posts it. */
export function readUpdateCorrection({ pageZone }: PageDeskRequest, posted: PostedForm) {
  const values = parsePostedFields(updateCorrectionFields, posted, { zone: pageZone, changes: true });
  return { updateId: readPostedText(posted.fields, "updateId"), ...values };
}
