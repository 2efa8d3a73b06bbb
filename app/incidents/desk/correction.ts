import type { PageDesk } from "~/ui/frame/desk";
import { type PostedForm, typedText } from "~/ui/parts/posted-form";
import { readFields } from "~/ui/parts/read-fields";
import { correctionFields } from "../rules/fields";

/** Reads the correction of an update's text or time, as the timeline of an incident or a maintenance posts it. */
export function readCorrection({ pageZone }: PageDesk, posted: PostedForm) {
  const values = readFields(correctionFields, posted, { zone: pageZone, changes: true });
  return { updateId: typedText(posted.fields, "updateId"), ...values };
}
