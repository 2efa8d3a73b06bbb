import type { PageDesk } from "~/ui/frame/desk";
import { type Posted, typed } from "~/ui/parts/posted";
import { readFields } from "~/ui/parts/read-fields";
import { correctionFields } from "../rules/fields";

/** What the timeline of an incident or of a maintenance posts: the text or the time of an update is corrected. */
export function readCorrection({ pageZone }: PageDesk, posted: Posted) {
  const values = readFields(correctionFields, posted, { zone: pageZone, changes: true });
  return { updateId: typed(posted.fields, "updateId"), ...values };
}
