import { minuteMs } from "~/time/durations";
import { type PageDeskRequest, unwrapOrThrow } from "~/ui/frame/desk";
import { readMaintenance } from "../verbs";
import { extensionMinuteChoices } from "./lengths";

const isLength = (text: string) => (extensionMinuteChoices as readonly string[]).includes(text);

/**
 * Returns the end moved by a number of minutes; a scheduled end that has passed counts as now. Null when the number is
 * not one of those offered.
 */
export async function readExtendedEnd(
  { ctx, pageId }: PageDeskRequest,
  id: string,
  minutes: string,
): Promise<number | null> {
  if (!isLength(minutes)) return null;
  const { endsAt } = unwrapOrThrow(await readMaintenance(ctx, { pageId, id })).maintenance;
  return Math.max(endsAt, ctx.now()) + Number(minutes) * minuteMs;
}
