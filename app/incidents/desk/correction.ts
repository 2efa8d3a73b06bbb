import type { PageDesk } from "~/desk/frame/desk";
import { type Posted, typed } from "~/desk/parts/posted";
import { readFields } from "~/desk/parts/read-fields";
import { correctionFields } from "../rules/fields";

/** What the timeline of an incident or of a maintenance posts: the text or the time of an update is corrected. */
export function readCorrection({ pageZone }: PageDesk, posted: Posted) {
  const values = readFields(correctionFields, posted, { zone: pageZone, changes: true });
  return { updateId: typed(posted.fields, "updateId"), ...values };
}
