import { minuteMs } from "~/time/durations";
import { orThrow, type PageDesk } from "~/ui/frame/desk";
import { readMaintenance } from "../verbs";
import { lengths } from "./lengths";

const isLength = (text: string) => (lengths as readonly string[]).includes(text);

/**
 * Returns the end moved by so many minutes; a scheduled end that has passed counts as now. null = not one of the
 * lengths.
 */
export async function laterEnd({ ctx, pageId }: PageDesk, id: string, minutes: string): Promise<number | null> {
  if (!isLength(minutes)) return null;
  const { endsAt } = orThrow(await readMaintenance(ctx, { pageId, id })).maintenance;
  return Math.max(endsAt, ctx.now()) + Number(minutes) * minuteMs;
}
